/**
 * Results as people are shown them, whatever draws them: groups, order, cuts and sentences. A report, address, agent or audit goes
 * in; a value for markup, text or Markdown comes out, the worst first, each finding once, with what is left out. It never judges
 * anew, and never writes markup.
 */

import { wordTable } from "../../data/word-table.ts";
import type { Unchecked } from "../api/unchecked.ts";
import { bytes, plural } from "../headers/wording.ts";
import type { HttpReport, HttpStep } from "../http/schema.ts";
import { isJudged } from "../http/unchecked.ts";
import { type Finding, findingsOf } from "../jobs/project/findings.ts";
import { type RecipeBlock, recipeBlocks } from "./how.ts";
import { GROUPS, type Group, type LineView, linesOf } from "./lines.ts";
import { type Answer as AskedAnswer, answersOf } from "./report/questions.ts";
import { type VariantView, viewVariants } from "./report/variants.ts";
import type { Answer } from "./report/verdict-types.ts";
import { gradeOf, verdictAnswers } from "./report/verdicts.ts";
import { type Waterfall, waterfallOf, whySlow } from "./report/waterfall.ts";

export type { Answer } from "./report/verdict-types.ts";
export type { StageSpan, Waterfall, WaterfallRow } from "./report/waterfall.ts";

/** Text, or text that leads somewhere. */
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
  /** The software that redirects: X-Redirect-By, else the product of Server; `""` where it does not redirect. */
  readonly redirectedBy: string;
  readonly intent: string;
  /** Why there is no response, or no whole one. */
  readonly failure: { readonly message: string; readonly hint: string } | undefined;
  readonly httpVersion: string;
  readonly ip: string;
  readonly ms: number;
  readonly facts: readonly Fact[];
  readonly answers: readonly Answer[];
  /** Answers to what was asked beyond the response. */
  readonly asked: readonly AskedAnswer[];
  readonly lines: readonly LineView[];
  /** Header lines that are not shown. */
  readonly moreLines: number;
  /** The lines of the request, numbered on from those of the response, as findings count them. */
  readonly sent: readonly LineView[];
  /** Lines of the request that are not shown. */
  readonly moreSent: number;
  /** Groups that any line belongs to, in order. */
  readonly groups: readonly Group[];
  /** The header section as text. */
  readonly raw: string;
  readonly early: readonly { readonly title: string; readonly lines: readonly LineView[] }[];
}

export interface ReportView {
  /** As asked for; `""` when decoding. */
  readonly url: string;
  /** 0 when decoding without one, and for a lookup that failed. */
  readonly status: number;
  readonly reason: string;
  readonly failed: boolean;
  readonly intent: string;
  /** The meaning of the status code, where the intent does not say it. */
  readonly description: string;
  readonly hint: string;
  readonly grade: { readonly grade: string; readonly score: number } | undefined;
  readonly redirects: number;
  /** Milliseconds; 0 when decoding. */
  readonly ms: number;
  readonly bytes: string;
  readonly findings: readonly Finding[];
  /** 0 if nothing could be judged. */
  readonly checked: number;
  readonly unchecked: readonly Unchecked[];
  /** The remedies of the findings of a step, for each step that has any. */
  readonly blocks: readonly RecipeBlock[];
  readonly waterfall: Waterfall | undefined;
  /** Why it took long, where it did. */
  readonly slow: string | undefined;
  readonly steps: readonly StepView[];
  /** The site's addresses, where they were asked for. */
  readonly variants: readonly VariantView[];
  /** The paths of the site that were asked for as well, each with its status; `""` for none. */
  readonly paths: string;
  readonly curl: string | undefined;
}

/** Header lines of a step that people still read. */
const MOST_LINES = 300;

