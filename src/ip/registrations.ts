/** IO: abuse contacts and registrations of domains from the registries. Loaded at the first lookup. */

import domains from "../../data/domain-registries.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";
import { type Budget, type BudgetLimits, makeBudget } from "../api/budget.ts";
import { RDAP_BUDGET } from "../api/limits.ts";
import { LOOP_FIELD } from "../api/loop.ts";
import { memoize, once } from "../platform/memoize.ts";
import { userAgent } from "../version.ts";
import { type FetchRegistration, openAbuse, openDomains } from "./rdap.ts";
import { registryBases, registryOf } from "./registry.ts";

/** Base URLs of RDAP servers by top-level domain. */
const domainServers = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      rowsIn(domains).flatMap(([base = "", names = ""]) =>
        names.split(" ").map((name) => [name, base.replace("{}", name)] as const),
      ),
    ),
);

/** Base URL of the RDAP server for a domain; undefined if IANA's list has none. */
export function domainServer(name: string): string | undefined {
  return domainServers().get(name.slice(name.lastIndexOf(".") + 1));
}

/** National registries: LACNIC redirects Brazilian addresses (https://registro.br/rdap/). */
const NATIONAL = ["rdap.registro.br"];

export const registryHosts = once((): ReadonlySet<string> => {
  const bases = [...registryBases(), ...domainServers().values()];
  return new Set([...bases.map((base) => new URL(base).hostname), ...NATIONAL]);
});

/** Abuse contacts, cached for the process. @param server RDAP server; empty for the registries */
export const registryAbuse = memoize((server) =>
  openAbuse({
    fetchRegistration: fetchRegistrations(server || undefined),
    urlOf: (ip) => registryOf(ip) && (server ? `${server}ip/${ip}` : registryOf(ip)?.url),
    clock: Date.now,
  }),
);

/** Registrations of domains, as `registryAbuse`. */
export const domainRegistrations = memoize((server) =>
  openDomains({
    fetchRegistration: fetchRegistrations(server || undefined),
    urlOf: (name) => (server || domainServer(name)) && `${server || domainServer(name)}domain/${name}`,
    clock: Date.now,
  }),
);

/** Concurrent requests of a client: registries throttle clients that send more. */
const MOST_PENDING = 16;

/** Statuses with a meaning for the user. */
const MEANINGS: ReadonlyMap<number, string> = new Map([
  [404, "has no such registration"],
  [429, "refuses further requests for now"],
]);

/**
 * @internal for tests: requests registries and follows redirects only to hosts of IANA's table or of registries.
 * @param own RDAP server of the operator, on any host
 */
export function fetchRegistrations(own?: string, limits: BudgetLimits = RDAP_BUDGET): FetchRegistration {
  const base = own === undefined ? undefined : new URL(own);
  const mayAsk = (url: URL) =>
    url.origin === base?.origin ||
    (url.protocol === "https:" && url.port === "" && registryHosts().has(url.hostname));
  let pending = 0;
  const request: FetchRegistration = async (from) => {
    const budget = makeBudget(limits);
    const signal = AbortSignal.timeout(budget.timeLeft());
    let url = new URL(from);
    const unanswered = () =>
      new Error(`${url.hostname} ${signal.aborted ? "takes too long" : "does not answer"}`);
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
      }).catch(() => Promise.reject(unanswered()));
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      const coding = response.headers.get("content-encoding") ?? "identity";
      if (!response.ok || coding !== "identity") {
        await response.body?.cancel();
        const { ok, status } = response;
        throw new Error(`${url.hostname} ${MEANINGS.get(status) ?? `answers ${ok ? "compressed" : status}`}`);
      }
      const text = await textOf(response, budget).catch((error: unknown) =>
        Promise.reject(signal.aborted ? unanswered() : error),
      );
      return { url: url.href, document: documentOf(text, url.hostname) };
    }
  };
  return async (from) => {
    if (pending >= MOST_PENDING) throw new Error("too many registrations are being requested");
    pending++;
    return request(from).finally(() => pending--);
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
