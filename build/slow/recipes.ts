/**
 * Runs every recipe on real servers: an application sends the bad example of each kind through the server.
 */

import type { RecipeChoice } from "../../data/recipe-servers.ts";
import { explainMessage } from "../../src/headers/explain.ts";
import type { Example } from "../../src/headers/field.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import type { How, Problem } from "../../src/headers/schema.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import { findingsOf } from "../../src/jobs/project/findings.ts";
import { blockText, recipeBlocks } from "../../src/view/how.ts";
import {
  type Answer,
  application,
  type Behind,
  OVER_HTTPS,
  phpApplication,
  type Site,
  send,
  type Tested,
  uwsgiApplication,
  withSites,
} from "./recipe-servers.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

export interface Case {
  readonly id: string;
  readonly example: Exclude<Example, readonly string[]>;
  readonly how: How;
  readonly field: string | undefined;
}

export interface Outcome {
  readonly id: string;
  readonly server: Tested;
  readonly as: Behind;
  /** `moot` if the server itself removes the fault or responds with an error. */
  readonly result: "works" | "moot" | "left";
  readonly why: string;
}

/** Problems with a recipe for the server in a finding of their bad example. */
export function casesOf(choice: RecipeChoice = "all"): readonly Case[] {
  return [...problemKinds()].flatMap(([id, { bad }]) => {
    if (!bad) return [];
    const example = "lines" in bad ? bad : { lines: bad };
    const finding = found(example, example.lines, example.status, choice).find(
      ({ name, how }) => name === id && how !== undefined,
    );
    return finding?.how ? [{ id, example, how: finding.how, field: finding.field }] : [];
  });
}

