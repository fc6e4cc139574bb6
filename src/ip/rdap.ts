/** Abuse contacts and registrations of domains from a registry's answer (RDAP, RFC 9083). Pure. */

import { NetlensError } from "../api/errors.ts";
import { openExpiring } from "../platform/expiring.ts";
import { type Address, formatNetwork, networkOf, numberOf, parseAddress } from "../syntax/ip-address.ts";
import { isPublic } from "./hostname.ts";
import type { Abuse, Domain, IpResult } from "./schema.ts";

/** Reported parts of a registration. */
interface Registration {
  readonly abuse: Omit<Abuse, "source" | "at" | "error">;
  /** Whether the registration is of an address too. */
  readonly covers: (address: Address) => boolean;
}

/** Maximum nesting of contacts, and maximum number of contacts. */
const DEEPEST = 4;
const MOST_ENTITIES = 200;
/** Maximum characters of a value. */
const LONGEST = 200;
/** Registries hold blocks of /8 (RFC 7020): a wider one is not a registration. */
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

/** Text without control and invisible characters; `""` for other types. */
function textOf(value: Json): string {
  return typeof value === "string"
    ? value
        .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
        .trim()
        .slice(0, LONGEST)
    : "";
}

/** All contacts, breadth first. */
function entitiesOf(registration: Json): readonly Json[] {
  const found: Json[] = [];
  let level = listOf(member(registration, "entities"));
  for (let depth = 0; depth < DEEPEST && found.length < MOST_ENTITIES; depth++) {
    found.push(...level.slice(0, MOST_ENTITIES - found.length));
    level = level.flatMap((entity) => listOf(member(entity, "entities")));
  }
  return found;
}

/** First value of a jCard property (RFC 7095 section 3.3). */
function cardValue(entity: Json, property: string): string {
  const [, properties] = listOf(member(entity, "vcardArray"));
  for (const [name, , , value] of listOf(properties).map(listOf))
    if (name === property && textOf(value) !== "") return textOf(value);
  return "";
}

/** Values of a property, of all contacts with a role. */
function valuesOf(registration: Json, role: string, property: string): string[] {
  return entitiesOf(registration)
    .filter((entity) => listOf(member(entity, "roles")).includes(role))
    .map((entity) => cardValue(entity, property));
}

/**
 * @internal for tests: parses a registration; undefined if invalid or of another block.
 * @param address the address that was looked up
 */
export function readRegistration(document: Json, address: Address): Registration | undefined {
  const first = parseAddress(textOf(member(document, "startAddress")));
  const last = parseAddress(textOf(member(document, "endAddress")));
  if (!first || !last || first.family !== last.family) return undefined;
  const [start, end] = [numberOf(first), numberOf(last)];
  const covers = (other: Address) =>
    other.family === first.family && start <= numberOf(other) && numberOf(other) <= end;
  const bits = first.family === 4 ? 32 : 128;
  if (!covers(address) || (end - start) >> BigInt(bits - LEAST_PREFIX) > 0n) return undefined;
  const email = valuesOf(document, "abuse", "email").find((text) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text));
  const phone = valuesOf(document, "abuse", "tel")
    .map((text) => text.replace(/^tel:/i, ""))
    .find((text) => /^[+\d][\d\s().;=a-z-]+$/i.test(text));
  const holder = [
    ...valuesOf(document, "registrant", "fn"),
    ...valuesOf(document, "registrant", "org"),
    textOf(member(document, "name")),
    textOf(member(document, "handle")),
  ].find((text) => text !== "");
  return { covers, abuse: { ...(email && { email }), ...(phone && { phone }), holder: holder ?? "" } };
}

/**
 * Maximum block for which an answer is cached: parts of a wide block are often registered to others, and one
 * client's lookup must not decide their answer.
 */
const nearby = (address: Address) => formatNetwork(networkOf(address, address.family === 4 ? 24 : 48));

/** Fetches a registration. Rejects with the reason. */
export type FetchRegistration = (url: string) => Promise<{ readonly url: string; readonly document: Json }>;

/** Returns the abuse contact of a public address; undefined if unregistered. Never rejects. */
export type AbuseOf = (ip: string) => Promise<Abuse | undefined>;

