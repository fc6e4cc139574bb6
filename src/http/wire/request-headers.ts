/** Headers that a user adds to requests. Pure. */

import { NetlensError } from "../../api/errors.ts";
import { percentDecoded } from "../../syntax/uri.ts";
import { hasUserinfo } from "../target.ts";

export type Field = readonly [name: string, value: string];

/** Maximum fields of a lookup, and maximum bytes of a value. */
export const MOST_FIELDS = 32;
const LONGEST_VALUE = 4096;
/** The same limits on the command line, where fields may include a browser's cookies. */
const OWN_FIELDS = 256;
const OWN_VALUE = 65_536;

/**
 * Fields that a service sends for its clients: they select a representation and carry no credentials. A final
 * `-` matches all names with this prefix.
 */
const FOR_STRANGERS =
  "accept accept- access-control-request- cache-control if- origin prefer range referer save-data sec-gpc".split(
    " ",
  );

/** Fields set by the connection: Host, framing (RFC 9112 section 6), hop-by-hop (RFC 9110 section 7.6.1). */
const OF_CONNECTION = new Set(
  "host content-length transfer-encoding trailer te expect connection keep-alive proxy-connection upgrade http2-settings".split(
    " ",
  ),
);

/** Credentials: sent to the first origin only (Fetch, RFC 9110 section 15.4). */
const CREDENTIALS = new Set(["authorization", "cookie", "proxy-authorization"]);

/**
 * Parses lines `Name: value`.
 * @param strangers whether a service sends them for its clients
 * @throws NetlensError `invalid-param`, naming the invalid line
 */
export function readFields(lines: readonly string[], strangers: boolean): readonly Field[] {
  const most = strangers ? MOST_FIELDS : OWN_FIELDS;
  const longest = strangers ? LONGEST_VALUE : OWN_VALUE;
  if (lines.length > most)
    throw new NetlensError(
      "invalid-param",
      `header is given ${lines.length} times; at most ${most} headers are allowed.`,
    );
  return lines.map((line) => {
    // token (RFC 9110 section 5.6.2), and field-value without non-ASCII, whose meaning is ambiguous (section
    // 5.5).
    const match = /^([!#$%&'*+.^_`|~\w-]{1,128}):([\x20-\x7e\t]*)$/.exec(line);
    const shown = JSON.stringify(line.length > 64 ? `${line.slice(0, 64)}…` : line);
    if (!match)
      throw new NetlensError("invalid-param", `header ${shown} is not a header line "Name: value".`);
    const [, name = "", given = ""] = match;
    const value = given.trim();
    if (value.length > longest)
      throw new NetlensError(
        "invalid-param",
        `header ${name}: the value has ${value.length} bytes; at most ${longest} are allowed.`,
      );
    if (!isSent(name.toLowerCase(), strangers))
      throw new NetlensError("invalid-param", `header ${name}: ${refusal(name.toLowerCase())}`);
    return [name, value];
  });
}

/** Whether the connection sets a field (lower case). */
export function isOfConnection(name: string): boolean {
  return OF_CONNECTION.has(name);
}

function isSent(name: string, strangers: boolean): boolean {
  if (OF_CONNECTION.has(name)) return false;
  return (
    !strangers ||
    FOR_STRANGERS.some((known) => (known.endsWith("-") ? name.startsWith(known) : name === known))
  );
}

function refusal(name: string): string {
  if (OF_CONNECTION.has(name)) return "the connection sets this header, so you cannot.";
  if (name === "user-agent") return "use the parameter agent.";
  return "this service does not send this header for clients; the command line does.";
}

interface FieldOptions {
  readonly header?: readonly Field[] | undefined;
  /** Names of default fields to omit. */
  readonly omit?: readonly string[] | undefined;
  readonly sendsUserinfo?: boolean | undefined;
}

/** Default fields, without those that are given too, followed by the given fields. */
export function requestFields(
  defaults: readonly Field[],
  target: URL,
  { header = [], omit = [], sendsUserinfo = false }: FieldOptions,
): readonly Field[] {
  const names = new Set([...omit, ...header.map(([name]) => name)].map((name) => name.toLowerCase()));
  const isKnown = names.has("authorization") || !sendsUserinfo || !hasUserinfo(target);
  const all = isKnown ? defaults : [...defaults, ["Authorization", basicOf(target)] as const];
  return names.size === 0 ? all : [...all.filter(([name]) => !names.has(name.toLowerCase())), ...header];
}

/** RFC 7617 section 2, percent-decoded. */
function basicOf({ username, password }: URL): string {
  const decoded = (text: string) => percentDecoded(text) ?? text;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64")}`;
}

/** Fields of a request to `from` that may also be sent to `to`: without credentials if the origin differs. */
export function fieldsFor(to: URL, from: URL, fields: readonly Field[]): readonly Field[] {
  return to.origin === from.origin ? fields : fields.filter(([name]) => !CREDENTIALS.has(name.toLowerCase()));
}

/** Replaces Authorization by the user information of a redirect's target (Fetch, section 4.6). */
export function withUserinfo(fields: readonly Field[], target: URL): readonly Field[] {
  if (!hasUserinfo(target)) return fields;
  const others = fields.filter(([name]) => name.toLowerCase() !== "authorization");
  return [...others, ["Authorization", basicOf(target)]];
}

/** Adds the cookies of the jar to a given Cookie header; the jar's cookies replace those of the same name. */
export function withCookies(fields: readonly Field[], cookies: string): readonly Field[] {
  if (cookies === "") return fields;
  const isCookie = ([name]: Field) => name.toLowerCase() === "cookie";
  const names = new Set(cookies.split("; ").map(nameOf));
  const given = fields
    .filter(isCookie)
    .flatMap(([, value]) => value.split(/;[\t ]*/))
    .filter((pair) => pair !== "" && !names.has(nameOf(pair)));
  return [...fields.filter((field) => !isCookie(field)), ["Cookie", [...given, cookies].join("; ")]];
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf("=")));
}
