/**
 * Request smuggling (RFC 9112 section 11.2): an attacker's bytes through a proxy must not change responses to
 * other clients that share the proxy's connection to the service. The test counts victims.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { apache, caddy, freePort, haproxy, nginx, type ProxyServer } from "./proxy-servers.ts";
import { HONEST, HTTP2_ATTACKS, http2Bytes } from "./smuggling-http2.ts";
import { ALONE, ATTACKS, BODY, chunksNamed, HIDDEN_ANSWER, LAST } from "./smuggling-inputs.ts";
import { naivePair } from "./smuggling-naive.ts";

const service = (): Promise<Service> =>
  startService(loadConfig({ listen: "127.0.0.1:0", drain: "off", "trusted-proxies": "127.0.0.1" }, {})
    .settings, () => {}, []);
const portOf = ({ address }: Service) => Number(address.split(":")[1]);

/** Milliseconds to wait for a response. */
const PATIENCE = 40;
/** Victims per attack: the first may receive the rest of the attack, the second a delayed response. */
const VICTIMS = 2;

interface Received {
  readonly text: string;
  readonly ended: boolean;
}

/** Sends pieces one after another; returns the text received until `done` returns true or the timeout. */
async function send(
  port: number,
  bytes: Uint8Array | readonly Uint8Array[],
  done: (text: string) => boolean,
  ms: number,
): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let text = "";
  let ended = false;
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data(_socket, chunk) {
        text += Buffer.from(chunk).toString("latin1");
        if (done(text)) resolve();
      },
      close() {
        ended = true;
        resolve();
      },
    },
  });
  socket.setNoDelay(true);
  for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
    socket.write(piece);
    if (piece !== bytes) await Bun.sleep(1);
  }
  await Promise.race([promise, Bun.sleep(ms)]);
  const received = { text, ended };
  socket.terminate();
  return received;
}

const answered = (text: string) => text.includes("10.0.0.1");

type Outcome = "served" | "refused" | "deceived";

let victims = 0;
/** Outcome for a client that requests a unique address. */
async function victim(port: number): Promise<Outcome> {
  const number = ++victims;
  const own = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  const response = await fetch(`http://127.0.0.1:${port}/v1/ip/${own}`, {
    signal: AbortSignal.timeout(5000),
    keepalive: false,
  }).catch(() => undefined);
  if (!response) return "refused";
  const answer = await response.text().catch(() => undefined);
  if (answer === undefined) return "refused";
  if (response.status === 200) return answer.includes(`"${own}"`) ? "served" : "deceived";
  // 502 and higher: the proxy reports that the service failed.
  return response.status >= 502 ? "refused" : "deceived";
}

/**
 * Old versions of Go crash a proxy that reads content with `Expect: 100-continue` after the response
 * (golang/go issue 53808). A proxy that ends for exactly this reason is restarted.
 */
const FAULT_OF_GO = "net/http.(*expectContinueReader).Read";

async function tally(
  at: () => Pick<Running, "port" | "victims">,
  attacks: Sent,
  revive = () => Promise.resolve(false),
) {
  const counts: Record<Outcome, number> = { served: 0, refused: 0, deceived: 0 };
  const by: string[] = [];
  for (const [what, bytes] of attacks) {
    await send(at().port, bytes, () => false, PATIENCE).catch(() => {});
    for (let count = 0; count < VICTIMS; count++) {
      const request = () => victim(at().victims ?? at().port);
      let outcome = await request();
      if (outcome === "refused" && (await revive())) outcome = await request();
      counts[outcome]++;
      if (outcome !== "served") by.push(`${outcome}: ${what}`);
    }
  }
  return { counts, by };
}

type Sent = readonly (readonly [what: string, bytes: Uint8Array])[];
const HTTP1: Sent = ATTACKS.map(({ what, bytes }) => [what, Buffer.from(bytes, "latin1")]);
const HTTP2: Sent = HTTP2_ATTACKS.map((attack) => [attack.what, http2Bytes(attack)]);

function haproxyTo(upstream: string): Promise<ProxyServer> {
  return haproxy(`
frontend in
  bind 127.0.0.1:PORT
  default_backend netlens
backend netlens
  option forwardfor
  http-reuse always
  server one ${upstream} maxconn 1`);
}
function caddyTo(upstream: string): Promise<ProxyServer> {
  return caddy(`:PORT {
  bind 127.0.0.1
  reverse_proxy ${upstream} {
    transport http {
      max_conns_per_host 1
    }
  }
}`);
}

interface Running extends ProxyServer {
  /** Port for HTTP/1.1, if it differs. */
  readonly victims?: number;
}
type Setup = readonly [attacks: Sent, start: (upstream: string) => Promise<Running>];

