/**
 * Enforces the suggested policy of a page in a real browser: the page keeps working, and injected code does
 * not run.
 */

import type { Engine } from "../../../src/headers/verdicts/response.ts";
import type { PolicyBy } from "../../../src/jobs/page/bounds.ts";
import { pageOfHar } from "../../../src/jobs/page/har-audit.ts";
import { suggestedPolicy } from "../../../src/jobs/page/page-report.ts";
import { briefOf } from "../../../src/view/brief.ts";
import { type Driver, drivers } from "./drivers.ts";
import { openWorld } from "./page.ts";
import { certificateFor } from "./proxy.ts";
import type { Answer, Requested } from "./server.ts";

interface GivenPage {
  readonly url: string;
  readonly answers: ReadonlyMap<string, Answer>;
  /** Whether the policy is made from the HAR log of the load, which has the requests of scripts. */
  readonly byLog: boolean;
  /** Path of the browser that the audit loads the page in, if any. */
  readonly browser?: string;
  readonly wanted: readonly PolicyBy[];
}

interface JudgedPage {
  readonly url: string;
  readonly by: PolicyBy;
  readonly policy: string;
  /** Loads that fail with the policy, and loads that it reports as blocked. */
  readonly lost: readonly string[];
  /** Injected code that ran with the policy. */
  readonly injected: readonly string[];
  /** Whether the browser reported the blocked code. */
  readonly isReported: boolean;
  /** Number of loads and scripts that work without the policy. */
  readonly done: number;
  /** Requests of the browser that the audit does not list. */
  readonly unlisted: readonly string[];
}

const REPORTS = "/policy-reports-by-";
const EVIL = "evil.test";

/** Simulates a user of the page. */
const ACT = `
  const settled = (ms) => new Promise((done) => setTimeout(done, ms));
  await document.fonts.ready;
  await settled(100);
  for (const each of document.querySelectorAll("[data-click]")) each.click();
  await settled(80);`;
/** Ids of code that ran, and of styled elements. */
const DONE = `
  const styled = [...document.querySelectorAll("[data-styled]")].filter((one) => getComputedStyle(one).left === "7px");
  return [...(window.ran ?? []), ...styled.map(({ id }) => "style of " + id)];`;
/** Injects code as cross-site scripting does: from another host, and into the page. */
const INJECT_FAR = `
  document.body.append(Object.assign(document.createElement("script"), { src: "//${EVIL}/inject.js" }));`;
const INJECT_CODE = `
  document.body.append(Object.assign(document.createElement("script"), { text: "window.evil_inline = true" }));
  document.body.insertAdjacentHTML("beforeend", '<img src="data:," onerror="window.evil_handler=true">');
  await new Promise((done) => setTimeout(done, 60));`;
const INJECTED = `return Object.keys(window).filter((name) => name.startsWith("evil_"));`;

/** Waits up to ten seconds, for busy machines. */
async function until(isThere: () => Promise<boolean> | boolean): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isThere()) return true;
    await Bun.sleep(50);
  }
  return false;
}

/** Repeats an act up to three times until its effect is seen. WebKitGTK seldom sends no report for a load. */
async function isSeen(act: () => Promise<unknown>, isThere: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    await act();
    if (await until(isThere)) return true;
  }
  return false;
}

