import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import { refusalOf } from "../../src/api/plugin.ts";
import { useragentRoutes } from "../../src/useragent/routes.ts";
import { UserAgentBatch, UserAgentResult } from "../../src/useragent/schema.ts";
import { useTables } from "../../src/useragent/tables/tables.ts";

const app = new Elysia()
  .onError(({ error, code }) => Response.json({ error: refusalOf(error, code)?.code }, { status: 400 }))
  .use(
    useragentRoutes({
      verify: async () => "dns",
      signature: async () => undefined,
      caller: () => ({ ip: "192.0.2.1" }),
    }),
  );

async function ask(
  path: string,
  init: RequestInit = {},
): Promise<[response: Response, body: Record<string, unknown>]> {
  const response = await app.handle(new Request(`http://localhost${path}`, init));
  return [response, (await response.json()) as Record<string, unknown>];
}

const post = (body: string, type = "application/json"): RequestInit => ({
  method: "POST",
  headers: { "content-type": type },
  body,
});

describe("GET /v1/useragent", () => {
  test("is for the caller's own string, refined by hints, with Vary", async () => {
    const [response, body] = await ask("/v1/useragent", {
      headers: {
        "user-agent":
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
        "sec-ch-ua-platform": '"Windows"',
        "sec-ch-ua-platform-version": '"15.0.0"',
      },
    });
    expect(body["os"]).toMatchObject({ name: "Windows", version: "11" });
    expect(response.headers.get("accept-ch")).toContain("Sec-CH-UA-Platform-Version");
    expect(response.headers.get("vary")).toContain("Sec-CH-UA-Platform-Version");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("with a trailing slash too, and without any User-Agent", async () => {
    const [, body] = await ask("/v1/useragent/");
    expect(body).toEqual({
      agent: "",
      device: false,
      os: false,
      engine: false,
      browser: false,
      url: false,
      bot: false,
    });
  });
});

describe("GET /v1/useragent/{useragent}", () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0?a=1&b";

  test("decodes once", async () => {
    const [, body] = await ask(`/v1/useragent/${encodeURIComponent(agent)}`);
    expect(body["agent"]).toBe(agent);
    const [, twice] = await ask(`/v1/useragent/${encodeURIComponent("100%25")}`);
    expect(twice["agent"]).toBe("100%25");
  });

  test("accepts a raw slash, and ignores the query", async () => {
    const [, body] = await ask("/v1/useragent/curl/8.5.0?pretty=1");
    expect(body["agent"]).toBe("curl/8.5.0");
  });

  test("refuses a malformed % and a string that is too long", async () => {
    expect((await ask("/v1/useragent/50%zz"))[1]).toEqual({ error: "invalid-useragent" });
    expect((await ask("/v1/useragent/%ff"))[1]).toEqual({ error: "invalid-useragent" });
    expect((await ask(`/v1/useragent/${"a".repeat(8193)}`))[1]).toEqual({ error: "invalid-useragent" });
  });

  test("matches the schema in every kind of result", async () => {
    for (const one of [
      agent,
      "curl/8.5.0",
      "Googlebot/2.1 (+http://www.google.com/bot.html)",
      "-",
      "Nokia6300/2.0",
    ]) {
      const [, body] = await ask(`/v1/useragent/${encodeURIComponent(one)}`);
      expect([...Value.Errors(UserAgentResult, body)]).toEqual([]);
      expect(Value.Clean(UserAgentResult, structuredClone(body))).toEqual(body);
    }
  });
});

describe("POST /v1/useragent", () => {
  test("an item with an invalid address has an error in its place", async () => {
    const agents = [
      { agent: "curl/8", ip: "8.8.8.8x" },
      { agent: "curl/8", ip: "8.8.8.8" },
    ];
    const [, body] = await ask("/v1/useragent", post(JSON.stringify({ agents })));
    expect(body).toMatchObject({
      results: [
        { error: "invalid-ip", message: 'ip must be an IP address, not "8.8.8.8x".' },
        { agent: "curl/8" },
      ],
    });
  });
  test("keeps the order, with an error object for a bad item", async () => {
    const agents = [
      "curl/8.5.0",
      5,
      { agent: "x/1", hints: [] },
      "a".repeat(9000),
      { agent: "Wget/1.21", hints: {} },
    ];
    const [response, body] = await ask("/v1/useragent", post(JSON.stringify({ agents })));
    expect(response.status).toBe(200);
    const results = body["results"] as Record<string, unknown>[];
    expect(results.map((one) => one["agent"] ?? one["error"])).toEqual([
      "curl/8.5.0",
      "invalid-useragent",
      "invalid-useragent",
      "invalid-useragent",
      "Wget/1.21",
    ]);
    expect(Value.Check(UserAgentBatch, body)).toBe(true);
  });

  test("accepts hints", async () => {
    const agent =
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";
    const hints = { "Sec-CH-UA-Platform": '"Android"', "Sec-CH-UA-Model": '"SM-G973F"' };
    const [, body] = await ask("/v1/useragent", post(JSON.stringify({ agents: [{ agent, hints }] })));
    const [first] = body["results"] as { device: { name: string } }[];
    expect(first?.device.name).toBe("Galaxy S10");
  });

  const bad: readonly (readonly [string, RequestInit, string])[] = [
    ["no JSON", post("{"), "invalid-json"],
    ["another type", post("{}", "text/plain"), "unsupported-media-type"],
    ["no list", post('{"agents":"curl"}'), "invalid-param"],
    ["no object", post("[]"), "invalid-param"],
    ["too many", post(JSON.stringify({ agents: new Array(1001).fill("x") })), "invalid-param"],
  ];
  for (const [name, init, code] of bad) {
    test(`refuses ${name}`, async () => {
      expect((await ask("/v1/useragent", init))[1]).toEqual({ error: code });
    });
  }
});

test("each lookup costs one unit of the rate limit", () => {
  const costs = app.routes.map(
    ({ method, hooks }) => `${method} ${(hooks.detail as { cost?: number } | undefined)?.cost}`,
  );
  expect(costs).toEqual(["GET 1", "GET 1", "POST 1"]);
});

test("a batch has at most 1000 items", async () => {
  const agents = new Array(1000).fill("x");
  const [, body] = await ask("/v1/useragent", post(JSON.stringify({ agents })));
  expect(body["results"]).toHaveLength(1000);
});

test("an item has an agent, optionally hints and an address, of these types only", async () => {
  const agents = [
    null,
    [],
    {},
    { agent: "x", ip: 5 },
    { agent: "x", hints: "y" },
    { agent: "x", hints: null },
  ];
  const [, body] = await ask("/v1/useragent", post(JSON.stringify({ agents })));
  expect((body["results"] as { error?: string }[]).map(({ error }) => error)).toEqual(
    agents.map(() => "invalid-useragent"),
  );
});

test("a string has at most 8192 bytes, for any characters", async () => {
  const longest = ["a".repeat(8192), "é".repeat(4096), "€".repeat(2730)];
  const agents = [...longest, ...longest.map((text) => `${text}€`)];
  const [, body] = await ask("/v1/useragent", post(JSON.stringify({ agents })));
  expect((body["results"] as { error?: string }[]).map(({ error }) => error)).toEqual([
    ...longest.map(() => undefined),
    ...longest.map(() => "invalid-useragent"),
  ]);
});

test("a cached result is sent again only with other tables", async () => {
  const [response] = await ask("/v1/useragent/curl");
  const etag = response.headers.get("etag") ?? "";
  const again = () =>
    app.handle(new Request("http://localhost/v1/useragent/curl", { headers: { "if-none-match": etag } }));
  expect((await again()).status).toBe(304);
  useTables(new Map(), "others");
  expect((await again()).status).toBe(200);
  useTables();
  expect((await again()).status).toBe(304);
});

describe("verify=true", () => {
  const agent = encodeURIComponent(
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  );

  test("verifies a bot", async () => {
    const [, body] = await ask(`/v1/useragent/${agent}?verify=true&ip=66.249.66.1`);
    expect(body["bot"]).toMatchObject({ name: "Googlebot", verified: "dns" });
  });

  test("needs an address", async () => {
    const [, body] = await ask(`/v1/useragent/${agent}?verify=true`);
    expect(body["bot"]).toMatchObject({ verified: "unknown" });
  });

  test("uses the caller's address for the caller's own agent", async () => {
    const [, body] = await ask("/v1/useragent?verify=true", { headers: { "user-agent": "Googlebot/2.1" } });
    expect(body["bot"]).toMatchObject({ verified: "dns" });
  });

  test("is off by default", async () => {
    const [, body] = await ask(`/v1/useragent/${agent}?ip=66.249.66.1`);
    expect(body["bot"]).not.toHaveProperty("verified");
  });

  test.each(["verify=1", "verify=true&ip=1.2.3", "ip=nowhere"])("%s is refused", async (query) => {
    const [response, body] = await ask(`/v1/useragent/${agent}?${query}`);
    expect([response.status, body["error"]]).toEqual([400, "invalid-param"]);
  });

  test("works in a batch, item by item", async () => {
    const agents = [
      { agent: "Googlebot/2.1", ip: "66.249.66.1" },
      "Googlebot/2.1",
      "curl/8.5.0",
      { agent: 1 },
    ];
    const [, body] = await ask("/v1/useragent?verify=true", post(JSON.stringify({ agents })));
    expect(body["results"]).toMatchObject([
      { bot: { verified: "dns" } },
      { bot: { verified: "unknown" } },
      { bot: false },
      { error: "invalid-useragent" },
    ]);
  });

  test("verifies a signed request by its signature, otherwise by its address", async () => {
    const fields = {
      "user-agent": "Googlebot/2.1",
      "signature-agent": '"https://bot.example"',
      "signature-input": "sig1=()",
    };
    const verified = async (
      signature: "signature" | "failed" | undefined,
      byAddress: "dns" | "unknown",
      headers = fields,
    ) => {
      const routes = new Elysia().use(
        useragentRoutes({
          verify: async () => byAddress,
          signature: async (_, result) =>
            signature === "signature" && result.bot
              ? { ...result, bot: { ...result.bot, verified: "signature" } }
              : signature === "failed"
                ? "failed"
                : undefined,
          caller: () => ({ ip: "192.0.2.1" }),
        }),
      );
      const response = await routes.handle(
        new Request("http://localhost/v1/useragent?verify=true", { headers }),
      );
      return ((await response.json()) as { bot: { verified: string } }).bot.verified;
    };
    expect(await verified("signature", "unknown")).toBe("signature");
    expect(await verified("failed", "unknown")).toBe("failed");
    expect(await verified("failed", "dns")).toBe("dns");
    expect(await verified(undefined, "unknown")).toBe("unknown");
    expect(await verified("failed", "unknown", { ...fields, "signature-agent": "" })).toBe("failed");
  });

  test("verifies at most 20 agents of a batch at once", async () => {
    let open = 0;
    let most = 0;
    const counting = new Elysia().use(
      useragentRoutes({
        verify: async () => {
          most = Math.max(most, ++open);
          await Bun.sleep(0);
          open--;
          return "ip";
        },
        signature: async () => undefined,
        caller: () => undefined,
      }),
    );
    const agents = new Array(45).fill({ agent: "Googlebot/2.1", ip: "66.249.66.1" });
    const request = new Request(
      "http://localhost/v1/useragent?verify=true",
      post(JSON.stringify({ agents })),
    );
    const { results } = (await (await counting.handle(request)).json()) as {
      results: { bot: { verified: string } }[];
    };
    expect(results.map(({ bot }) => bot.verified)).toEqual(new Array(45).fill("ip"));
    expect(most).toBe(20);
  });

  test("a bot has the robots.txt token that its operator documents, if any", async () => {
    const tokenOf = async (agent: string) => {
      const [, { bot }] = await ask(`/v1/useragent/${encodeURIComponent(agent)}`);
      return (bot as { token?: string }).token;
    };
    expect(await tokenOf("Googlebot-Image/1.0")).toBe("Googlebot-Image");
    expect(await tokenOf("Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot)")).toBe(
      "dotbot",
    );
    expect(await tokenOf("SomethingNewBot/0.1")).toBeUndefined();
  });

  test("a robots.txt token in a string is reported", async () => {
    const [, body] = await ask("/v1/useragent/Google-Extended%2F1.0");
    expect(body["bot"]).toMatchObject({ name: "Google-Extended", state: "token-only" });
  });
});
