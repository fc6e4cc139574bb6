import { nelKeys } from "../../../data/headers/directives/nel-keys.ts";
import { wordTable } from "../../../data/word-table.ts";
import { field, item, jsonProblems, problem, worded } from "../field.ts";
import { corrected } from "../reading/fixing.ts";
import { isWholeSeconds, type JsonObject, jsonText, readJsonObjects } from "../reading/json.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { suggest } from "../suggest.ts";
import { duration, perhaps, quote } from "../wording.ts";

const SPEC = "https://www.w3.org/TR/network-error-logging/";
const REPORT_TO =
  'Report-To: {"group":"main","max_age":86400,"endpoints":[{"url":"https://example.com/reports"}]}';
const GOOD = [REPORT_TO, 'NEL: {"report_to":"main","max_age":86400}'];

/** Expected type of each member in words, and the test for it. */
const MEMBERS = wordTable<readonly [what: string, test: (value: unknown) => boolean]>({
  report_to: ["a string", (value) => typeof value === "string"],
  max_age: ["a number of seconds", isWholeSeconds],
  include_subdomains: ["true or false", (value) => typeof value === "boolean"],
  success_fraction: ["a number from 0 to 1", isFraction],
  failure_fraction: ["a number from 0 to 1", isFraction],
  request_headers: ["a list of header names", isNames],
  response_headers: ["a list of header names", isNames],
});

function isFraction(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

const jsonRows = jsonProblems("NEL", "{report_to: main}", '{"max_age":0}', '"main"', SPEC);

type Part = readonly [key: string, value: unknown];

/** NEL (Network Error Logging section 3.2): browsers report failed requests to this host. One JSON object. */
export const nel = field("NEL", "json", {
  links: [SPEC],
  parse(value, report) {
    // Browsers read only the first object.
    const first = readJsonObjects(jsonRows, value, report)?.[0];
    return first && Object.fromEntries(Object.entries(first).slice(0, MOST_MEMBERS));
  },
  parts: (members): readonly Part[] => Object.entries(members),
  partItem: ([key, value]) =>
    item(key, jsonText(value), nelKeys.get(key) ?? "Not a known member.", memberWords(key, value)),
  alternateInMessage: (members, { url }) => inWords(members, url),
}).problems({
  named: jsonRows,
  eachPart: [
    problem("nel-member-invalid", "error", `${SPEC}#nel-response-header`, {
      detect([key, value]: Part) {
        const [what, isRight] = MEMBERS.get(key) ?? [];
        return isRight?.(value) === false && what;
      },
      title: (what, [key, value]) => `${key} is ${quote(jsonText(value))}; it must be ${what}.`,
      bad: [REPORT_TO, 'NEL: {"report_to":"main","max_age":86400,"success_fraction":1.5}'],
      good: GOOD,
    }),
    problem("nel-member-unknown", "info", `${SPEC}#nel-response-header`, {
      detect: ([word]: Part) => !MEMBERS.get(word) && { word, likely: suggest(word, [...MEMBERS.keys()]) },
      title: ({ word, likely }) => `${quote(word)} is not a member of NEL${perhaps(likely)}.`,
      fix: corrected,
      bad: [REPORT_TO, 'NEL: {"report_to":"main","max_age":86400,"sampling":1}'],
      good: GOOD,
    }),
  ],
  eachLine: [
    worded("nel-member-missing", "error", `${SPEC}#nel-response-header`, {
      detect({ max_age: maxAge, report_to: group }: JsonObject) {
        if (maxAge === undefined) return "NEL has no max_age, so browsers ignore it.";
        return group === undefined && maxAge !== 0 && "NEL has no report_to, so browsers send no reports.";
      },
      bad: ['NEL: {"report_to":"main"}'],
      good: GOOD,
    }),
    problem("nel-over-http", "info", `${SPEC}#process-policy-headers`, {
      detect: (_: JsonObject, { url }) => url?.protocol === "http:",
      bad: { lines: GOOD, url: "http://example.com/" },
      good: { lines: GOOD, url: "https://example.com/" },
    }),
  ],
});

function memberWords(key: string, value: unknown): string | undefined {
  if (key === "max_age" && isWholeSeconds(value)) return value === 0 ? "turned off" : duration(value);
  return key.endsWith("_fraction") && typeof value === "number" ? percent(value) : undefined;
}

function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(2))} %`;
}

function inWords(members: JsonObject, url: URL | undefined): string | undefined {
  const maxAge = members["max_age"];
  if (!isWholeSeconds(maxAge)) return undefined;
  if (url?.protocol === "http:") return "ignored over plain HTTP";
  if (maxAge === 0) return "network error logging is turned off";
  return members["report_to"] === undefined ? "no reports are sent" : activeWords(members, duration(maxAge));
}

function activeWords(members: JsonObject, time: string): string {
  const { report_to: group, success_fraction: success = 0, include_subdomains: subdomains } = members;
  const of = subdomains === true ? ", including those to subdomains," : "";
  const sampled = typeof success === "number" ? `${percent(success)} of` : "some of";
  return `failed requests${of} are reported to group ${jsonText(group)} for ${time}, and ${sampled} the successful ones`;
}
