/** OpenAPI components: schemas with a title become references. Pure. */

import type { TSchema } from "@sinclair/typebox";

export type Reference = (schema: TSchema) => object;

/**
 * `refer` replaces titled schemas by references; `schemas` has those referenced.
 * @throws Error for two schemas with the same title
 */
export function createComponents(): { readonly refer: Reference; readonly schemas: () => object } {
  const named = new Map<string, { readonly source: string; object: object }>();
  const refer = (schema: TSchema): object => copy(JSON.parse(JSON.stringify(schema))) as object;

  function copy(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== "object" || node === null) return node;
    const { title } = node as { title?: unknown };
    // A property named title is an object.
    if (typeof title !== "string") return mapped(node);
    const source = JSON.stringify(node);
    const known = named.get(title);
    if (known && known.source !== source) throw new Error(`Two schemas are called ${title}.`);
    if (!known) {
      const component = { source, object: {} };
      named.set(title, component);
      component.object = mapped(node);
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  const mapped = (node: object) =>
    words(
      anyName(
        Object.fromEntries(
          Object.entries(node).map(([key, value]) => [
            key,
            key === "title" && typeof value === "string" ? value : copy(value),
          ]),
        ),
      ),
    );

  return {
    refer,
    schemas: () =>
      Object.fromEntries([...named.keys()].toSorted().map((title) => [title, named.get(title)?.object])),
  };
}

/** Client generators ignore `patternProperties`: writes members of any name as `additionalProperties`. */
function anyName(node: Record<string, unknown>): Record<string, unknown> {
  const { patternProperties, ...rest } = node;
  if (typeof patternProperties !== "object" || patternProperties === null) return node;
  const [[pattern, members] = [], ...more] = Object.entries(patternProperties);
  return pattern === "^(.*)$" && more.length === 0 ? { ...rest, additionalProperties: members } : node;
}

/** Writes unions of constants as an enumeration. */
function words(node: Record<string, unknown>): object {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf)) return node;
  const constants = anyOf.map((each: { const?: unknown; type?: unknown }) => each.const);
  const types = new Set(anyOf.map((each: { type?: unknown }) => each.type));
  if (types.size !== 1 || constants.some((constant) => constant === undefined)) return node;
  const [type] = types;
  return { ...rest, type: type === "number" ? "integer" : type, enum: constants };
}
