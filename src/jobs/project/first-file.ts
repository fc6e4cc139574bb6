/** Generates a project file from the current state of a site, and the schema for editors. Pure. */

import { wordList } from "../../../data/headers/words.ts";
import type { HttpReport } from "../../http/schema.ts";
import { isPassing } from "../compare/volatile.ts";
import { FAIL_ON, type Finding, findingsOf } from "./findings.ts";
import { allKinds } from "./kinds.ts";
import { ProjectFile, TREATMENTS } from "./schema.ts";
import { WAKE_WORDS } from "./watch.ts";

/** Protections that a site can lose without a visible effect. */
const GUARDED = [...wordList("fields that a first project file requires")];

/** Headers that depend on the content or the connection. */
const USUAL =
  /^(?:server|connection|keep-alive|content-(?:length|encoding|type|range)|transfer-encoding|etag|last-modified|vary|set-cookie|location|alt-svc)$/;

/**
 * Text of a project file. It turns off the current findings (titles as comments) and requires the protections
 * that are sent; comments offer the other headers. Failed lookups get no rule.
 */
export function firstFile(reports: readonly HttpReport[], version: string): string {
  const found = new Map<string, Finding>();
  for (const report of reports)
    for (const finding of findingsOf(report))
      if (!report.steps.some(({ error }) => error?.code === finding.name)) found.set(finding.name, finding);
  const sent = new Set(reports.flatMap(({ headers }) => headers.map(({ name }) => name)));
  const required = GUARDED.filter((name) => sent.has(name));
  const isOwn = (name: string) => !GUARDED.includes(name) && !USUAL.test(name) && !isPassing(name);
  const others = [...sent].filter(isOwn).toSorted();
  const urls = reports.map(({ url }) => url).filter((url) => url !== "");
  return [
    `#:schema ./${SCHEMA_FILE}`,
    `# Written by netlens ${version}${urls.length > 0 ? ` from ${urls.map(line).join(", ")}` : ""}. Edit it as you like:`,
    "# netlens guide project explains each table, netlens rules lists the rules in effect.",
    'fail-on = ["warning"]',
    "",
    "# Current findings are off, so that only new ones fail. Fix one, then delete its row.",
    "[rules]",
    ...[...found.values()].map(
      ({ name, severity, title }) => `${name} = "off" # ${severity}: ${line(title)}`,
    ),
    ...(required.length + others.length > 0
      ? [
          "",
          "# Headers sent now: a run fails if one is missing.",
          "[require]",
          ...required.map((name) => `${name} = true`),
          ...others.map((name) => `# ${name} = true`),
        ]
      : []),
    "",
    "[limits]",
    "certificate-days = 14",
    "# What a page may load, for netlens page; tables such as [limits.script] and [limits.third-party] limit a part.",
    "# requests = 60",
    "# bytes = 1500000",
    "# third-parties = 5",
    "# blocked = 0",
    "",
  ].join("\n");
}

/** Removes control characters, for use in a comment: titles quote sent values. */
const line = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, " ");

/** JSON Schema next to the project file, which editors read. */
export const SCHEMA_FILE = "netlens.schema.json";

/** Words of a list besides ids of problems, by its key. */
const WORDS = new Map([
  ["wake-for", WAKE_WORDS],
  ["fail-on", FAIL_ON],
  ...TREATMENTS.map((treatment) => [treatment, []] as const),
]);

/** JSON Schema of the project file, with all ids of problems and the words of lists. */
export function projectSchema(): object {
  const kinds = allKinds().map(([id, { summary }]) => ({ id, summary }));
  const { expected: _, ...schema } = JSON.parse(
    JSON.stringify(ProjectFile, (key, value) => {
      if (key === "expected") return undefined;
      const words = WORDS.get(key);
      if (words && value?.type === "array") return { ...value, items: itemOf(words) };
      if (key !== "rules" || value?.type !== "object") return value;
      const rows = kinds.map(({ id, summary }) => [id, { description: summary, enum: TREATMENTS }]);
      return { ...value, properties: { ...value.properties, ...Object.fromEntries(rows) } };
    }),
  );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "netlens.toml",
    ...schema,
    definitions: {
      problem: { anyOf: kinds.map(({ id, summary }) => ({ const: id, description: summary })) },
    },
  };
}

/** `ID:FIELD` is a problem of one header. */
const itemOf = (words: readonly string[]) => ({
  anyOf: [
    ...(words.length > 0 ? [{ enum: words }] : []),
    { $ref: "#/definitions/problem" },
    { type: "string", pattern: "^[a-z0-9-]+:.+$" },
  ],
});
