/**
 * Compares our probe with Debian's blackbox_exporter: every common metric is equal, or has a known
 * difference. Also runs a real Prometheus.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./proxy-servers.ts";
import { main } from "./rolling.ts";

const place = mkdtempSync(join(tmpdir(), "netlens-probe-"));
const [exporter, api, metrics, prometheus] = [freePort(), freePort(), freePort(), freePort()];
const children: Bun.Subprocess[] = [];
const servers: { stop(): unknown }[] = [];
const openssl = (...args: string[]) => {
  const { exitCode, stderr } = Bun.spawnSync(["openssl", ...args], { cwd: place });
  if (exitCode !== 0) throw new Error(String(stderr));
};

/** Certificate for localhost, signed by the tests' authority; expired for two days if `days` is negative. */
async function certificate(
  name: string,
  names: string,
  expired = false,
): Promise<{ cert: string; key: string }> {
  await Bun.write(join(place, `${name}.ext`), `subjectAltName=${names}\n`);
  openssl(
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    `${name}.key`,
    "-out",
    `${name}.csr`,
    "-subj",
    `/CN=${name}`,
  );
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000)
      .toISOString()
      .replace(/[-:T]|\.\d+/g, "")
      .slice(2);
  await Bun.write(join(place, "index.txt"), "");
  await Bun.write(join(place, "serial"), `${Bun.hash.crc32(name).toString(16).padStart(8, "0")}\n`);
  await Bun.write(
    join(place, "ca.cnf"),
    "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n",
  );
  openssl(
    ...[
      "ca",
      "-batch",
      "-config",
      "ca.cnf",
      "-cert",
      "ca.pem",
      "-keyfile",
      "ca.key",
      "-in",
      `${name}.csr`,
      "-out",
      `${name}.pem`,
    ],
    ...[
      "-notext",
      "-extfile",
      `${name}.ext`,
      "-startdate",
      day(expired ? -3 : -1),
      "-enddate",
      day(expired ? -1 : 90),
    ],
  );
  const read = (file: string) => Bun.file(join(place, file)).text();
  return { cert: await read(`${name}.pem`), key: await read(`${name}.key`) };
}

const MODULES = `modules:
  ping:
    prober: icmp
    icmp: { preferred_ip_protocol: ip4 }
  http_2xx:
    prober: http
    timeout: 3s
    http:
      preferred_ip_protocol: ip4
      tls_config: { ca_file: ${place}/ca.pem }
  any:
    prober: http
    timeout: 3s
    http:
      preferred_ip_protocol: ip4
      valid_status_codes: [200, 204, 301, 302, 404, 500]
      follow_redirects: false
      tls_config: { ca_file: ${place}/ca.pem }
  careless:
    prober: http
    timeout: 3s
    http:
      preferred_ip_protocol: ip4
      tls_config: { insecure_skip_verify: true }
  body:
    prober: http
    timeout: 3s
    http:
      preferred_ip_protocol: ip4
      fail_if_body_not_matches_regexp: ["(?i)HELLO"]
      fail_if_header_matches: [{ header: Set-Cookie, regexp: ".*", allow_missing: true }]
  head:
    prober: http
    timeout: 3s
    http: { method: HEAD, preferred_ip_protocol: ip4 }
  post:
    prober: http
    timeout: 3s
    http: { method: POST, body: "a=b", preferred_ip_protocol: ip4, headers: { X-Test: "yes" } }
  sent:
    prober: http
    http:
      preferred_ip_protocol: ip4
      authorization: { credentials_file: token }
      headers: { X-Version: 1.10, Host: shop.example, X-Empty: }
      body: >-
        a
        b
      fail_if_body_not_matches_regexp: ['AGET shop.example Bearer secret 1.10 (?P<type>) [[:alpha:]]sQbEz']
  limited:
    prober: http
    http: { preferred_ip_protocol: ip4, body_size_limit: 2KB, fail_if_body_matches_regexp: [y] }
  gzip:
    prober: http
    http:
      preferred_ip_protocol: ip4
      compression: gzip
      headers: { Accept-Encoding: gzip }
      fail_if_body_not_matches_regexp: ['^(?i:HELLO )+$']
  named:
    prober: http
    http:
      preferred_ip_protocol: ip4
      tls_config: { ca_file: ${place}/ca.pem, server_name: other.example }
  tls12:
    prober: http
    http:
      preferred_ip_protocol: ip4
      tls_config: { ca_file: ${place}/ca.pem, max_version: TLS12 }
  tls_only:
    prober: http
    timeout: 3s
    http: { fail_if_not_ssl: true, preferred_ip_protocol: ip4 }
  http2:
    prober: http
    timeout: 3s
    http:
      valid_http_versions: ["HTTP/2.0"]
      preferred_ip_protocol: ip4
      tls_config: { ca_file: ${place}/ca.pem }
`;

