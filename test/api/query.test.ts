/** Schemas of queries, path parameters and content, and the errors that they report. */

import { describe, expect, test } from "bun:test";
import { Elysia, t } from "elysia";
import { NetlensError } from "../../src/api/errors.ts";
import { MAX_BATCH } from "../../src/api/json-content.ts";
import { api, refusalOf } from "../../src/api/plugin.ts";
import {
  flag,
  itemsOf,
  membersOf,
  part,
  query,
  queryOf,
  refused,
  text,
  valuesOf,
  word,
} from "../../src/api/query.ts";

const must = t.String({ ...refused("invalid-url", "must", () => "must is missing.") });
const parameters = { name: text("", ""), word: word("word", "", "json", "HAR"), flag: flag("flag", "") };
const schema = query(parameters);

const app = new Elysia({ normalize: false })
  .onError(({ error, code }) => {
    const ours = refusalOf(error, code);
    return new Response(ours ? `${ours.code}: ${ours.message}` : String(error), { status: 400 });
  })
  .use(api)
  .get("/query", ({ query }) => valuesOf(schema, query), { query: schema })
  .get("/must", ({ query: { must } }) => ({ must }), { query: query({ must }) })
  .get("/part/:a", ({ params: { a } }) => ({ a }), {
    params: t.Object({ a: part("", "", "name", "invalid-ip") }),
  })
  .post("/items", ({ body: { names } }) => ({ count: names.length }), {
    parse: "content",
    body: itemsOf("names", "name"),
  });

const ask = async (path: string, body?: unknown, type = "application/json") => {
  const init = { method: "POST", headers: { "content-type": type }, body: JSON.stringify(body) };
  return (await app.handle(new Request(`http://localhost${path}`, body === undefined ? {} : init))).text();
};

describe("the query", () => {
  const cases: [string, object][] = [
    ["", {}],
    ["?", {}],
    ["?name=b%20c&x=1", { name: "b c" }],
    ["?name=a+b&name=2", { name: "a b" }],
    ["?name=%zz", { name: "%zz" }],
    ["?word=Har&flag=true", { word: "HAR", flag: true }],
    ["?word=JSON&flag=false", { word: "json", flag: false }],
    ["?name=", { name: "" }],
  ];
  test.each(cases)("%s is read by a route and by a page", async (text, values) => {
    expect(JSON.parse(await ask(`/query${text}`))).toEqual(values);
    expect(queryOf(schema, new URLSearchParams(text)) as object).toEqual(values);
  });
  test("is not read from the path", async () =>
    expect(await ask("/part/a&b=c?flag=maybe")).toBe('{"a":"a&b=c"}'));

  test.each([
    ["word=xml", 'word must be one of json, HAR, not "xml".'],
    ["word=", 'word must be one of json, HAR, not "".'],
    ["flag=1", 'flag must be true or false, not "1".'],
    ["flag=True", 'flag must be true or false, not "True".'],
  ])("refuses %s", async (given, message) => {
    expect(await ask(`/query?${given}`)).toBe(`invalid-param: ${message}`);
    expect(() => queryOf(schema, new URLSearchParams(given))).toThrow(
      new NetlensError("invalid-param", message),
    );
  });
  test("requires required parameters", async () => {
    for (const given of ["", "?", "?name=b"])
      expect(await ask(`/must${given}`)).toBe("invalid-url: must is missing.");
    expect(await ask("/must?must=1")).toBe('{"must":"1"}');
  });
  test("has the types of its parameters", () => {
    const { flag, word }: { flag?: boolean; word?: "json" | "HAR" } = queryOf(
      schema,
      new URLSearchParams("flag=true"),
    );
    expect([flag, word]).toEqual([true, undefined]);
  });
});

test("a part of the path is decoded once; an invalid one has its own error", async () => {
  expect(await ask("/part/b%2Fc%2541")).toBe('{"a":"b/c%41"}');
  expect(await ask("/part/%zz")).toStartWith("invalid-ip: The name in the path has a %");
});

describe("content", () => {
  test("a batch has a maximum number of items", async () => {
    const names = Array.from({ length: MAX_BATCH }, () => "a");
    expect(await ask("/items", { names, more: 1 })).toBe(`{"count":${MAX_BATCH}}`);
    expect(await ask("/items", { names: [...names, "b"] })).toBe(
      `invalid-param: names has ${MAX_BATCH + 1} items; at most ${MAX_BATCH} are allowed.`,
    );
    for (const bad of [{}, { names: "a" }, [], null, "x", 5])
      expect(await ask("/items", bad)).toBe(
        'invalid-param: The request content must be {"names": ["name", …]}.',
      );
    expect(await ask("/items", {}, "text/plain")).toStartWith("unsupported-media-type: ");
  });
  test("has the members that the schema names, not yet validated", () => {
    const Body = t.Object({ names: t.Array(t.String()) });
    expect(membersOf<typeof Body>({ names: 5 }).names).toBe(5);
    // @ts-expect-error the schema has no such member
    expect(membersOf<typeof Body>({ nmaes: 5 }).nmaes).toBe(5);
    for (const other of [[], null, "x", 5]) expect(membersOf<typeof Body>(other)).toEqual({});
  });
});
