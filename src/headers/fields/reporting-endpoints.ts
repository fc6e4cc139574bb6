import { type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { firstOf, item, problem, worded } from "../field.ts";
import { memberKind, memberValue, structuredField, unparsedValue } from "../reading/structured.ts";
import { listing, quote } from "../wording.ts";

const LINK = "https://www.w3.org/TR/reporting-1/#header";
const unparsed = unparsedValue("Reporting-Endpoints", parseDictionary, 'main="https://a.example/r"');

type Part = readonly [name: string, member: Member];

/** Reporting-Endpoints (Reporting API section 3.2): names and URLs of endpoints for reports. */
export const reportingEndpoints = structuredField(unparsed, {
  partItem: ([name, member]) =>
    item(
      name,
      member.kind === "item" ? String(member.value.value) : "",
      name === "default"
        ? "Receives all reports that name no other endpoint."
        : "Receives the reports of policies that name it.",
    ),
  alternateInMessage(endpoints, { url }) {
    if (url?.protocol === "http:") return "ignored over plain HTTP";
    const names = [...endpoints].flatMap((part) =>
      invalidWords(part, url) !== undefined || isInsecure(part) ? [] : [part[0]],
    );
    if (names.length === 0) return "no endpoint";
    return `${names.length === 1 ? "endpoint" : "endpoints"} ${listing(names)}`;
  },
}).problems({
  eachPart: firstOf(
    worded("reporting-endpoint-invalid", "error", LINK, {
      detect: (part: Part, { url }) => invalidWords(part, url),
      bad: ["Reporting-Endpoints: main=reports"],
      good: ['Reporting-Endpoints: main="https://example.com/reports"'],
    }),
    problem("reporting-endpoint-insecure", "error", LINK, {
      detect: isInsecure,
      title: (_, [name, member]) =>
        `${quote(memberValue(member, "string") ?? "")} of ${name} is not an https URL: browsers send it no reports.`,
      bad: ['Reporting-Endpoints: main="http://example.com/reports"'],
      good: ['Reporting-Endpoints: main="https://example.com/reports"'],
    }),
  ),
});

function invalidWords([name, member]: Part, url: URL | undefined): string | undefined {
  const text = memberValue(member, "string");
  if (text === undefined) return `${name} is ${memberKind(member)}; it must be a URL in double quotes.`;
  const isUrl = text !== "" && URL.canParse(text, url?.href ?? "https://host.invalid/");
  return isUrl ? undefined : `${quote(text)} of ${name} is not a URL.`;
}

function isInsecure([, member]: Part): boolean {
  const target = URL.parse(memberValue(member, "string") ?? "");
  return target !== null && target.protocol !== "https:";
}
