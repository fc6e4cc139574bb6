import { field, item } from "../field.ts";
import { kindWords, structuredDictionary } from "../reading/structured.ts";
import { unparsedKind } from "../reading/value-kinds.ts";
import type { Member } from "../syntax/structured-fields.ts";
import { listing, quote } from "../wording.ts";

const LINK = "https://www.w3.org/TR/reporting-1/#header";

/** Reporting-Endpoints (Reporting API section 3.2): names for the URLs that take reports of this page. */
export const reportingEndpoints = field({
  name: "Reporting-Endpoints",
  type: "sf-dictionary",
  repeat: "list",
  kinds: {
    ...unparsedKind("Reporting-Endpoints", 'main="https://a.example/r"'),
    "reporting-endpoint-invalid": {
      severity: "error",
      link: LINK,
      summary: "An endpoint in Reporting-Endpoints is not a URL in double quotes, so browsers ignore it.",
      bad: ["Reporting-Endpoints: main=reports"],
      good: ['Reporting-Endpoints: main="https://example.com/reports"'],
    },
    "reporting-endpoint-insecure": {
      severity: "error",
      link: LINK,
      summary: "An endpoint in Reporting-Endpoints is not encrypted, so browsers ignore it.",
      bad: ['Reporting-Endpoints: main="http://example.com/reports"'],
      good: ['Reporting-Endpoints: main="https://example.com/reports"'],
    },
  },
  parse: (value, note) => structuredDictionary("Reporting-Endpoints", value, note),
  items: (endpoints) =>
    [...endpoints].map(([name, member]) =>
      item(
        name,
        member.kind === "item" ? String(member.value.value) : "",
        name === "default"
          ? "Takes all reports that name no other endpoint."
          : "Takes the reports of policies that name it.",
      ),
    ),
  alternate(endpoints, { url }) {
    if (url?.protocol === "http:") return "ignored over plain HTTP";
    const names = [...endpoints].flatMap(([name, member]) => (fault(name, member, url) ? [] : [name]));
    if (names.length === 0) return "no endpoint";
    return `${names.length === 1 ? "endpoint" : "endpoints"} ${listing(names)}`;
  },
  check(endpoints, { url }, note, { items }) {
    for (const [index, [name, member]] of [...endpoints].entries()) {
      const found = fault(name, member, url);
      if (found) note(...found, items[index]);
    }
  },
});

/** Why browsers report nothing to an endpoint. */
function fault(
  name: string,
  member: Member,
  url: URL | undefined,
): readonly ["reporting-endpoint-invalid" | "reporting-endpoint-insecure", string] | undefined {
  if (member.kind === "inner-list" || member.value.kind !== "string") {
    const found = member.kind === "inner-list" ? "a list" : kindWords(member.value.kind);
    return ["reporting-endpoint-invalid", `${name} is ${found}; it has to be a URL in double quotes.`];
  }
  const text = member.value.value;
  const target = URL.parse(text, url?.href ?? "https://host.invalid/");
  if (!target || text === "")
    return ["reporting-endpoint-invalid", `${quote(text)} of ${name} is not a URL.`];
  return URL.canParse(text) && target.protocol !== "https:"
    ? [
        "reporting-endpoint-insecure",
        `${quote(text)} of ${name} is not an https URL, so nothing is reported to it.`,
      ]
    : undefined;
}
