/**
 * HTTP lookups a second and CPU time a lookup, beside a bare `fetch` of the same URL; and the stages beside `curl -w`
 * against a server with known delays.
 */

import { $ } from "bun";
import { lookupHttp } from "../../src/http/lookup.ts";
import { defaultSettings, type HttpSettings } from "../../src/http/settings.ts";
import { parseNetwork } from "../../src/ip/address.ts";

const target = Bun.spawn([process.execPath, new URL("http-target.ts", import.meta.url).pathname], {
  stdout: "pipe",
});
const ports = await firstLine(target.stdout);
const settings: HttpSettings = {
  ...defaultSettings,
  allow: [parseNetwork("127.0.0.0/8")].filter((each) => each !== undefined),
};

async function firstLine(
  stream: ReadableStream<Uint8Array>,
): Promise<{ http: number; https: number; slow: number }> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes("\n")) break;
  }
  return JSON.parse(text);
}

interface Rate {
  /** A second. */
  readonly rate: number;
  /** Milliseconds each. */
  readonly cpu: number;
}

async function measure(work: () => Promise<unknown>, count: number, inFlight: number): Promise<Rate> {
  let left = count;
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (count * 1000) / (performance.now() - begin), cpu: (user + system) / 1000 / count };
}

async function compare(name: string, url: string, count: number): Promise<void> {
  const lookup = () => lookupHttp(url, {}, settings);
  const bare = async () => {
    const response = await fetch(url, { keepalive: false, tls: { rejectUnauthorized: false } });
    await response.arrayBuffer();
  };
  for (const work of [lookup, bare]) await measure(work, count / 5, 32);
  const ours: Rate[] = [];
  const theirs: Rate[] = [];
  for (let round = 0; round < 3; round++) {
    ours.push(await measure(lookup, count, 32));
    theirs.push(await measure(bare, count, 32));
  }
  const median = (rates: readonly Rate[]): Rate =>
    [...rates].sort((a, b) => a.rate - b.rate)[1] ?? { rate: 0, cpu: 0 };
  const [a, b] = [median(ours), median(theirs)];
  console.log(
    `${name.padEnd(6)} lookup ${a.rate.toFixed(0)}/s, ${a.cpu.toFixed(2)} ms CPU · bare fetch ${b.rate.toFixed(0)}/s, ${b.cpu.toFixed(2)} ms CPU · ratio ${(a.rate / b.rate).toFixed(2)} of the rate, ${(a.cpu / b.cpu).toFixed(2)} of the CPU`,
  );
}

/** A row: what was built in, what curl saw, what we saw, in milliseconds. */
async function compareStages(): Promise<void> {
  const url = `https://127.0.0.1:${ports.slow}/`;
  const form = "%{time_connect} %{time_appconnect} %{time_starttransfer} %{time_total}";
  const curl = await $`curl -sk -o /dev/null -w ${form} ${url}`.text();
  const [connect = 0, app = 0, start = 0, total = 0] = curl.split(" ").map((text) => Number(text) * 1000);
  const { timeStages } = await lookupHttp(url, {}, settings);
  const rows: [string, string, number, number | undefined][] = [
    ["tcp", "0", connect, timeStages.tcp],
    ["tls", "100", app - connect, timeStages.tls],
    ["firstByte", "200", start - app, timeStages.firstByte],
    ["download", "300", total - start, timeStages.download],
    ["total", "600", total, timeStages.total],
  ];
  for (const [stage, built, theirs, ours = Number.NaN] of rows)
    console.log(
      `stage ${stage.padEnd(9)} built in ${built.padStart(3)} · curl ${theirs.toFixed(1).padStart(6)} · netlens ${ours.toFixed(1).padStart(6)} ms`,
    );
}

try {
  // The first lookup of a process also loads code.
  await lookupHttp(`https://127.0.0.1:${ports.https}/`, {}, settings);
  await compareStages();
  await compare("http", `http://127.0.0.1:${ports.http}/`, 3000);
  await compare("https", `https://127.0.0.1:${ports.https}/`, 1500);
} finally {
  target.kill();
}
