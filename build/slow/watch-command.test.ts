/** `netlens watch` on real targets on loopback. */

import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { lockFile } from "../../src/platform/lock-file.ts";
import { cli } from "../../test/cli/fake-io.ts";

/** Path → response of the site: headers, or a status. */
const answers = new Map<string, Record<string, string> | number>();
/** Path → status of the next response only. */
const once = new Map<string, number>();
const messages: unknown[] = [];
/** Statuses of the webhook's first responses; 200 follows. */
const refusals: number[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/hook") {
      const status = refusals.shift() ?? 200;
      if (status === 200)
        messages.push({ type: request.headers.get("content-type"), ...((await request.json()) as object) });
      return new Response("", { status });
    }
    const answer = once.get(pathname) ?? answers.get(pathname) ?? 404;
    once.delete(pathname);
    if (typeof answer === "number") return new Response("", { status: answer });
    return new Response("here", { headers: { "content-type": "text/plain; charset=utf-8", ...answer } });
  },
});
const base = `http://127.0.0.1:${server.port}`;
let folder = "";
const made: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-watch-"));
  made.push(folder);
  answers.clear();
  messages.length = 0;
  refusals.length = 0;
  for (const path of ["/a", "/b"]) answers.set(path, { "x-frame-options": "DENY" });
});
afterAll(async () => {
  await server.stop(true);
  for (const each of made) rmSync(each, { recursive: true, force: true });
});

const TARGETS = `[watch]\ntargets = ["${base}/a", "${base}/b"]\nlooks = 1\n`;
const START = Date.parse("2026-11-20T10:00:00Z");

/** Runs a round with a configuration, `minutes` after the first round. */
async function watch(toml: string, minutes = 0, ...args: readonly string[]) {
  const file = join(folder, "w.toml");
  writeFileSync(file, toml);
  const io = {
    readFile: (path: string) => Bun.file(resolve(folder, path)).text(),
    clock: () => START + minutes * 60_000,
    directory: folder,
  };
  const ran = await cli(["watch", ...args, "w.toml"], io);
  const here = (text: string) => text.replaceAll(base, "");
  return {
    ...ran,
    out: here(ran.out),
    written: Object.fromEntries(Object.entries(ran.written).map(([name, text]) => [name, here(text)])),
  };
}

