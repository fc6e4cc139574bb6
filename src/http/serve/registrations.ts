/** IO: requests registrations (RDAP, RFC 9083) from registries, within the guard of lookups. */

import { type Budget, makeBudget } from "../../api/budget.ts";
import { NetlensError } from "../../api/errors.ts";
import { RDAP_BUDGET } from "../../api/limits.ts";
import { LOOP_FIELD } from "../../api/loop.ts";
import { refusals } from "../../api/responses.ts";
import type { AbuseOf, FetchRegistration } from "../../ip/rdap.ts";
import { domainRegistrations, registryAbuse, registryHosts } from "../../ip/registrations.ts";
import { userAgent } from "../../version.ts";
import { type Exchange, type ExchangeSettings, fieldLines, lookUp } from "../exchange.ts";
import { openQueue } from "../queue.ts";
import { within } from "../wire/deadline.ts";
import { HttpFailure } from "../wire/failures.ts";
import { NEVER } from "./fetch-page.ts";

/** Registries throttle clients that send many requests: 16 run at once, 4 of these to one registry. */
const queue = openQueue(16, 256, undefined, "requests to registries");

/** Milliseconds in the queue. */
const WAIT = 4000;
const BUSY = "too many registrations are being requested; try again in a few seconds";

const FIELDS = [
  ["User-Agent", userAgent],
  ["Accept", "application/rdap+json"],
  ["Accept-Encoding", "identity"],
  LOOP_FIELD,
] as const;

const HTTPS = [{ from: 443, to: 443 }];

/** Statuses with a meaning for the user. */
const MEANINGS: ReadonlyMap<number, string> = new Map([
  [404, "has no such registration"],
  [429, "refuses further requests for now"],
]);

/** Looks up abuse contacts. @param server as of `registrationFetcher` */
export const abuseBy =
  (settings: ExchangeSettings, server: string): AbuseOf =>
  (ip) =>
    registryAbuse(server)(ip, registrationFetcher(settings, server));

/** Looks up the registration of a domain. */
export const registrationBy = (settings: ExchangeSettings, server: string, domain: string) =>
  domainRegistrations(server)(domain, registrationFetcher(settings, server));

/**
 * @internal for tests: returns a function that requests hosts of IANA's tables over https, also after redirects. It rejects with the
 * reason, and with NetlensError `too-busy` if the limit of requests left no time for this one.
 * @param settings of lookups; detours and TLS settings of the user's target do not apply to registries
 * @param server URL of the operator's RDAP server, which may be on any host; `""` for the registries
 */
export function registrationFetcher(
  { detours: _, unixSocket: __, authorities: ___, identity: ____, ...settings }: ExchangeSettings,
  server: string,
  limits = RDAP_BUDGET,
  wait = WAIT,
): FetchRegistration {
  const own = server && new URL(server).origin;
  const { read: maxBodyBytes, decoded: maxDecodedBytes, kept, time } = limits;

  /** Sends one request, if the URL is a registry's. */
  function ask(url: URL, budget: Budget, signal: AbortSignal): Promise<Exchange> {
    const { protocol, host, port, hostname, origin } = url;
    const isRegistry = protocol === "https:" && port === "" && registryHosts().has(hostname);
    if (origin !== own && !isRegistry) throw new Error(`${hostname || protocol} is not a registry's server`);
    if (!budget.charge("requests")) throw new Error(budget.exhausted);
    refusals.check(host);
    const guard = origin === own ? { guarded: false } : { ports: HTTPS };
    const bounds = { ...settings, ...guard, maxBodyBytes, maxDecodedBytes, kept, budget };
    return lookUp(url, { method: "GET", version: "auto", fields: FIELDS, settings: bounds, signal });
  }

  async function send(from: string, signal: AbortSignal) {
    const budget = makeBudget(limits);
    for (let url = new URL(from); ; ) {
      const exchange = await ask(url, budget, signal);
      const { head } = exchange;
      if (head) refusals.note(url.host, head.status, fieldLines(head.lines, "retry-after")[0]?.value);
      refusals.check(url.host);
      const location = head && fieldLines(head.lines, "location")[0]?.value;
      if (!head || head.status < 300 || head.status >= 400 || location === undefined)
        return { url: url.href, document: documentOf(exchange) };
      const next = URL.parse(location, url.href);
      if (!next) throw new Error(`${url.hostname} redirects to an invalid URL`);
      url = next;
    }
  }

  return async (from) => {
    const { host, hostname } = new URL(from);
    const late = () => new HttpFailure("timeout", `${hostname} takes too long`);
    const turn = AbortSignal.timeout(wait);
    const work = () => within(time, NEVER, late, (signal) => send(from, signal));
    try {
      return await queue.run(work, turn, { client: "", target: host });
    } catch (error) {
      throw error === turn.reason ? new NetlensError("too-busy", BUSY) : error;
    }
  };
}

/** @throws Error with the reason if the response is not a whole document */
function documentOf({ url: { hostname }, head, content, tls, failure }: Exchange): unknown {
  if (tls && !tls.authorized) throw new Error(`the certificate of ${hostname} is not trusted`);
  if (content?.limit === "maxBodyBytes" || content?.limit === "maxDecodedBytes")
    throw new Error(`${hostname} answers with more than ${RDAP_BUDGET.read / 1024} KiB`);
  if (failure) throw failure;
  const status = head?.status ?? 0;
  if (status !== 200) throw new Error(`${hostname} ${MEANINGS.get(status) ?? `answers ${status}`}`);
  try {
    return JSON.parse(new TextDecoder().decode(content?.opening));
  } catch {
    throw new Error(`${hostname} does not answer with JSON`);
  }
}
