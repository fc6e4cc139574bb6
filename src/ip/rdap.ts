/** A registry's answer about an address (RDAP, RFC 9083) → whom to write to. Pure. */

import { type Address, formatNetwork, type Network, networkOf, parseAddress } from "../syntax/ip-address.ts";
import { isPublic } from "./hostname.ts";
import type { Abuse, IpResult } from "./schema.ts";

/** The parts of a registration that answers have. */
interface Registration {
  readonly abuse: Omit<Abuse, "source" | "at" | "error">;
  /** The widest block around the address of which it holds, no wider than a neighbourhood. */
  readonly network: Network;
}

/** Contacts within contacts that are read, and how many in all. */
const DEEPEST = 4;
const MOST_ENTITIES = 200;
/** Characters of a name, an address or a number. */
const LONGEST = 200;
/** Registries hold blocks of /8 (RFC 7020): an answer for a wider one is not a registration. */
const LEAST_PREFIX = 8;

type Json = unknown;

function member(value: Json, name: string): Json {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Text without controls and the invisible; `""` for anything else. */
function textOf(value: Json): string {
  return typeof value === "string"
    ? value
        .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
        .trim()
        .slice(0, LONGEST)
    : "";
}

/** All contacts, those within others behind them. */
function entitiesOf(registration: Json): readonly Json[] {
  const found: Json[] = [];
  let level = listOf(member(registration, "entities"));
  for (let depth = 0; depth < DEEPEST && found.length < MOST_ENTITIES; depth++) {
    found.push(...level.slice(0, MOST_ENTITIES - found.length));
    level = level.flatMap((entity) => listOf(member(entity, "entities")));
  }
  return found;
}

/** The first value of a property of a contact's jCard (RFC 7095 section 3.3). */
function cardValue(entity: Json, property: string): string {
  const [, properties] = listOf(member(entity, "vcardArray"));
  for (const [name, , , value] of listOf(properties).map(listOf))
    if (name === property && textOf(value) !== "") return textOf(value);
  return "";
}

/**
 * Reads the registration of an address; undefined for what is none, or of another block.
 * @param address the one that was asked about
 * @internal for tests: answers are read without asking
 */
export function readRegistration(document: Json, address: Address): Registration | undefined {
  const first = parseAddress(textOf(member(document, "startAddress")));
  const last = parseAddress(textOf(member(document, "endAddress")));
  const network = first && last && widestWithin(first, last, address);
  if (network === undefined || network.prefix < LEAST_PREFIX) return undefined;
  const entities = entitiesOf(document);
  const withRole = (role: string) =>
    entities.filter((entity) => listOf(member(entity, "roles")).includes(role));
  const values = (role: string, property: string) =>
    withRole(role).map((entity) => cardValue(entity, property));
  const email = values("abuse", "email").find((text) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text));
  const phone = values("abuse", "tel")
    .map((text) => text.replace(/^tel:/i, ""))
    .find((text) => /^[+\d][\d\s().;=a-z-]+$/i.test(text));
  const holder = [
    ...values("registrant", "fn"),
    ...values("registrant", "org"),
    textOf(member(document, "name")),
    textOf(member(document, "handle")),
  ].find((text) => text !== "");
  const near = nearby(address);
  return {
    network: near.prefix > network.prefix ? near : network,
    abuse: { ...(email && { email }), ...(phone && { phone }), holder: holder ?? "" },
  };
}

/**
 * The block of which an answer is remembered at most: parts of a wide block are often registered to others, and a caller
 * must not decide what is said of them.
 */
const nearby = (address: Address): Network => networkOf(address, address.family === 4 ? 24 : 48);

