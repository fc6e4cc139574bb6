/** Schema of the project file, for validation and for editors. */

import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { KINDS, PARTIES } from "./page-limits.ts";

export const TREATMENTS = ["off", "info", "warning", "error"] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** Unknown members are errors, to catch typos. */
const table = <P extends TProperties>(members: P, description: string) =>
  Type.Object(members, { additionalProperties: false, description });

const ids = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ expected: "ids of problems in quotes" }), {
      description,
      expected: "a list of ids of problems",
    }),
  );

const whole = (least: number, description: string, expected: string) =>
  Type.Optional(Type.Integer({ minimum: least, description, expected }));

export const Exception = table(
  {
    url: Type.String({
      description: "URL pattern that it applies to: https://example.com/embed/*",
      expected: "a URL pattern in quotes",
    }),
    off: ids("Problems to ignore there"),
    info: ids("Problems that are info there"),
    warning: ids("Problems that are warnings there"),
    error: ids("Problems that are errors there"),
    reason: Type.String({ description: "Reason", minLength: 1, expected: "a reason in quotes" }),
    until: Type.Optional(
      Type.String({
        description: "Last day of the exception, in UTC (2027-01-31)",
        pattern: "^\\d{4}-\\d\\d-\\d\\d(?:T00:00:00.000Z)?$",
        expected: "a day such as 2027-01-31",
      }),
    ),
  },
  "An exception for some URLs",
);
export type Exception = Static<typeof Exception>;

const Rules = Type.Object(
  { for: Type.Optional(Type.Array(Exception, { description: "Exceptions for some URLs" })) },
  {
    description: "ID or ID:FIELD = off, info, warning or error",
    additionalProperties: Type.Union(
      TREATMENTS.map((word) => Type.Literal(word)),
      { expected: `one of ${TREATMENTS.join(", ")} in quotes` },
    ),
  },
);

const Required = Type.Union([Type.Boolean(), Type.String({ minLength: 1 })], {
  description:
    "true: present. false: absent. Text: the value, /a regular expression/, conditions (max-age>=31536000; preload), or an age (younger than 2 d)",
  expected: "true, false or text",
});

const wakeFor = Type.Optional(
  Type.Array(Type.String({ expected: "words and ids of problems in quotes" }), {
    description:
      "When to alert: down, empty, other-site, moved, new-error, new-warning, new-info, change, require, certificate-days, severities and ids of problems",
    expected: "a list of words and ids of problems",
  }),
);
const text = (description: string, expected: string) =>
  Type.Optional(Type.String({ description, minLength: 1, expected }));
const path = (description: string) => text(description, "a path in quotes");
const texts = (description: string, expected: string) =>
  Type.Optional(Type.Array(Type.String({ expected }), { description, minItems: 1, expected }));
const pattern = text("URL pattern that it applies to [all targets]", "a URL pattern in quotes");

const forTargets = {
  "wake-for": wakeFor,
  remind: text("Time between reminders of an open problem, such as 12h [none]", "a duration in quotes"),
  body: text("RE2 expression that the content must match", "an expression in quotes"),
  "not-body": text("RE2 expression that the content must not match", "an expression in quotes"),
  channels: texts("Names of the channels that get the alerts [all]", "names of channels in quotes"),
};
const TargetTable = table(forTargets, "Alerts");
export type TargetTable = Static<typeof TargetTable>;

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

const time = (description: string) => Type.String({ description, expected: "a time in quotes" });

const Maintenance = table(
  {
    url: pattern,
    from: time("Start in UTC: 22:30, or a time with a date"),
    until: time("End in UTC: 04:00, or a time with a date"),
    days: Type.Optional(
      Type.Array(
        Type.Union(
          WEEKDAYS.map((day) => Type.Literal(day)),
          { expected: `one of ${WEEKDAYS.join(", ")} in quotes` },
        ),
        { description: "Days on which it starts [all]", expected: `a list of ${WEEKDAYS.join(", ")}` },
      ),
    ),
  },
  "Maintenance window, in which targets are not looked up",
);

/** Maximum number of targets; a round keeps the pending lookups in memory. */
const MOST_TARGETS = 1000;