describe("a round", () => {
  test("is silent about unchanged targets", async () => {
    expect(await watch(TARGETS)).toMatchObject({ code: 0, out: "ok       /a\nok       /b\n", err: "" });
    expect(await watch(TARGETS, 5)).toMatchObject({ code: 0, out: "ok       /a\nok       /b\n" });
    expect(existsSync(join(folder, "w.sqlite"))).toBe(true);
    expect(existsSync(join(folder, "w.sqlite.lock"))).toBe(false);
  });
  test("reports problems, their end, and the exit code", async () => {
    await watch(TARGETS);
    answers.set("/a", 503);
    answers.set("/b", {});
    const wrong = await watch(`${TARGETS}wake-for = ["down", "change"]`, 5);
    expect([wrong.code, wrong.out]).toEqual([
      4,
      `down     /a\n         It answers 503 Service Unavailable.\nproblem  /b\n         X-Frame-Options is gone; it was DENY.\n${wrong.out.split("\n").slice(4).join("\n")}`,
    ]);
    answers.set("/a", { "x-frame-options": "DENY" });
    const over = await watch(TARGETS, 10);
    expect([over.code, over.out]).toEqual([
      0,
      `ok       /a\n         Fixed: It answers 503 Service Unavailable.\n${over.out.split("\n").slice(2).join("\n")}`,
    ]);
  });
  test("--json prints one object with everything", async () => {
    await watch(TARGETS);
    answers.set("/a", 500);
    const { out } = await watch(TARGETS, 5, "--json");
    expect(JSON.parse(out)).toEqual({
      at: "2026-11-20T10:05:00.000Z",
      targets: [
        {
          url: "/a",
          state: "down",
          began: [
            {
              word: "down",
              title: "It answers 500 Internal Server Error.",
              since: "2026-11-20T10:05:00.000Z",
            },
          ],
          over: [],
          open: [
            {
              word: "down",
              title: "It answers 500 Internal Server Error.",
              since: "2026-11-20T10:05:00.000Z",
            },
          ],
          ...{ ms: expect.any(Number), waiting: [], held: [] },
        },
        {
          ...{ url: "/b", state: "fine", ms: expect.any(Number), began: [], over: [] },
          ...{ open: [], waiting: [], held: [] },
        },
      ],
      failures: [],
    });
  });
  test("--update-baseline accepts the current answers", async () => {
    await watch(TARGETS);
    const words = `${TARGETS}wake-for = ["change"]`;
    answers.set("/a", { "x-frame-options": "SAMEORIGIN" });
    expect((await watch(words, 5)).code).toBe(4);
    expect(await watch(words, 10, "--update-baseline")).toMatchObject({
      code: 0,
      out: "ok       /a\nok       /b\n",
    });
    expect((await watch(words, 15)).code).toBe(0);
    answers.set("/a", { "x-frame-options": "DENY" });
    expect((await watch(words, 20)).code).toBe(4);
  });
  test("a problem that was held back is over at once after --update-baseline", async () => {
    const words = `${TARGETS}wake-for = ["change"]`;
    await watch(words);
    for (const minutes of [5, 10, 15]) {
      answers.set("/a", minutes === 10 ? { "x-frame-options": "DENY" } : {});
      await watch(words, minutes);
    }
    expect(await watch(words, 20, "--update-baseline")).toMatchObject({
      code: 0,
      out: "ok       /a\nok       /b\n",
    });
    expect((await watch(words, 25)).code).toBe(0);
  });
  test("a recurring problem is over after a longer absence", async () => {
    const words = `${TARGETS}wake-for = ["down"]`;
    await watch(words);
    const printed: string[] = [];
    for (const [index, works] of [false, true, false, true, true].entries()) {
      answers.set("/a", works ? {} : 503);
      const { code, out } = await watch(words, 5 * (index + 1));
      printed.push(`${code} ${out.split("\nok       /b")[0]?.replaceAll(/\n +/g, ": ")}`);
    }
    const title = "It answers 503 Service Unavailable.";
    expect(printed).toEqual([
      `4 down     /a: ${title}`,
      `0 ok       /a: Fixed: ${title}`,
      `4 down     /a: ${title}`,
      `0 ok       /a: Gone for now: ${title}`,
      `0 ok       /a: Fixed: ${title}`,
    ]);
  });
  test("an unconfirmed lookup sends no alert", async () => {
    const twice = TARGETS.replace("looks = 1", "looks = 2");
    await watch(twice);
    once.set("/a", 503);
    const { code } = await watch(twice, 5);
    expect([code, once.size]).toEqual([0, 0]);
  });
  test("another running round is not disturbed", async () => {
    await watch(TARGETS);
    const release = lockFile(join(folder, "w.sqlite.lock"));
    expect(await watch(TARGETS)).toMatchObject({
      code: 1,
      out: "",
      err: `netlens: watch: ${join(folder, "w.sqlite")}: another round is under way\n`,
    });
    release?.();
    expect((await watch(TARGETS)).code).toBe(0);
  });
});

