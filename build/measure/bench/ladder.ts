/**
 * Time of a request for an address, step by step: servers that do more and more of the work, up to netlens
 * with its log, compared with nginx with the geoip2 module. All are compiled alike and use the same file and
 * addresses, alternately.
 *
 *   bun build/measure/bench/ladder.ts          this revision and nginx
 *   bun build/measure/bench/ladder.ts FOLDER   this revision and another, which is built and has this folder's files in FOLDER:
 *                                      each step next to its old one, as the machine's speed changes within seconds
 */

import { connect } from "node:net";
import { join } from "node:path";
import { $ } from "bun";
import { BEFORE } from "./changes-table.ts";
import { absent, type Figure, figure } from "./figures.ts";
import {
  addressFile,
  built,
  city,
  end,
  netlens,
  publicAddresses,
  randomAddresses,
  type Server,
  startPair,
  startServer,
  work,
} from "./ip-servers.ts";
import { LADDER, LADDER_HEAD, ladderLines } from "./ladder-table.ts";

/** Steps before the executable: name in `ip/rungs.ts` → name in the table. */
const STEPS: Readonly<Record<string, string>> = {
  constant: "netlens 1: Bun.serve with one answer",
  fields: "netlens 2: and its response fields",
  lookup: "netlens 3: and the address looked up",
};
/** Steps of the executable itself. */
const ALL = "netlens 4: all of it, quiet";
const LOGGED = "netlens 5: and its default log";
const PAIR: Readonly<Record<string, string>> = {
  "netlens, quiet": ALL,
  "netlens, default log": LOGGED,
};

/**
 * Starts the steps before the executable for the revision that has this folder's files in `folder`; empty if
 * they do not compile there.
 */
async function startSteps(folder: string, prefix = ""): Promise<Server[]> {
  const rungs = join(work, `${prefix}rungs`);
  const flags = ["--compile", "--minify", "--bytecode", "--production", "--format=esm", "--outfile"];
  const compile = $`${process.execPath} build ${join(folder, "ip/rungs.ts")} ${flags} ${rungs}`;
  if ((await built(compile, rungs)) === undefined) {
    absent(`${prefix}steps before the executable`, "they do not compile");
    return [];
  }
  const steps: (Server | undefined)[] = [];
  for (const [step, name] of Object.entries(STEPS))
    steps.push(await startServer(`${prefix}${name}`, (port) => [rungs, step, String(port), city]));
  return steps.filter((server) => server !== undefined);
}

/** Measures both revisions, each step next to the same step of the other. */
async function compare(folder: string): Promise<void> {
  const servers = [...(await startSteps(import.meta.dir)), ...(await startSteps(folder, BEFORE))];
  for (const [prefix, from] of [
    ["", import.meta.dir],
    [BEFORE, folder],
  ] as const)
    for (const [log, name] of Object.entries({ quiet: ALL, log: LOGGED } as const)) {
      const command = netlens(join(from, "../../dist/netlens"), log === "log" ? "log" : "quiet");
      const server = await startServer(`${prefix}${name}`, command);
      if (server !== undefined) servers.push(server);
    }
  const step = ({ name }: Server) => name.replace(BEFORE, "");
  servers.sort((a, b) => step(a).localeCompare(step(b)));
  await randomAddresses(servers, addresses(), LADDER.request);
}

function addresses(): string {
  return addressFile("ladder.txt", Array.from({ length: 200_000 }, publicAddresses()));
}

async function climb(): Promise<void> {
  const steps = await startSteps(import.meta.dir);
  const pair = (await startPair()).map((server) => ({ ...server, name: PAIR[server.name] ?? server.name }));
  const servers = [...steps, ...pair];
  const figures = [...(await randomAddresses(servers, addresses(), LADDER.request))];
  for (const { name: who, port } of servers) {
    const row: Figure = { measure: LADDER.fields, who, unit: "of them", value: await responseFields(port) };
    figure(row);
    figures.push(row);
  }
  console.log(`\n${[LADDER_HEAD, ...ladderLines(figures)].map((cells) => cells.join(" | ")).join("\n")}`);
}

/** Number of header lines in a server's answer. Rejects with the socket's error. */
function responseFields(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write("GET /v1/ip/8.8.8.8 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    );
    socket.on("error", reject).on("data", (bytes) => {
      text += bytes.toString("latin1");
      const head = text.indexOf("\r\n\r\n");
      if (head < 0) return;
      socket.destroy();
      // The first line is the status line.
      resolve(text.slice(0, head).split("\r\n").length - 1);
    });
  });
}

const [other] = process.argv.slice(2);
try {
  if (city === "") absent("all of ladder", "the city database of development is not installed");
  else if (other !== undefined) await compare(other);
  else await climb();
} finally {
  await end();
}
