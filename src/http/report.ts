/** Exchanges → the object of the API. Pure; the clock is a parameter. */

import type { Task } from "../api/cooperative.ts";
import { type Asked, type Explained, explaining } from "../headers/explain.ts";
import { type Known, messageOf, withRequest } from "../headers/message.ts";
import { type Omitted, openResponseBudget, type ResponseBudget } from "../headers/response-budget.ts";
import type { Problem } from "../headers/schema.ts";
import { type Questions, tellVerdicts } from "../headers/verdicts.ts";
import { describeStatus } from "../status/lookup.ts";
import { formatAddress } from "../syntax/ip-address.ts";
import { optional } from "./body-parts.ts";
import type { CompletedChain } from "./chain/completed-chain.ts";
import { earlierCookies } from "./chain/cookie-replay.ts";
import type { Exchange } from "./exchange.ts";
import { failureKinds, type HttpFailure } from "./failures.ts";
import type { ResponseHead } from "./head.ts";
import type { Hop } from "./hop.ts";
import { finding } from "./problem.ts";
import { chainIntent } from "./report/chain-intent.ts";
import { chainProblems } from "./report/chain-problems.ts";
import { credentialsInUrl } from "./report/lookup-problems.ts";
import { type StepSettings, stepProblems } from "./report/step-problems.ts";
import { transferOf } from "./report/transfer.ts";
import type { HttpReport, HttpStep } from "./schema.ts";
import { hasUserinfo, requestObject, withoutUserinfo } from "./target.ts";
import { isRefused } from "./wire/certificate.ts";
import { sumStages } from "./wire/stages.ts";

/** Absent `how`: no finding says how it is mended. */
type ReportSettings = StepSettings & Pick<Asked, "how" | "fixes">;

/** `now`: milliseconds since the epoch. */
export function* reporting(ended: CompletedChain, settings: ReportSettings, now: number): Task<HttpReport> {
  const allowance = openResponseBudget();
  const { exchanges } = ended;
  const steps: HttpStep[] = [];
  // The last step is what was asked for: where the allowance does not last for all, the first ones get less.
  for (let index = exchanges.length - 1; index >= 0; index--) {
    const exchange = exchanges[index];
    if (!exchange) continue;
    const next = exchanges[index + 1];
    const location = next?.arrival?.target ?? next?.url ?? ended.location;
    steps.unshift(yield* stepReport(exchange, location, settings, now, allowance, ended.questions));
    yield;
  }
  const last = steps.at(-1);
  if (!last) throw new Error("a lookup has at least one step");
  last.problems.push(...ended.findings);
  tellCookies(exchanges, steps);
  const timeStages = sumStages(ended.exchanges.map(({ stages }) => stages));
  return {
    url: ended.asked,
    request: requestObject(ended.target),
    status: last.status || "error",
    statusMessage: last.statusMessage,
    statusDescription: last.statusDescription,
    httpVersion: last.httpVersion,
    timeTotal: timeStages.total,
    timeStages,
    intent: chainIntent(ended, steps, last),
    headers: last.headers,
    steps,
    problems: wholeProblems(ended),
    ...truncation(...steps.map(({ truncated }) => truncated)),
    ...(ended.paths?.length && { paths: [...ended.paths] }),
    stop: ended.stop,
  };
}

/** The cookies that earlier steps have set, reported with each later request. */
function tellCookies(exchanges: readonly Exchange[], steps: readonly HttpStep[]): void {
  const jars = earlierCookies(
    steps.map(({ verdicts }, index) => ({
      url: exchanges[index]?.url ?? new URL("http://invalid/"),
      cookies: verdicts?.cookies ?? [],
      clearsCookies: verdicts?.clears?.cookies === true,
      from: exchanges[index]?.arrival?.from,
    })),
  );
  for (const [index, cookies] of jars.entries()) {
    const step = steps[index];
    if (step && cookies.length > 0) step.request = { ...step.request, cookies };
  }
}

/** The chain as the redirect policy sees it: only steps with a response. */
export function hopsOf(exchanges: readonly Exchange[]): Hop[] {
  return exchanges.flatMap(({ url, method, head, receivedAt, meta, arrival, tls }) =>
    head
      ? [
          {
            url,
            method,
            status: head.status,
            lines: head.lines,
            receivedAt,
            meta,
            arrival,
            untrusted: tls?.authorized === false,
          },
        ]
      : [],
  );
}

function wholeProblems({
  target,
  sendsUserinfo = false,
  exchanges,
  stop,
  problems,
}: CompletedChain): Problem[] {
  const end = exchanges.at(-1)?.url ?? target;
  const credentials = hasUserinfo(target)
    ? [finding(credentialsInUrl, { host: target.hostname, isSent: sendsUserinfo })]
    : [];
  return [...credentials, ...problems, ...chainProblems({ hops: hopsOf(exchanges), end, stop })];
}

