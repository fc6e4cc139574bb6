import dns from "node:dns";
import { DNS_CODES, RESOLVER_ERRORS } from "../../../data/protocols.ts";
import { errorCode } from "../../api/file-reason.ts";
import type { HttpSettings } from "../settings.ts";
import { within } from "./deadline.ts";
import { HttpFailure } from "./failures.ts";
import { type DnsAnswer, type DnsServer, queryDns } from "./resolve-query.ts";

/**
 * Addresses of a name as text, in the resolver's order: from the configured DNS server, or from the system,
 * including its hosts file. Never cached: each hop resolves again.
 * @throws HttpFailure of phase `dns`
 */
export async function resolveName(
  name: string,
  settings: Pick<HttpSettings, "resolver">,
  signal: AbortSignal,
): Promise<string[]> {
  checkHostName(name);
  const addresses = settings.resolver
    ? await askServer(name, settings.resolver, signal)
    : await askSystem(name, signal);
  return [...new Set(addresses)];
}

/** Characters that end a host in a URL, or start a zone or port. */
const NOT_IN_NAMES = /[\x00-\x20\x7f:%/\\?#@[\]<>^|]/;

/**
 * Checks a name before DNS or a proxy: labels of 1 to 63 octets, 253 in all (RFC 1035 section 2.3.4). The
 * last label must not be a number, since some resolvers read `127.1` and `0x7f.1` as addresses (WHATWG URL,
 * ends-in-a-number checker).
 * @throws HttpFailure of phase `dns`
 */
export function checkHostName(name: string): void {
  const bare = name.endsWith(".") ? name.slice(0, -1) : name;
  const labels = bare.length <= 253 ? bare.split(".") : [];
  const isValid =
    labels.length > 0 &&
    labels.every((label) => label.length > 0 && label.length < 64) &&
    !/^(?:\d+|0x[\da-f]*)$/i.test(labels.at(-1) ?? "") &&
    !NOT_IN_NAMES.test(bare);
  if (!isValid) throw failed(name, "it is not a valid host name");
}

/** Resolves by c-ares: getaddrinfo has few threads, and a name server that does not answer blocks one. */
async function askSystem(name: string, signal: AbortSignal): Promise<string[]> {
  try {
    const found = await Bun.dns.lookup(name, { backend: "c-ares" });
    if (found.length > 0) return found.map(({ address }) => address);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOTFOUND" && code !== "ENODATA") throw systemFailure(name, code);
  }
  throw notFound(name, await existence(name, signal));
}

/** Whether a name without addresses exists; if it is an alias, whether its final target exists. */
interface Known {
  readonly exists: boolean;
  readonly aliases: readonly string[];
}

/** Timeout of this check in milliseconds. */
const EXISTENCE = 500;

/** Queries DNS, since Bun reports no reason for a missing address; undefined if unknown. */
async function existence(name: string, signal: AbortSignal): Promise<Known | undefined> {
  const server = serverOf(dns.getServers()[0] ?? "");
  if (!server) return undefined;
  try {
    const { code, aliases } = await within(
      EXISTENCE,
      signal,
      () => new Error("no answer"),
      (inner) => queryDns(name, "A", server, inner),
    );
    return code === NXDOMAIN || code === 0 ? { exists: code === 0, aliases } : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
function serverOf(text: string): DnsServer | undefined {
  const { isIP } = process.getBuiltinModule("node:net");
  if (isIP(text)) return { host: text, port: 53 };
  const [, host = "", port = ""] = /^\[?(.+?)\]?:(\d+)$/.exec(text) ?? [];
  return isIP(host) ? { host, port: Number(port) } : undefined;
}

/** Milliseconds to wait for the answer of the other IP version (RFC 8305 section 3). */
const RESOLUTION_DELAY = 50;

/** Queries IPv6 and IPv4 addresses at once. After the first answer, the other one gets 50 ms more. */
async function askServer(name: string, server: DnsServer, signal: AbortSignal): Promise<string[]> {
  const controller = new AbortController();
  const both = AbortSignal.any([signal, controller.signal]);
  const asked = (["AAAA", "A"] as const).map((type) => queryDns(name, type, server, both));
  const settled = Promise.allSettled(asked);
  try {
    const first = await Promise.any(asked.map(telling)).catch(() => undefined);
    if (first) {
      await Promise.race([settled, Bun.sleep(RESOLUTION_DELAY)]);
      controller.abort();
    }
    const answers = await settled;
    const received = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const addresses = received.flatMap((answer) => answer.addresses);
    if (addresses.length > 0) return addresses;
    const error = answers.find((answer) => answer.status === "rejected")?.reason;
    throw answerFailure(name, received, error);
  } finally {
    controller.abort();
  }
}

const NXDOMAIN = 3;

/** Resolves to an answer with addresses, or to NXDOMAIN, which is valid for both IP versions (RFC 8020). */
async function telling(asked: Promise<DnsAnswer>): Promise<DnsAnswer> {
  const answer = await asked;
  if (answer.addresses.length === 0 && answer.code !== NXDOMAIN)
    throw new Error("tells nothing of the other family");
  return answer;
}

/** Failure if neither the IPv4 nor the IPv6 answer has addresses. */
function answerFailure(name: string, received: readonly DnsAnswer[], error: unknown): unknown {
  const aliases = received.map((answer) => answer.aliases).find((found) => found.length > 0) ?? [];
  if (isCircle(name, aliases)) return circular(name, aliases);
  if (received.some(({ code }) => code === NXDOMAIN)) return notFound(name, { exists: false, aliases });
  const bad = received.find(({ code }) => code !== 0);
  if (bad) return failed(name, DNS_CODES.get(bad.code) ?? `the DNS server answers with the code ${bad.code}`);
  if (error instanceof HttpFailure) return error;
  return error === undefined ? notFound(name, { exists: true, aliases }) : systemFailure(name, codeOf(error));
}

function notFound(name: string, known: Known | undefined): HttpFailure {
  if (!known) return new HttpFailure("name-not-found", `The name ${name} does not exist or has no address.`);
  const { exists, aliases } = known;
  if (isCircle(name, aliases)) return circular(name, aliases);
  const target = aliases.at(-1);
  if (exists) {
    const what = target === undefined ? "exists, but" : `is an alias (CNAME) of ${target}, which`;
    return new HttpFailure(
      "name-without-address",
      `The name ${name} ${what} has neither an A nor an AAAA record.`,
    );
  }
  return target === undefined
    ? new HttpFailure("name-not-found", `The name ${name} does not exist (NXDOMAIN).`)
    : new HttpFailure(
        "name-not-found",
        `The name ${name} exists, but is an alias (CNAME) of ${target}, which does not exist (NXDOMAIN).`,
        { hint: "Point the CNAME record at a name that exists, or remove it." },
      );
}

function isCircle(name: string, aliases: readonly string[]): boolean {
  return new Set([name.replace(/\.$/, "").toLowerCase(), ...aliases]).size < aliases.length + 1;
}

function circular(name: string, aliases: readonly string[]): HttpFailure {
  return new HttpFailure(
    "dns-failed",
    `The name ${name} could not be resolved: its CNAME records loop (${[name, ...aliases.slice(0, 5)].join(" → ")}).`,
    { hint: "Point the last CNAME record at a host that has addresses." },
  );
}

function failed(name: string, reason: string): HttpFailure {
  return new HttpFailure("dns-failed", `The name ${name} could not be resolved: ${reason}.`);
}

function dnsTimeout(name: string): HttpFailure {
  return new HttpFailure("dns-timeout", `The DNS server did not answer for ${name} in time.`);
}

function systemFailure(name: string, code: string): HttpFailure {
  if (code === "ETIMEOUT" || code === "ETIMEDOUT" || code === "ECANCELLED") return dnsTimeout(name);
  return failed(name, RESOLVER_ERRORS.get(code) ?? `the resolver reports ${code || "no reason"}`);
}

function codeOf(error: unknown): string {
  return errorCode(error).replace(/^DNS_/, "");
}
