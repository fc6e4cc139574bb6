/** The parts of the service's OpenAPI document that the fuzzer needs. */

import Ajv2020 from "ajv/dist/2020.js";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
}
interface Content {
  readonly [type: string]: { readonly schema: Schema; readonly example?: unknown };
}
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: Schema;
  readonly example?: unknown;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}

export interface Operation extends Described {
  readonly method: string;
  /** Path template, with parameters as `{name}`. */
  readonly path: string;
}

export interface Document {
  readonly operations: readonly Operation[];
  /** Errors of a value according to a schema; `""` if it is valid. */
  readonly faults: (schema: Schema, value: unknown) => string;
}

/** Reads `/openapi.json`. */
export async function readDocument(origin: string): Promise<Document> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "openapi");
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  return {
    operations: Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    ),
    faults(schema, value) {
      const source = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
      const validate = validators.get(source) ?? ajv.compile(JSON.parse(source) as object);
      validators.set(source, validate);
      return validate(value) ? "" : ajv.errorsText(validate.errors);
    },
  };
}
