import { reportToKeys } from "../../../data/headers/directives/report-to-keys.ts";
import { isRecord } from "../../syntax/json-field.ts";
import { type At, field, type Item, item, jsonProblems, problem, type Report, worded } from "../field.ts";
import { isWholeSeconds, type JsonObject, jsonText, readJsonObjects } from "../reading/json.ts";
import { duration, listing, plural, quote } from "../wording.ts";

interface ReportGroup {
  readonly name: string;
  readonly object: JsonObject;
}

const SPEC = "https://www.w3.org/TR/2018/WD-reporting-1-20180925/";
const SUCCESSOR = "https://www.w3.org/TR/reporting-1/#header";
const GROUP = '{"group":"main","max_age":86400,"endpoints":[{"url":"https://example.com/reports"}]}';

const jsonRows = jsonProblems(
  "Report-To",
  "{group: main}",
  '{"max_age":60,"endpoints":[{"url":"https://a.example/r"}]}',
  '"main"',
  `${SPEC}#header`,
);

const missing = worded("report-to-member-missing", "error", `${SPEC}#header`, {
  bad: ['Report-To: {"group":"main","endpoints":[{"url":"https://example.com/reports"}]}'],
  good: [`Report-To: ${GROUP}`],
});

const invalid = worded("report-to-member-invalid", "error", `${SPEC}#header`, {
  bad: ['Report-To: {"max_age":"1 day","endpoints":[{"url":"https://example.com/reports"}]}'],
  good: [`Report-To: ${GROUP}`],
});

const insecure = worded("report-to-endpoint-insecure", "error", `${SPEC}#header`, {
  bad: ['Report-To: {"max_age":86400,"endpoints":[{"url":"http://example.com/reports"}]}'],
  good: [`Report-To: ${GROUP}`],
});

/** Report-To (Reporting API, draft of 2018): groups of endpoints as JSON objects, kept for max_age seconds. */
export const reportTo = field("Report-To", "json", {
  repeat: "list",
  links: [SPEC],
  parse: (value, report) =>
    readJsonObjects(jsonRows, value, report)?.map((object) => ({
      object,
      name: typeof object["group"] === "string" ? object["group"] : "default",
    })),
  partItem: groupItem,
  alternateInMessage(groups, { url, has }) {
    if (url?.protocol === "http:") return "ignored over plain HTTP";
    return `${groups.map(inWords).join("; ")}${has("nel") ? " (an old header that NEL still needs)" : ""}`;
  },
}).problems({
  named: [...jsonRows, missing, invalid, insecure],
  check(groups, _context, report, { items }) {
    for (const [index, group] of groups.entries()) checkGroup(group, report, items[index]);
  },
  allLines: problem("report-to-deprecated", "warning", SUCCESSOR, {
    detect: (_, { has }) => !has("nel"),
    bad: [`Report-To: ${GROUP}`],
    good: ['Reporting-Endpoints: main="https://example.com/reports"'],
  }),
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

/** True for a path of this host or an https URL. */
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
  const kept = days === 0 ? ", to be discarded" : `, for ${duration(days)}`;
  return `group ${name}: ${hosts.length > 0 ? `reports to ${listing(hosts)}` : plural(0, "endpoint")}${kept}`;
}

function urls(object: JsonObject): string[] {
  const endpoints = object["endpoints"];
  if (!Array.isArray(endpoints)) return [];
  return endpoints.flatMap((endpoint: unknown) =>
    isRecord(endpoint) && typeof endpoint["url"] === "string" ? [endpoint["url"]] : [],
  );
}

function checkGroup({ name, object }: ReportGroup, report: Report, at: At): void {
  const { max_age: maxAge, group, endpoints } = object;
  if (maxAge === undefined) report(missing, `Group ${name} has no max_age, so browsers ignore it.`, at);
  else if (!isWholeSeconds(maxAge))
    report(invalid, `max_age of group ${name} is ${quote(jsonText(maxAge))}, not a number of seconds.`, at);
  if (group !== undefined && typeof group !== "string")
    report(invalid, `group is ${quote(jsonText(group))}, not a string.`, at);
  if (endpoints === undefined && maxAge !== 0)
    report(missing, `Group ${name} has no endpoints, so browsers ignore it.`, at);
  else if (endpoints !== undefined && !Array.isArray(endpoints))
    report(invalid, `endpoints of group ${name} is not an array.`, at);
  else if (Array.isArray(endpoints) && endpoints.length > urls(object).length)
    report(missing, `An endpoint of group ${name} has no url.`, at);
  for (const url of urls(object).filter((one) => !takesReports(one)))
    report(insecure, `${quote(url)} of group ${name} is not an https URL: browsers send it no reports.`, at);
}
