/**
 * Prepares results for display: groups, order, cuts and sentences. A report goes in; a plain value for HTML, text or Markdown
 * comes out, the worst first, with omissions named. It never judges a response again and never writes markup.
 */

import { certificateErrors } from "../../data/certificate-errors.ts";
import type { Unchecked } from "../api/unchecked.ts";
import { bytes, plural } from "../headers/wording.ts";
import type { HttpReport, HttpStep } from "../http/schema.ts";
import { isJudged } from "../http/unchecked.ts";
import { type Finding, findingsOf } from "../jobs/project/findings.ts";
import { noProblems } from "./all-clear.ts";
import { type RecipeBlock, recipeBlocks } from "./how.ts";
import { GROUPS, type Group, type LineView, linesOf } from "./lines.ts";
import { type Answer as AskedAnswer, answersOf } from "./report/questions.ts";
import { type VariantView, viewVariants } from "./report/variants.ts";
import { isUntrusted, ownerSteps, verdictOf } from "./report/verdict.ts";
import { type Answer, gradeOf, verdictAnswers } from "./report/verdicts.ts";
import { type Waterfall, waterfallOf, whySlow } from "./report/waterfall.ts";

export type { Answer } from "./report/verdicts.ts";
export type { StageSpan, Waterfall, WaterfallRow } from "./report/waterfall.ts";

/** Text or link. */
export type Part =
  | string
  | { readonly code: string }
  | { readonly address: string }
  | { readonly url: string }
  | { readonly bad: string };

export interface Fact {
  readonly label: string;
  readonly parts: readonly Part[];
}

export interface StepView {
  /** From 1. */
  readonly number: number;
  readonly status: number;
  readonly reason: string;
  /** `""` when decoding. */
  readonly url: string;
  /** Software that redirects: X-Redirect-By, else the product of Server; `""` without a redirect. */
  readonly redirectedBy: string;
  readonly intent: string;
  /** Reason for a missing or incomplete response. */
  readonly failure: { readonly message: string; readonly hint: string } | undefined;
  readonly httpVersion: string;
  readonly ip: string;
  readonly ms: number;
  readonly facts: readonly Fact[];
  readonly answers: readonly Answer[];
  /** Answers to the what-if questions of the request. */
  readonly asked: readonly AskedAnswer[];
  readonly lines: readonly LineView[];
  /** Number of header lines not shown. */
  readonly moreLines: number;
  /** Request lines, numbered after those of the response, as in findings. */
  readonly sent: readonly LineView[];
  readonly moreSent: number;
  /** Groups that occur, in order. */
  readonly groups: readonly Group[];
  readonly raw: string;
  readonly early: readonly { readonly title: string; readonly lines: readonly LineView[] }[];
}

export interface ReportView {
  /** The requested URL; `""` when decoding. */
  readonly url: string;
  /** 0 if unknown or failed. */
  readonly status: number;
  readonly reason: string;
  readonly failed: boolean;
  /** The result in a few words. */
  readonly verdict: string;
  /** Sentences for the owner of a page. */
  readonly owner: readonly string[];
  readonly intent: string;
  /** Meaning of the status code; `""` if `intent` contains it. */
  readonly description: string;
  readonly hint: string;
  readonly grade: { readonly grade: string; readonly score: number } | undefined;
  /** True if the certificate keeps browsers from the page that the grade is about. */
  readonly untrusted: boolean;
  readonly redirects: number;
  /** Milliseconds; 0 when decoding. */
  readonly ms: number;
  readonly bytes: string;
  readonly findings: readonly Finding[];
  /** 0 if nothing could be judged. */
  readonly checked: number;
  readonly unchecked: readonly Unchecked[];
  /** Text for no findings, if it is not the usual one. */
  readonly none: string | undefined;
  /** Recipes of each step that has any. */
  readonly blocks: readonly RecipeBlock[];
  readonly waterfall: Waterfall | undefined;
  /** Reason for a slow lookup. */
  readonly slow: string | undefined;
  readonly steps: readonly StepView[];
  /** http and https, with and without www, if requested. */
  readonly variants: readonly VariantView[];
  /** Registration of the domain, and further paths that were requested, if any. */
  readonly notes: readonly string[];
  readonly curl: string | undefined;
}

/** Maximum header lines of a step. */
const MOST_LINES = 300;

