/**
 * Where the time of a request for an address goes: servers that do more and more of it, up to netlens with its log, beside
 * nginx with the geoip2 module, all compiled alike, on one file, with the same addresses and in turns.
 */

import { join } from "node:path";
import { $ } from "bun";
import { absent, figure, type Rounds } from "./figures.ts";
import {
  addressFile,
  city,
  end,
  publicAddresses,
  randomAddresses,
  startPair,
  startServer,
  work,
} from "./ip-servers.ts";

/** Steps before the executable itself, as `ip/rungs.ts` names them. */
const STEPS: Readonly<Record<string, string>> = {
  constant: "netlens 1: Bun.serve with one answer",
  fields: "netlens 2: and its response fields",
  lookup: "netlens 3: and the address looked up",
};
/** The pair's names on the ladder. */
const PAIR: Readonly<Record<string, string>> = {
  "netlens, quiet": "netlens 4: all of it, quiet",
  "netlens, default log": "netlens 5: and its default log",
};
const NGINX = { quiet: "nginx + geoip2, quiet", log: "nginx + geoip2, access log" } as const;

async function climb(): Promise<void> {
  const rungs = join(work, "rungs");
  const flags = ["--compile", "--minify", "--bytecode", "--production", "--format=esm"];
  await $`${process.execPath} build ${join(import.meta.dir, "ip/rungs.ts")} ${flags} --outfile=${rungs}`.quiet();
  const steps = [];
  for (const [step, name] of Object.entries(STEPS))
    steps.push(await startServer(name, (port) => [rungs, step, String(port), city]));
  const pair = (await startPair()).map((server) => ({ ...server, name: PAIR[server.name] ?? server.name }));
  const file = addressFile("ladder.txt", Array.from({ length: 200_000 }, publicAddresses()));
  const servers = [...steps.filter((server) => server !== undefined), ...pair];
  const seen = await randomAddresses(servers, file, "request, step by step");
  if (seen !== undefined) tellSteps(seen);
}

/** What each step adds to the one before, and how its pace compares with nginx': the last step, which logs, with nginx that logs. */
function tellSteps(seen: Rounds): void {
  const names = [...Object.values(STEPS), ...Object.values(PAIR)];
  for (const [index, who] of names.entries()) {
    const before = names[index - 1];
    const value = seen.median(who) - (before === undefined ? 0 : seen.median(before));
    figure({ measure: "what the step adds", who, value, unit: "µs more" });
  }
  for (const who of names) {
    const value = seen.median(who === names.at(-1) ? NGINX.log : NGINX.quiet) / seen.median(who);
    if (!Number.isNaN(value)) figure({ measure: "pace in nginx' paces", who, value, unit: "times" });
  }
}

try {
  if (city === "") absent("all of ladder", "the city database of development is not installed");
  else await climb();
} finally {
  await end();
}
