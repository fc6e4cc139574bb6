/** `bun run fuzz [--minutes N] [--seed N]`: sends requests made from /openapi.json and mutated, until one fails. */

import { parseArgs } from "node:util";
import { fuzz } from "./fuzz/run.ts";

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const { requests, failure } = await fuzz(Number(values.minutes ?? 1) * 60_000, seed);
console.log(`seed ${seed}: ${requests} requests, ${failure === undefined ? "no failure" : failure}`);
process.exit(failure === undefined ? 0 : 1);
