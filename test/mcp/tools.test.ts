/** Calls of each tool over standard input, one message per line. */

import { describe, expect, test } from "bun:test";
import { tools } from "../../src/mcp/tools.ts";
import { cli } from "../cli/fake-io.ts";
import { dnsServer } from "../http/dns-server.ts";
import { send, tcpServer } from "../http/servers.ts";

const HELLO = [
  {
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { method: "notifications/initialized" },
];

interface Message {
  readonly id: number;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly tools?: readonly Readonly<Record<string, unknown>>[];
    readonly contents?: readonly { readonly text: string }[];
    readonly serverInfo?: { readonly name: string };
  };
}

const lineOf = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;

/** Responses by id, for messages on standard input. */
async function talk(
  messages: readonly object[],
  args: readonly string[] = [],
): Promise<Map<number, Message>> {
  const input = [...HELLO, ...messages].map(lineOf);
  const { code, out } = await cli(["mcp", ...args], { input });
  expect(code).toBe(0);
  const answers = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Message);
  return new Map(answers.map((answer) => [answer.id, answer]));
}

const call = (name: string, given: object) => ({
  id: 1,
  method: "tools/call",
  params: { name, arguments: given },
});

async function ask(name: string, given: object): Promise<NonNullable<Message["result"]>> {
  const answer = (await talk([call(name, given)])).get(1);
  if (!answer?.result) throw new Error(JSON.stringify(answer));
  return answer.result;
}

const textOf = ({ content = [] }: NonNullable<Message["result"]>) =>
  content.map(({ text }) => text).join("\n");

describe("the list of tools", () => {
  test("describes input and output of each, and that it changes nothing", async () => {
    const list = (await talk([{ id: 1, method: "tools/list" }])).get(1)?.result?.tools ?? [];
    expect(list.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const tool of list)
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/^Use it .*\.$/s),
        inputSchema: { type: "object" },
        outputSchema: { type: "object" },
        annotations: { readOnlyHint: true, destructiveHint: false },
      });
    // The list uses space in an assistant's context, so its size is limited.
    expect(JSON.stringify(list).length).toBeLessThan(26_500);
  });
});

test("the host name of an address, if requested", async () => {
  await using dns = await dnsServer((type, name) => {
    if (name === "1.0.0.10.in-addr.arpa") return ["inside.example"];
    return type === "A" ? ["10.0.0.1"] : [];
  });
  const settings = ["--dns", `127.0.0.1:${dns.port}`];
  const asked = async (given: object) => {
    const { result } = (await talk([call("lookup_ip_address", given)], settings)).get(1) ?? {};
    return [result?.structuredContent?.["hostname"], result && textOf(result)] as const;
  };
  expect((await asked({ ip: "10.0.0.1" }))[0]).toBeUndefined();
  expect(dns.questions).toEqual([]);
  const [name, text] = await asked({ ip: "10.0.0.1", reverse: true });
  expect(name).toBe("inside.example");
  expect(text).toEndWith(" Host name: inside.example.");
});