/** Applies each policy to its page and observes the page. */
export async function judgePolicies(engine: Engine, pages: readonly GivenPage[]): Promise<JudgedPage[]> {
  let requests: Requested[] = [];
  const hosts = new Set(pages.flatMap(({ answers }) => [...answers.keys()].map((url) => new URL(url).host)));
  const certificate = await certificateFor(hosts.add(EVIL));
  const urlsOf = (all: readonly Requested[]) => urlsAt(hosts, all);
  const world = await openWorld((request) => void requests.push(request), certificate);
  for (const scheme of ["http", "https"])
    world.answers.set(`${scheme}://${EVIL}/inject.js`, {
      headers: ["Content-Type: text/javascript"],
      body: "window.evil_external = true",
    });
  const driver = await drivers[engine](world.server.port);
  const judged: JudgedPage[] = [];
  try {
    for (const page of pages) {
      for (const [url, answer] of page.answers) world.answers.set(url, answer);
      requests = [];
      await visit(driver, page.url);
      const before = await namesFrom(driver, DONE);
      const requested = [...requests];
      await driver.run(INJECT_FAR + INJECT_CODE);
      if (!(await until(async () => (await namesFrom(driver, INJECTED)).length === 3)))
        throw new Error(`${page.url}: nothing can be injected`);
      const { audit } = await world.audit(page.url, page.browser);
      const listed = new Set(
        (audit?.loads ?? []).flatMap(({ urls }) => urls.map(({ href }) => href.replace(/#.*/s, ""))),
      );
      for (const by of page.wanted) {
        const policy = page.byLog
          ? (await pageOfHar(logOf(page, requested), by, briefOf)).report.policy
          : audit && (await suggestedPolicy([audit], by));
        const line = `${policy?.enforce}; report-uri ${REPORTS}${by}`;
        const answer = page.answers.get(page.url) ?? {};
        world.answers.set(page.url, { ...answer, headers: [...(answer.headers ?? []), line] });
        requests = [];
        await visit(driver, page.url);
        // Only for Chromium: other engines keep images in memory from the previous visit.
        const lost = async () => [
          ...missing(before, await namesFrom(driver, DONE)),
          ...(engine === "chromium" ? missing(urlsOf(requested), urlsOf(requests)) : []),
        ];
        await until(async () => (await lost()).length === 0);
        const gone = await lost();
        const isReported = await isSeen(
          () => driver.run(INJECT_FAR),
          () => requests.some(({ path, body }) => path === REPORTS + by && body?.includes(EVIL)),
        );
        // Reports arrive in any order. Reports about the injected code do not count.
        const reports = reportsIn(requests, REPORTS + by).filter((report) => !report.includes(EVIL));
        await driver.run(INJECT_CODE);
        const injected = await namesFrom(driver, INJECTED);
        judged.push({
          url: page.url,
          by,
          policy: policy?.enforce ?? "",
          lost: [...gone, ...reports],
          injected: [...injected, ...urlsOf(requests).filter((url) => url.includes(EVIL))],
          isReported,
          done: before.length + urlsOf(requested).length,
          unlisted: urlsOf(requested).filter((url) => url !== page.url && !listed.has(url)),
        });
      }
    }
  } finally {
    await driver.close();
    world.server.stop();
  }
  return judged;
}

async function visit(driver: Driver, url: string): Promise<void> {
  await driver.goto("about:blank");
  await driver.goto(url);
  await driver.run(ACT);
}

const namesFrom = async (driver: Driver, body: string) => ((await driver.run(body)) ?? []) as string[];

const missing = (before: readonly string[], after: readonly string[]) =>
  [...new Set(before)].filter((one) => !after.includes(one));

/**
 * URLs requested at these hosts, without icons. Browsers request icons, and services of their vendors, at any
 * time.
 */
const urlsAt = (hosts: ReadonlySet<string>, requests: readonly Requested[]) =>
  requests
    .filter(
      ({ host, path }) =>
        hosts.has(host) && !/\/(?:favicon\.ico|icon\.svg)$/.test(path) && !path.startsWith(REPORTS),
    )
    .map(({ scheme, host, path }) => `${scheme}://${host}${path}`);

function reportsIn(requests: readonly Requested[], at: string): string[] {
  return requests.flatMap(({ path, body = "" }) => {
    if (path !== at) return [];
    const report = (JSON.parse(body) as { readonly "csp-report": Readonly<Record<string, unknown>> })[
      "csp-report"
    ];
    const result = [
      "effective-directive",
      "violated-directive",
      "blocked-uri",
      "line-number",
      "document-uri",
    ];
    return [`reported: ${result.map((name) => `${name} ${report[name]}`).join(", ")}`];
  });
}

/** HAR log of a load, as browsers' developer tools save it. */
function logOf({ answers }: GivenPage, requested: readonly Requested[]): unknown {
  const entries = requested.map(({ scheme, host, path, method, headers }) => {
    const url = `${scheme}://${host}${path}`;
    const { status = 200, headers: lines = [], body = "" } = answers.get(url) ?? {};
    const pairs = lines.map((line) => [
      line.slice(0, line.indexOf(":")),
      line.slice(line.indexOf(":") + 1).trim(),
    ]);
    return {
      request: { method, url, headers: [...headers].map(([name, value]) => ({ name, value })) },
      response: {
        status,
        headers: pairs.map(([name, value]) => ({ name, value })),
        content: { text: Buffer.from(body).toString("base64"), encoding: "base64" },
      },
    };
  });
  return { log: { entries } };
}
