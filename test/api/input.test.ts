/** The input of a route, read and typed by the endpoint that describes it. */

import { describe, expect, test } from "bun:test";
import { type Static, Type } from "@sinclair/typebox";
import { Glob } from "bun";
import { endpoint, flag, text } from "../../src/api/endpoint.ts";
import { inputOf, itemsOf, membersOf } from "../../src/api/input.ts";
import { MAX_BATCH } from "../../src/api/json-content.ts";

const Body = Type.Object({ names: Type.Array(Type.String()), more: Type.Optional(Type.Integer()) });
const shared = {
  operationId: "one",
  tags: ["ip"],
  summary: "",
  description: "",
  answer: { schema: Type.String() },
  errors: [],
  cost: 1,
} as const;
const one = endpoint({
  ...shared,
  tags: ["ip"],
  path: { name: { description: "", example: "a", after: "/v1/x/", name: "name", invalid: "invalid-param" } },
  query: { deep: flag(""), word: text("", "a") },
  content: membersOf(Body, () => ({ names: ["a"] })),
});
const list = endpoint({ ...shared, tags: ["ip"], content: itemsOf(Body, "names", "name", () => ({})) });
const post = (body: unknown, type = "application/json") =>
  new Request("http://a/", { method: "POST", headers: { "content-type": type }, body: JSON.stringify(body) });

describe("a handler's input", () => {
  test("has the types of the endpoint's parameters", () => {
    const { deep, word }: { deep?: boolean; word?: string } = inputOf(one).query(
      "http://a/v1/x/?deep=true&z=1",
    );
    expect([deep, word]).toEqual([true, undefined]);
    expect(() => inputOf(one).query("http://a/?deep=1")).toThrow("deep must be true or false");
    expect(inputOf(list).query("http://a/?deep=1")).toEqual({});
  });
  test("has the part of the path, decoded once, else the part's own error", () => {
    expect(inputOf(one).path("http://a/v1/x/b%2Fc%2541/?q")).toBe("b/c%41/");
    expect(() => inputOf(one).path("http://a/v1/x/%zz")).toThrow(
      expect.objectContaining({
        code: "invalid-param",
        message: expect.stringContaining("The name in the path"),
      }),
    );
    expect(() => inputOf(list).path("http://a/v1/x/b")).toThrow("one has no part in its path.");
  });
  test("has the content's members by the schema's names, each still to be checked", async () => {
    const { names, more }: { names?: unknown; more?: unknown } = await inputOf(one).content(
      post({ names: 5 }),
    );
    expect([names, more]).toEqual([5, undefined]);
    // @ts-expect-error the schema has no such member
    expect((await inputOf(one).content(post({ nmaes: 5 }))).nmaes).toBe(5);
    for (const other of [[], null, "x", 5]) expect(await inputOf(one).content(post(other))).toEqual({});
    await expect(inputOf(one).content(post({}, "text/plain"))).rejects.toThrow("must be application/json");
  });
  test("has a batch's items, as many as may be", async () => {
    const full: Static<typeof Body> = { names: Array.from({ length: MAX_BATCH }, () => "a") };
    expect(await inputOf(list).content(post(full))).toHaveLength(MAX_BATCH);
    await expect(inputOf(list).content(post({ names: [...full.names, "b"] }))).rejects.toThrow(
      `names has ${MAX_BATCH + 1} items; at most ${MAX_BATCH} are allowed.`,
    );
    for (const bad of [{}, { names: "a" }, []])
      await expect(inputOf(list).content(post(bad))).rejects.toThrow(
        'The request content must be {"names": ["name", …]}.',
      );
  });
});

test("no room reads a request of the API but by its endpoint", async () => {
  const found: string[] = [];
  for await (const file of new Glob("{ip,useragent,http,status}/routes.ts").scan("src"))
    for (const [reader] of (await Bun.file(`src/${file}`).text()).matchAll(
      /\b(?:readQuery|jsonContent|restOfPath|new URLSearchParams|request\.(?:json|text)\(\))/g,
    ))
      found.push(`${file}: ${reader}`);
  expect(found).toEqual([]);
});
