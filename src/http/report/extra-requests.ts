/** Extra requests beside a lookup (`checks`): revalidation, ranges, negotiation, and HTTP/3 where it is advertised. */

import type { Problem } from "../../headers/schema.ts";
import type { Address } from "../../syntax/ip-address.ts";
import { type Exchange, type ExchangeRequest, type ExchangeSettings, exchange } from "../exchange.ts";
import { exchangePlain, type PlainRequest } from "../exchange-fetch.ts";
import type { HttpFailure } from "../failures.ts";
import { fieldLines } from "../framing.ts";
import { finding } from "../problem.ts";
import type { AskedPath } from "../schema.ts";
import type { HttpSettings } from "../settings.ts";
import { underTime } from "../wire/deadline.ts";
import { type Answer, activeChecks } from "./active-checks.ts";
import { exposedBy, pathsToAsk } from "./exposed.ts";
import { checkFailed, http3Fails, http3Works } from "./lookup-problems.ts";

/** Milliseconds for an extra request, besides what the first one took. */
const PATIENCE = 2000;

/** Sends the extra requests one after the other, to the address that answered, in what is left of the lookup's time. */
export async function sendExtraRequests(
  last: Exchange,
  request: Omit<ExchangeRequest, "url">,
  settings: ExchangeSettings & Pick<HttpSettings, "wellKnownPaths">,
  end: number,
  signal: AbortSignal,
  deadlineError: () => HttpFailure,
): Promise<Extra> {
  const first = answerOf(last);
  const { address } = last;
  if (!first || !address || last.method !== "GET") return NOTHING;
  const problems = await checkHttp3(last, address, request, settings, signal);
  const once = Math.min(settings.headTimeout, PATIENCE + 4 * last.stages.total);
  // By the version of the first response: the server may have no other.
  const version = last.httpVersion === "2" ? "2" : request.version;
  const send = (changed: Partial<PlainRequest>) =>
    underTime(Math.max(1, end - performance.now()), signal, deadlineError, (inner) =>
      exchangePlain({ ...request, version, url: last.url, address, once, ...changed }, settings, inner),
    );
  for (const each of activeChecks(first)) {
    const second = await send({ fields: each.fields(request.fields) });
    const answer = answerOf(second);
    if (answer) problems.push(...each.judge(first, answer));
    else problems.push(finding(checkFailed, { name: each.name, why: second.failure?.message ?? "" }));
  }
  const paths: AskedPath[] = [];
  for (const url of settings.wellKnownPaths === "on" ? pathsToAsk(last) : []) {
    if (performance.now() >= end) break;
    const answer = await send({ url, pages: ANY });
    paths.push({ url: url.href, status: answer.head?.status ?? "error" });
    // Each page of the site says its version again.
    problems.push(...exposedBy(answer).filter(({ name }) => name !== "version-in-content"));
  }
  return { problems, paths };
}

/** Results of extra requests: findings, and the paths of the site that were asked for as well. */
interface Extra {
  readonly problems: readonly Problem[];
  readonly paths: readonly AskedPath[];
}
const NOTHING: Extra = { problems: [], paths: [] };
const ANY = /(?:)/;

/** Whether an HTTP/3 that Alt-Svc advertises for this host (RFC 7838) really answers, and how much faster. */
async function checkHttp3(
  last: Exchange,
  address: Address,
  request: Omit<ExchangeRequest, "url">,
  settings: ExchangeSettings,
  signal: AbortSignal,
): Promise<Problem[]> {
  const offers = fieldLines(last.head?.lines ?? [], "alt-svc")
    .map(({ value }) => value)
    .join(", ");
  const [, host = "", port = ""] = /(?:^|[\s,])h3="([^":]*):(\d{1,5})"/.exec(offers) ?? [];
  if (port === "" || last.proxy !== undefined || last.httpVersion === "3" || last.url.protocol !== "https:")
    return [];
  if (host !== "" && host !== last.url.hostname) return [];
  const url = new URL(last.url);
  url.port = port;
  const bounded = { ...settings, tlsTimeout: Math.min(settings.tlsTimeout, 2000) };
  const tried = await exchange({ ...request, version: "3", url, address }, bounded, signal);
  if (!tried.head) return [finding(http3Fails, { port, why: tried.failure?.message ?? "" })];
  const time = ({ stages: { tcp = 0, tls = 0, firstByte = 0 } }: Exchange) =>
    Math.round(tcp + tls + firstByte);
  const version = last.httpVersion;
  return [finding(http3Works, { port, time: time(tried), before: time(last), version })];
}

function answerOf({ head, content }: Exchange): Answer | undefined {
  const bytes = content && !content.body.truncated ? content.body.wireBytes : undefined;
  return head && { head, bytes };
}
