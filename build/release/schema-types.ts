/** A JSON Schema of TypeBox → a TypeScript type. Pure. */

interface Schema {
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly items?: Schema | readonly Schema[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly patternProperties?: Readonly<Record<string, Schema>> | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly description?: string | undefined;
}

/** @throws Error for an unsupported schema */
export function typeOf(schema: Schema, indent = ""): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.anyOf) return unique(schema.anyOf.map((each) => typeOf(each, indent))).join(" | ");
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each, indent)})`).join(" & ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayType(schema, indent);
    case "object":
      return objectType(schema, indent);
    default:
      throw new Error(`no type for ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function arrayType({ items }: Schema, indent: string): string {
  if (items === undefined) return "unknown[]";
  if (Array.isArray(items))
    return `[${(items as readonly Schema[]).map((each) => typeOf(each, indent)).join(", ")}]`;
  return `(${typeOf(items as Schema, indent)})[]`;
}

function objectType(schema: Schema, indent: string): string {
  const { properties, patternProperties, additionalProperties, required = [] } = schema;
  const [pattern] = Object.values(patternProperties ?? {});
  const rest = pattern ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
  if (!properties) return rest ? `Record<string, ${typeOf(rest, indent)}>` : "object";
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, each]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
    const text = each.description?.replaceAll("*/", "* /");
    return `${text === undefined ? "" : `${inner}/** ${text} */\n`}${inner}${key}${required.includes(name) ? "" : "?"}: ${typeOf(each, inner)};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)];
}