/** @param findings to show, default all @param agent User-Agent that was requested */
export function viewReport(
  report: HttpReport,
  findings: readonly Finding[] = findingsOf(report),
  agent?: string,
): ReportView {
  const last = report.steps.at(-1);
  const { intent, statusDescription, steps } = report;
  const waterfall = waterfallOf(report);
  const blocks = recipeBlocks(report, findings);
  return {
    url: report.url,
    status: typeof report.status === "number" ? report.status : 0,
    reason: report.statusMessage,
    failed: report.status === "error",
    verdict: verdictOf(report, findings),
    owner: last && gradeOf(last) ? ownerSteps(findings, blocks) : [],
    intent,
    description: saysMore(report) ? statusDescription : "",
    hint: last?.error?.hint ?? "",
    grade: last && gradeOf(last),
    untrusted: steps.some(isUntrusted),
    redirects: steps.length - 1,
    ms: report.timeTotal,
    bytes: last?.body ? bytes(last.body.wireBytes) : "",
    findings,
    checked: isJudged(report) ? 1 : 0,
    unchecked: report.unchecked ?? [],
    none: noProblems(report.status),
    blocks,
    waterfall,
    slow: waterfall && whySlow(waterfall),
    steps: steps.map((step, index) => stepView(step, index + 1)),
    variants: viewVariants(report.variants ?? []),
    notes: notesOf(report),
    curl: curlCommand(report, agent),
  };
}

function saysMore({ status, statusDescription, intent }: HttpReport): boolean {
  return !(typeof status === "number" && status < 300) && !intent.endsWith(statusDescription);
}

function stepView(step: HttpStep, number: number): StepView {
  const request = step.requestHeaders ?? [];
  const sent = linesOf(request.slice(0, MOST_LINES), step.headers.length);
  const lines = linesOf(step.headers.slice(0, MOST_LINES));
  const present = new Set(lines.map(({ group }) => group));
  return {
    number,
    status: step.status,
    reason: step.statusMessage,
    url: step.request.url,
    redirectedBy: redirectedBy(step),
    intent: step.intent,
    failure: step.error && { message: step.error.message, hint: step.error.hint },
    httpVersion: step.httpVersion,
    ip: step.ip,
    ms: step.timeTotal,
    facts: factsOf(step),
    answers: verdictAnswers(step),
    asked: answersOf(step),
    lines,
    moreLines: step.headers.length - lines.length,
    sent,
    moreSent: request.length - sent.length,
    groups: (Object.keys(GROUPS) as Group[]).filter((group) => present.has(group)),
    raw: rawText(step, lines),
    early: (step.early ?? []).map(({ status, statusMessage, headers }) => ({
      title: `${status} ${statusMessage}`,
      lines: linesOf(headers.slice(0, MOST_LINES)),
    })),
  };
}

const LONGEST_PRODUCT = 40;