/** Target and module; placeholders for URLs are replaced when the servers run. */
const TARGETS: readonly (readonly [target: string, module: string])[] = [
  ["PLAIN/", "http_2xx"],
  ["PLAIN/one", "http_2xx"],
  ["PLAIN/two", "http_2xx"],
  ["PLAIN/two", "any"],
  ["PLAIN/404", "http_2xx"],
  ["PLAIN/404", "any"],
  ["PLAIN/500", "http_2xx"],
  ["PLAIN/204", "http_2xx"],
  ["PLAIN/loop", "http_2xx"],
  ["PLAIN/cookie", "body"],
  ["PLAIN/", "body"],
  ["PLAIN/empty", "body"],
  ["PLAIN/chunked", "http_2xx"],
  ["PLAIN/modified", "http_2xx"],
  ["PLAIN/", "head"],
  ["PLAIN/echo", "post"],
  ["PLAIN/", "tls_only"],
  ["PLAIN/slow", "http_2xx"],
  ["PLAIN/large", "http_2xx"],
  ["127.0.0.1:1", "http_2xx"],
  ["http://127.0.0.1:1/", "http_2xx"],
  ["http://nowhere.invalid/", "http_2xx"],
  ["TLS/", "http_2xx"],
  ["TLS/", "careless"],
  ["TLS/", "tls_only"],
  ["TLS/two", "http_2xx"],
  ["TLS/to-plain", "http_2xx"],
  ["PLAIN/to-tls", "http_2xx"],
  ["EXPIRED/", "http_2xx"],
  ["EXPIRED/", "careless"],
  ["OTHER/", "http_2xx"],
  ["OTHER/", "careless"],
  ["SELF/", "http_2xx"],
  ["SELF/", "careless"],
  ["H2/", "http2"],
  ["H2/", "http_2xx"],
  ["TLS/", "http2"],
  ["PLAIN/", "http2"],
  ["TLS/404", "any"],
  ["PLAIN/to-dead", "http_2xx"],
  ["PLAIN/sent", "sent"],
  ["PLAIN/large", "limited"],
  ["PLAIN/", "limited"],
  ["PLAIN/gzip", "gzip"],
  ["OTHER/", "named"],
  ["TLS/", "tls12"],
  ["PLAIN/wall", "http_2xx"],
];

/** Metrics of both exporters that are compared by value. For times only their presence is compared. */
const COMPARED = [
  "probe_success",
  "probe_failed_due_to_regex",
  "probe_http_redirects",
  "probe_http_status_code",
  "probe_http_ssl",
  "probe_http_version",
  "probe_http_content_length",
  "probe_http_uncompressed_body_length",
  "probe_http_last_modified_timestamp_seconds",
  "probe_ip_protocol",
  "probe_ip_addr_hash",
  "probe_ssl_earliest_cert_expiry",
  "probe_ssl_last_chain_expiry_timestamp_seconds",
];

/** Differences by design. */
const KNOWN: readonly { readonly about: RegExp; readonly names: RegExp; readonly why: string }[] = [
  {
    about: /^(?:EXPIRED|OTHER|SELF)\/ (?:http_2xx|named)$|^TLS\/ tls_only$/,
    names: /probe_(?:http_(?:status_code|version|ssl|content_length|uncompressed_body_length)$|ssl_)/,
    why: "the exporter stops at a certificate that it does not trust; a lookup reports what the server answers, and fails the probe",
  },
  {
    about: /\/loop /,
    names: /^probe_http_redirects$/,
    why: "a loop is known at its first repetition, the exporter follows ten redirects",
  },
];