/** Proxies with at most one connection to the service, which all requests share. */
const PROXIES: Readonly<Record<string, Setup>> = {
  nginx: [
    HTTP1,
    (upstream) =>
      nginx(`upstream netlens { server ${upstream}; keepalive 1; }
      server { listen 127.0.0.1:PORT; location / {
        proxy_pass http://netlens; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } }`),
  ],
  "nginx that does not wait for content": [
    HTTP1,
    (upstream) =>
      nginx(`upstream netlens { server ${upstream}; keepalive 1; }
      server { listen 127.0.0.1:PORT; location / { proxy_request_buffering off; proxy_buffering off;
        proxy_pass http://netlens; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } }`),
  ],
  HAProxy: [HTTP1, haproxyTo],
  Apache: [
    HTTP1,
    (upstream) =>
      apache(`ServerLimit 1
    StartServers 1
    MaxRequestWorkers 25
    <VirtualHost 127.0.0.1:PORT>
      ProxyPass / http://${upstream}/ max=1 ttl=60
    </VirtualHost>`),
  ],
  Caddy: [HTTP1, caddyTo],
  "nginx from HTTP/2": [
    HTTP2,
    async (upstream) => {
      const victims = freePort();
      const server = await nginx(`upstream netlens { server ${upstream}; keepalive 1; }
      server { listen 127.0.0.1:PORT http2; listen 127.0.0.1:${victims}; location / {
        proxy_pass http://netlens; proxy_http_version 1.1; proxy_set_header Connection ""; } }
      `);
      return { ...server, victims };
    },
  ],
  "HAProxy from HTTP/2": [HTTP2, haproxyTo],
  "Caddy from HTTP/2": [HTTP2, caddyTo],
};
/** Attacks whose hidden part is, in every interpretation, the next request of the attacker. */
const OWN_NEXT = [
  "TE.CL Transfer_Encoding: chunked",
  ...["N", "0N"].map((form) => `CL and content Content-Length: ${form}`),
  ...["Content-Length:N", "Content-Length:\tN", "Content-Length: N\r\nContent-Length: N"].map(
    (form) => `CL and content ${form}`,
  ),
  "CL and content Connection: Content-Length\r\nContent-Length: N",
  ...[`14;a=b\r\n${BODY}\r\n${LAST}`, `14;a="\r\n${BODY}\r\n${LAST}`, `${"0".repeat(40)}14\r\n${BODY}\r\n`],
  ...[`14;${"a".repeat(60)}`, `14\r\n${BODY}\r\n000\r\n\r\n`, `14\r\n${BODY}\r\n0;a=b\r\n\r\n`],
].map((what) => (/^[01]/.test(what) ? chunksNamed(what) : what));

describe("directly, without a proxy that refuses first", () => {
  let running: Service;
  beforeAll(async () => {
    running = await service();
    // Loads the code for each kind of request.
    await send(portOf(running), Buffer.from(ALONE), answered, 5000);
  });
  afterAll(() => running.stop());

  /** Status codes of the responses, and whether the hidden request got a response. */
  async function outcome(bytes: readonly Uint8Array[]) {
    const { text } = await send(portOf(running), bytes, () => false, 1500);
    const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status).join(" ");
    return { statuses, hidden: text.includes(HIDDEN_ANSWER) };
  }
  const pieces = (bytes: Uint8Array) => {
    const size = Math.max(1, bytes.length >> 7);
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
  };

  test("a hidden request is answered only if it is unambiguous; never with both framings at once", async () => {
    const rows = await Promise.all(
      HTTP1.map(async ([what, bytes]) => ({ what, ...(await outcome([bytes])) })),
    );
    expect(
      rows
        .filter(({ hidden }) => hidden)
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(OWN_NEXT.toSorted());
    const both = rows.filter(({ what }) => /^(?:CL\.TE|TE\.CL).*Transfer-Encoding/s.test(what));
    expect(both.length).toBeGreaterThan(60);
    expect(both.filter(({ statuses }) => statuses !== "400")).toEqual([]);
    // Splitting the bytes must not change the result.
    const torn = await Promise.all(
      HTTP1.map(async ([what, bytes]) => ({ what, ...(await outcome(pieces(bytes))) })),
    );
    expect(torn).toEqual(rows);
  }, 30_000);
});

test("victims of a vulnerable pair are counted", async () => {
  const pair = await naivePair();
  const { counts } = await tally(
    () => pair,
    HTTP1.filter(([what]) => what.startsWith("CL.TE")),
  );
  await pair.stop();
  expect(counts.deceived).toBeGreaterThan(0);
});

describe("no other client's answer changes", () => {
  test.concurrent.each(Object.keys(PROXIES))(
    "behind %s",
    async (name) => {
      const [attacks, start] = PROXIES[name] as Setup;
      const running = await service();
      let proxy = await start(running.address);
      let revived = 0;
      const revive = async () => {
        if (!(await proxy.ended())?.includes(FAULT_OF_GO)) return false;
        await proxy.stop();
        proxy = await start(running.address);
        revived++;
        return true;
      };
      try {
        const honest = await send(
          proxy.port,
          attacks === HTTP1 ? Buffer.from(ALONE) : http2Bytes(HONEST),
          answered,
          5000,
        );
        expect(honest.text).toContain("10.0.0.1");
        const { counts, by } = await tally(() => proxy, attacks, revive);
        // Verifies that they shared a connection: an aborted one may close later, and Go opens the next one
        // in advance.
        const held = () =>
          Number(running.metrics().find(({ name }) => name === "netlens_connections")?.samples[0]?.value);
        for (let tries = 0; tries < 100 && held() > 2; tries++) await Bun.sleep(20);
        expect(held()).toBeLessThanOrEqual(2);
        console.log(
          `${name}: ${attacks.length} attacks, victims ${JSON.stringify(counts)}, ended by Go ${revived} times`,
        );
        expect(by).toEqual([]);
      } finally {
        await proxy.stop();
        await running.stop();
      }
    },
    120_000,
  );
});
