/** The authorities whose client certificates a server accepts. Pure. */

import { ByteReader } from "./bytes.ts";
import { type Der, derInside, derValues } from "./der.ts";

/** certificate_authorities (RFC 8446 section 4.2.4). */
const CERTIFICATE_AUTHORITIES = 47;
const TLS12 = 0x0303;

/** The names in a CertificateRequest (RFC 8446 section 4.3.2), as texts. */
export function sealedAuthorities(body: Uint8Array): readonly string[] {
  const reader = new ByteReader(body);
  reader.vector(1);
  const extensions = new ByteReader(reader.vector(2));
  while (extensions.left >= 4) {
    const type = extensions.uint(2);
    const content = extensions.vector(2);
    if (type === CERTIFICATE_AUTHORITIES) return namesOf(new ByteReader(content).vector(2));
  }
  return [];
}

/** The same up to TLS 1.2 (RFC 5246 section 7.4.4), whose predecessors have no signature algorithms. */
export function plainAuthorities(body: Uint8Array, version: number): readonly string[] {
  const reader = new ByteReader(body);
  reader.vector(1);
  if (version >= TLS12) reader.vector(2);
  return namesOf(reader.vector(2));
}

function namesOf(list: Uint8Array): readonly string[] {
  const reader = new ByteReader(list);
  const names: string[] = [];
  while (reader.left > 2) names.push(nameOf(reader.vector(2)));
  return names;
}

/** Attributes of names (RFC 4514 section 3), by their object identifiers. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["550403", "CN"],
  ["550406", "C"],
  ["550407", "L"],
  ["550408", "ST"],
  ["55040a", "O"],
  ["55040b", "OU"],
  ["0992268993f22c640119", "DC"],
]);

const LONGEST_AUTHORITY = 120;

/** A name as OpenSSL prints it, its attributes in order: `C=DE, O=Example, CN=Staff`. Others than these are left out. */
function nameOf(name: Uint8Array): string {
  const parts = derInside(derValues(name)[0]).flatMap((set) =>
    derInside(set).flatMap((pair) => {
      const [oid, value] = derInside(pair);
      const attribute = ATTRIBUTES.get(Buffer.from(oid?.content ?? []).toString("hex"));
      return attribute !== undefined && value ? [`${attribute}=${textOf(value)}`] : [];
    }),
  );
  const text = parts.join(", ").replace(/[\p{C}\p{Z}]+/gu, " ");
  return text.length > LONGEST_AUTHORITY
    ? `${text.slice(0, LONGEST_AUTHORITY)}…`
    : text || "a name without words";
}

const UTF8_STRING = 0x0c;
const BMP_STRING = 0x1e;

function textOf({ tag, content }: Der): string {
  if (tag === BMP_STRING) return new TextDecoder("utf-16be").decode(content);
  return tag === UTF8_STRING ? new TextDecoder().decode(content) : Buffer.from(content).toString("latin1");
}

const MOST_NAMES = 5;

/** A sentence with a few of the names, after a space; `""` where any will do. */
export function acceptedText(names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return ` It accepts those of ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}