describe("a tool", () => {
  const cases: readonly (readonly [name: string, given: object, answer: object, text: string])[] = [
    ["lookup_ip_address", { ip: "10.0.0.1" }, { code: "private", ipType: 4 }, "10.0.0.1: "],
    ["lookup_ip_address", { ip: "8.8.8.8", locale: "de" }, { countryName: "Vereinigte Staaten" }, "8.8.8.8"],
    ["lookup_ip_address", { ip: "8.8.8.8" }, { asn: { number: 15169 } }, " Announced by AS15169 Google LLC."],
    ["identify_user_agent", { agent: "curl/8.5.0" }, { device: { type: "library" } }, "curl"],
    ["identify_user_agent", { agent: "zzz qq" }, { device: false }, "Not recognised"],
    [
      "describe_visitor",
      { ip: "10.0.0.1", agent: "curl/8.5.0", time: "2026-11-24T14:03:00Z" },
      { contradictions: [], support: {} },
      "Seen 14:03 UTC on 2026-11-24 from 10.0.0.1.\n",
    ],
    ["explain_status_code", { code: 404 }, { message: "Not Found" }, "404 Not Found: "],
    ["explain_problem", { id: "age-invalid" }, { severity: "error" }, "age-invalid (error): "],
    [
      "explain_problem",
      { id: "cookie-samesite-none-insecure" },
      { severity: "error" },
      "\nWithout it:\nSet-Cookie: lang=en; SameSite=None; Secure\n",
    ],
    [
      "explain_problem",
      { id: "cookie-samesite-none-insecure" },
      { how: {} },
      "\nnginx:\nproxy_cookie_flags lang secure; # with proxy_pass, not with FastCGI or uwsgi\nApache:\n",
    ],
    ["explain_problem", { id: "age-invalid" }, { link: expect.any(String) }, "\nSpecification: RFC 9"],
    [
      "explain_http_headers",
      { headers: ["HTTP/1.1 200 OK", "Age: soon"] },
      {
        status: 200,
        steps: [{ findings: expect.arrayContaining([expect.objectContaining({ name: "age-invalid" })]) }],
      },
      "[age-invalid]",
    ],
    [
      "explain_http_headers",
      { headers: ["Age: 60"], view: "full" },
      { report: { headers: [{ name: "age", alternate: "1 minute" }] } },
      "",
    ],
    [
      "compare_responses",
      { a: { headers: ["Age: 60"] }, b: { headers: ["Age: 60", "Vary: Accept"] } },
      {
        differences: expect.arrayContaining([expect.objectContaining({ kind: "field-added", name: "vary" })]),
      },
      "other: Vary is new: Accept.",
    ],
    ["compare_responses", { a: { headers: [] }, b: { headers: [] } }, { differences: [] }, "No differences."],
  ];
  for (const [name, given, answer, text] of cases)
    test(`${name} ${JSON.stringify(given)}`, async () => {
      const result = await ask(name, given);
      expect(result.isError).toBeFalsy();
      expect(result.structuredContent).toMatchObject(answer);
      expect(textOf(result)).toContain(text);
    });

  test("fetches a URL, and checks redirects", async () => {
    await using server = await tcpServer((socket, request) =>
      send(
        socket,
        request.startsWith("GET /old ")
          ? "HTTP/1.1 301 Moved Permanently\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nAge: soon\r\nContent-Length: 0\r\n\r\n",
      ),
    );
    const base = `http://127.0.0.1:${server.port}`;
    const report = await ask("check_url", { url: `${base}/old` });
    expect(report.structuredContent).toMatchObject({
      status: 200,
      stop: "done",
      steps: [
        { status: 301, location: `${base}/new` },
        { status: 200, url: `${base}/new` },
      ],
    });
    expect(report.structuredContent).not.toHaveProperty("report");
    expect(textOf(report)).toContain(`301 ${base}/old`);
    const first = await ask("check_url", { url: `${base}/old`, follow: false, view: "full" });
    expect(first.structuredContent).toMatchObject({ status: 301, report: { stop: "not-followed" } });
    const rows = [
      { from: "/old", to: "/new" },
      { from: "/old", to: "/else" },
      { from: "/new", to: "/else" },
    ];
    const checked = await ask("check_redirects", { base, redirects: rows });
    expect(checked.structuredContent).toMatchObject({
      rows: [
        { outcome: "as-wanted", status: 301, final: `${base}/new`, redirects: 1 },
        { outcome: "other-target" },
        { outcome: expect.not.stringMatching("as-wanted"), status: 200 },
      ],
    });
    expect(textOf(checked)).toContain("/old: as-wanted, 301");
  });
});

test("a page and its resources: blocked ones first, within limits", async () => {
  const images = Array.from({ length: 60 }, (_, index) => `<img src=/${index}.png>`).join("");
  const page = `<!doctype html><script src="/blocked.js"></script>${images}`;
  await using server = await tcpServer((socket, request) =>
    send(
      socket,
      request.startsWith("GET / ")
        ? `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Security-Policy: script-src 'none'\r\nContent-Length: ${page.length}\r\n\r\n${page}`
        : "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 0\r\n\r\n",
    ),
  );
  const url = `http://127.0.0.1:${server.port}/`;
  const result = await ask("audit_page", { url });
  expect(result.structuredContent).toMatchObject({
    url,
    status: 200,
    count: 61,
    policy: expect.stringContaining("Content-Security-Policy-Report-Only"),
  });
  const rows = result.structuredContent?.["resources"] as readonly object[];
  expect(rows.length).toBe(40);
  expect(rows[0]).toMatchObject({ url: `${url}blocked.js`, as: "script", outcome: "blocked" });
  expect(textOf(result)).toContain(`- blocked: script ${url}blocked.js (script[src], line 1)`);
  const few = await ask("audit_page", { url, most: 1 });
  expect(JSON.stringify(few.structuredContent)).toContain(
    "60 resources were not checked: the limit of 1 resource was reached.",
  );
});