/** Findings on these lines in place of the example's. */
export function found(
  example: Case["example"],
  lines: readonly string[],
  status = example.status,
  how: RecipeChoice = "all",
): readonly Problem[] {
  const { lines: _, receivedAt, status: __, ...known } = example;
  const message = parseMessage(lines, { ...known, ...(status !== undefined && { status }) });
  const at = receivedAt === undefined ? NOW : Date.parse(receivedAt);
  const { headers, problems } = explainMessage(message, at, { how });
  return [
    ...problems,
    ...headers.flatMap((header) => [
      ...header.problems,
      ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
}

export const FRAMING = /^(?:content-length|transfer-encoding|connection|keep-alive|trailer|te|upgrade)\s*:/i;

/** Bytes of an example, with Content-Length in place of its framing. */
export function bytesOf(example: {
  readonly lines: readonly string[];
  readonly status?: number | undefined;
}): (method: string) => Buffer {
  const status = example.status ?? 200;
  const lines = example.lines.filter((line) => !FRAMING.test(line) && !line.startsWith("HTTP/"));
  const length = Number(/^content-length:\s*(\d{1,6})$/im.exec(example.lines.join("\n"))?.[1] ?? 16);
  const isBare = status === 204 || status === 304;
  const head = [
    `HTTP/1.1 ${status} Status`,
    ...lines,
    ...(isBare ? [] : [`Content-Length: ${length}`]),
    "Connection: close",
  ];
  return (method) =>
    Buffer.from(
      `${head.join("\r\n")}\r\n\r\n${isBare || method === "HEAD" ? "" : "a".repeat(length)}`,
      "latin1",
    );
}

/** Application that sends the examples, as bytes or from PHP by FastCGI. */
export async function applicationOf(
  as: Behind,
  examples: readonly Pick<Case["example"], "lines" | "status">[],
) {
  if (as === "origin") return undefined;
  if (as === "proxy") return application(examples.map(bytesOf));
  const start = as === "uwsgi" ? uwsgiApplication : phpApplication;
  return start(
    examples.map(({ lines, status = 200 }) => ({
      status,
      lines: lines.filter((line) => !FRAMING.test(line) && !line.startsWith("HTTP/")),
      bytes:
        status === 204 || status === 304
          ? 0
          : Number(/^content-length:\s*(\d{1,6})$/im.exec(lines.join("\n"))?.[1] ?? 16),
    })),
  );
}

export const NOT_SENT =
  /^(?:host|connection|content-length|transfer-encoding|te|upgrade|expect|proxy-connection)\s*:|^:/i;

/** Result of each case on a server. */
export async function judge(
  server: Tested,
  as: Outcome["as"],
  all: readonly Case[],
): Promise<readonly Outcome[]> {
  const isUnchanged = (recipe: string) => as !== "proxy" && recipe.includes("proxy_cookie_flags");
  const cases = all.filter(({ how }) => how[server] !== undefined && !isUnchanged(how[server]));
  const app = await applicationOf(
    as,
    cases.map(({ example }) => example),
  );
  const sites: Site[] = [
    { name: "plain.test", recipe: "" },
    ...cases.map(({ how }, at) => ({ name: `r${at}.test`, recipe: how[server] ?? "" })),
  ];
  const running = await withSites(server, sites, app);
  try {
    const outcomes: Outcome[] = [];
    for (const [at, one] of cases.entries()) {
      const method = as !== "origin" ? (one.example.method ?? "GET") : "GET";
      const isPage = one.example.lines.some((line) => /^content-type:\s*text\/html/i.test(line));
      const path = as !== "origin" ? `/${at}` : isPage ? "/page.html" : "/data.bin";
      const fields = (one.example.requestHeaders ?? []).filter(
        (line) => !NOT_SENT.test(line) && /^[\x20-\x7e]+$/.test(line),
      );
      const sent = [...(as !== "origin" ? fields : []), ...overHttps(one.example.url)];
      const requested = async (site: string) =>
        withoutGuess(await send(running.port, site, path, method, sent), one, as);
      const before = await requested("plain.test");
      const after = await requested(`r${at}.test`);
      outcomes.push({
        id: one.id,
        server,
        as,
        ...verdict(one, before, atHome(after, one, `r${at}.test`), as),
      });
    }
    return outcomes;
  } finally {
    await running.stop();
    await app?.stop();
  }
}

/** Request header that marks https, unless the example's URL is http. Servers of these tests use http. */
export function overHttps(url: string | undefined): readonly string[] {
  return url?.startsWith("http:") ? [] : [OVER_HTTPS];
}

/**
 * Removes the media type that Caddy guesses if the application sends none: a policy has no effect on
 * text/plain.
 */
function withoutGuess(answer: Answer, { example, field }: Case, as: Outcome["as"]): Answer {
  const isType = (line: string) => /^content-type:/i.test(line);
  if (as === "origin" || field === "content-type" || example.lines.some(isType)) return answer;
  return { ...answer, lines: answer.lines.filter((line) => !isType(line)) };
}

/** Replaces the host name of the test by that of the example. */
function atHome({ status, lines }: Answer, { example: { url } }: Case, site: string): Answer {
  const host = URL.parse(url ?? "")?.host ?? site;
  return { status, lines: lines.map((line) => line.replaceAll(site, host)) };
}

export function verdict(
  one: Case,
  before: Answer,
  after: Answer,
  as: Outcome["as"],
): Pick<Outcome, "result" | "why"> {
  const { id, example, how } = one;
  const was = new Map(counts(found(example, before.lines, before.status)));
  // A server with files lacks the example's other headers, which the recipe may add together with the tested
  // one.
  if (as === "origin")
    for (const [other, count] of counts(found(example, example.lines)))
      was.set(other, Math.max(count, was.get(other) ?? 0));
  const added = addedTo(was, counts(found(example, after.lines, after.status)));
  if (as === "origin") was.delete(id);
  const is = counts(found(example, after.lines, after.status));
  const left = is.get(id) ?? 0;
  const wrong = wrongLines(one, after, as);
  if (as !== "origin" && !was.has(id) && before.status !== (example.status ?? 200))
    return { result: "moot", why: `answers ${before.status}` };
  if (wrong !== undefined) return { result: "left", why: wrong };
  if (left > 0 && left >= (was.get(id) ?? 0) && (as !== "origin" || how.header !== undefined))
    return { result: "left", why: `still there: ${after.lines.join(" ⏎ ")}` };
  if (added.length > 0)
    return { result: "left", why: `new: ${added.join(", ")}: ${after.lines.join(" ⏎ ")}` };
  return as !== "origin" && !was.has(id)
    ? { result: "moot", why: "the server mends it" }
    : { result: "works", why: how.header ?? "" };
}

/** Reason for a failure: the header must occur once with the right value, or not at all. */
function wrongLines({ how, field }: Case, { lines }: Answer, as: Outcome["as"]): string | undefined {
  const all = lines.map((line) => {
    const colon = line.indexOf(":");
    return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() };
  });
  if (how.header === undefined) {
    if (field === undefined || OTHERWISE.has(field)) return undefined;
    const rest = all.filter(({ name }) => name === field);
    return rest.length === 0 ? undefined : `${rest.length} lines left of ${field}: ${rest[0]?.value}`;
  }
  const colon = how.header.indexOf(":");
  const name = how.header.slice(0, colon).toLowerCase();
  const value = how.header.slice(colon + 1).trim();
  const own = all.filter((line) => line.name === name);
  if (own.length === 1 && spaced(own[0]?.value ?? "") === spaced(value)) return undefined;
  return `${as}: ${own.length} lines: ${own.map((line) => line.value).join(" ⏎ ")}`;
}

/** Removes spaces after commas, as Apache does in lists. */
function spaced(value: string): string {
  return value.replace(/,\s*/g, ", ");
}

/** Headers that servers change or add. */
const OTHERWISE: ReadonlySet<string> = new Set([
  "set-cookie",
  "server",
  "content-type",
  "content-encoding",
  "location",
]);

/** Number of findings of each kind. */
export function counts(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const { name } of problems) all.set(name, (all.get(name) ?? 0) + 1);
  return all;
}

/**
 * Finding → findings that hide it: a rejected or Lax cookie hides those about other sites, an invalid policy those
 * about subdomains, invalid freshness those about validators.
 */
const HIDDEN_BY: ReadonlyMap<string, RegExp> = new Map([
  ["cookie-third-party", /^cookie-(?:samesite-none-insecure|lax-form-post)$/],
  ["hsts-subdomains-missing", /^(?:strict-transport-security|hsts)-/],
  ["validator-missing", /^cache-control-/],
]);

/** Problems that occur more often than before, unless a removed finding had hidden them. */
export function addedTo(was: ReadonlyMap<string, number>, is: ReadonlyMap<string, number>): string[] {
  return [...is].flatMap(([name, count]) => {
    const hiding = HIDDEN_BY.get(name);
    const gone = [...was].filter(([id, number]) => hiding?.test(id) && number > (is.get(id) ?? 0));
    return count > (was.get(name) ?? 0) + gone.length ? [name] : [];
  });
}

/** A response with several findings, for a server to send. */
export interface WholeResponse {
  readonly id: string;
  readonly url: string;
  readonly status: number;
  readonly method: string;
  readonly headers: readonly string[];
}

/**
 * Installs all recipes of a response as one block. @returns remaining findings with recipes, and new findings
 */
export async function checkBlocks(
  server: Tested,
  responses: readonly WholeResponse[],
): Promise<readonly { readonly id: string; readonly fixed: number; readonly left: readonly string[] }[]> {
  const how = server;
  const reports = responses.map(({ headers, status, url, method }) =>
    decodeHeaders({ headers: [...headers], status, url, method }, NOW, { how }),
  );
  const app = await application(responses.map(({ headers, status }) => bytesOf({ lines: headers, status })));
  const sites = reports.flatMap((report, at) => [
    { name: `p${at}.test`, recipe: "" },
    { name: `b${at}.test`, recipe: blockText(recipeBlocks(report, findingsOf(report)), server) },
  ]);
  const running = await withSites(server, sites, app);
  try {
    return await Promise.all(
      responses.map(async ({ id, url, method, status }, at) => {
        const linesOf = async (site: string) =>
          (await send(running.port, site, `/${at}`, method, overHttps(url))).lines;
        const findingsIn = (lines: readonly string[]) => {
          const report = decodeHeaders({ headers: [...lines], status, url, method }, NOW, { how });
          return findingsOf(report).flatMap(({ places, ...problem }) => places.map(() => problem));
        };
        const plain = await linesOf(`p${at}.test`);
        const before = findingsIn(plain);
        const lines = await linesOf(`b${at}.test`);
        const was = counts(before);
        const is = counts(findingsIn(lines));
        // nginx replaces a Server that names PHP, which decides about recipes for cookies.
        const report = reports[at];
        const inBlock = new Set(
          report ? findingsOf(report).flatMap(({ how, name }) => (how ? [name] : [])) : [],
        );
        const fixed = [
          ...new Set(before.flatMap(({ how, name }) => (how && inBlock.has(name) ? [name] : []))),
        ];
        const severalOf = repeatedNames(plain);
        const twice = repeatedNames(lines).filter((name) => !severalOf.includes(name));
        return {
          id,
          fixed: fixed.length,
          left: [
            ...fixed.filter((name) => is.has(name)).map((name) => `${name} is left`),
            ...addedTo(was, is).map((name) => `${name} is new`),
            ...twice.map((name) => `${name} stands twice`),
          ],
        };
      }),
    );
  } finally {
    await running.stop();
    app.stop();
  }
}

function repeatedNames(lines: readonly string[]): readonly string[] {
  const names = lines.map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
  return names.filter((name, index) => !SEVERAL.has(name) && names.indexOf(name) !== index);
}

const SEVERAL: ReadonlySet<string> = new Set(["set-cookie", "link"]);
