/** Link (RFC 8288 section 3). */

import { memoize } from "../platform/memoize.ts";
import { type ExtValue, parseExtValue } from "./ext-value.ts";
import {
  type Parameter,
  type ParameterFlaw,
  type Parameters,
  parameterValue,
  parseParameters,
} from "./parameters.ts";
import { type Flaw, readMembers, Scanner } from "./tokens.ts";

export interface Link {
  readonly target: string;
  /** Relation types of the first `rel`, in lower case unless they are URIs. */
  readonly rel: readonly string[];
  /** All parameters in order; the first `rel`, `media`, `title` and `type` counts. */
  readonly parameters: readonly Parameter[];
  readonly titleExt?: ExtValue;
  readonly at: number;
  readonly text: string;
}

type LinkFlaw =
  /** A link without an angle bracket; skipped up to the next comma. */
  | "link-target-not-bracketed"
  | "link-bracket-unclosed"
  | "link-text-after-target"
  | "empty-member"
  | ParameterFlaw;

/** Parameters that require a value; others may be flags, such as `crossorigin`. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  "rel rev anchor hreflang media title title* type as".split(" "),
);

export interface Links {
  readonly links: readonly Link[];
  readonly flaws: readonly Flaw<LinkFlaw>[];
}

/**
 * Link = #link-value link-value = "<" URI-Reference ">" *( OWS ";" OWS link-param ) link-param = token BWS [ "=" BWS (
 * token / quoted-string ) ] White space around the equals sign and extension flags are valid.
 */
export const parseLinks = memoize(readLinks);

function readLinks(value: string): Links {
  const scanner = new Scanner(value);
  const links: Link[] = [];
  const flaws: Flaw<LinkFlaw>[] = [];
  readMembers(scanner, flaws, () => {
    const link = readLink(scanner, flaws);
    if (link) links.push(link);
  });
  return { links, flaws };
}

function readLink(scanner: Scanner, flaws: Flaw<LinkFlaw>[]): Link | undefined {
  const at = scanner.at;
  if (!scanner.eat("<")) {
    flaws.push({ id: "link-target-not-bracketed", at, text: scanner.until(",") });
    return undefined;
  }
  const target = scanner.until(">");
  if (!scanner.eat(">")) {
    flaws.push({ id: "link-bracket-unclosed", at, text: scanner.text.slice(at) });
    return undefined;
  }
  scanner.ows();
  const strayAt = scanner.at;
  const stray = scanner.until(";,").trim();
  if (stray !== "") flaws.push({ id: "link-text-after-target", at: strayAt, text: stray });
  const read = parseParameters(scanner.text, scanner.at, ",");
  scanner.at = read.end;
  if (read.flaws.length > 0) for (const flaw of linkFlaws(read)) flaws.push(flaw);
  return linkOf(target, read.parameters, at, scanner.text.slice(at, read.end).trimEnd());
}

function linkFlaws({ parameters, flaws }: Parameters): Flaw<ParameterFlaw>[] {
  const flags = new Set<number>();
  for (const { value, name, at } of parameters)
    if (value === undefined && !WITH_VALUE.has(name)) flags.add(at);
  return flaws.filter(
    ({ id, at }) =>
      id !== "parameter-space-around-equals" && !(id === "parameter-missing-value" && flags.has(at)),
  );
}

function linkOf(target: string, parameters: readonly Parameter[], at: number, text: string): Link {
  const star = parameterValue(parameters, "title*");
  const rel = parameterValue(parameters, "rel") ?? "";
  return {
    target,
    rel: rel
      .split(/[ \t]/)
      .filter(Boolean)
      .map((word) => (word.includes(":") ? word : word.toLowerCase())),
    parameters,
    ...(star !== undefined && { titleExt: parseExtValue(star) }),
    at,
    text,
  };
}
