/** IO: abuse contacts from the registries. Loaded at the first lookup. */

import { type Budget, makeBudget } from "../api/budget.ts";
import { RDAP_BUDGET } from "../api/limits.ts";
import { LOOP_FIELD } from "../api/loop.ts";
import { userAgent } from "../version.ts";
import { type AbuseOf, type FetchRegistration, openAbuse } from "./rdap.ts";
import { registryHosts, registryOf } from "./registry.ts";

/** @param server URL of an RDAP server to use instead of the registries; empty for the registries */
export function registryAbuse(server: string, clock: () => number): AbuseOf {
  return openAbuse({
    fetchRegistration: fetchRegistrations(server || undefined),
    urlOf: (ip) => registryOf(ip) && (server ? `${server}ip/${ip}` : registryOf(ip)?.url),
    clock,
  });
}

/**
 * @internal for tests: requests registries and follows redirects only to hosts of IANA's table or of registries.
 * @param own RDAP server of the operator, on any host
 */
export function fetchRegistrations(own?: string): FetchRegistration {
  const base = own === undefined ? undefined : new URL(own);
  const mayAsk = (url: URL) =>
    url.origin === base?.origin ||
    (url.protocol === "https:" && url.port === "" && registryHosts().has(url.hostname));
  return async (from) => {
    const budget = makeBudget(RDAP_BUDGET);
    const signal = AbortSignal.timeout(budget.timeLeft());
    let url = new URL(from);
    for (;;) {
      if (!mayAsk(url)) throw new Error(`${url.hostname} is not a registry's server`);
      if (!budget.charge("requests")) throw new Error(budget.exhausted);
      const response = await fetch(url, {
        redirect: "manual",
        signal,
        // Content is decoded before its size can be limited.
        headers: {
          accept: "application/rdap+json",
          "accept-encoding": "identity",
          "user-agent": userAgent,
          [LOOP_FIELD[0]]: LOOP_FIELD[1],
        },
        decompress: false,
        tls: { rejectUnauthorized: true },
      });
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      const coding = response.headers.get("content-encoding") ?? "identity";
      if (!response.ok || coding !== "identity") {
        await response.body?.cancel();
        throw new Error(`${url.hostname} answers ${response.ok ? "compressed" : response.status}`);
      }
      return { url: url.href, document: documentOf(await textOf(response, budget), url.hostname) };
    }
  };
}

async function textOf(response: Response, budget: Budget): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    if (!budget.charge("read", chunk.length)) throw new Error(budget.exhausted);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function documentOf(text: string, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${host} does not answer with JSON`);
  }
}