beforeAll(async () => {
  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "365",
    "-subj",
    "/CN=netlens test",
  );
  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "self.key",
    "-out",
    "self.pem",
    "-days",
    "30",
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost,IP:127.0.0.1",
  );
  const good = await certificate("good", "DNS:localhost,IP:127.0.0.1");
  const expired = await certificate("expired", "DNS:localhost,IP:127.0.0.1", true);
  const other = await certificate("other", "DNS:other.example");
  const self = {
    cert: await Bun.file(join(place, "self.pem")).text(),
    key: await Bun.file(join(place, "self.key")).text(),
  };
  const urls = new Map<string, string>();
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const go = (to: string) => new Response(null, { status: 302, headers: { location: to } });
    switch (pathname) {
      case "/one":
        return go("/");
      case "/two":
        return go("/one");
      case "/loop":
        return go("/loop");
      case "/404":
      case "/500":
      case "/204":
        return new Response(null, { status: Number(pathname.slice(1)) });
      case "/cookie":
        return new Response("hello", { headers: { "set-cookie": "a=b" } });
      case "/empty":
        return new Response("");
      case "/chunked":
        return new Response(new Blob(["hello"]).stream());
      case "/modified":
        return new Response("hello", { headers: { "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" } });
      case "/echo":
        return new Response(request.headers.get("x-test"));
      case "/sent": {
        const [host, authorization, version, type] = [
          "host",
          "authorization",
          "x-version",
          "content-type",
        ].map((name) => request.headers.get(name) ?? "");
        const text = await request.text();
        return new Response(`${request.method} ${host} ${authorization} ${version} ${type} ${text}`);
      }
      case "/gzip":
        return new Response(Bun.gzipSync("hello ".repeat(50)), { headers: { "content-encoding": "gzip" } });
      case "/wall":
        return request.headers.has("cookie")
          ? new Response("hello")
          : new Response(null, { status: 302, headers: { location: "/wall", "set-cookie": "seen=1" } });
      case "/slow":
        return Bun.sleep(6000).then(() => new Response("late"));
      case "/large":
        return new Response("x".repeat(1_000_000));
      case "/to-plain":
        return go(`${urls.get("PLAIN")}/`);
      case "/to-tls":
        return go(`${urls.get("TLS")}/`);
      case "/to-dead":
        return go("http://127.0.0.1:1/");
      default:
        return new Response("hello");
    }
  };
  const at = { hostname: "127.0.0.1", port: 0, fetch: answer };
  const add = (name: string, scheme: string, server: Bun.Server<undefined>) => {
    urls.set(name, `${scheme}://127.0.0.1:${server.port}`);
    servers.push({ stop: () => server.stop(true) });
  };
  add("PLAIN", "http", Bun.serve(at));
  add("TLS", "https", Bun.serve({ ...at, tls: good }));
  add("EXPIRED", "https", Bun.serve({ ...at, tls: expired }));
  add("OTHER", "https", Bun.serve({ ...at, tls: other }));
  add("SELF", "https", Bun.serve({ ...at, tls: self }));
  const h2 = createSecureServer({ ...good, allowHTTP1: true }, (_request, response) => response.end("hello"));
  await new Promise<void>((resolve) => h2.listen(0, "127.0.0.1", resolve));
  urls.set("H2", `https://127.0.0.1:${(h2.address() as { port: number }).port}`);
  servers.push({ stop: () => h2.close() });
  fillIn = (target) => target.replace(/^[A-Z0-9]+(?=\/)/, (name) => urls.get(name) ?? name);
  await Bun.write(join(place, "token"), "secret\n");
  const modules = join(place, "blackbox.yml");
  await Bun.write(modules, MODULES);
  const run = (...command: string[]) =>
    void children.push(Bun.spawn(command, { cwd: place, stdio: ["ignore", "ignore", "ignore"] }));
  run(
    "prometheus-blackbox-exporter",
    `--config.file=${modules}`,
    `--web.listen-address=127.0.0.1:${exporter}`,
  );
  run(
    process.execPath,
    main,
    "serve",
    "--listen",
    `127.0.0.1:${api}`,
    "--metrics-listen",
    `127.0.0.1:${metrics}`,
    "--probe-config",
    modules,
    "--http-allow",
    "127.0.0.0/8",
    "--http-ports",
    "1,80,443,1024-65535",
    "--probe",
    "--drain",
    "off",
  );
  await Bun.write(
    join(place, "prometheus.yml"),
    JSON.stringify({
      global: { scrape_interval: "1s", scrape_timeout: "900ms" },
      scrape_configs: [
        {
          job_name: "targets",
          metrics_path: "/probe",
          params: { module: ["http_2xx"] },
          static_configs: [{ targets: [`${urls.get("PLAIN")}/one`, `${urls.get("TLS")}/`] }],
          relabel_configs: [
            { source_labels: ["__address__"], target_label: "__param_target" },
            { source_labels: ["__param_target"], target_label: "instance" },
            { target_label: "__address__", replacement: `127.0.0.1:${metrics}` },
          ],
        },
      ],
    }),
  );
  run(
    "prometheus",
    `--config.file=${place}/prometheus.yml`,
    `--storage.tsdb.path=${place}/data`,
    `--web.listen-address=127.0.0.1:${prometheus}`,
  );
  for (const port of [exporter, api, metrics, prometheus])
    for (let tries = 0; tries < 200; tries++) {
      if (
        await fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        )
      )
        break;
      await Bun.sleep(50);
    }
}, 60_000);
let fillIn: (target: string) => string;

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map(({ exited }) => exited));
  for (const { stop } of servers) await stop();
  rmSync(place, { recursive: true, force: true });
});

