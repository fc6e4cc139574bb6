import { nelKeys } from "../../../data/headers/directives/nel-keys.ts";
import { wordTable } from "../../../data/word-table.ts";
import { field, item, type Note } from "../field.ts";
import { isWholeSeconds, type JsonObject, jsonText, readJsonObjects } from "../reading/json.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { jsonKinds } from "../reading/value-kinds.ts";
import { suggest } from "../suggest.ts";
import { duration, quote } from "../wording.ts";

type Kind =
  | "nel-active"
  | "nel-member-missing"
  | "nel-member-invalid"
  | "nel-member-unknown"
  | "nel-over-http";

const SPEC = "https://www.w3.org/TR/network-error-logging/";
const REPORT_TO =
  'Report-To: {"group":"main","max_age":86400,"endpoints":[{"url":"https://example.com/reports"}]}';
const GOOD = [REPORT_TO, 'NEL: {"report_to":"main","max_age":86400}'];

/** What each member has to be, in words, and how to know. */
const MEMBERS = wordTable<readonly [what: string, test: (value: unknown) => boolean]>({
  report_to: ["a string", (value) => typeof value === "string"],
  max_age: ["a number of seconds", isWholeSeconds],
  include_subdomains: ["true or false", (value) => typeof value === "boolean"],
  success_fraction: ["a number from 0 to 1", isFraction],
  failure_fraction: ["a number from 0 to 1", isFraction],
  request_headers: ["a list of field names", isNames],
  response_headers: ["a list of field names", isNames],
});

function isFraction(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

/** NEL (Network Error Logging section 3.2): browsers report requests to this host that fail. One JSON object. */
export const nel = field({
  name: "NEL",
  type: "json",
  repeat: "single",
  links: [SPEC],
  kinds: {
    ...jsonKinds("NEL", "{report_to: main}", '{"max_age":0}', '"main"', SPEC),
    "nel-active": {
      severity: "info",
      link: SPEC,
      summary:
        "Network error logging is on: browsers report failed requests, also those that never reached the server.",
      bad: GOOD,
      good: ['NEL: {"max_age":0}'],
    },
    "nel-member-missing": {
      severity: "error",
      link: `${SPEC}#nel-response-header`,
      summary: "NEL lacks max_age or report_to, so browsers ignore it.",
      bad: ['NEL: {"report_to":"main"}'],
      good: GOOD,
    },
    "nel-member-invalid": {
      severity: "error",
      link: `${SPEC}#nel-response-header`,
      summary: "A member of NEL has a value of the wrong type or out of range.",
      bad: [REPORT_TO, 'NEL: {"report_to":"main","max_age":86400,"success_fraction":1.5}'],
      good: GOOD,
    },
    "nel-member-unknown": {
      severity: "info",
      link: `${SPEC}#nel-response-header`,
      summary: "NEL has a member that browsers do not know.",
      bad: [REPORT_TO, 'NEL: {"report_to":"main","max_age":86400,"sampling":1}'],
      good: GOOD,
    },
    "nel-over-http": {
      severity: "info",
      link: `${SPEC}#process-policy-headers`,
      summary: "NEL is sent over HTTP, where browsers ignore it.",
      bad: { lines: GOOD, url: "http://example.com/" },
      good: { lines: GOOD, url: "https://example.com/" },
    },
  },
  parse: (value, note) => firstObject(value, note),
  items: (members) =>
    Object.entries(members).map(([key, value]) =>
      item(key, jsonText(value), nelKeys.get(key) ?? "No member that is known.", memberWords(key, value)),
    ),
  alternate: (members, { url }) => inWords(members, url),
  check(members, { url }, note, { items }) {
    for (const [index, [key, value]] of Object.entries(members).entries())
      checkMember(key, value, (id, title, _at, fix) => note(id, title, items[index], fix));
    if (members["max_age"] === undefined)
      note("nel-member-missing", "NEL has no max_age, so browsers ignore it.");
    else if (members["report_to"] === undefined && members["max_age"] !== 0)
      note("nel-member-missing", "NEL has no report_to, so nobody is reported to.");
    else if (members["max_age"] !== 0 && url?.protocol !== "http:") note("nel-active", activeWords(members));
    if (url?.protocol === "http:")
      note("nel-over-http", "The response came over HTTP, where browsers ignore NEL.");
  },
});

/** Browsers read the first object only. */
function firstObject(value: string, note: Note<"nel-invalid" | "nel-type">): JsonObject | undefined {
  const first = readJsonObjects("NEL", value, note)?.[0];
  return first && Object.fromEntries(Object.entries(first).slice(0, MOST_MEMBERS));
}

function memberWords(key: string, value: unknown): string | undefined {
  if (key === "max_age" && isWholeSeconds(value)) return value === 0 ? "forget it" : duration(value);
  return key.endsWith("_fraction") && typeof value === "number" ? percent(value) : undefined;
}

function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(2))} %`;
}

function inWords(members: JsonObject, url: URL | undefined): string | undefined {
  const maxAge = members["max_age"];
  if (!isWholeSeconds(maxAge)) return undefined;
  if (url?.protocol === "http:") return "ignored over plain HTTP";
  if (maxAge === 0) return "network error logging is switched off";
  return members["report_to"] === undefined
    ? "nobody is reported to"
    : `failed requests are reported for ${duration(maxAge)}`;
}

function activeWords(members: JsonObject): string {
  const {
    max_age: maxAge,
    report_to: group,
    success_fraction: success = 0,
    include_subdomains: subdomains,
  } = members;
  const days = isWholeSeconds(maxAge) ? ` for ${duration(maxAge)}` : "";
  const sampled = typeof success === "number" ? `${percent(success)} of` : "some of";
  return `Browsers report failed requests${subdomains === true ? ", of subdomains too," : ""} to group ${jsonText(group)}${days}, and ${sampled} the successful ones (success_fraction ${jsonText(success)}).`;
}

function checkMember(key: string, value: unknown, note: Note<Kind>): void {
  const rule = MEMBERS.get(key);
  if (rule) {
    if (!rule[1](value))
      note("nel-member-invalid", `${key} is ${quote(jsonText(value))}; it has to be ${rule[0]}.`);
    return;
  }
  const meant = suggest(key, [...MEMBERS.keys()]);
  note(
    "nel-member-unknown",
    `${quote(key)} is not a member of NEL${meant ? `; ${meant} may be meant` : ""}.`,
    undefined,
    meant ? [key, meant] : undefined,
  );
}