/** Words that are compared as text of one length. */
function key({ w0, w1, w2, w3 }: Address): string {
  return [w0, w1, w2, w3].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** The widest block around an address between two others; undefined where it is not between them. */
function widestWithin(first: Address, last: Address, address: Address): Network | undefined {
  const { family } = address;
  if (first.family !== family || last.family !== family) return undefined;
  const isWithin = (network: Network) =>
    key(network.address) >= key(first) && key(lastOf(network)) <= key(last);
  let widest: Network | undefined;
  for (let prefix = family === 4 ? 32 : 128; prefix >= 0; prefix--) {
    const network = networkOf(address, prefix);
    if (!isWithin(network)) break;
    widest = network;
  }
  return widest;
}

function lastOf({ address, prefix }: Network): Address {
  const bits = address.family === 4 ? prefix + 96 : prefix;
  const filled = (word: number, from: number) => {
    const free = Math.min(32, Math.max(0, from + 32 - bits));
    return free === 0 ? word : (word | (0xffffffff >>> (32 - free))) >>> 0;
  };
  const all = {
    w0: filled(address.w0, 0),
    w1: filled(address.w1, 32),
    w2: filled(address.w2, 64),
    w3: filled(address.w3, 96),
  };
  return address.family === 4 ? { ...address, w3: all.w3 } : { ...address, ...all };
}

/** Asks for the registration at a URL. Rejects with an Error that says why there is none. */
export type FetchRegistration = (url: string) => Promise<{ readonly url: string; readonly document: Json }>;

/** Finds whom to write to about a public address; undefined where nobody registers it. Never rejects. */
export type AbuseOf = (ip: string) => Promise<Abuse | undefined>;

export interface AbuseSettings {
  readonly fetchRegistration: FetchRegistration;
  /** The URL of an address's registration; undefined where nobody has one. */
  readonly urlOf: (ip: string) => string | undefined;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
}

interface Known {
  readonly abuse: Abuse;
  readonly until: number;
}

/** Milliseconds for which a registration is remembered, and that one could not be had. */
const KEEP = 24 * 3_600_000;
const RETRY = 60_000;
/** Registrations that are remembered. */
const MOST_KNOWN = 2000;
/** Registrations that are asked for at once: registries slow down who asks for more. */
const MOST_ASKED = 8;

/** Remembers registrations by the blocks that they hold for, /24 or /48 at most, so that neighbours are asked for once. */
export function openAbuse({ fetchRegistration, urlOf, clock }: AbuseSettings): AbuseOf {
  const known = new Map<string, Known>();
  const asked = new Map<string, Promise<Abuse>>();
  const remember = (network: Network, abuse: Abuse, keep: number) => {
    known.set(formatNetwork(network), { abuse, until: clock() + keep });
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    return abuse;
  };
  const ask = async (address: Address, source: string): Promise<Abuse> => {
    const at = new Date(clock()).toISOString();
    const alone = networkOf(address, address.family === 4 ? 32 : 128);
    try {
      const { url, document } = await fetchRegistration(source);
      const found = readRegistration(document, address);
      if (!found) throw new Error("the answer is no registration of this address");
      return remember(found.network, { ...found.abuse, source: url, at }, KEEP);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return remember(alone, { holder: "", source, at, error: reason }, RETRY);
    }
  };
  const abuseOf: AbuseOf = async (ip) => {
    const address = parseAddress(ip);
    const source = urlOf(ip);
    if (!address || source === undefined) return undefined;
    const { prefix: widest } = nearby(address);
    for (let prefix = address.family === 4 ? 32 : 128; prefix >= widest; prefix--) {
      const name = formatNetwork(networkOf(address, prefix));
      const entry = known.get(name);
      if (entry === undefined) continue;
      if (entry.until > clock()) return entry.abuse;
      known.delete(name);
    }
    const near = formatNetwork(nearby(address));
    const running = asked.get(near);
    if (running) {
      await running;
      return abuseOf(ip);
    }
    if (asked.size >= MOST_ASKED)
      return {
        holder: "",
        source,
        at: new Date(clock()).toISOString(),
        error: "too many registrations are being asked for",
      };
    const question = ask(address, source).finally(() => asked.delete(near));
    asked.set(near, question);
    return question;
  };
  return abuseOf;
}

/** The answer with `abuse`. Only public addresses are asked about. */
export async function withAbuse({ source, ...result }: IpResult, abuseOf: AbuseOf): Promise<IpResult> {
  const abuse = isPublic(result) ? await abuseOf(result.ip) : undefined;
  return { ...result, ...(abuse && { abuse }), ...(source !== undefined && { source }) };
}
