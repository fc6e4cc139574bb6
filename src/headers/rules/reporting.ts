import type { Dictionary, Member } from "../../syntax/structured-fields.ts";
import { type AnyField, type Context, type ExplainedLine, type Item, problem, ruleOn } from "../field.ts";
import {
  contentSecurityPolicy,
  contentSecurityPolicyReportOnly,
} from "../fields/csp/content-security-policy.ts";
import type { Csp } from "../fields/csp/policy.ts";
import { documentPolicy, documentPolicyReportOnly } from "../fields/document-policy.ts";
import { integrityPolicy, integrityPolicyReportOnly } from "../fields/integrity-policy.ts";
import {
  crossOriginEmbedderPolicy,
  crossOriginEmbedderPolicyReportOnly,
  crossOriginOpenerPolicy,
  crossOriginOpenerPolicyReportOnly,
  documentIsolationPolicy,
  documentIsolationPolicyReportOnly,
  type IsolationPolicy,
} from "../fields/isolation-policies.ts";
import { nel } from "../fields/nel.ts";
import { permissionsPolicy, permissionsPolicyReportOnly } from "../fields/permissions-policy.ts";
import { reportTo } from "../fields/report-to.ts";
import { reportingEndpoints } from "../fields/reporting-endpoints.ts";
import type { JsonObject } from "../reading/json.ts";
import { quote } from "../wording.ts";

interface Use {
  readonly name: string;
  readonly at: Item | ExplainedLine | undefined;
  /** Only Report-To can define the endpoint: network reports continue after the page is closed. */
  readonly needsGroup?: true;
}

const NEL = 'NEL: {"report_to":"main","max_age":86400}';

type Finder = (line: ExplainedLine) => Use[];

function finder<T>(field: AnyField<T>, find: (line: ExplainedLine<T>) => Use[]): [string, Finder] {
  return [field.name.toLowerCase(), (line) => find(line as ExplainedLine<T>)];
}

/** Functions that find endpoint names in a line, by lower-case header name. */
const FINDERS: ReadonlyMap<string, Finder> = new Map([
  ...[contentSecurityPolicy, contentSecurityPolicyReportOnly].map((one) => finder(one, policyUses)),
  finder(crossOriginOpenerPolicy, isolationUses),
  finder(crossOriginOpenerPolicyReportOnly, isolationUses),
  finder(crossOriginEmbedderPolicy, isolationUses),
  finder(crossOriginEmbedderPolicyReportOnly, isolationUses),
  finder(documentIsolationPolicy, isolationUses),
  finder(documentIsolationPolicyReportOnly, isolationUses),
  ...[permissionsPolicy, permissionsPolicyReportOnly].map((one) => finder(one, parameterUses)),
  ...[documentPolicy, documentPolicyReportOnly].map((one) => finder(one, parameterUses)),
  ...[integrityPolicy, integrityPolicyReportOnly].map((one) => finder(one, endpointUses)),
  finder(nel, nelUses),
]);

/** Used and defined endpoints; undefined if none is used or a definition is invalid (reported elsewhere). */
function usesOf(context: Context) {
  const used = context.all.flatMap((line) => FINDERS.get(line.line.name)?.(line) ?? []);
  const lines = [...context.lines(reportingEndpoints), ...context.lines(reportTo)];
  if (used.length === 0 || lines.some(({ parsed }) => parsed === undefined)) return undefined;
  return {
    used,
    endpoints: new Set(context.values(reportingEndpoints).flatMap((names) => [...names.keys()])),
    groups: new Set(context.values(reportTo).flatMap((groups) => groups.map(({ name }) => name))),
  };
}

/** Endpoint names must be defined by Reporting-Endpoints or Report-To. */
export const reporting = ruleOn(usesOf, [
  problem("nel-group-elsewhere", "info", "https://developer.chrome.com/blog/reporting-api-migration", {
    detectAll: ({ used, groups, endpoints }) =>
      used.filter(({ name, needsGroup }) => needsGroup && !groups.has(name) && endpoints.has(name)),
    title: ({ name }) =>
      `NEL: ${quote(name)} is defined only in Reporting-Endpoints, but browsers look for NEL groups in Report-To.`,
    bad: ['Reporting-Endpoints: main="https://example.com/reports"', NEL],
    good: [
      'Report-To: {"group":"main","max_age":86400,"endpoints":[{"url":"https://example.com/reports"}]}',
      NEL,
    ],
  }),
  problem("report-group-undefined", "warning", "https://www.w3.org/TR/reporting-1/#header", {
    detectAll: ({ used, groups, endpoints }) =>
      used.filter(({ name }) => !groups.has(name) && !endpoints.has(name)),
    title: ({ name }) =>
      `${quote(name)} is defined neither in Reporting-Endpoints nor in Report-To, so browsers send no reports.`,
    bad: ["Content-Security-Policy: default-src 'self'; report-to missing"],
    good: [
      'Reporting-Endpoints: csp="https://example.com/csp"',
      "Content-Security-Policy: default-src 'self'; report-to csp",
    ],
  }),
]);

function policyUses({ parsed, items }: ExplainedLine<Csp>): Use[] {
  const own = (parsed?.directives ?? []).filter(({ name, duplicate }) => name === "report-to" && !duplicate);
  return own.flatMap(({ tokens, index }) => use(tokens[0]?.text, items[index]));
}

function isolationUses({ parsed, items }: ExplainedLine<IsolationPolicy>): Use[] {
  return use(parsed?.reportTo, items[1]);
}

function nelUses({ parsed, items }: ExplainedLine<JsonObject>): Use[] {
  const group = parsed?.["report_to"];
  // A max_age of 0 removes the policy, so the endpoint is not used.
  return use(
    typeof group === "string" && parsed?.["max_age"] !== 0 ? group : undefined,
    items.find(({ name }) => name === "report_to"),
  ).map((one) => ({ ...one, needsGroup: true }));
}

function use(name: string | undefined, at: Item | undefined): Use[] {
  return name === undefined ? [] : [{ name, at }];
}

/** Endpoints in parameters, as in `geolocation=();report-to=main`. */
function parameterUses({ parsed, items }: ExplainedLine<Dictionary>): Use[] {
  return [...(parsed ?? [])].flatMap(([, member], index) => {
    const group = member.parameters.get("report-to");
    return use(group?.kind === "token" || group?.kind === "string" ? group.value : undefined, items[index]);
  });
}

/** Endpoints in a list, as in `endpoints=(main other)`. */
function endpointUses({ parsed, items }: ExplainedLine<Dictionary>): Use[] {
  const member: Member | undefined = parsed?.get("endpoints");
  if (member?.kind !== "inner-list") return [];
  const at = items.find(({ name }) => name === "endpoints");
  return member.items.flatMap(({ value }) => use(value.kind === "token" ? value.value : undefined, at));
}
