/** Sends the extra requests of `checks`: revalidation, ranges, negotiation, advertised HTTP/3. */

import type { Problem } from "../../headers/schema.ts";
import type { Address } from "../../syntax/ip-address.ts";
import { LOOKED_INTO } from "../chain/browser/meta-refresh.ts";
import {
  type Exchange,
  type ExchangeRequest,
  type ExchangeSettings,
  type KeptConnections,
  type LookUpOptions,
  lookUp,
} from "../exchange.ts";
import type { AskedPath } from "../schema.ts";
import type { HttpSettings } from "../settings.ts";
import { underTime } from "../wire/deadline.ts";
import type { HttpFailure } from "../wire/failures.ts";
import { fieldLines } from "../wire/framing.ts";
import { type Answer, activeChecks } from "./active-checks.ts";
import { exposedBy, pathsToAsk } from "./exposed.ts";
import { checkFailed, http3Fails, http3Works } from "./lookup-problems.ts";
import { finding } from "./problem.ts";

/** Timeout of an extra request in milliseconds; four times the duration of the first request is added. */
const PATIENCE = 2000;

/** Sends the extra requests to the same address, one after the other, within the remaining time. */
export async function sendExtraRequests(
  last: Exchange,
  request: Omit<ExchangeRequest, "url">,
  settings: ExchangeSettings & Pick<HttpSettings, "wellKnownPaths">,
  end: number,
  signal: AbortSignal,
  deadlineError: () => HttpFailure,
  kept: KeptConnections | undefined,
): Promise<Extra> {
  const first = answerOf(last);
  const { address } = last;
  if (!first || !address || last.method !== "GET") return NOTHING;
  const problems = await checkHttp3(last, address, request, settings, signal);
  const most = Math.min(settings.headTimeout, PATIENCE + 4 * last.stages.total);
  const bounded = boundedSettings(settings, most);
  // A server that answered with HTTP/2 may support no other version.
  const version = last.httpVersion === "2" ? "2" : request.version;
  const send = (url: URL, changed: Partial<LookUpOptions>) =>
    underTime(Math.max(1, end - performance.now()), signal, deadlineError, (inner) =>
      lookUp(url, { ...request, version, address, kept, settings: bounded, signal: inner, ...changed }),
    );
  for (const each of activeChecks(first)) {
    const second = await send(last.url, { fields: each.fields(request.fields) });
    const answer = answerOf(second);
    if (answer) problems.push(...each.judge(first, answer));
    else problems.push(finding(checkFailed, { name: each.name, why: second.failure?.message ?? "" }));
  }
  const paths: AskedPath[] = [];
  for (const url of settings.wellKnownPaths === "on" ? pathsToAsk(last) : []) {
    if (performance.now() >= end) break;
    const answer = await send(url, { settings: { ...bounded, kept: LOOKED_INTO } });
    paths.push({ url: url.href, status: answer.head?.status ?? "error" });
    // `version-in-content` is already reported for the page itself.
    problems.push(...exposedBy(answer).filter(({ name }) => name !== "version-in-content"));
  }
  return { problems, paths };
}

/** Findings, and the requested well-known paths. */
interface Extra {
  readonly problems: readonly Problem[];
  readonly paths: readonly AskedPath[];
}

/** Reduces the timeouts of the settings to `most` milliseconds each. */
function boundedSettings(settings: ExchangeSettings, most: number): ExchangeSettings {
  const { connectTimeout, tlsTimeout, headTimeout, idleTimeout } = settings;
  const least = (ms: number) => Math.min(ms, most);
  return {
    ...settings,
    connectTimeout: least(connectTimeout),
    tlsTimeout: least(tlsTimeout),
    headTimeout: least(headTimeout),
    idleTimeout: least(idleTimeout),
  };
}

const NOTHING: Extra = { problems: [], paths: [] };

/** Tests the HTTP/3 that Alt-Svc advertises for this host (RFC 7838), and compares its speed. */
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
  const bounded = { ...settings, tlsTimeout: Math.min(settings.tlsTimeout, PATIENCE) };
  const tried = await lookUp(url, { ...request, version: "3", address, settings: bounded, signal });
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