describe("targets with settings of their own", () => {
  const row = (settings: string) => `${TARGETS}[[watch.for]]\nurl = "${base}/a"\n${settings}\n`;
  test("a first answer of 404 is an alert, until it is accepted or fixed", async () => {
    answers.set("/a", 404);
    answers.set("/b", 404);
    expect((await watch(TARGETS)).out.match(/^down/gm)).toHaveLength(2);
    answers.set("/b", {});
    const fixed = await watch(TARGETS, 5);
    expect([fixed.code, fixed.out.includes("ok       /b\n         Fixed: It answers 404")]).toEqual([
      4,
      true,
    ]);
    expect(await watch(TARGETS, 10, "--update-baseline")).toMatchObject({ code: 0 });
    expect(await watch(TARGETS, 15)).toMatchObject({ code: 0, out: "ok       /a\nok       /b\n" });
  });
  test("patience: a problem is reported in its third round", async () => {
    const toml = row("for = 3");
    await watch(toml);
    answers.set("/a", 503);
    const outs: string[] = [];
    for (const minutes of [5, 10, 15])
      outs.push((await watch(toml, minutes)).out.split("\n")[1]?.trim() ?? "");
    const title = "It answers 503 Service Unavailable.";
    expect(outs).toEqual([`Not reported yet: ${title}`, `Not reported yet: ${title}`, title]);
  });
  test("content, on a page that still answers 200", async () => {
    const toml = row('body = "h[aeiou]re"\nnot-body = "nothing"');
    expect((await watch(toml)).code).toBe(0);
    expect(await watch(row('body = "there"'), 5)).toMatchObject({
      code: 4,
      out: "problem  /a\n         Its content does not match there.\nok       /b\n",
    });
    expect(await watch(row('body = "(?=x)"'), 5)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/w\.toml:6:1: .*\(\?=/),
    });
  });
  test("maintenance: no lookup, no alert, exit code 0", async () => {
    const toml = `${TARGETS}[[watch.maintenance]]\nurl = "${base}/a"\nfrom = "10:05"\nuntil = "10:10"\n`;
    await watch(toml);
    answers.set("/a", 503);
    expect(await watch(toml, 5)).toMatchObject({ code: 0, out: "paused   /a\nok       /b\n" });
    expect((await watch(toml, 10)).code).toBe(4);
  });
  test("reminders, channels by name, and a heartbeat after rounds without failures", async () => {
    const toml = `${TARGETS}heartbeat = "\${BEAT}"\n[[watch.for]]\nurl = "${base}/a"\nremind = "1h"\nchannels = ["pager"]
[[watch.notify]]\nname = "pager"\nwebhook = "${base}/hook?pager"\nprivate = true
[[watch.notify]]\nname = "all"\nwebhook = "${base}/hook?all"\nprivate = true`;
    await watch(toml);
    answers.set("/a", 503);
    for (const minutes of [5, 35, 64, 65, 125]) await watch(toml, minutes);
    expect(messages).toHaveLength(3);
    expect(messages.slice(1)).toMatchObject([
      {
        began: [],
        over: [],
        still: [{ word: "down" }],
        open: 1,
        text: expect.stringContaining("Still: It answers 503"),
      },
      { at: "2026-11-20T12:05:00.000Z" },
    ]);
    const { code, err } = await watch(toml, 130);
    expect([code, err]).toEqual([1, "netlens: watch: heartbeat: the environment has no BEAT\n"]);
  });
});