function* stepReport(
  exchange: Exchange,
  location: URL | undefined,
  settings: ReportSettings,
  now: number,
  allowance: ResponseBudget,
  questions?: Questions,
): Task<HttpStep> {
  const { head, failure, interim } = exchange;
  const explained = yield* explainHead(head ?? exchange.unfinished, exchange, now, allowance, {
    how: settings.how,
    fixes: settings.fixes,
    questions,
  });
  const early: Early[] = [];
  for (const response of interim)
    if (response.status === 103) early.push(yield* earlyReport(response, exchange, now, allowance));
  const trailers = exchange.trailers
    ? yield* explaining(messageOf(exchange.trailers, { httpVersion: exchange.httpVersion }), now, allowance)
    : undefined;
  return {
    request: requestObject(exchange.url),
    ...(exchange.arrival && { reachedBy: exchange.arrival.by }),
    ...(exchange.arrival?.upgraded && { upgraded: true }),
    ...(exchange.reused && { reused: true }),
    ...optional("proxy", exchange.proxy),
    ip: exchange.address ? formatAddress(exchange.address) : "",
    ...statusOf(exchange),
    httpVersion: exchange.httpVersion,
    timeTotal: exchange.stages.total,
    timeStages: exchange.stages,
    intent: head
      ? `${explained.intent.slice(0, -1)}${refusal(exchange, explained)}.`
      : (failure?.message ?? ""),
    headers: explained.headers,
    ...(explained.requestHeaders && { requestHeaders: explained.requestHeaders }),
    ...verdictsOf(exchange, explained),
    ...(exchange.tries.length > 0 && { tries: exchange.tries }),
    ...(exchange.tls && { tls: exchange.tls }),
    ...(exchange.content && { body: exchange.content.body }),
    ...(early.length > 0 && { early }),
    ...(trailers && { trailers: trailers.headers }),
    ...(location && head && { location: withoutUserinfo(location).href }),
    problems: [...(head ? explained.problems : []), ...stepProblems(exchange, settings, now)],
    ...truncation(explained.truncated),
    ...(failure && { error: errorOf(failure) }),
  };
}

/** Why no browser shows the response, as the end of a sentence; Chromium completes a chain without its intermediate. */
function refusal({ tls, verdict }: Exchange, { verdicts }: Partial<Explained>): string {
  if (tls && !tls.authorized && verdict && isRefused(verdict))
    return "; browsers show a certificate warning instead";
  const reads = [verdicts?.reads, verdicts?.firefox.reads];
  const why = reads[0]?.why;
  return reads.every((one) => one?.outcome === "refused")
    ? `; browsers show an error instead${why === undefined ? "" : `: ${why}`}`
    : "";
}

/** Of what is no response browsers may show something all the same: that alone is told. */
function verdictsOf(exchange: Exchange, { verdicts }: Partial<Explained>): Pick<HttpStep, "verdicts"> {
  if (!verdicts) return {};
  const told = tellVerdicts(verdicts);
  if (exchange.head) return { verdicts: told };
  if (!told.reads) return {};
  return {
    verdicts: {
      reads: told.reads,
      ...(told.firefox && "reads" in told.firefox && { firefox: { reads: told.firefox.reads } }),
      ...(told.webkit && "reads" in told.webkit && { webkit: { reads: told.webkit.reads } }),
    },
  };
}

type Early = NonNullable<HttpStep["early"]>[number];

/** The omitted parts, added up. */
function truncation(...parts: readonly (Omitted | undefined)[]): { truncated?: Omitted } {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return {};
  const sum = (key: keyof Omitted) => known.reduce((total, part) => total + part[key], 0);
  return { truncated: { lines: sum("lines"), details: sum("details"), problems: sum("problems") } };
}

function errorOf({ phase, code, message, hint }: HttpFailure): NonNullable<HttpStep["error"]> {
  return { phase, code, message, hint };
}

/** A step without a response has the status 0, so clients that expect a number print its message. */
function statusOf({
  head,
  failure,
}: Exchange): Pick<HttpStep, "status" | "statusMessage" | "statusDescription"> {
  if (!head)
    return {
      status: 0,
      statusMessage: failure ? failureKinds[failure.code].title : "",
      statusDescription: failure?.message ?? "",
    };
  const meaning = describeStatus(head.status);
  return {
    status: head.status,
    statusMessage: head.reason || (meaning?.message ?? ""),
    statusDescription: meaning?.description ?? "",
  };
}

function* explainHead(
  head: ResponseHead | undefined,
  exchange: Exchange,
  now: number,
  allowance: ResponseBudget,
  asked: Asked,
): Task<Omit<Explained, "verdicts"> & Partial<Explained>> {
  if (!head && !exchange.isSent) return { headers: [], problems: [], intent: "" };
  const complete = exchange.content !== undefined && !exchange.content.body.truncated;
  const known: Known = {
    ...(head && { status: head.status, reason: head.reason, httpVersion: head.httpVersion }),
    method: exchange.method,
    url: exchange.url.href,
    requestHeaders: exchange.requestLines,
    ...(exchange.receivedAt !== undefined && { receivedAt: exchange.receivedAt }),
    ...(complete && { bodyLength: exchange.content?.body.wireBytes ?? 0 }),
    ...optional("transfer", transferOf(exchange)),
  };
  return yield* explaining(
    withRequest(messageOf(head?.lines ?? [], known), exchange.requestLines, true),
    now,
    allowance,
    asked,
  );
}

function* earlyReport(
  head: ResponseHead,
  exchange: Exchange,
  now: number,
  allowance: ResponseBudget,
): Task<Early> {
  const known: Known = {
    status: head.status,
    reason: head.reason,
    httpVersion: head.httpVersion,
    method: exchange.method,
    url: exchange.url.href,
  };
  const { headers } = yield* explaining(messageOf(head.lines, known), now, allowance);
  return {
    status: head.status,
    statusMessage: head.reason || (describeStatus(head.status)?.message ?? ""),
    headers,
  };
}
