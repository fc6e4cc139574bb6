/** Readers of untrusted text take time proportional to its length, for texts that repeat one part. */

import { expect, test } from "bun:test";
import { makeBudget } from "../../src/api/budget.ts";
import { runYielding } from "../../src/api/cooperative.ts";
import { siteBudget } from "../../src/api/limits.ts";
import { catalogueKeys } from "../../src/headers/catalogue.ts";
import { readDomain, readRegistration } from "../../src/ip/rdap.ts";
import { importsIn, readImportMap } from "../../src/jobs/page/read/script-text.ts";
import { sheetUrls } from "../../src/jobs/page/read/style-sheet.ts";
import { readProject } from "../../src/jobs/project/read.ts";
import { openMap } from "../../src/jobs/redirects/map-read.ts";
import { linksOf } from "../../src/jobs/site/read-links.ts";
import { parseRobots } from "../../src/jobs/site/robots.ts";
import { sitemapUrls } from "../../src/jobs/site/sitemap.ts";
import { explainHeaders } from "../../src/library/index.ts";
import { parseAddress } from "../../src/syntax/ip-address.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { parseQuestion, seenTogether } from "../../src/view/parse-question.ts";
import { cpuOf } from "../../test/longest-block.ts";
import { regexesOf, verdicts } from "../regexes.ts";

/** CPU milliseconds below which growth is not measured: timer, compiler and garbage collection dominate. */
const FLOOR = 50;
const MOST_GROWTH = 2.5;
const FILLERS =
  '\t| |,|;|=|"|(|)|\\|a,|a;|a=b;|a=b, |\'x\' |a |{|[|/|-|0|1,|:|%|.|<a>|<a>;|<|?|#|*|@|é|"a" |a="b";|(a |https://a.example/ |\' |&|+|_|\\"'.split(
    "|",
  );

type Work = (text: string) => unknown;