/** `findings` are those to tell, if not all that the report has. `agent` is the User-Agent that was asked for. */
export function viewReport(
  report: HttpReport,
  findings: readonly Finding[] = findingsOf(report),
  agent?: string,
): ReportView {
  const last = report.steps.at(-1);
  const { intent, statusDescription, steps } = report;
  const waterfall = waterfallOf(report);
  return {
    url: report.url,
    status: typeof report.status === "number" ? report.status : 0,
    reason: report.statusMessage,
    failed: report.status === "error",
    intent,
    // The meaning of 200 is known to everybody.
    description: saysMore(report) ? statusDescription : "",
    hint: last?.error?.hint ?? "",
    grade: last && gradeOf(last),
    redirects: steps.length - 1,
    ms: report.timeTotal,
    bytes: last?.body ? bytes(last.body.wireBytes) : "",
    findings,
    checked: isJudged(report) ? 1 : 0,
    unchecked: report.unchecked ?? [],
    blocks: recipeBlocks(report, findings),
    waterfall,
    slow: waterfall && whySlow(waterfall),
    steps: steps.map((step, index) => stepView(step, index + 1)),
    variants: viewVariants(report.variants ?? []),
    paths: (report.paths ?? []).map(({ url, status }) => `${url} (${status})`).join(", "),
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

/** Characters of a name that are shown. */
const LONGEST_PRODUCT = 40;

function redirectedBy({ location, headers }: HttpStep): string {
  if (location === undefined) return "";
  const fieldValue = (name: string) => headers.find((line) => line.name === name)?.value ?? "";
  const product = /^[^\s/(]+/.exec(fieldValue("server"))?.[0] ?? "";
  return (fieldValue("x-redirect-by") || product).slice(0, LONGEST_PRODUCT);
}

function rawText({ httpVersion, status, statusMessage }: HttpStep, lines: readonly LineView[]): string {
  const first = status === 0 ? [] : [`HTTP/${httpVersion || "1.1"} ${status} ${statusMessage}`.trim()];
  return [...first, ...lines.map(({ name, value, cut }) => `${name}: ${value}${cut > 0 ? "…" : ""}`)].join(
    "\n",
  );
}

/** The facts of the connection and the content, beside the header lines. */
function factsOf({
  request,
  ip,
  proxy,
  reused,
  httpVersion,
  location,
  body,
  tls,
  trailers,
  truncated,
}: HttpStep): Fact[] {
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

/** The parts that the bounds of an answer leave out. */
function leftOutText({ lines, details, problems }: NonNullable<HttpStep["truncated"]>): string {
  const parts = [
    lines > 0 && plural(lines, "header line"),
    details > 0 && `the details of ${plural(details, "header line")}`,
    problems > 0 && plural(problems, "finding"),
  ];
  return `${parts.filter((part) => part !== false).join(", ")}: this response is too large to show in full`;
}

/** Trailers that are shown, and characters of each. */
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

function contentText({
  wireBytes,
  decodedBytes,
  encoding,
  truncated,
}: NonNullable<HttpStep["body"]>): string {
  const decoded =
    encoding && decodedBytes !== undefined ? `, ${encoding}, ${bytes(decodedBytes)} when decoded` : "";
  return `${bytes(wireBytes)} received${decoded}${truncated ? "; reading stopped before the end" : ""}`;
}

/** The words for OpenSSL's codes about a chain. */
const DISTRUST = wordTable({
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it is not valid yet",
  CERT_REVOKED: "it was revoked",
  CERT_SIGNATURE_FAILURE: "its signature is wrong",
  CERT_UNTRUSTED: "its root is not trusted for servers",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
  ERR_TLS_CERT_ALTNAME_INVALID: "it covers other names",
  HOSTNAME_MISMATCH: "it covers other names",
  INVALID_CA: "a certificate in its chain may not sign certificates",
  INVALID_PURPOSE: "it is not meant for servers",
  SELF_SIGNED_CERT_IN_CHAIN: "its root is not a trusted authority",
  UNABLE_TO_GET_ISSUER_CERT: "the certificate of its issuer is missing",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its issuer is not a trusted authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate of its issuer is missing",
});

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
    authorized ? "Trusted" : { bad: `Not trusted: ${DISTRUST.get(error) ?? error}` },
    rest.length > 0 ? `; ${rest.join("; ")}` : "",
  ];
}

/** For a POSIX shell; undefined when decoding, where nothing was sent. `agent` is the User-Agent that was sent, if another was asked for. */
function curlCommand({ url, steps, httpVersion }: HttpReport, agent?: string): string | undefined {
  if (url === "") return undefined;
  const words = [
    "curl -sS -D - -o /dev/null",
    ...(steps.length > 1 ? ["-L"] : []),
    ...(httpVersion === "2" ? ["--http2"] : []),
    ...(agent ? [`-A ${quoted(agent)}`] : []),
    quoted(steps[0]?.request.url || url),
  ];
  return words.join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