function redirectedBy({ location, headers }: HttpStep): string {
  if (location === undefined) return "";
  const fieldValue = (name: string) => headers.find((line) => line.name === name)?.value ?? "";
  const product = /^[^\s/(]+/.exec(fieldValue("server"))?.[0] ?? "";
  return (fieldValue("x-redirect-by") || product).slice(0, LONGEST_PRODUCT);
}

function rawText({ httpVersion, status, statusMessage }: HttpStep, lines: readonly LineView[]): string {
  const first = status === 0 ? [] : [`HTTP/${httpVersion || "1.1"} ${status} ${statusMessage}`.trim()];
  const rest = lines.map(({ name, value, cut }) => `${name}: ${value}${cut > 0 ? "…" : ""}`);
  return [...first, ...rest].join("\n");
}

/** Facts of the connection and the content. */
function factsOf(step: HttpStep): Fact[] {
  const { request, ip, proxy, reused, httpVersion, location, body, tls, trailers, truncated } = step;
  const facts: (Fact | false | undefined)[] = [
    ip !== "" && {
      label: proxy === undefined ? "Server" : "Proxy",
      parts: [
        { address: ip },
        `${proxy === undefined ? ` port ${request.port}` : `, ${proxy}`}${httpVersion ? `, HTTP/${httpVersion}` : ""}${reused ? ", connection reused" : ""}`,
      ],
    },
    request.parameters.length > 0 && {
      label: "Parameters",
      parts: request.parameters.flatMap(({ name, value }, index) => [
        ...(index > 0 ? [", "] : []),
        { code: `${name}=${value}` },
      ]),
    },
    location !== undefined && { label: "Points to", parts: [{ url: location }] },
    body && { label: "Content", parts: [contentText(body)] },
    trailers !== undefined && { label: "Trailers", parts: trailerParts(trailers) },
    tls && {
      label: "TLS",
      parts: [
        [tls.protocol, tls.cipher, tls.alpn && `ALPN ${tls.alpn}`].filter((part) => part !== "").join(", "),
      ],
    },
    tls && { label: "Certificate", parts: certificate(tls) },
    truncated && { label: "Omitted", parts: [leftOutText(truncated)] },
  ];
  return facts.filter((fact): fact is Fact => typeof fact === "object");
}

/** Names the parts that were left out because the response is too large. */
function leftOutText({ lines, details, problems }: NonNullable<HttpStep["truncated"]>): string {
  const parts = [
    lines > 0 && plural(lines, "header line"),
    details > 0 && `the details of ${plural(details, "header line")}`,
    problems > 0 && plural(problems, "finding"),
  ];
  return `${parts.filter((part) => part !== false).join(", ")}: this response is too large to show in full`;
}

function notesOf({ domain, paths = [] }: HttpReport): string[] {
  const asked = paths.map(({ url, status }) => `${url} (${status})`);
  const also = asked.length > 0 ? [`Also requested: ${asked.join(", ")}`] : [];
  if (!domain) return also;
  const { name, expires, daysLeft = 0, registrar, status } = domain;
  const days = daysLeft < 0 ? "over" : `${plural(daysLeft, "day")} left`;
  const parts = [
    `Domain ${name}${registrar === undefined ? "" : ` at ${registrar}`}`,
    expires === undefined ? "registered" : `registered until ${expires.slice(0, 10)}, ${days}`,
    ...(status.length > 0 ? [`status ${status.join(", ")}`] : []),
  ];
  return [parts.join("; "), ...also];
}

/** Maximum trailers, and characters of each. */
const TRAILERS_SHOWN = 10;
const LONGEST_TRAILER = 200;

function trailerParts(trailers: NonNullable<HttpStep["trailers"]>): Part[] {
  const parts = trailers.slice(0, TRAILERS_SHOWN).flatMap(({ name, value }, index): Part[] => {
    const line = `${name}: ${value}`;
    const cut = line.length > LONGEST_TRAILER ? `${line.slice(0, LONGEST_TRAILER)}…` : line;
    return [...(index > 0 ? [", "] : []), { code: cut }];
  });
  const more = trailers.length - TRAILERS_SHOWN;
  return more > 0 ? [...parts, ` and ${more} more`] : parts;
}

function contentText(body: NonNullable<HttpStep["body"]>): string {
  const { wireBytes, decodedBytes, encoding, truncated } = body;
  const decoded =
    encoding && decodedBytes !== undefined ? `, ${encoding}, ${bytes(decodedBytes)} when decoded` : "";
  return `${bytes(wireBytes)} received${decoded}${truncated ? "; reading stopped before the end" : ""}`;
}

function certificate(tls: NonNullable<HttpStep["tls"]>): Part[] {
  const { authorized, error, subject, issuer, validTo, daysLeft, names } = tls;
  const days = daysLeft >= 0 ? `${plural(daysLeft, "day")} left` : `expired ${plural(-daysLeft, "day")} ago`;
  const rest = [
    subject,
    issuer && `issued by ${issuer}`,
    validTo && `valid until ${validTo.slice(0, 10)}, ${days}`,
    names.length > 0 &&
      `${plural(names.length, "name")}: ${names.slice(0, 5).join(", ")}${names.length > 5 ? " …" : ""}`,
  ].filter((part) => part);
  return [
    authorized ? "Trusted" : { bad: `Not trusted: ${certificateErrors.get(error) ?? error}` },
    rest.length > 0 ? `; ${rest.join("; ")}` : "",
  ];
}

/** Command for a POSIX shell; undefined when decoding. @param agent User-Agent that was requested */
function curlCommand({ url, steps, httpVersion }: HttpReport, agent?: string): string | undefined {
  if (url === "") return undefined;
  const flags = [steps.length > 1 && "-L", httpVersion === "2" && "--http2", agent && `-A ${quoted(agent)}`];
  return ["curl -sS -D - -o /dev/null", ...flags, quoted(steps[0]?.request.url || url)]
    .filter(Boolean)
    .join(" ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