async function send(port: number, target: string, module: string): Promise<ReadonlyMap<string, string>> {
  const query = new URLSearchParams({ target: fillIn(target), module });
  const text = await (await fetch(`http://127.0.0.1:${port}/probe?${query}`)).text();
  return new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]),
  );
}

describe("compared with blackbox_exporter", () => {
  test.each(TARGETS)(
    "%s by %s",
    async (target, module) => {
      const [theirs, ours] = await Promise.all([
        send(exporter, target, module),
        send(metrics, target, module),
      ]);
      const number = (all: ReadonlyMap<string, string>, name: string) =>
        all.has(name) ? Number(all.get(name)) : undefined;
      const differences = COMPARED.filter((name) => number(theirs, name) !== number(ours, name))
        .filter(
          (name) => !KNOWN.some(({ about, names }) => about.test(`${target} ${module}`) && names.test(name)),
        )
        .map((name) => `${name}: ${number(theirs, name)} there, ${number(ours, name)} here`);
      expect(differences).toEqual([]);
      const phases = (all: ReadonlyMap<string, string>) =>
        [...all.keys()].filter((name) => name.startsWith("probe_http_duration_seconds{")).toSorted();
      // For a name without an address, the exporter reports only the first phase.
      expect(phases(ours)).toEqual(expect.arrayContaining(phases(theirs)));
    },
    20_000,
  );
});

test("the service answers the same with --probe", async () => {
  const ours = await send(api, "PLAIN/", "http_2xx");
  expect(ours.get("probe_success")).toBe("1");
});

test("an unknown module and a missing target are named", async () => {
  const at = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${metrics}${path}`);
    return [response.status, await response.text()];
  };
  expect(await at("/probe?target=http://127.0.0.1/&module=x")).toEqual([
    400,
    'module: unknown module "x".\n',
  ]);
  expect(await at("/probe?target=http://127.0.0.1/&module=ping")).toEqual([
    400,
    'module: "ping" uses the icmp prober; netlens has only http.\n',
  ]);
  expect(await at("/probe")).toEqual([
    400,
    "The parameter target is missing; use ?target=https://example.com/.\n",
  ]);
});

const query = async (expr: string) => {
  const url = `http://127.0.0.1:${prometheus}/api/v1/query?query=${encodeURIComponent(expr)}`;
  return (await (await fetch(url)).json()) as {
    status: string;
    error?: string;
    data: { result: { value: [number, string] }[] };
  };
};

test("a real Prometheus scrapes targets through it", async () => {
  let value = "";
  for (let tries = 0; tries < 100 && value === ""; tries++) {
    await Bun.sleep(200);
    const { data } = await query(
      'probe_success{job="targets",instance=~".*/one"} + on(instance) probe_http_redirects',
    );
    value = data.result[0]?.value[1] ?? "";
  }
  expect(value).toBe("2");
}, 30_000);

test("it answers each query of the target dashboard, except for what these targets lack", async () => {
  const { panels } = (await Bun.file(
    new URL("../observability/target-dashboard.json", import.meta.url),
  ).json()) as { panels: { title: string; targets: { expr: string }[] }[] };
  const requested = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      title,
      expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$target", ".*"),
    })),
  );
  expect(requested.length).toBeGreaterThan(12);
  let without = requested.map(({ title }) => title);
  for (let tries = 0; tries < 100 && without.length > 1; tries++) {
    await Bun.sleep(200);
    without = [];
    for (const { title, expr } of requested) {
      const { status, error, data } = await query(expr);
      if (status !== "success") throw new Error(`${title}: ${error}`);
      if (data.result.length === 0) without.push(title);
    }
  }
  // Without a project file, no header is required.
  expect(without).toEqual(["Requirements of the project file"]);
}, 60_000);