test("each parameter of each tool has a description", () => {
  const undescribed = tools.flatMap(({ name, input }) =>
    Object.entries(input.properties)
      .filter(([, { description = "" }]) => description.trim() === "")
      .map(([parameter]) => `${name}: ${parameter}`),
  );
  expect(undescribed).toEqual([]);
});

describe("a failure is an error in a sentence", () => {
  test.each([
    ["lookup_ip_address", { ip: "1.2.3" }, /1\.2\.3/],
    ["explain_status_code", { code: 99 }, /99|>= 100/],
    ["explain_problem", { id: "__proto__" }, /No problem has the id "__proto__"/],
    ["explain_http_headers", { headers: "Age: 60" }, /./],
    ["check_url", { url: "ftp://a.test/" }, /ftp/],
    ["check_url", {}, /url/],
    ["check_url", { url: "a.test", method: "DELETE" }, /method/],
    ["compare_responses", { a: 5, b: "http://127.0.0.1/" }, /./],
    ["check_redirects", { redirects: [{ from: "/a", to: "/b" }] }, /redirects\[0\]\.from.*base/],
    ["check_redirects", { redirects: Array.from({ length: 51 }, () => ({ from: "http://a.test/" })) }, /50/],
  ] as const)("%s %j", async (name, given, words) => {
    const { isError, content, structuredContent } = await ask(name, given);
    expect([isError, structuredContent]).toEqual([true, undefined]);
    expect(content?.[0]?.text).toMatch(words);
  });
  test("an unknown tool", async () => {
    const answer = (await talk([call("delete_everything", {})])).get(1);
    expect(answer?.error?.message ?? answer?.result?.content?.[0]?.text).toContain("delete_everything");
  });
  test("--public-only refuses private addresses", async () => {
    const answer = (await talk([call("check_url", { url: "http://127.0.0.1/" })], ["--public-only"])).get(1);
    expect(answer?.result?.structuredContent).toMatchObject({
      status: "error",
      steps: [{ error: { phase: "policy" } }],
    });
  });
});

describe("resources", () => {
  const read = async (uri: string) =>
    (await talk([{ id: 1, method: "resources/read", params: { uri } }])).get(1);
  test("a field and a problem", async () => {
    const field = await read("netlens://fields/Cache-Control");
    expect(JSON.parse(field?.result?.contents?.[0]?.text ?? "")).toMatchObject({ name: "Cache-Control" });
    const problem = await read("netlens://problems/age-invalid");
    expect(JSON.parse(problem?.result?.contents?.[0]?.text ?? "")).toMatchObject({ id: "age-invalid" });
  });
  test("an unknown one is an error", async () => {
    expect((await read("netlens://problems/none"))?.error?.message).toContain("none");
    expect((await read("netlens://fields/"))?.error).toBeDefined();
  });
});

describe("the conversation", () => {
  test("is answered after the end of input too, and lines that are not messages are skipped", async () => {
    const input = [
      ...HELLO.map(lineOf),
      "not json\n",
      '{"a":1}\n',
      lineOf(call("explain_status_code", { code: 404 })),
    ];
    const { out, err } = await cli(["mcp"], { input });
    expect(out.trimEnd().split("\n")).toHaveLength(2);
    expect(err).toStartWith("netlens: ");
  });
  test("may arrive in pieces", async () => {
    const text = [...HELLO, call("explain_status_code", { code: 404 })].map(lineOf).join("");
    const { out } = await cli(["mcp"], { input: text.match(/.{1,7}|\n/gs) ?? [] });
    expect(out).toContain("Not Found");
  });
  test.each(["claude", "cursor", "vscode"])("--print-config %s", async (client) => {
    const { out } = await cli(["mcp", "--print-config", client]);
    expect(JSON.stringify(JSON.parse(out))).toContain('"args":["mcp"]');
  });
});
