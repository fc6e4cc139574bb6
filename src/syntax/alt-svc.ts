/** Alternative services (RFC 7838 section 3). */

import { memoize } from "../platform/memoize.ts";
import { splitList } from "./lists.ts";
import { type Parameter, type ParameterFlaw, parseParameters } from "./parameters.ts";
import { type Flaw, isToken, Scanner, trimOws } from "./tokens.ts";
import { percentDecoded } from "./uri.ts";

export interface Alternative {
  /** ALPN protocol name, percent-decoded, such as `h3`. */
  readonly protocol: string;
  /** `""` for the same host. */
  readonly host: string;
  /** Absent if missing or not a port number. */
  readonly port?: number;
  /** Follows the grammar, so that clients can use it. */
  readonly usable: boolean;
  readonly parameters: readonly Parameter[];
  readonly at: number;
  readonly text: string;
}

export interface AltSvc {
  /** The value is `clear`: clients forget all alternatives. */
  readonly clear: boolean;
  readonly alternatives: readonly Alternative[];
  readonly flaws: readonly Flaw<AltSvcFlaw>[];
}

type AltSvcFlaw =
  | ParameterFlaw
  | "empty-member"
  /** `clear` is case-sensitive and must be the only member. */
  | "clear-misused"
  | "protocol-invalid"
  | "authority-missing"
  | "authority-not-quoted"
  | "authority-then-text"
  | "port-invalid";

/**
 * Alt-Svc = clear / 1#alt-value alternative = protocol-id "=" alt-authority; alt-authority = quoted-string containing [
 * uri-host ] ":" port alt-value = alternative *( OWS ";" OWS parameter )
 */
export const parseAltSvc = memoize(readAltSvc);

function readAltSvc(value: string): AltSvc {
  if (trimOws(value) === "clear") return { clear: true, alternatives: [], flaws: [] };
  const list = splitList(value);
  const flaws: Flaw<AltSvcFlaw>[] = [...list.flaws];
  const alternatives: Alternative[] = [];
  for (const { text, at } of list.members) {
    const alternative = readAlternative(text, at, flaws);
    if (alternative) alternatives.push(alternative);
  }
  return { clear: false, alternatives, flaws };
}

function readAlternative(text: string, at: number, flaws: Flaw<AltSvcFlaw>[]): Alternative | undefined {
  if (text.toLowerCase() === "clear") {
    flaws.push({ id: "clear-misused", at, text });
    return undefined;
  }
  const before = flaws.length;
  const scanner = new Scanner(text);
  const id = scanner.until("=;");
  // protocol-id = token, percent-encoded ALPN protocol name
  const protocol = percentDecoded(id);
  if (!isToken(id) || protocol === undefined) flaws.push({ id: "protocol-invalid", at, text: id });
  if (!scanner.eat("=")) flaws.push({ id: "authority-missing", at, text });
  scanner.ows();
  const from = scanner.at;
  const quoted = scanner.sees('"');
  const { value: authority, closed } = quoted
    ? scanner.quotedString()
    : { value: trimOws(scanner.until(";")), closed: true };
  const sent = { at: at + from, text: trimOws(text.slice(from, scanner.at)) };
  if (!quoted && authority !== "") flaws.push({ id: "authority-not-quoted", ...sent });
  scanner.ows();
  const strayAt = at + scanner.at;
  const stray = trimOws(scanner.until(";"));
  if (stray !== "") flaws.push({ id: "authority-then-text", at: strayAt, text: stray });
  const rest = parseParameters(text, scanner.at);
  for (const flaw of rest.flaws) flaws.push({ ...flaw, at: flaw.at + at });
  const colon = authority.lastIndexOf(":");
  const digits = authority.slice(colon + 1);
  const port = colon >= 0 && /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  const isPort = port >= 1 && port <= 65_535;
  const usable = closed && !flaws.slice(before).some(({ id }) => VOIDING.has(id));
  // If the authority cannot be delimited, its port is not checked.
  if (!isPort && usable) flaws.push({ id: "port-invalid", ...sent });
  return {
    protocol: protocol ?? id,
    host: colon < 0 ? authority : authority.slice(0, colon),
    ...(isPort && { port }),
    usable: usable && isPort,
    parameters: rest.parameters,
    at,
    text,
  };
}

/** Flaws of protocol or authority that make clients skip the alternative. */
const VOIDING: ReadonlySet<AltSvcFlaw> = new Set<AltSvcFlaw>([
  "protocol-invalid",
  "authority-missing",
  "authority-not-quoted",
  "authority-then-text",
]);