const Notify = table(
  {
    command: texts(
      "A program and its arguments; it gets the message as JSON on standard input",
      "a program and its arguments as a list",
    ),
    webhook: text("A URL that receives the message as JSON", "a URL in quotes"),
    name: text("Name, for channels", "a name in quotes"),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ expected: "a value in quotes" }), {
        description: `Headers of the webhook; \${NAME} is a variable of the environment`,
        expected: "a table of headers",
      }),
    ),
    body: Type.Optional(
      Type.Unknown({
        description:
          "Content of the webhook: text, or a table for JSON, with {text}, {url}, {state}, {title}",
      }),
    ),
    mail: texts("Addresses that get the message by mail", "a list of addresses"),
    from: text("Address of the sender of the mail", "an address in quotes"),
    smtp: text(`Mail server: smtps://USER:\${PASSWORD}@HOST, or smtp:// with STARTTLS`, "a URL in quotes"),
    private: Type.Optional(
      Type.Boolean({ description: "Allow a private address or any port for it", expected: "true or false" }),
    ),
  },
  "Channel: a command, a webhook or mail",
);

export const WatchTable = table(
  {
    targets: Type.Array(Type.String({ expected: "URLs in quotes" }), {
      description: "The URLs to look up",
      minItems: 1,
      maxItems: MOST_TARGETS,
      expected: `a list of 1 to ${MOST_TARGETS} URLs`,
    }),
    ...forTargets,
    looks: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        description: "Lookups that must agree before a change counts [2]",
        expected: "a number from 1 to 5",
      }),
    ),
    baselines: path(
      "Folder of baselines, written by compare. Default, or if a URL has none: its first response",
    ),
    state: path("SQLite file for state and history [this file's name with .sqlite]"),
    "keep-days": whole(1, "Days to keep history [90]", "whole days"),
    for: Type.Optional(
      Type.Array(
        table(
          {
            url: pattern,
            for: whole(1, "Rounds in a row with a problem before it is reported [1]", "a number of rounds"),
            ...forTargets,
          },
          "Alerts for some URLs",
        ),
        {
          description: "Alerts for some URLs; of each key, the last matching row counts",
          expected: "[[watch.for]] tables, which may have for = 3",
        },
      ),
    ),
    maintenance: Type.Optional(Type.Array(Maintenance, { description: "Maintenance windows" })),
    heartbeat: text(
      "URL to request after each complete round, for a monitor of the watch",
      "a URL in quotes",
    ),
    notify: Type.Optional(Type.Array(Notify, { description: "Channels" })),
  },
  "Targets and alerts of netlens watch",
);
export type WatchTable = Static<typeof WatchTable>;

const measures = {
  requests: whole(0, "Requests, redirects included", "a whole number"),
  bytes: whole(0, "Bytes received, as compressed", "whole bytes"),
  blocked: whole(0, "Files and pieces of inline code that browsers block", "a whole number"),
};
const ofKinds = Object.fromEntries(
  KINDS.map((kind) => [kind, Type.Optional(table(measures, `Limits of a page for loads of kind ${kind}`))]),
);
const ofParties = Object.fromEntries(
  PARTIES.map((party) => [
    party,
    Type.Optional(table({ ...measures, ...ofKinds }, `Limits of a page for ${party} loads`)),
  ]),
);

export const ProjectFile = table(
  {
    "fail-on": Type.Optional(
      Type.Array(Type.String({ expected: "severities and ids in quotes" }), {
        description: "Severities and ids of problems that fail a run (exit code 4)",
        expected: "a list of severities and ids of problems",
      }),
    ),
    rules: Type.Optional(Rules),
    require: Type.Optional(
      Type.Union(
        [Type.Record(Type.String(), Required), Type.Array(Type.String(), { description: "As --require" })],
        { description: "Headers that the final response must have", expected: "a table or a list of texts" },
      ),
    ),
    limits: Type.Optional(
      table(
        {
          "certificate-days": whole(0, "Days that each certificate must still be valid", "whole days"),
          "total-ms": whole(1, "Milliseconds that a lookup may take", "whole milliseconds"),
          redirects: whole(0, "Redirects that a lookup may follow", "a whole number"),
          ...measures,
          "third-parties": whole(0, "Other sites that a page loads from", "a whole number"),
          ...ofKinds,
          ...ofParties,
        },
        "Limits of a lookup, and of what a page loads",
      ),
    ),
    watch: Type.Optional(WatchTable),
  },
  "Expectations of a project for its responses",
);
export type ProjectFile = Static<typeof ProjectFile>;
