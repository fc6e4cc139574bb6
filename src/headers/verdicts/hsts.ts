import { type Static, Type } from "@sinclair/typebox";
import { memoize } from "../../platform/memoize.ts";
import { isToken, trimOws } from "../../syntax/tokens.ts";
import { isAddress, isLocalName, isPublicSuffix } from "./origins.ts";
import { byEngine, type Engine, firstLine, type Response } from "./response.ts";

export const Hsts = Type.Object(
  {
    applies: Type.Boolean({ description: "Browsers act on the header" }),
    seconds: Type.Integer({
      description: "As sent, although Chromium uses at most a year; 0 makes browsers forget the host",
    }),
    subdomains: Type.Boolean(),
    preload: Type.Boolean({
      description: "The directive is present: it requests inclusion in browsers' preload lists",
    }),
    why: Type.String(),
  },
  { title: "Hsts", description: "What Strict-Transport-Security makes browsers do" },
);
export type Hsts = Static<typeof Hsts>;

const NO_HSTS = { applies: false, seconds: 0, subdomains: false, preload: false };

/** HSTS (section 8.1): the first line over a secure transport for a host name. undefined if the URL is unknown. */
export function checkHsts(response: Response, engine: Engine): Hsts | undefined {
  const line = firstLine(response, "strict-transport-security");
  if (!line) return { ...NO_HSTS, why: "the field is missing" };
  const read = readHsts(line.value, engine);
  if ("void" in read) return { ...NO_HSTS, why: read.void };
  const { url } = response;
  if (!url) return undefined;
  const not = whyNot(url);
  if (not !== undefined) return { ...NO_HSTS, preload: read.preload, why: not };
  const subdomains = read.subdomains && !(engine === "firefox" && isPublicSuffix(url.hostname));
  const why =
    read.seconds === 0
      ? "max-age is 0, which ends HSTS for the host"
      : `max-age is ${read.seconds}${read.subdomains && !subdomains ? "; Firefox covers no subdomains of a public suffix" : ""}`;
  return { ...read, subdomains, applies: true, why };
}

function whyNot({ protocol, hostname }: URL): string | undefined {
  if (protocol !== "https:") return "the response came over HTTP";
  if (isAddress(hostname)) return "the host is an address";
  return isLocalName(hostname) ? "the host is the local machine" : undefined;
}

interface HstsValue {
  readonly seconds: number;
  readonly subdomains: boolean;
  readonly preload: boolean;
}

/** `value` is unquoted, and absent without an equals sign. */
interface Directive {
  readonly name: string;
  readonly value?: string;
  readonly quoted: boolean;
}

/** Effective directives of a value, or the reason why it is invalid (section 6.1, per engine). */
export function readHsts(text: string, engine: Engine): HstsRead {
  return READERS[engine](text);
}

type HstsRead = HstsValue | { readonly void: string };

const READERS = byEngine((engine) => memoize((text) => read(text, engine)));

function read(text: string, engine: Engine): HstsRead {
  let seconds: number | undefined;
  let subdomains = false;
  let preload = false;
  for (const part of splitDirectives(text)) {
    const directive = readDirective(part, engine);
    if (!directive) return { void: `${part} is not a directive` };
    const { name, value } = directive;
    if (name === "max-age") {
      if (seconds !== undefined) return { void: "max-age appears twice" };
      seconds = readSeconds(value ?? "", engine);
      if (seconds === undefined) return { void: `max-age=${value ?? ""} is not a number of seconds` };
    } else if (name === "includesubdomains") {
      if (subdomains) return { void: "includeSubDomains appears twice" };
      if (value !== undefined) return { void: "includeSubDomains has a value" };
      subdomains = true;
    } else if (name === "preload") preload = true;
  }
  return seconds === undefined ? { void: "max-age is missing" } : { seconds, subdomains, preload };
}

/** Non-empty parts between semicolons outside quotes. */
function splitDirectives(text: string): string[] {
  if (!text.includes('"')) return text.split(";").flatMap((part) => trimOws(part) || []);
  const parts = text.match(/(?:"(?:\\.|[^"\\])*"?|[^;"])+/gs) ?? [];
  return parts.flatMap((part) => trimOws(part) || []);
}

function readDirective(part: string, engine: Engine): Directive | undefined {
  const equals = part.indexOf("=");
  const name = trimOws(equals < 0 ? part : part.slice(0, equals)).toLowerCase();
  const isNamed = isToken(name) || (engine === "firefox" && name === "");
  if (!isNamed) return undefined;
  if (equals < 0) return { name, quoted: false };
  const value = trimOws(part.slice(equals + 1));
  if (value.startsWith('"')) {
    const inner = /^"((?:\\.|[^"\\])*)"$/s.exec(value)?.[1];
    return inner === undefined ? undefined : { name, value: inner.replace(/\\(.)/gs, "$1"), quoted: true };
  }
  const isValue = isToken(value) || (engine === "firefox" && value === "");
  return isValue ? { name, value, quoted: false } : undefined;
}

/** Chromium caps a value that is too large; Firefox ignores the header. */
function readSeconds(value: string, engine: Engine): number | undefined {
  if (engine === "firefox") {
    const isCountable = /^\d+$/.test(value) && BigInt(value) < 2n ** 63n;
    return isCountable ? Number(value) : undefined;
  }
  return /^-0+$|^\d+$/.test(value) ? Math.abs(Number(value)) : undefined;
}
