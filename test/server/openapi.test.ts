/** The OpenAPI description is valid, complete, and correct for the service. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Type } from "@sinclair/typebox";
import Ajv2020 from "ajv/dist/2020.js";
import { ERRORS } from "../../src/api/errors.ts";
import { createComponents } from "../../src/server/routes/components.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { type DnsServer, dnsServer } from "../http/dns-server.ts";

interface Content {
  readonly [type: string]: {
    readonly schema: { readonly $ref?: string };
    readonly example?: unknown;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: string;
    readonly schema: { readonly enum?: readonly string[] };
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
let service: Service | undefined;
let origin: string;
/** Every name is unknown, so that the lookups of examples end at once. */
let dns: DnsServer;
let document: Document;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  const reports = join(mkdtempSync(join(tmpdir(), "netlens-openapi-")), "reports.sqlite");
  dns = await dnsServer(() => ({ code: 3 }));
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", drain: "off", reports, site: "on", dns: `127.0.0.1:${dns.port}` },
    {},
  );
  const bugs: string[] = [];
  service = await startService(settings, (_, message) => void bugs.push(message), []);
  origin = `http://${service.address}`;
  const answer = await fetch(`${origin}/openapi.json`);
  // A route without a schema or an error without a row makes this request fail.
  if (answer.status !== 200) throw new Error(`/openapi.json: ${answer.status}, ${bugs.join("; ")}`);
  document = (await answer.json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  ajv.addSchema(document, "openapi");
});
afterAll(async () => {
  await service?.stop();
  await dns[Symbol.asyncDispose]();
});

/** Errors of a value according to a schema of the document. */
function faults(schema: object, value: unknown): string {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
  const validate = ajv.compile(local);
  return validate(value) ? "" : ajv.errorsText(validate.errors);
}

const post = (path: string, body: unknown) =>
  fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the document", () => {
  test("is valid OpenAPI 3.1", async () => {
    expect(document.openapi).toBe("3.1.0");
    const result = await new Validator().validate({ ...document });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });
  test("has no two names that differ only in case, since generators name files after them", () => {
    const names = [
      ...Object.keys(document.components.schemas),
      // Types of an operation are named like it, with a capital letter.
      ...operations.map(
        ({ operation: { operationId } }) => `${operationId[0]?.toUpperCase()}${operationId.slice(1)}`,
      ),
    ];
    const files = Map.groupBy(new Set(names), (name) => name.toLowerCase());
    expect([...files.values()].filter((alike) => alike.length > 1)).toEqual([]);
  });
  test("names the main schemas", () => {
    const names = Object.keys(document.components.schemas);
    for (const name of [
      "Address",
      "HttpReport",
      "Step",
      "Header",
      "Item",
      "Problem",
      "ProblemDetails",
      "UserAgent",
    ])
      expect(names).toContain(name);
  });
  test("has each possible error, with a valid example", () => {
    const told = new Set<string>();
    for (const { operation } of operations)
      for (const { content } of Object.values(operation.responses))
        for (const { schema, examples = {} } of Object.values(content))
          for (const [code, { value }] of Object.entries(examples)) {
            told.add(code);
            expect(faults(schema, value), `${operation.operationId}: ${code}`).toBe("");
          }
    // This error has no operation: the path exists, but not the method.
    const nowhere = ["method-not-allowed"];
    expect([...told, ...nowhere].sort()).toEqual(Object.keys(ERRORS).sort());
  });
  test("has one content type per response, and no parameter that changes it", () => {
    for (const { operation } of operations) {
      const { operationId, parameters = [], responses } = operation;
      expect(Object.keys(responses["200"]?.content ?? {}), operationId).toBeArrayOfSize(1);
      expect(parameters.map(({ name }) => name)).not.toContain("format");
    }
    const typeOf = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)?.operation.responses["200"]?.content[
        "application/json"
      ]?.schema;
    expect(typeOf("http")).toEqual({ $ref: "#/components/schemas/HttpReport" });
    expect(typeOf("httpHar")).toEqual({ $ref: "#/components/schemas/Har" });
  });
  test("has valid examples of content", () => {
    for (const { operation } of operations)
      for (const { content } of [operation.requestBody, ...Object.values(operation.responses)].filter(
        (each) => each !== undefined,
      ))
        for (const { schema, example } of Object.values(content))
          if (example !== undefined) expect(faults(schema, example), operation.operationId).toBe("");
  });
});

