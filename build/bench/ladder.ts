/**
 * Where the time of a request for an address goes: servers that do more and more of it, up to netlens with its log, beside
 * nginx with the geoip2 module, all compiled alike, on one file, with the same addresses and in turns.
 */

import { connect } from "node:net";
import { join } from "node:path";
import { $ } from "bun";
import { absent, type Figure, figure } from "./figures.ts";
import {
  addressFile,
  city,
  end,
  publicAddresses,
  randomAddresses,
  type Server,
  startPair,
  startServer,
  work,
} from "./ip-servers.ts";
import { LADDER, LADDER_HEAD, ladderLines } from "./ladder-table.ts";

/** Steps before the executable itself, as `ip/rungs.ts` names them. */
const STEPS: Readonly<Record<string, string>> = {
  constant: "netlens 1: Bun.serve with one answer",
  fields: "netlens 2: and its response fields",
  lookup: "netlens 3: and the address looked up",
};
/** What the executable is on the ladder. */
const PAIR: Readonly<Record<string, string>> = {
  "netlens, quiet": "netlens 4: all of it, quiet",
  "netlens, default log": "netlens 5: and its default log",
};

async function climb(): Promise<void> {
  const rungs = join(work, "rungs");
  const flags = ["--compile", "--minify", "--bytecode", "--production", "--format=esm"];
  await $`${process.execPath} build ${join(import.meta.dir, "ip/rungs.ts")} ${flags} --outfile=${rungs}`.quiet();
  const steps: (Server | undefined)[] = [];
  for (const [step, name] of Object.entries(STEPS))
    steps.push(await startServer(name, (port) => [rungs, step, String(port), city]));
  const pair = (await startPair()).map((server) => ({ ...server, name: PAIR[server.name] ?? server.name }));
  const servers = [...steps.filter((server) => server !== undefined), ...pair];
  const file = addressFile("ladder.txt", Array.from({ length: 200_000 }, publicAddresses()));
  const figures = [...(await randomAddresses(servers, file, LADDER.request))];
  for (const { name: who, port } of servers) {
    const row: Figure = { measure: LADDER.fields, who, unit: "of them", value: await responseFields(port) };
    figure(row);
    figures.push(row);
  }
  console.log(`\n${[LADDER_HEAD, ...ladderLines(figures)].map((cells) => cells.join(" | ")).join("\n")}`);
}

/** How many field lines stand in the answer of a server. Rejects with what the socket says. */
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

try {
  if (city === "") absent("all of ladder", "the city database of development is not installed");
  else await climb();
} finally {
  await end();
}