describe("channels", () => {
  const hook = `${TARGETS}[[watch.notify]]\nwebhook = "${base}/hook"\n`;
  test("a webhook gets one message when a problem begins and one when it is over", async () => {
    const allowed = `${hook}private = true`;
    await watch(allowed);
    answers.set("/a", 503);
    for (const minutes of [5, 10, 15]) await watch(allowed, minutes);
    answers.set("/a", { "x-frame-options": "DENY" });
    for (const minutes of [20, 25]) await watch(allowed, minutes);
    const title = "It answers 503 Service Unavailable.";
    const alarm = { word: "down", title, since: "2026-11-20T10:05:00.000Z" };
    expect(messages).toEqual([
      {
        type: "application/json",
        id: expect.any(String),
        at: "2026-11-20T10:05:00.000Z",
        url: `${base}/a`,
        state: "down",
        began: [alarm],
        over: [],
        open: 1,
        text: `${base}/a: ${title}`,
      },
      expect.objectContaining({
        state: "fine",
        over: [alarm],
        open: 0,
        text: `${base}/a: Fixed: ${title} No open problems.`,
      }),
    ]);
  });
  test("a private address only if the file allows it", async () => {
    await watch(hook);
    answers.set("/a", 503);
    const { code, err } = await watch(hook, 5);
    expect(messages).toEqual([]);
    expect(code).toBe(1);
    expect(err).toContain(`netlens: watch: ${base}: The address 127.0.0.1 cannot be looked up here`);
  });
  test("an undelivered message is sent again, with the same id, in this round and the next", async () => {
    const allowed = `${hook}private = true`;
    await watch(allowed);
    answers.set("/a", 503);
    refusals.push(500, 429);
    expect((await watch(allowed, 5)).code).toBe(4);
    expect(messages).toHaveLength(1);
    answers.set("/b", 503);
    refusals.push(500, 500, 500);
    const { code, err } = await watch(allowed, 10);
    expect([code, err]).toEqual([1, `netlens: watch: ${base}: 500 Internal Server Error\n`]);
    expect(messages).toHaveLength(1);
    expect((await watch(allowed, 15)).code).toBe(4);
    expect(messages).toMatchObject([
      { url: `${base}/a` },
      { url: `${base}/b`, at: "2026-11-20T10:10:00.000Z" },
    ]);
  }, 30_000);
  test("a command gets its arguments as written, and the message on standard input", async () => {
    const script = join(folder, "tell");
    writeFileSync(
      script,
      `#!/bin/sh\nprintf '%s\\n' "$@" >"$(dirname "$0")/arguments"\ncat >>"$(dirname "$0")/told"\n`,
    );
    chmodSync(script, 0o755);
    const toml = `${TARGETS}notify = [{ command = ["./tell", "a b", "$(x); *"] }]`;
    await watch(toml);
    answers.set("/a", 503);
    expect((await watch(toml, 5)).code).toBe(4);
    expect(readFileSync(join(folder, "arguments"), "utf8")).toBe("a b\n$(x); *\n");
    const lines = readFileSync(join(folder, "told"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ url: `${base}/a`, state: "down" }]);
  });
  test.each([
    ['["./nothing"]', "./nothing: "],
    ['["false"]', "false: exit code 1"],
  ])(
    "a failing command is reported: %s",
    async (command, reason) => {
      const toml = `${TARGETS}notify = [{ command = ${command} }]`;
      await watch(toml);
      answers.set("/a", 503);
      const { code, err } = await watch(toml, 5);
      expect(code).toBe(1);
      expect(err).toStartWith(`netlens: watch: ${reason}`);
    },
    30_000,
  );
});

test("hanging targets delay neither other targets nor their alerts, however many", async () => {
  // More targets than concurrent lookups, and as many per host as allowed.
  const silent = Array.from({ length: 9 }, () =>
    Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } }),
  );
  const hung = silent.flatMap(({ port }) => [0, 1, 2, 3].map((n) => `"http://127.0.0.1:${port}/${n}"`));
  const toml = `[watch]\ntargets = [${hung}, "${base}/a"]\nlooks = 1\nwake-for = ["down"]
notify = [{ webhook = "${base}/hook", private = true }]`;
  answers.set("/a", 503);
  let isOver = false;
  const round = watch(toml, 0, "--timeout", "12s").finally(() => {
    isOver = true;
  });
  while (messages.length === 0 && !isOver) await Bun.sleep(50);
  expect([isOver, messages]).toMatchObject([false, [{ url: `${base}/a` }]]);
  const { out } = await round;
  for (const each of silent) each.stop(true);
  expect(out.match(/^down/gm)).toHaveLength(37);
}, 60_000);

describe("a folder of baselines of compare", () => {
  test("take precedence over the first answer, and are rewritten by --update-baseline", async () => {
    const toml = `${TARGETS}baselines = "base"\nwake-for = ["change"]`;
    const accepted = await watch(toml, 0, "--update-baseline");
    // Files are written in the order of the targets' responses.
    const [path = ""] = Object.entries(accepted.written).find(([, text]) => text.includes('/a"')) ?? [];
    expect(path).toStartWith(join(folder, "base"));
    for (const [name, text] of Object.entries(accepted.written)) await Bun.write(name, text);
    answers.set("/a", {});
    expect((await watch(toml, 5)).code).toBe(4);
    const again = await watch(toml, 10, "--update-baseline");
    for (const [name, text] of Object.entries(again.written)) await Bun.write(name, text);
    expect((await watch(toml, 15)).code).toBe(0);
    // The other target is compared as before; this one is compared with its first response.
    await Bun.write(path, "{}");
    answers.set("/b", {});
    expect(await watch(toml, 20)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^ok {7}\/a\nproblem {2}\/b\n/),
      err: expect.stringMatching(/^netlens: watch: the baseline of .*\/a is not a report\n$/),
    });
    await Bun.write(path, '{"steps":[{}]}');
    expect(await watch(toml, 25)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^ok {7}\/a\nproblem {2}\/b\n/),
      err: expect.stringMatching(
        /^netlens: watch: .*\/a cannot be compared with its previous state and starts over: .*\n$/,
      ),
    });
  });
});