/** CPU time in ms: minimum of some runs. */
async function cpu(work: Work, text: string, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const begin = process.threadCpuUsage();
    try {
      await work(text);
    } catch {
      // Errors are valid results here.
    }
    const { user, system } = process.threadCpuUsage(begin);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Measured times of a reader, if they grow faster than its text; undefined otherwise. */
async function growth(
  work: Work,
  filled: (length: number) => string,
  length: number,
): Promise<string | undefined> {
  if ((await cpu(work, filled(4 * length), 1)) < FLOOR) return undefined;
  // Growth must appear in all rounds: garbage collection and other programs rarely affect three.
  let shown: string | undefined;
  for (let round = 0; round < 3; round++) {
    const times: number[] = [];
    for (const factor of [1, 2, 4]) times.push(await cpu(work, filled(factor * length), 5));
    const [once = 0, twice = 0, fourfold = 0] = times;
    if (fourfold < FLOOR || twice < MOST_GROWTH * once || fourfold < MOST_GROWTH * twice) return undefined;
    shown = `${times.map((time) => time.toFixed(1)).join(" → ")} ms`;
  }
  return shown;
}

const between = (begin: string, filler: string, end: string) => (length: number) =>
  `${begin}${filler.repeat(Math.ceil(length / filler.length))}${end}`;

/** Text before the repeated part, for readers that stop at an unexpected start. */
const BEGINNINGS = new Map([
  ["set-cookie", "a=b; "],
  ["content-disposition", "attachment; filename="],
  ["content-type", "text/html; a="],
  ["refresh", "0; url=a"],
  ["link", "<a>; rel="],
  ["strict-transport-security", "max-age=1; "],
  ["content-security-policy", "script-src "],
]);

test.each(FILLERS)(
  "each header field, with %j repeated",
  async (filler) => {
    const found: string[] = [];
    for (const name of catalogueKeys())
      for (const begin of new Set(["a", BEGINNINGS.get(name) ?? "a"])) {
        const work: Work = (value) =>
          explainHeaders({ status: 200, url: "https://a.example/", headers: [[name, value]] });
        const times = await growth(work, between(begin, filler, "b"), 8000);
        if (times) found.push(`${name}: ${begin}: ${times}`);
      }
    expect(found).toEqual([]);
  },
  600_000,
);

const inMap: Work = async (text) => {
  const bytes = new TextEncoder().encode(text);
  const { items } = await openMap(
    async function* () {
      yield bytes;
    },
    { name: "map.txt", base: "https://a.example" },
  );
  for await (const _ of items());
};

const PAGE_URL = new URL("https://a.example/");

const inSitemap: Work = async (text) => {
  for await (const _ of sitemapUrls(new TextEncoder().encode(text), makeBudget(siteBudget(1))));
};

/** An RDAP registration with the text in each member that is read. */
const inRegistration: Work = (text) => {
  const address = parseAddress("8.8.8.8");
  if (!address) throw new Error("8.8.8.8 is no address");
  const card = ["fn", "org", "email", "tel"].map((name) => [name, {}, "text", text]);
  const entity = { roles: ["abuse", "registrant"], vcardArray: ["vcard", card] };
  const block = { startAddress: "8.8.8.0", endAddress: "8.8.8.255", name: text, handle: text };
  return readRegistration({ ...block, entities: [entity] }, address);
};

/** The registration of a domain with the text in each member that is read. */
const inDomain: Work = (text) => {
  const card = ["fn", "org"].map((name) => [name, {}, "text", text]);
  const entities = [{ roles: ["registrar"], vcardArray: ["vcard", card] }];
  const events = [{ eventAction: "expiration", eventDate: text }];
  readDomain({ ldhName: text, unicodeName: text }, "a.example");
  return readDomain({ ldhName: "a.example", status: [text], entities, events }, "a.example");
};

const READERS: readonly (readonly [
  name: string,
  work: Work,
  length: number,
  beginnings: readonly string[],
])[] = [
  [
    "the box",
    parseQuestion,
    64_000,
    [
      "",
      "5.0.1.2 ",
      "User-Agent:",
      "x",
      "Age: 1 ",
      "HTTP/1.1 200 ",
      "https://a.example/ ",
      '5.0.1.2 - [a] "',
    ],
  ],
  ["a log line", seenTogether, 64_000, ["5.0.1.2 ", '5.0.1.2 - - [24/Nov/2026:14:03:00 +0100] "GET /']],
  [
    "a user agent",
    lookupUserAgent,
    2000,
    ["", "Mozilla/5.0 (", "Mozilla/5.0 (Linux; Android 9; ", "a/1 (", "Lumia ", "Linux/"],
  ],
  ["a robots.txt", parseRobots, 64_000, ["", "disallow: a", "user-agent: *\ndisallow: /"]],
  ["a redirect map", inMap, 64_000, ["", "/a /b", "/a,", "Redirect /a ", "rewrite ^/a", "location /a "]],
  [
    "a project file",
    (text) => readProject(text, "netlens.toml", 0),
    64_000,
    ["", 'ignore = ["', '[require]\nx-a = "', "["],
  ],
  ["a sitemap", inSitemap, 64_000, ["", "<urlset><url><loc>", "<urlset ", "<!--", "<![CDATA[", "<!DOCTYPE "]],
  ["a registration of a domain", inDomain, 64_000, ["", "2099-01-01", "a.", "xn--"]],
  ["a registration", inRegistration, 64_000, ["", "a@", "tel:+1", "+1"]],
  [
    "a style sheet",
    (text) => runYielding(sheetUrls(text)),
    64_000,
    [
      "",
      "a{b:url(",
      '@import "',
      "image-set(",
      "/*",
      "@font-face{src:url(a) format(",
      "url(\\",
      "a{b:url(a'",
    ],
  ],
  [
    "a script",
    (text) => runYielding(importsIn(text)),
    64_000,
    ["", 'import"', "import{", "import(", "`", "/", "/*"],
  ],
  [
    "an import map",
    (text) => runYielding(readImportMap(text, PAGE_URL)),
    64_000,
    ["", '{"imports":{"', '{"scopes":{"'],
  ],
  [
    "the links of a page",
    (text) => linksOf(text, [], PAGE_URL),
    64_000,
    ["", "<a href=", "<img srcset='", "<link rel='", "<style>", "<script>"],
  ],
];

/** Limits for one text of a megabyte: CPU milliseconds between turns of the event loop, and additional MB. */
const MOST_IN_ONE_GO = 150;
const MOST_MEMORY = 300;
/** Readers tested with a megabyte of one repeated text. */
const LARGE = new Set(["a sitemap", "a style sheet", "a script", "a redirect map"]);

test.each(READERS.filter(([name]) => LARGE.has(name)))(
  "%s of a megabyte, in chunks",
  async (_, work, __, beginnings) => {
    const found: string[] = [];
    for (const filler of FILLERS)
      for (const begin of beginnings) {
        const text = between(begin, filler, "b")(1_000_000);
        let least = Number.POSITIVE_INFINITY;
        let [all, memory] = [0, 0];
        // Repeated, since a garbage collection may interfere.
        for (let tries = 0; tries < 3 && least > MOST_IN_ONE_GO; tries++) {
          Bun.gc(true);
          const before = process.memoryUsage().rss;
          const cpu = await cpuOf(async () => {
            try {
              await work(text);
            } catch {
              // Errors are valid results here.
            }
          });
          memory = (process.memoryUsage().rss - before) / 1e6;
          all = cpu.all;
          least = Math.min(least, cpu.inOneGo);
        }
        if (least > MOST_IN_ONE_GO || memory > MOST_MEMORY)
          found.push(
            `${JSON.stringify([begin, filler])}: ${Math.round(least)} ms in one go, ${Math.round(all)} in all, ${Math.round(memory)} MB`,
          );
      }
    expect(found).toEqual([]);
  },
  600_000,
);

test.each(READERS)(
  "%s",
  async (_, work, length, beginnings) => {
    const found: string[] = [];
    for (const filler of FILLERS)
      for (const begin of beginnings)
        for (const end of ["b", "\n"]) {
          const times = await growth(work, between(begin, filler, end), length);
          if (times) found.push(`${JSON.stringify([begin, filler])}: ${times}`);
        }
    expect(found).toEqual([]);
  },
  600_000,
);

/** Texts that may repeat in input of an expression: its words, and a character of each class. */
function samplesOf(source: string): ReadonlySet<string> {
  const samples = new Set<string>();
  for (const [whole] of source.matchAll(
    /\[(?:\\.|[^\]\\])*\]|\\[sSdDwW]|[A-Za-z0-9 ]+|\\?[^\s\w\\[\](){}|?*+^$.]/g,
  )) {
    if (!/^[[\\]/.test(whole)) samples.add(whole);
    else for (const char of " \t0aA.;,/-_=\"'(<:)") if (new RegExp(whole).test(char)) samples.add(char);
  }
  return samples;
}

test("each expression that recheck cannot decide", async () => {
  const undecided = new Set(
    [...(await verdicts())].flatMap(([literal, verdict]) => (verdict === "linear" ? [] : [literal])),
  );
  const found: string[] = [];
  for (const literal of new Set((await regexesOf()).found.map(({ literal }) => literal))) {
    if (!undecided.has(literal)) continue;
    const end = literal.lastIndexOf("/");
    const pattern = new RegExp(literal.slice(1, end), literal.slice(end + 1));
    // Sticky expressions are used at one position, others at every position.
    const work: Work = (text) => (pattern.sticky ? pattern.exec(text) : text.replace(pattern, ""));
    const samples = [...samplesOf(pattern.source)].slice(0, 30);
    for (const filler of [
      ...samples,
      ...samples.slice(0, 6).flatMap((one) => samples.slice(0, 6).map((two) => one + two)),
    ])
      for (const begin of ["", ...samples.slice(0, 4)]) {
        const times = await growth(work, between(begin, filler, "\u0001\n\u0001"), 2048);
        if (times) found.push(`${literal}: ${JSON.stringify([begin, filler])}: ${times}`);
      }
  }
  expect(found).toEqual([]);
}, 900_000);
