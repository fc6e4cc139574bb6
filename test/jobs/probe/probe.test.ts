/** Probes of real servers on loopback. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { NetlensError } from "../../../src/api/errors.ts";
import { type LoadedModule, probe } from "../../../src/jobs/probe/probe.ts";
import { readProject } from "../../../src/jobs/project/read.ts";
import { httpSettings } from "../../../src/server/wiring.ts";
import { loadConfig } from "../../../src/settings/load.ts";

const settings = { ...httpSettings(loadConfig({}, {}).settings, []), guarded: false };
let server: Bun.Server<undefined>;
beforeAll(() => {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/": () =>
        new Response("hello \u00e9", {
          headers: { "x-state": "up", "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT", age: "x" },
        }),
      "/two": () => Response.redirect("/one"),
      "/one": () => Response.redirect("/"),
      "/loop": () => Response.redirect("/loop"),
      "/404": () => new Response(null, { status: 404 }),
      "/method": async (request) => new Response(request.method + (await request.text())),
      "/gzip": () => new Response(Bun.gzipSync("hello"), { headers: { "content-encoding": "gzip" } }),
      "/long": () => new Response("a".repeat(100_000)),
      "/slow": async () => {
        await Bun.sleep(5000);
        return new Response("late");
      },
    },
  });
});
afterAll(() => server.stop(true));

async function probed(path: string, module: LoadedModule = {}, limit?: number) {
  const text = await probe(
    path.includes(":") ? path : `http://127.0.0.1:${server.port}${path}`,
    module,
    { settings, queue: undefined },
    new AbortController().signal,
    { limit, debug: true },
  );
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const value = (name: string) => {
    const line = samples.find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ") + 1));
  };
  return { text, samples, value };
}

test("a responding target has the exporter's metrics", async () => {
  const { value, samples } = await probed("/two");
  const seen = Object.fromEntries(
    samples
      .filter((line) => line.startsWith("probe_") && !/seconds[ {]/.test(line))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
  expect(seen).toEqual({
    probe_success: 1,
    probe_failed_due_to_regex: 0,
    probe_http_redirects: 2,
    probe_http_status_code: 200,
    probe_http_ssl: 0,
    probe_http_version: 1.1,
    probe_http_content_length: 8,
    probe_http_uncompressed_body_length: 8,
    probe_ip_protocol: 4,
    probe_ip_addr_hash: 3_668_918_509,
  });
  expect(value("probe_http_last_modified_timestamp_seconds")).toBe(Date.parse("2026-11-20T10:00:00Z") / 1000);
  const phases = samples.filter((line) => line.startsWith("probe_http_duration_seconds{"));
  expect(phases.map((line) => line.split('"')[1])).toEqual([
    "resolve",
    "connect",
    "tls",
    "processing",
    "transfer",
  ]);
});

test("findings and their counts", async () => {
  const { samples, value } = await probed("/");
  expect(samples).toContain('netlens_finding{id="age-invalid",severity="error",step="1"} 1');
  expect(value('netlens_findings{severity="error"}')).toBe(1);
});

describe("reasons for a failed probe", () => {
  test.each<[string, LoadedModule, boolean, string]>([
    ["/404", {}, false, "the status is 404"],
    ["/404", { valid_status_codes: [404] }, true, "the probe succeeded"],
    ["/", { valid_status_codes: [404] }, false, "the status is 200"],
    ["/", { valid_http_versions: ["HTTP/1.1"] }, true, "the probe succeeded"],
    ["/", { valid_http_versions: ["HTTP/2.0"] }, false, "the version is HTTP/1.1"],
    ["/", { fail_if_ssl: true }, true, "the probe succeeded"],
    ["/", { fail_if_not_ssl: true }, false, "the final response used no TLS"],
    ["/", { fail_if_body_matches_regexp: ["h.llo"] }, false, "the content matches h.llo"],
    ["/", { fail_if_body_not_matches_regexp: ["é$"] }, true, "the probe succeeded"],
    ["/", { fail_if_body_not_matches_regexp: ["^bye"] }, false, "the content does not match ^bye"],
    ["/", { fail_if_header_matches: [{ header: "X-State", regexp: "up" }] }, false, "X-State matches up"],
    ["/", { fail_if_header_matches: [{ header: "X-No", regexp: "up" }] }, false, "X-No is missing"],
    [
      "/",
      { fail_if_header_matches: [{ header: "X-No", regexp: "up", allow_missing: true }] },
      true,
      "the probe succeeded",
    ],
    ["/", { fail_if_header_not_matches: [{ header: "x-state", regexp: "^u" }] }, true, "the probe succeeded"],
    [
      "/",
      { fail_if_header_not_matches: [{ header: "x-state", regexp: "down" }] },
      false,
      "x-state does not match down",
    ],
    ["/", { fail_if_header_not_matches: [{ header: "x-no", regexp: "" }] }, false, "x-no is missing"],
    ["/loop", {}, false, "the redirects ended with loop"],
    ["/one", { follow_redirects: false }, false, "the status is 302"],
    ["/one", { no_follow_redirects: true }, false, "the status is 302"],
    ["/one", { no_follow_redirects: false, follow_redirects: false }, true, "the probe succeeded"],
    ["/", { bodyLimit: 8 }, true, "the probe succeeded"],
    ["/", { bodyLimit: 7 }, false, "the content is larger than 7 bytes"],
    ["/", { bodyLimit: 7, fail_if_body_matches_regexp: ["x"] }, false, "the content is too large"],
    ["/gzip", { compression: "gzip" }, true, "the probe succeeded"],
    ["/gzip", { compression: "br" }, false, "the content is not compressed with br"],
    ["/", { compression: "" }, true, "the probe succeeded"],
    [
      "/404",
      { fail_if_body_not_matches_regexp: ["x"], body: "regexp not tried" },
      false,
      "the status is 404",
    ],
    ["/long", { fail_if_body_matches_regexp: ["b.{0,248}c"] }, true, "the probe succeeded"],
    ["/long", { fail_if_body_matches_regexp: ["b.{0,249}c"] }, false, "the content is too large"],
    ["http://127.0.0.1:1/", {}, false, "refused"],
  ])("%s with %j", async (path, module, success, reason) => {
    const { value, text } = await probed(path, module);
    expect(value("probe_success")).toBe(Number(success));
    expect(text).toContain(reason);
    const isRegexp = /regexp/.test(JSON.stringify(module)) && !success && path !== "/404";
    expect(value("probe_failed_due_to_regex")).toBe(Number(isRegexp));
  });
});

test("method and content of the module are sent", async () => {
  const sent = async (module: LoadedModule) =>
    (await probed("/method", { ...module, fail_if_body_not_matches_regexp: ["never"] })).text;
  expect(await sent({ method: "PUT" })).toContain("failed");
  const { value } = await probed("/method", {
    method: "POST",
    body: "a=b",
    fail_if_body_not_matches_regexp: ["^POSTa=b$"],
  });
  expect(value("probe_success")).toBe(1);
});

test("the scraper's timeout limits the lookup, and so does the module's", async () => {
  for (const [module, limit] of [
    [{}, 300],
    [{ timeoutMs: 300 }, undefined],
  ] as const) {
    const { value, text } = await probed("/slow", module, limit);
    expect(value("probe_success")).toBe(0);
    expect(text).toContain("time limit of 0.3 s");
  }
});

test("requirements of the project file", async () => {
  const loadedProject = readProject(
    '[rules]\nage-invalid = "off"\n[require]\nx-state = "up"\nx-no = true\n',
    "p",
    0,
  );
  const { value, samples } = await probed("/", { loadedProject });
  expect(value('netlens_requirement_ok{name="x-state"}')).toBe(1);
  expect(value('netlens_requirement_ok{name="x-no"}')).toBe(0);
  expect(samples.some((line) => line.includes("age-invalid"))).toBe(false);
  const failed = await probed("http://127.0.0.1:1/", { loadedProject });
  expect(failed.value('netlens_requirement_ok{name="x-state"}')).toBe(0);
});

test("the registration of the domain, if the module asks for it", async () => {
  using registry = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      Response.json({
        ldhName: "shop-example.com",
        events: [{ eventAction: "expiration", eventDate: "2020-01-01T00:00:00Z" }],
      }),
  });
  const to = { host: "127.0.0.1", port: server.port ?? 0 };
  const bounds = {
    ...settings,
    rdap: registry.url.href,
    detours: [{ host: "shop-example.com", port: 80, to }],
  };
  const days = async (module: LoadedModule) => {
    const network = async () => ({ settings: bounds, options: {} });
    const { value } = await probed("http://shop-example.com:80/", { ...module, network });
    return value("netlens_domain_expiry_days");
  };
  expect(await days({})).toBeUndefined();
  expect(await days({ domain: true })).toBeLessThan(-2000);
  const loadedProject = readProject("[limits]\ndomain-days = 10\n", "p", 0);
  expect(await days({ loadedProject })).toBeLessThan(-2000);
  expect(await days({ loadedProject, domain: false })).toBeUndefined();
});

test("a target that is not a URL is a client error", () =>
  expect(probed("ftp://127.0.0.1/")).rejects.toThrow(NetlensError));
