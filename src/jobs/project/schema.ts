/** Schema of the project file, for validation and for editors. */

import { type Static, type TProperties, Type } from "@sinclair/typebox";
import keys from "../../../data/project-keys.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { KINDS, PARTIES } from "./page-limits.ts";

export const TREATMENTS = ["off", "info", "warning", "error"] as const;
export type Treatment = (typeof TREATMENTS)[number];

const KEYS = new Map(
  rowsIn(keys).map(([path, expected = "", description = ""]) => [path, { description, expected }]),
);
/** Description of a key, and its expected value in words; ` row` follows the path of a table in a list. */
const about = (path: string) => KEYS.get(path) ?? {};

/** Unknown members are errors, to catch typos. */
const table = <P extends TProperties>(members: P, description: object) =>
  Type.Object(members, { additionalProperties: false, ...description });
const word = (expected: string) => Type.String({ expected });
const text = (path: string) => Type.Optional(Type.String({ ...about(path), minLength: 1 }));
const whole = (least: number, path: string) =>
  Type.Optional(Type.Integer({ minimum: least, ...about(path) }));
const ids = (path: string, words = "ids of problems") =>
  Type.Optional(Type.Array(word(`${words} in quotes`), about(path)));
const texts = (path: string) => {
  const { expected = "" } = KEYS.get(path) ?? {};
  return Type.Optional(Type.Array(word(expected), { ...about(path), minItems: 1 }));
};

export const Exception = table(
  {
    url: Type.String(about("rules.for.url")),
    off: ids("rules.for.off"),
    info: ids("rules.for.info"),
    warning: ids("rules.for.warning"),
    error: ids("rules.for.error"),
    reason: Type.String({ ...about("rules.for.reason"), minLength: 1 }),
    until: Type.Optional(
      Type.String({ ...about("rules.for.until"), pattern: "^\\d{4}-\\d\\d-\\d\\d(?:T00:00:00.000Z)?$" }),
    ),
  },
  about("rules.for row"),
);
export type Exception = Static<typeof Exception>;

const Rules = Type.Object(
  { for: Type.Optional(Type.Array(Exception, about("rules.for"))) },
  {
    ...about("rules"),
    additionalProperties: Type.Union(
      TREATMENTS.map((each) => Type.Literal(each)),
      { expected: `one of ${TREATMENTS.join(", ")} in quotes` },
    ),
  },
);

const Required = Type.Union([Type.Boolean(), Type.String({ minLength: 1 })], about("require.NAME"));

const forTargets = {
  "wake-for": ids("watch.wake-for", "words and ids of problems"),
  remind: text("watch.remind"),
  body: text("watch.body"),
  "not-body": text("watch.not-body"),
  channels: texts("watch.channels"),
};
const TargetTable = table(forTargets, {});
export type TargetTable = Static<typeof TargetTable>;

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

const Maintenance = table(
  {
    url: text("watch.for.url"),
    from: Type.String(about("watch.maintenance.from")),
    until: Type.String(about("watch.maintenance.until")),
    days: Type.Optional(
      Type.Array(
        Type.Union(
          WEEKDAYS.map((day) => Type.Literal(day)),
          { expected: `one of ${WEEKDAYS.join(", ")} in quotes` },
        ),
        about("watch.maintenance.days"),
      ),
    ),
  },
  about("watch.maintenance row"),
);

/** Maximum number of targets; a round keeps the pending lookups in memory. */
const MOST_TARGETS = 1000;

const Notify = table(
  {
    command: texts("watch.notify.command"),
    webhook: text("watch.notify.webhook"),
    name: text("watch.notify.name"),
    headers: Type.Optional(
      Type.Record(Type.String(), word("a value in quotes"), about("watch.notify.headers")),
    ),
    body: Type.Optional(Type.Unknown(about("watch.notify.body"))),
    mail: texts("watch.notify.mail"),
    from: text("watch.notify.from"),
    smtp: text("watch.notify.smtp"),
    private: Type.Optional(Type.Boolean(about("watch.notify.private"))),
  },
  about("watch.notify row"),
);

const ForTargets = table(
  { url: text("watch.for.url"), for: whole(1, "watch.for.for"), ...forTargets },
  about("watch.for row"),
);

export const WatchTable = table(
  {
    targets: Type.Array(word("URLs in quotes"), {
      ...about("watch.targets"),
      expected: `a list of 1 to ${MOST_TARGETS} URLs`,
      minItems: 1,
      maxItems: MOST_TARGETS,
    }),
    ...forTargets,
    looks: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, ...about("watch.looks") })),
    baselines: text("watch.baselines"),
    state: text("watch.state"),
    "keep-days": whole(1, "watch.keep-days"),
    for: Type.Optional(Type.Array(ForTargets, about("watch.for"))),
    maintenance: Type.Optional(Type.Array(Maintenance, about("watch.maintenance"))),
    heartbeat: text("watch.heartbeat"),
    notify: Type.Optional(Type.Array(Notify, about("watch.notify"))),
  },
  about("watch"),
);
export type WatchTable = Static<typeof WatchTable>;

const measures = {
  requests: whole(0, "limits.requests"),
  bytes: whole(0, "limits.bytes"),
  blocked: whole(0, "limits.blocked"),
};
const limited = <P extends TProperties>(members: P, loads: string) =>
  Type.Optional(table(members, { description: `Limits of a page for ${loads}` }));
const ofKinds = Object.fromEntries(KINDS.map((kind) => [kind, limited(measures, `loads of kind ${kind}`)]));
const ofParties = Object.fromEntries(
  PARTIES.map((party) => [party, limited({ ...measures, ...ofKinds }, `${party} loads`)]),
);

export const ProjectFile = table(
  {
    "fail-on": ids("fail-on", "severities and ids"),
    rules: Type.Optional(Rules),
    require: Type.Optional(
      Type.Union(
        [Type.Record(Type.String(), Required), Type.Array(Type.String(), { description: "As --require" })],
        about("require"),
      ),
    ),
    limits: Type.Optional(
      table(
        {
          "certificate-days": whole(0, "limits.certificate-days"),
          "domain-days": whole(0, "limits.domain-days"),
          "total-ms": whole(1, "limits.total-ms"),
          redirects: whole(0, "limits.redirects"),
          ...measures,
          "third-parties": whole(0, "limits.third-parties"),
          ...ofKinds,
          ...ofParties,
        },
        about("limits"),
      ),
    ),
    watch: Type.Optional(WatchTable),
  },
  { description: "Expectations of a project for its responses" },
);
export type ProjectFile = Static<typeof ProjectFile>;