describe("the service", () => {
  test("accepts every documented example and every value of a parameter, and responds as documented", async () => {
    for (const { method, path, operation } of operations) {
      const { parameters = [], operationId, requestBody, responses } = operation;
      const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
      const target = of("path").reduce(
        (made, { name, example = "" }) => made.replace(`{${name}}`, encodeURIComponent(example)),
        path,
      );
      const examples = of("query").flatMap(({ name, example }): [string, string][] =>
        example ? [[name, example]] : [],
      );
      const words = of("query").flatMap(({ name, schema }) =>
        // Only a service with --browser takes browser=true.
        (name === "browser" ? ["false"] : (schema.enum ?? [])).map((word): [string, string][] => [
          ...examples.filter(([other]) => other !== name),
          [name, word],
        ]),
      );
      for (const query of [examples, ...words]) {
        const url = `${target}?${new URLSearchParams(query)}`;
        const response =
          method === "post"
            ? await post(url, requestBody?.content["application/json"]?.example)
            : await fetch(origin + url);
        const name = `${operationId} ${url}`;
        expect(response.status, name).toBe(200);
        const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
        const described = responses["200"]?.content[type];
        expect(described, `${name}: ${type}`).toBeDefined();
        const value =
          type === "application/json" ? ((await response.json()) as unknown) : await response.text();
        expect(faults(described?.schema ?? {}, value), name).toBe("");
      }
    }
  });
  test("the example of a block has the example's response", async () => {
    const block = operations.find(({ operation }) => operation.operationId === "addressBlock");
    const { example } = block?.operation.responses["200"]?.content["application/json"] ?? {};
    expect(await (await fetch(`${origin}/v1/ip/192.0.2.0/24`)).json()).toEqual(example);
  });
  const more: readonly (readonly [component: string, ask: () => Promise<Response>])[] = [
    ["AddressBlock", () => fetch(`${origin}/v1/ip/1.0.0.0/8`)],
    ["AddressBlock", () => fetch(`${origin}/v1/ip/10.0.0.0%2f8?locale=de`)],
    ["AddressBatch", () => post("/v1/ip", { ips: ["8.8.8.8", "x"] })],
    ["UserAgentBatch", () => post("/v1/useragent", { agents: ["curl/8.5.0", 1] })],
    ["HttpReport", () => post("/v1/http", { headers: ["Set-Cookie: a=b", "Cache-Control: max-age=x"] })],
    ["StatusMeaning", () => fetch(`${origin}/v1/status/520`)],
    ["ProblemKinds", () => fetch(`${origin}/v1/problems`)],
    ["ProblemKind", () => fetch(`${origin}/v1/problems/name-not-found`)],
    ["ProblemDetails", () => fetch(`${origin}/v1/problems/none`)],
    ["ProblemDetails", () => fetch(`${origin}/v1/status/0`)],
    ["ProblemDetails", () => fetch(`${origin}/v1/nothing`)],
    ["ProblemDetails", () => fetch(`${origin}/v1/ip`, { method: "DELETE" })],
  ];
  for (const [component, ask] of more)
    test(`responds with a ${component}`, async () => {
      const value = (await (await ask()).json()) as unknown;
      expect(faults({ $ref: `#/components/schemas/${component}` }, value)).toBe("");
    });
});

describe("components", () => {
  const Part = Type.Object({ title: Type.String() }, { title: "Part" });
  test("titled schemas are listed once", () => {
    const { refer, schemas } = createComponents();
    const whole = Type.Object({ one: Part, all: Type.Array(Part) });
    expect(refer(whole)).toMatchObject({
      properties: {
        one: { $ref: "#/components/schemas/Part" },
        all: { items: { $ref: "#/components/schemas/Part" } },
      },
    });
    expect(schemas()).toEqual({
      Part: { title: "Part", type: "object", required: ["title"], properties: { title: { type: "string" } } },
    });
  });
  test("constants of one type are an enumeration", () => {
    const { refer } = createComponents();
    const literals = (...values: (string | number | boolean)[]) =>
      refer(Type.Union(values.map((value) => Type.Literal(value))));
    expect(literals("a", "b")).toEqual({ type: "string", enum: ["a", "b"] });
    expect(literals(4, 6)).toEqual({ type: "integer", enum: [4, 6] });
    expect(literals("a", false)).toHaveProperty("anyOf");
  });
  test("members with any name are additional properties, which generated clients can read", () => {
    const { refer } = createComponents();
    expect(refer(Type.Record(Type.String(), Type.Integer()))).toEqual({
      type: "object",
      additionalProperties: { type: "integer" },
    });
    const pattern = { type: "object", patternProperties: { "^a": { type: "string" } } };
    expect(refer(Type.Unsafe(pattern))).toEqual(pattern);
  });
  test("two schemas with one title are refused", () => {
    const { refer } = createComponents();
    refer(Part);
    expect(() => refer(Type.String({ title: "Part" }))).toThrow("Two schemas are called Part.");
  });
});
