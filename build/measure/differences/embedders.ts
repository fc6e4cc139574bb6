/** Loads of pages with an embedder policy, for different headers of the loaded response, in any engine. */

import { receivedMessage } from "../../../src/headers/message.ts";
import { rawResponse } from "../../../src/headers/raw-response.ts";
import { mayEmbed } from "../../../src/headers/verdicts/embedding.ts";
import { checkIsolation } from "../../../src/headers/verdicts/isolation.ts";
import { demandsOf } from "../../../src/headers/verdicts/policy-loads.ts";
import type { Engine } from "../../../src/headers/verdicts/response.ts";
import { drivers } from "./drivers.ts";
import { type Answer, serve } from "./server.ts";

const POLICIES = ["require-corp", "credentialless", "unsafe-none", "REQUIRE-CORP"];
const LINES = [
  [],
  ["Cross-Origin-Resource-Policy: cross-origin"],
  ["Cross-Origin-Resource-Policy: same-site"],
  ["Cross-Origin-Embedder-Policy: require-corp"],
  ["Cross-Origin-Embedder-Policy: credentialless"],
  ["Cross-Origin-Embedder-Policy: require-corp", "Cross-Origin-Resource-Policy: cross-origin"],
  ["Cross-Origin-Embedder-Policy: credentialless", "Cross-Origin-Resource-Policy: cross-origin"],
  ["Cross-Origin-Embedder-Policy: require-corp", "Cross-Origin-Resource-Policy: same-site"],
];
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const BODIES: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
  script: ["text/javascript", "1"],
  style: ["text/css", "a{}"],
  image: ["image/png", PNG],
  frame: ["text/html", "<!doctype html><script>parent.postMessage(location.href, '*')</script>"],
  worker: ["text/javascript", "postMessage(1)"],
};

/** Script that reports whether an element added to the page loads. */
const LOAD = `
  const within = (start) => new Promise((done) => { start(done); setTimeout(() => done(false), 1000); });
  const element = (name, given, done) => document.body.append(Object.assign(document.createElement(name), given, { onload: () => done(true), onerror: () => done(false) }));
  const loads = {
    script: (src) => within((done) => element("script", { src }, done)),
    style: (href) => within((done) => element("link", { rel: "stylesheet", href }, done)),
    image: (src) => within((done) => element("img", { src }, done)),
    frame: (src) => within((done) => { addEventListener("message", ({ data }) => data === src && done(true)); document.body.append(Object.assign(document.createElement("iframe"), { src })); }),
    worker: (src) => within((done) => { const worker = new Worker(src); worker.onmessage = () => done(true); worker.onerror = () => done(false); }),
  };`;

/** Number of elements per page; more would not load before the timeout of 1 s. */
const AT_ONCE = 8;

interface Compared {
  readonly name: string;
  readonly seen: boolean;
  readonly ours: boolean;
}

/**
 * Every embedder policy, valid and invalid, with every kind of load from the same origin, the same site and
 * another site.
 */
export async function compareEmbedders(engine: Engine): Promise<Compared[]> {
  const answer = ({ path }: { readonly path: string }): Answer => {
    const [, what = "", number = ""] = path.split("/");
    const [type, body] = BODIES[what] ?? ["text/html", "<!doctype html><body>x"];
    const own =
      what === "page" ? [`Cross-Origin-Embedder-Policy: ${POLICIES[Number(number)]}`] : LINES[Number(number)];
    return { headers: [`Content-Type: ${type}`, "Cache-Control: no-store", ...(own ?? [])], body };
  };
  const [server, other] = [await serve(answer), await serve(answer)];
  const page = `http://127.0.0.1:${server.port}/page/`;
  const places = [
    `http://127.0.0.1:${server.port}`,
    `http://127.0.0.1:${other.port}`,
    `http://localhost:${other.port}`,
  ];
  const driver = await drivers[engine]();
  const found: Compared[] = [];
  try {
    for (const [number, policy] of POLICIES.entries()) {
      const cases = places.flatMap((place) =>
        Object.keys(BODIES)
          .filter((as) => as !== "worker" || place === places[0])
          .flatMap((as) => LINES.map((lines, index) => ({ as, lines, url: `${place}/${as}/${index}` }))),
      );
      await driver.goto(page + number);
      const seen: boolean[] = [];
      for (let from = 0; from < cases.length; from += AT_ONCE) {
        const requested = cases.slice(from, from + AT_ONCE).map(({ as, url }) => [as, url]);
        const run = `${LOAD} return Promise.all(${JSON.stringify(requested)}.map(([as, url]) => loads[as](url)))`;
        seen.push(...((await driver.run(run)) as boolean[]));
      }
      const known = { url: page, status: 200 };
      const response = rawResponse(receivedMessage([`Cross-Origin-Embedder-Policy: ${policy}`], known));
      const { embedder } = checkIsolation(response, engine);
      for (const [index, { as, lines, url }] of cases.entries()) {
        const demands = demandsOf(as, new URL(url), new URL(page), embedder, engine);
        found.push({
          name: `${policy} ${as} ${url.replace(/\/\w+\/\d+$/, "")} ${lines.join(", ")}`,
          seen: seen[index] === true,
          ours:
            (demands?.lines ?? []).every((line) => isMet(line, lines, engine)) &&
            isOpen(as, url, page, lines, engine),
        });
      }
    }
  } finally {
    await driver.close();
    server.stop();
    other.stop();
  }
  return found;
}

/**
 * Whether Cross-Origin-Resource-Policy allows a load by pages without a policy; for frames it does not apply.
 */
function isOpen(as: string, url: string, page: string, lines: readonly string[], engine: Engine): boolean {
  const known = { url, status: 200 };
  const response = rawResponse(receivedMessage(lines, known));
  return as === "frame" || mayEmbed(response, new URL(page), "unsafe-none", engine);
}

/**
 * Whether the lines contain this line or an equivalent: another embedder policy, or resource policy
 * `cross-origin`.
 */
function isMet(line: string, lines: readonly string[], engine: Engine): boolean {
  if (line.startsWith("Cross-Origin-Embedder-Policy"))
    return lines.some((one) =>
      engine === "webkit"
        ? one === "Cross-Origin-Embedder-Policy: require-corp"
        : one.startsWith("Cross-Origin-Embedder"),
    );
  return lines.includes(line) || lines.includes("Cross-Origin-Resource-Policy: cross-origin");
}
