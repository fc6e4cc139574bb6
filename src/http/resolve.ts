import dns from "node:dns";
import { wordTable } from "../../data/word-table.ts";
import { HttpFailure } from "./failures.ts";
import type { HttpSettings } from "./settings.ts";

/** Codes of the resolver that mean that the name has no address, as opposed to no answer. */
const NOT_FOUND = new Set(["ENOTFOUND", "ENODATA", "EAI_NONAME", "EAI_NODATA"]);
const TIMED_OUT = new Set(["ETIMEOUT", "ETIMEDOUT", "ECANCELLED"]);

/**
 * All addresses of a name, as text, in the order the resolver gives them: from the DNS server of the settings, else
 * as the system resolves names. Never cached here: each hop asks again.
 * @throws HttpFailure of phase `dns`
 */
export async function resolveName(
  name: string,
  settings: HttpSettings,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const addresses = settings.resolver
      ? await askServer(name, settings.resolver, settings.connectTimeout, signal)
      : (await dns.promises.lookup(name, { all: true })).map(({ address }) => address);
    if (addresses.length > 0) return [...new Set(addresses)];
  } catch (error) {
    throw dnsFailure(name, error);
  }
  throw dnsFailure(name, { code: "ENOTFOUND" });
}

/** Asks for IPv4 and IPv6 at once; one family suffices. */
async function askServer(
  name: string,
  server: { readonly host: string; readonly port: number },
  timeout: number,
  signal: AbortSignal,
): Promise<string[]> {
  const resolver = new dns.promises.Resolver({ timeout, tries: 2 });
  resolver.setServers([
    server.host.includes(":") ? `[${server.host}]:${server.port}` : `${server.host}:${server.port}`,
  ]);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [six, four] = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
    const addresses = [six, four].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0 && four.status === "rejected") throw four.reason;
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function dnsFailure(name: string, error: unknown): HttpFailure {
  const code = error instanceof Object && "code" in error ? String(error.code) : "";
  if (NOT_FOUND.has(code))
    return new HttpFailure(
      "name-not-found",
      `The name ${name} does not exist or has no address. Check how it is spelled.`,
    );
  if (TIMED_OUT.has(code))
    return new HttpFailure("dns-timeout", `The DNS server gave no answer for ${name} in time.`);
  const reason = reasons.get(code) ?? `the resolver says ${code || "nothing more"}`;
  return new HttpFailure("dns-failed", `The name ${name} could not be resolved: ${reason}.`);
}

const reasons = wordTable({
  ESERVFAIL: "its DNS servers fail or are wrongly set up (SERVFAIL)",
  EREFUSED: "the DNS server refuses to answer for it (REFUSED)",
  EBADNAME: "it is not a valid host name",
  EBADRESP: "the DNS server's answer is malformed",
  EFORMERR: "the DNS server did not understand the question",
  EAI_AGAIN: "the DNS servers did not answer; try again",
});
