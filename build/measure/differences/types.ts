/** Type that browsers use for a response whose Content-Type has unclosed quotes, in any engine. */

import type { Engine } from "../../../src/headers/verdicts/response.ts";
import type { BrowserCase } from "../corpus/browser/case.ts";
import { drivers } from "./drivers.ts";
import { mutated } from "./mutations.ts";
import { chance } from "./random.ts";
import { serve } from "./server.ts";

/**
 * Values with quoted strings, and with commas inside or after them. Mutations remove, double and escape the
 * quotes.
 */
const SEEDS: readonly (readonly string[])[] = [
  'text/html; charset="utf-8"',
  'text/html; charset="utf-8',
  'text/plain; charset="utf-8, text/html',
  'text/html; a="b, text/plain',
  'text/html; a="b", text/plain',
  'text/html", text/plain',
  '"text/html, text/plain',
  'text/plain; a="\\", text/html',
  'text/css; charset="utf-8',
  'text/javascript; charset="',
  'application/json; a="b, text/html; c="d"',
]
  .map((value) => [`Content-Type: ${value}`])
  .concat([
    ['Content-Type: text/html; a="b', "Content-Type: text/plain"],
    ['Content-Type: text/plain; a="b', 'Content-Type: text/html; c="d"'],
    ["Content-Type: text/css", 'Content-Type: text/html; a="'],
  ]);

const NAMES: ReadonlySet<string> = new Set(["content-type"]);

/** Script that uses the response of a case as a script and as a style sheet. */
const looked = (path: string) => `
  const added = (element) => new Promise((done) => { element.onload = element.onerror = done; document.head.append(element); setTimeout(done, 2000); });
  globalThis.ran = false;
  await added(Object.assign(document.createElement("script"), { src: "${path}/script" }));
  await added(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "${path}/style" }));
  return { script: globalThis.ran, style: getComputedStyle(document.documentElement).left === "7px" };`;

/** Generates responses from a seed, and observes their use as a script, a style sheet and a page. */
export async function typeCases(engine: Engine, seed: number, cases: number): Promise<BrowserCase[]> {
  const random = chance(seed);
  const others = SEEDS.flat().map((line) => line.slice("Content-Type: ".length));
  const headers = Array.from({ length: cases }, () => [
    ...mutated(random.pick(SEEDS), NAMES, random, others),
    ...(random.number(2) === 0 ? ["X-Content-Type-Options: nosniff"] : []),
  ]);
  const bodies: Readonly<Record<string, string>> = {
    script: "globalThis.ran = true",
    style: "html{position:relative;left:7px}",
    page: "var plain = 1; // text\n",
  };
  const server = await serve(({ path }) => {
    const [, number = "", name = ""] = path.split("/");
    const lines = headers[Number(number)];
    return number === "" || !lines
      ? { headers: ["Content-Type: text/html"], body: "<!doctype html>x" }
      : { headers: lines, body: bodies[name] ?? "" };
  });
  const driver = await drivers[engine]();
  const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;
  const found: BrowserCase[] = [];
  try {
    for (const [index, lines] of headers.entries()) {
      await driver.goto(at("/"));
      const seen = (await driver.run(looked(`/${index}`))) as { script: boolean; style: boolean };
      await driver.goto(at(`/${index}/page`));
      const shown = (await driver.run("return [location.pathname, document.contentType]")) as string[];
      // After a download the previous page remains.
      const type = shown[0] === `/${index}/page` ? { documentContentType: shown[1] } : {};
      const outcome = {
        script: seen.script ? "runs" : "blocked",
        style: seen.style ? "applied" : "refused",
        ...type,
      };
      found.push({
        id: `types-${index}`,
        kind: "sniffing",
        url: at("/"),
        status: 200,
        method: "GET",
        headers: lines,
        outcome,
      });
    }
  } finally {
    await driver.close();
    server.stop();
  }
  return found;
}
