import { reportToKeys } from "../../../data/headers/directives/report-to-keys.ts";
import { field, item, type Note } from "../field.ts";
import { isWholeSeconds, type JsonObject, jsonText, readJsonObjects } from "../reading/json.ts";
import { jsonKinds } from "../reading/value-kinds.ts";
import type { Item } from "../schema.ts";
import { isJsonObject } from "../syntax/json-field.ts";
import { duration, listing, plural, quote } from "../wording.ts";

type Kind =
  | "report-to-member-missing"
  | "report-to-member-invalid"
  | "report-to-endpoint-insecure"
  | "report-to-deprecated"
  | "report-to-for-nel";

export interface ReportGroup {
  readonly name: string;
  readonly object: JsonObject;
}

const SPEC = "https://www.w3.org/TR/2018/WD-reporting-1-20180925/";
const SUCCESSOR = "https://www.w3.org/TR/reporting-1/#header";
const GROUP = '{"group":"main","max_age":86400,"endpoints":[{"url":"https://example.com/reports"}]}';
const NEL = 'NEL: {"report_to":"main","max_age":86400}';

/** Report-To (Reporting API, draft of 2018): groups of endpoints, each a JSON object. Browsers keep them for max_age seconds. */
export const reportTo = field({
  name: "Report-To",
  type: "json",
  repeat: "list",
  links: [SPEC],
  kinds: {
    ...jsonKinds(
      "Report-To",
      "{group: main}",
      '{"max_age":60,"endpoints":[{"url":"https://a.example/r"}]}',
      '"main"',
      `${SPEC}#header`,
    ),
    "report-to-member-missing": {
      severity: "error",
      link: `${SPEC}#header`,
      summary: "A group in Report-To lacks max_age or endpoints, so browsers ignore it.",
      bad: ['Report-To: {"group":"main","endpoints":[{"url":"https://example.com/reports"}]}'],
      good: [`Report-To: ${GROUP}`],
    },
    "report-to-member-invalid": {
      severity: "error",
      link: `${SPEC}#header`,
      summary: "A member of a group in Report-To has the wrong type.",
      bad: ['Report-To: {"max_age":"1 day","endpoints":[{"url":"https://example.com/reports"}]}'],
      good: [`Report-To: ${GROUP}`],
    },
    "report-to-endpoint-insecure": {
      severity: "error",
      link: `${SPEC}#header`,
      summary: "An endpoint in Report-To is not an https URL, so browsers ignore it.",
      bad: ['Report-To: {"max_age":86400,"endpoints":[{"url":"http://example.com/reports"}]}'],
      good: [`Report-To: ${GROUP}`],
    },
    "report-to-deprecated": {
      severity: "warning",
      link: SUCCESSOR,
      summary: "Report-To is deprecated in favour of Reporting-Endpoints.",
      bad: [`Report-To: ${GROUP}`],
      good: ['Reporting-Endpoints: main="https://example.com/reports"'],
    },
    "report-to-for-nel": {
      severity: "info",
      link: SUCCESSOR,
      summary: "Report-To is deprecated in favour of Reporting-Endpoints, but NEL still needs it.",
      bad: [`Report-To: ${GROUP}`, NEL],
      good: [`Report-To: ${GROUP}`],
    },
  },
  parse(value, note) {
    const objects = readJsonObjects("Report-To", value, note);
    return objects?.map((object) => ({
      object,
      name: typeof object["group"] === "string" ? object["group"] : "default",
    }));
  },
  items: (groups) => groups.map(groupItem),
  alternate: (groups, { url }) =>
    url?.protocol === "http:" ? "ignored over plain HTTP" : groups.map(inWords).join("; "),
  check(groups, _context, note, { items }) {
    for (const [index, group] of groups.entries())
      checkGroup(group, (id, title, _at, fix) => note(id, title, items[index], fix));
  },
  checkAll(_lines, context, note) {
    if (context.has("nel"))
      note(
        "report-to-for-nel",
        "Report-To is deprecated in favour of Reporting-Endpoints, but NEL still needs it.",
      );
    else note("report-to-deprecated", "Report-To is deprecated; Reporting-Endpoints takes its place.");
  },
});

function groupItem({ name, object }: ReportGroup): Item {
  const parts = Object.keys(object).filter((key) => key !== "group" && key !== "endpoints");
  const value = [urls(object).join(" "), ...parts.map((key) => `${key}: ${jsonText(object[key])}`)].filter(
    (part) => part !== "",
  );
  const description = `A group of endpoints for reports. ${parts
    .map((key) => reportToKeys.get(key))
    .filter(Boolean)
    .join(" ")}`;
  return item(name, value.join("; "), description.trim(), inWords({ name, object }));
}

/** A path of this host, or an encrypted URL. */
function takesReports(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed ? parsed.protocol === "https:" : url.startsWith("/");
}

function inWords({ name, object }: ReportGroup): string {
  const hosts = urls(object)
    .filter(takesReports)
    .map((url) => URL.parse(url)?.host ?? url);
  const days = object["max_age"];
  if (!isWholeSeconds(days)) return `group ${name}: ignored`;
  const kept = days === 0 ? ", to be forgotten" : `, for ${duration(days)}`;
  return `group ${name}: ${hosts.length > 0 ? `reports to ${listing(hosts)}` : plural(0, "endpoint")}${kept}`;
}

function urls(object: JsonObject): string[] {
  const endpoints = object["endpoints"];
  if (!Array.isArray(endpoints)) return [];
  return endpoints.flatMap((endpoint: unknown) =>
    isJsonObject(endpoint) && typeof endpoint["url"] === "string" ? [endpoint["url"]] : [],
  );
}

function checkGroup({ name, object }: ReportGroup, note: Note<Kind>): void {
  const maxAge = object["max_age"];
  const endpoints = object["endpoints"];
  if (maxAge === undefined)
    note("report-to-member-missing", `Group ${name} has no max_age, so browsers ignore it.`);
  else if (!isWholeSeconds(maxAge))
    note(
      "report-to-member-invalid",
      `max_age of group ${name} is ${quote(jsonText(maxAge))}, not a number of seconds.`,
    );
  if (object["group"] !== undefined && typeof object["group"] !== "string")
    note("report-to-member-invalid", `group is ${quote(jsonText(object["group"]))}, not a string.`);
  if (endpoints === undefined && maxAge !== 0)
    note("report-to-member-missing", `Group ${name} has no endpoints, so browsers ignore it.`);
  else if (endpoints !== undefined && !Array.isArray(endpoints))
    note("report-to-member-invalid", `endpoints of group ${name} is not an array.`);
  else if (Array.isArray(endpoints) && endpoints.length > urls(object).length)
    note("report-to-member-missing", `An endpoint of group ${name} has no url.`);
  for (const url of urls(object)) {
    if (!takesReports(url))
      note(
        "report-to-endpoint-insecure",
        `${quote(url)} of group ${name} is not an https URL, so nothing is reported to it.`,
      );
  }
}