interface RegistrationSettings {
  /** URL of the registration of an address or domain; undefined if no registry is known. */
  readonly urlOf: (name: string) => string | undefined;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
}

/** Milliseconds to cache a registration and an error, 0 if no request was sent; number of registrations. */
const KEPT = {
  keep: 24 * 3_600_000,
  retry: (error: unknown) => (error instanceof NetlensError && error.code === "too-busy" ? 0 : 60_000),
  most: 2000,
};

/**
 * Caches registrations by block, at most /24 or /48, so that neighbours share a request; addresses outside a narrower
 * registration have their own. A failure holds for the block.
 */
export function openAbuse({ urlOf, clock }: RegistrationSettings) {
  const cached = openExpiring<Registration & { readonly abuse: Abuse }>({ ...KEPT, clock });
  return async (ip: string, ask: FetchRegistration): Promise<Abuse | undefined> => {
    const address = parseAddress(ip);
    const source = urlOf(ip);
    if (!address || source === undefined) return undefined;
    const at = new Date(clock()).toISOString();
    const request = async () => {
      const { url, document } = await ask(source);
      const found = readRegistration(document, address);
      if (!found) throw new Error("the answer is not a registration of this address");
      return { ...found, abuse: { ...found.abuse, source: url, at } };
    };
    try {
      const near = await cached(nearby(address), request);
      const { abuse } = near.covers(address) ? near : await cached(ip, request);
      return abuse;
    } catch (error) {
      return { holder: "", source, at, error: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** First domain; registries without a date of the end send 0001-01-01 or 1970-01-01. */
const FIRST_DOMAIN = Date.UTC(1985, 2, 15);
/** Maximum status values of a domain. */
const MOST_STATUS = 20;

/** @internal for tests: parses the registration of a domain; undefined if invalid or of another domain. */
export function readDomain(
  document: Json,
  name: string,
): Pick<Domain, "name" | "expires" | "registrar" | "status"> | undefined {
  const names = ["ldhName", "unicodeName"].map((key) => URL.parse(`http://${textOf(member(document, key))}`));
  if (!names.some((url) => url?.hostname.replace(/\.$/, "") === name)) return undefined;
  const end = listOf(member(document, "events"))
    .filter((event) => member(event, "eventAction") === "expiration")
    .map((event) => /^\d{4}-\d\d-\d\d.*/.exec(textOf(member(event, "eventDate")))?.[0] ?? "")
    // Without a zone, as some registries send it, the time is UTC.
    .map((date) => Date.parse(date.replace(/[T ][\d:.]+$/, "$&Z")))
    .find((ms) => ms >= FIRST_DOMAIN);
  const registrar = ["fn", "org"]
    .flatMap((property) => valuesOf(document, "registrar", property))
    .find((text) => text !== "");
  const status = listOf(member(document, "status")).map(textOf);
  return {
    name,
    ...(end !== undefined && { expires: new Date(end).toISOString() }),
    ...(registrar !== undefined && { registrar }),
    status: status.filter((text) => text !== "").slice(0, MOST_STATUS),
  };
}

/** Returns the registration of a domain, by its name in ASCII. Rejects with the reason. Caches by name. */
export function openDomains({ urlOf, clock }: RegistrationSettings) {
  const cached = openExpiring<Domain>({ ...KEPT, clock });
  return async (name: string, ask: FetchRegistration): Promise<Domain> => {
    const from = urlOf(name);
    if (from === undefined) throw new Error(`IANA lists no https RDAP server for .${name.split(".").at(-1)}`);
    return cached(name, async () => {
      const { url, document } = await ask(from);
      const found = readDomain(document, name);
      if (!found) throw new Error(`${new URL(url).hostname} does not answer with its registration`);
      return { ...found, source: url, at: new Date(clock()).toISOString() };
    });
  };
}

/** Adds `abuse` for public addresses. */
export async function withAbuse({ source, ...result }: IpResult, abuseOf: AbuseOf): Promise<IpResult> {
  const abuse = isPublic(result) ? await abuseOf(result.ip) : undefined;
  return { ...result, ...(abuse && { abuse }), ...(source !== undefined && { source }) };
}
