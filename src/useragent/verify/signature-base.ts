/** The signature base of a request (RFC 9421 section 2.5). Pure. */

import {
  serializeBareItem,
  serializeItem,
  serializeMember,
} from "../../headers/syntax/serialize-structured-fields.ts";
import { type InnerList, type Item, parseDictionary } from "../../headers/syntax/structured-fields.ts";

/** A request as its recipient sees it. */
export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

/** RFC 9421 section 2.2, without what only responses and the lines of HTTP/1.1 have. */
const DERIVED: ReadonlyMap<string, (request: SignedRequest) => string> = new Map([
  ["@method", ({ method }) => method],
  ["@target-uri", ({ url }) => url.href],
  ["@authority", ({ url }) => url.host],
  ["@scheme", ({ url }) => url.protocol.slice(0, -1)],
  ["@request-target", ({ url }) => url.pathname + url.search],
  ["@path", ({ url }) => url.pathname],
  ["@query", ({ url }) => url.search || "?"],
]);

/** The signature base for a covered list; undefined where the request lacks a component, or it is of a kind not read. */
export function signatureBase(request: SignedRequest, covered: InnerList): string | undefined {
  const lines: string[] = [];
  const names = new Set<string>();
  for (const component of covered.items) {
    const name = serializeItem(component);
    const value = componentOf(request, component);
    // Each component stands once (section 2).
    if (name === undefined || value === undefined || names.has(name)) return undefined;
    names.add(name);
    lines.push(`${name}: ${value}`);
  }
  const parameters = serializeMember(covered);
  return parameters && [...lines, `"@signature-params": ${parameters}`].join("\n");
}

function componentOf(request: SignedRequest, { value, parameters }: Item): string | undefined {
  if (value.kind !== "string") return undefined;
  const name = value.value;
  const derived = DERIVED.get(name);
  if (derived) return parameters.size === 0 ? derived(request) : undefined;
  if (name.startsWith("@") || name !== name.toLowerCase()) return undefined;
  const field = request.headers.get(name);
  if (field === null || parameters.size === 0) return field?.trim();
  const key = parameters.get("key");
  return parameters.size === 1 && key?.kind === "string" ? memberOf(field, key.value) : undefined;
}

/** Section 2.1.2: the member of a dictionary, serialized strictly. */
function memberOf(field: string, key: string): string | undefined {
  const member = parseDictionary(field).value?.get(key);
  if (member === undefined) return undefined;
  const isFlag = member.kind === "item" && member.value.kind === "boolean";
  return isFlag ? serializeBareItem(member.value) : serializeMember(member);
}