describe("a damaged state", () => {
  const words = `${TARGETS}wake-for = ["change"]`;
  const change = (sql: string) => {
    const db = new Database(join(folder, "w.sqlite"));
    db.run(sql);
    db.close();
  };
  test("of one target is reported, and it starts over; the others continue", async () => {
    await watch(words);
    for (const path of ["/a", "/b"]) answers.set(path, {});
    expect((await watch(words, 5)).out.match(/^problem/gm)).toHaveLength(2);
    change("UPDATE alarm SET wrong = 'no JSON' WHERE target = 1");
    change("UPDATE target SET baseline = zeroblob(100), last = 'x' WHERE id = 1");
    const { code, out, err } = await watch(words, 10);
    expect([code, out.match(/^\w+ +\/\w/gm)]).toEqual([1, ["ok       /a", "problem  /b"]]);
    expect(err).toBe(`netlens: watch: ${base}/a: its stored data was damaged; it starts over\n`);
    expect(await watch(words, 15)).toMatchObject({ code: 4, err: "" });
  });
  test("without a table is created again, and the damaged file is kept", async () => {
    await watch(words);
    change("DROP TABLE alarm");
    const { code, out, err } = await watch(words, 5);
    expect([code, out]).toEqual([1, "ok       /a\nok       /b\n"]);
    expect(err).toContain(`it as it was is in ${join(folder, "w.sqlite.damaged")}\n`);
    expect(existsSync(join(folder, "w.sqlite.damaged"))).toBe(true);
    expect(await watch(words, 10)).toMatchObject({ code: 0, err: "" });
  });
  test("does not end --every", async () => {
    await watch(words);
    change("DROP TABLE alarm");
    const stop = new AbortController();
    let rounds = 0;
    const { code, err } = await cli(["watch", "--every", "10ms", join(folder, "w.toml")], {
      readFile: (path: string) => Bun.file(path).text(),
      clock: () => START + 60_000,
      directory: folder,
      signal: stop.signal,
      out: () => {
        // Drops a table of the database in each round.
        change(`DROP TABLE ${rounds++ === 0 ? "event" : "day"}`);
        if (rounds === 3) stop.abort();
      },
    });
    expect([code, rounds]).toEqual([0, 3]);
    expect(err.match(/the state was damaged/g)?.length).toBeGreaterThanOrEqual(2);
    expect(err).not.toMatch(/internal error|\n\s+at /);
  });
  test("is in the report, with its target", async () => {
    answers.set("/a", 503);
    await watch(TARGETS);
    change("UPDATE alarm SET wrong = '5'");
    const rows = await watch(TARGETS, 1, "report");
    expect(rows.out).toContain(
      '<li class="warning">What is stored of it is damaged; the next round starts it over.</li>',
    );
    change("DROP TABLE alarm");
    const tables = await watch(TARGETS, 1, "report");
    expect([tables.code, tables.out.match(/the next round repairs it/g)?.length]).toEqual([0, 4]);
  });
});

test("the report counts targets by state, and equal changes of a target in one row", async () => {
  await watch(TARGETS);
  for (let minute = 5; minute < 35; minute += 5) {
    answers.set("/a", minute % 10 === 5 ? 503 : { "x-frame-options": "DENY" });
    await watch(TARGETS, minute);
  }
  const { out } = await watch(TARGETS, 40, "report");
  expect(out).toContain("<p>2 targets: 2 ok.</p>");
  const changes = [...out.matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, when]) => when);
  expect(changes).toEqual(["2 times, 2026-11-20 10:05 UTC to 2026-11-20 10:15 UTC", "2026-11-20 10:10 UTC"]);
});

