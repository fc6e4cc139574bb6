/**
 * OpenAPI description as readable text:
 *
 *     GET /v1/ip/{ip} (address, ip)                 endpoint, with operation id and tag
 *       path ip*: {"type":"string"}, such as "…"    parameter; `*` if required
 *       200 application/json Address, with an example
 *       400 invalid-ip invalid-url                  error codes of a status
 *
 *     Address
 *       ip*: {"type":"string"}                      member of a named schema
 */

interface Described {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly status: number } }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, Described>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Readonly<Record<string, Described>> }>
  >;
}

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly title?: string;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function renderApi({ paths, components, ...rest }: ApiDocument): string {
  const about = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => renderOperation(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema));
  return `${[about.join("\n"), ...operations, ...schemas].join("\n\n")}\n`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const { operationId, tags, summary, description, parameters = [], requestBody, responses } = operation;
  return [
    `${method.toUpperCase()} ${path} (${operationId}, ${tags.join(", ")})`,
    `  ${summary}. ${description}`,
    ...parameters.map(
      ({ name, in: place, required, schema, example, ...rest }) =>
        `  ${place} ${name}${required ? "*" : ""}: ${JSON.stringify(schema)}${such(example)}. ${rest.description}`,
    ),
    ...(requestBody
      ? [`  content${requestBody.required ? "*" : ""}: ${renderContent(requestBody.content)}`]
      : []),
    ...Object.entries(responses).map(([status, { content, description }]) => {
      const { examples } = content["application/problem+json"] ?? {};
      return examples
        ? `  ${status} ${Object.entries(examples).map(([code, { value }]) => `${code} (${value.status})`)}`
        : `  ${status} ${description}: ${renderContent(content)}`;
    }),
  ].join("\n");
}

function such(example: unknown): string {
  return example === undefined ? "" : `, such as ${JSON.stringify(example)}`;
}

function renderContent(content: Readonly<Record<string, Described>>): string {
  return Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `${type} ${referred(schema)}${example === undefined ? "" : ", with an example"}`,
    )
    .join("; ");
}

function renderSchema(name: string, { properties, required = [], title: _, ...rest }: Schema): string {
  const members = Object.entries(properties ?? {}).map(
    ([member, schema]) => `  ${member}${required.includes(member) ? "*" : ""}: ${referred(schema)}`,
  );
  return [name, `  ${referred(rest)}`, ...members].join("\n");
}

/** Schema as JSON, with names in place of references. */
function referred(schema: object): string {
  return JSON.stringify(schema).replace(/\{"\$ref":"#\/components\/schemas\/(\w+)"\}/g, "$1");
}
