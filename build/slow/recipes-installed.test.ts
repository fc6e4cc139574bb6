/**
 * Recipes installed as files at their documented places: the finding disappears, and no new one appears.
 * Tests each file alone, all files of a response together, each file with those of other findings, and the
 * files for a chain of two steps.
 */

import { expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import { type Finding, findingsOf } from "../../src/jobs/project/findings.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { WHOLE } from "./recipe-files.ts";
import { type Judged, openPlace, type Place } from "./recipe-installed.ts";
import { addedTo, casesOf, counts, NOT_SENT, type Outcome, overHttps, verdict } from "./recipes.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
/** Number of the first step of a chain; single responses have lower numbers. */
const REDIRECTS = 50;

test.each(["express", "django", "php"] as const)(
  "each finding's file works in %s (needs it)",
  async (place) => {
    const cases = casesOf(place).filter(({ how }) => how[place] !== undefined);
    const app = await openPlace(
      place,
      cases.map(({ example }) => example),
    );
    try {
      const outcomes: Pick<Outcome, "id" | "result" | "why">[] = [];
      for (const [at, one] of cases.entries()) {
        const { url = "https://example.com/", method, requestHeaders = [] } = one.example;
        const { host, pathname, search } = new URL(url);
        const fields = requestHeaders.filter((line) => !NOT_SENT.test(line) && /^[\x20-\x7e]+$/.test(line));
        const requested = (files: readonly string[]) =>
          app.send({
            files,
            at,
            host,
            path: pathname + search,
            method,
            fields: [...fields, ...overHttps(url)],
          });
        const before = await requested([]);
        outcomes.push({
          id: one.id,
          ...verdict(one, before, await requested([one.how[place] ?? ""]), "proxy"),
        });
      }
      const of = (result: Outcome["result"]) => outcomes.filter((one) => one.result === result);
      console.log(
        `${place}: ${of("works").length} work, ${of("moot").length} are fixed by it, ${of("left").length} left`,
      );
      expect(of("left")).toEqual([]);
      expect(of("works").length).toBeGreaterThan(outcomes.length * 0.8);
      expect(outcomes.length).toBeGreaterThan(150);
    } finally {
      await app.stop();
    }
  },
  120_000,
);

const PLACES: readonly Judged[] = [
  "nginx",
  "apache",
  "htaccess",
  "caddy",
  "lighttpd",
  "express",
  "django",
  "php",
];

test.each(PLACES)(
  "the file that the terminal prints works in %s (needs it)",
  async (place) => {
    const redirects = WHOLE.map((one, at) => ({
      lines: [...withoutLocation(one.headers), `Location: /${at}?a=*/?%3E\\`],
      status: 302,
    }));
    const filler = Array.from({ length: REDIRECTS - WHOLE.length }, () => ({ lines: [] }));
    const responses = WHOLE.map(({ headers, status }) => ({
      lines: withoutLocation(headers),
      status,
    }));
    const app = await openPlace(place, [...responses, ...filler, ...redirects]);
    try {
      const left: string[] = [];
      let judged = 0;
      fixed = 0;
      fixed = 0;
      for (const at of WHOLE.keys()) {
        const printed = async (path: string, ...more: string[]) => {
          const { out, err } = await cli(["http", "--how", place, ...more, `${app.origin}${path}`], {
            env: {},
          });
          if (err !== "") throw new Error(err);
          return out;
        };
        const hostile = `/${at}?a=*/?%3E\\`;
        const chain = `/${REDIRECTS + at}`;
        const tried: readonly (readonly [string, string, readonly string[]])[] = [
          ["one step", `/${at}`, [await printed(hostile)]],
          ["the last of two steps", `/${at}`, [await printed(chain)]],
          ["the first of two steps", chain, [await printed(chain, "--step", "1")]],
          ...(isComposed(place)
            ? [["both steps", `/${at}`, [await printed(chain, "--step", "1"), await printed(chain)]] as const]
            : []),
        ];
        for (const [name, path, files] of tried) {
          judged++;
          left.push(
            ...(await leftBy(app, place, path, files, app.origin)).map((one) => `${at} ${name}: ${one}`),
          );
        }
        const url = `https://example.com/${at}`;
        const { headers, status, method } = WHOLE[at] ?? { headers: [] };
        const report = decodeHeaders({ headers: withoutLocation(headers), status, method, url }, NOW, {
          how: place,
        });
        // Selects the most severe finding per header: recipes for the same header have the same file name.
        const byField = Map.groupBy(
          findingsOf(report).filter(({ how }) => how?.[place] !== undefined),
          ({ how, field }) => how?.header?.split(":")[0]?.toLowerCase() ?? field,
        );
        const single = [...byField.values()].flatMap(([first]) => (first ? [first] : []));
        if (isComposed(place)) {
          judged++;
          const texts = single.flatMap(({ how }) => how?.[place] ?? []);
          const names = single.map(({ name }) => name);
          const own = await leftBy(app, place, `/${at}`, texts, "https://example.com", names);
          left.push(...own.map((one) => `${at} each finding's beside the others: ${one}`));
        }
      }
      console.log(`${place}: ${judged} installations of files for ${fixed} findings, ${left.length} left`);
      expect(left).toEqual([]);
      expect(fixed).toBeGreaterThan(judged * 2);
    } finally {
      await app.stop();
    }
  },
  240_000,
);

function withoutLocation(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^location:/i.test(line));
}

/** Whether several files may set the same header: nginx would send it twice, and lighttpd would not start. */
function isComposed(place: Judged): boolean {
  return place !== "nginx" && place !== "lighttpd";
}

/** Number of findings that should disappear. */
let fixed = 0;

function statusOf(path: string): number {
  const at = Number(path.slice(1));
  return at < REDIRECTS ? (WHOLE[at]?.status ?? 0) : 302;
}

/** Findings that the files should have fixed, and new findings. */
async function leftBy(
  app: Place,
  place: Judged,
  path: string,
  files: readonly string[],
  origin: string,
  only?: readonly string[],
): Promise<readonly string[]> {
  const url = `${origin}${path}`;
  let works = 0;
  const requested = (installed: readonly string[]) =>
    app.send({ files: installed, host: new URL(url).host, path, fields: overHttps(url) });
  const findings = async (installed: readonly string[]): Promise<readonly Finding[]> => {
    const { lines, status } = await requested(installed);
    works += status;
    const report = decodeHeaders({ headers: [...lines], status, method: "GET", url }, NOW, {
      how: place,
    });
    return findingsOf(report).flatMap((one) => one.places.map(() => one));
  };
  const before = await findings([]);
  const after = await findings(files);
  const was = counts(before);
  const is = counts(after);
  const expected = new Set(
    before.flatMap(({ how, name }) =>
      how?.[place] === undefined || only?.includes(name) === false ? [] : [name],
    ),
  );
  fixed += expected.size;
  return [
    // The recipe changes a redirect to http into one to https.
    ...(works === statusOf(path) * 2 || (works === 603 && expected.has("redirect-keeps-http"))
      ? []
      : [`answers ${works}`]),
    ...[...expected]
      .filter((name) => (is.get(name) ?? 0) >= (was.get(name) ?? 0))
      .map((name) => `${name} is left`),
    ...addedTo(was, is).map((name) => `${name} is new`),
  ];
}