describe("wrong usage", () => {
  const used = async (...args: readonly string[]) => {
    const { code, err } = await watch(TARGETS, 0, ...args);
    return `${code} ${err.split("\n")[0]}`;
  };
  test.each([
    [["--every", "5"], "2 netlens: --every: expected a duration such as 500ms, 15s or 2m"],
    [["--every", "5m", "--once"], "2 netlens: watch: --once has no effect with --every"],
    [
      ["--every", "5m", "--update-baseline"],
      "2 netlens: watch: --update-baseline has no effect with --every",
    ],
    [["--output", "x"], "2 netlens: watch: --output has no effect without report"],
    [["x"], "2 netlens: watch: name one project file: netlens watch netlens.toml"],
    [["report", "x"], "2 netlens: watch: name one project file: netlens watch report netlens.toml"],
  ])("%p", async (args, expected) => expect(await used(...args)).toBe(expected));
  test("a file without targets, and an invalid one", async () => {
    expect(await watch("")).toMatchObject({
      code: 2,
      err: expect.stringContaining("watch: w.toml has no [watch] with targets (netlens guide watch)"),
    });
    expect(await watch("[watch]\ntargets = 1")).toMatchObject({
      code: 2,
      err: expect.stringContaining("w.toml:2:1: targets: expected a list of 1 to 1000 URLs"),
    });
  });
  test("a state that cannot be opened", async () => {
    expect(await watch(`${TARGETS}state = "no/x.sqlite"`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("x.sqlite: no such file"),
    });
    writeFileSync(join(folder, "y"), "text".repeat(500));
    expect(await watch(`${TARGETS}state = "y"`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("file is not a database"),
    });
  });
});

test("--every runs until a signal, reloads the file, and keeps the previous one if it is invalid", async () => {
  const stop = new AbortController();
  let read = 0;
  const texts = [TARGETS, "[watch]\ntargets = 1", TARGETS.replace(`, "${base}/b"`, "")];
  let out = "";
  const ran = cli(["watch", "--every", "10ms", join(folder, "w.toml")], {
    readFile: async () => texts[Math.min(read++, 2)] ?? "",
    directory: folder,
    signal: stop.signal,
    out: (text) => {
      out += text;
      if (out.split("/b\n").length === 3 && out.endsWith("/a\n")) stop.abort();
    },
  });
  const { code, err } = await ran;
  expect(code).toBe(0);
  expect(err).toBe(`netlens: ${join(folder, "w.toml")}:2:1: targets: expected a list of 1 to 1000 URLs\n`);
});

describe("the report", () => {
  test("has a line of 90 days per target, current problems, and each change in a sentence of compare", async () => {
    const words = `${TARGETS}wake-for = ["down"]`;
    await watch(words, -100 * 1440);
    await watch(words, -89 * 1440);
    answers.set("/a", { "x-frame-options": "SAMEORIGIN" });
    await watch(words, -1440);
    answers.set("/b", 503);
    await watch(words);
    const { code, out } = await watch(words, 1, "report");
    expect(code).toBe(0);
    const [, a = "", b = ""] = out.split('<section class="findings">');
    expect(a.match(/<rect/g)).toHaveLength(90);
    expect(a.match(/<rect class="(?:fine|wrong|down)"/g)).toHaveLength(3);
    expect(a).toMatch(/<title>2026-08-23: 1 check, [\d.]+ m?s<\/title>/);
    expect(a).toMatch(/Up 100 % \(3 checks\)\. Answers in [\d.]+ m?s, at most in [\d.]+ m?s\./);
    expect(a).toContain(
      "<dt>X-Frame-Options is now SAMEORIGIN; before, it was DENY.</dt><dd>2026-11-19 10:00 UTC</dd>",
    );
    expect(b).toContain("<title>2026-11-20: 1 check, 1 down, 1 with problems, ");
    expect(b).toContain("Up 66.67 % (3 checks). Down on 1 day. Answers in ");
    expect(b).toContain("It answers 503 Service Unavailable. Since 2026-11-20 10:00 UTC.");
    const { written, out: none } = await watch(words, 1, "--output", "page.html", "report");
    expect([written["page.html"], none]).toEqual([out, ""]);
  });
  test("needs a state", async () => {
    expect(await watch(TARGETS, 0, "report")).toMatchObject({
      code: 2,
      err: expect.stringContaining("w.sqlite: no such file"),
    });
    expect(existsSync(join(folder, "w.sqlite"))).toBe(false);
  });
});
