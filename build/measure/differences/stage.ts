/** A browser and a server whose answers a case defines. */

import { join } from "node:path";
import type { Browser, BrowserContext, CDPSession, Frame, Page } from "playwright-core";
import { launchBrowser } from "../../browser.ts";
import type { BrowserCase } from "../corpus/browser/case.ts";
import { type Answer, type Requested, type Server, serve } from "./server.ts";

export interface Stage {
  readonly browser: Browser;
  /** Sets the answer for a URL without scheme. */
  answer(url: string, answer: Answer | ((requested: Requested) => Answer)): void;
  /** Requests received for a URL without scheme. */
  requested(url: string): readonly Requested[];
  /** Opens a URL in a page with a browser context of its own. */
  open(url: string): Promise<Opened>;
  close(): Promise<void>;
}

export interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
}

/** A case without its outcome. */
export type Draft = Omit<BrowserCase, "outcome"> & Readonly<Record<string, unknown>>;

const BLANK: Answer = { headers: ["Content-Type: text/html"], body: "<!doctype html><title>x</title>" };
const keyOf = (url: string) => url.replace(/^https?:\/\//, "").replace(/#.*/, "");

export async function openStage(): Promise<Stage> {
  const answers = new Map<string, Answer | ((requested: Requested) => Answer)>();
  const log = new Map<string, Requested[]>();
  const server: Server = await serve((requested) => {
    const key = requested.host + requested.path;
    log.set(key, [...(log.get(key) ?? []), requested]);
    const found = answers.get(key) ?? BLANK;
    return typeof found === "function" ? found(requested) : found;
  });
  const browser = await launchBrowser(
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LocalNetworkAccessChecks",
    ...server.flags,
  );
  return {
    browser,
    answer: (url, answer) => void answers.set(keyOf(url), answer),
    requested: (url) => log.get(keyOf(url)) ?? [],
    async open(url) {
      const context = await browser.newContext();
      await context.addInitScript({ path: join(import.meta.dir, "in-page.js") });
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      if (url !== "") await page.goto(url);
      return { context, page, cdp };
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
}

/** Calls one of the functions of in-page.js. */
export function inPage<T>(page: Page | Frame, name: string, ...given: readonly unknown[]): Promise<T> {
  return page.evaluate<T>(`inPage.${name}(...${JSON.stringify(given)})`);
}

/** Navigates to a URL; returns false if that fails. */
export function went(page: Page, url: string): Promise<boolean> {
  return page.goto(url).then(
    () => true,
    () => false,
  );
}

/** Runs tasks with limited concurrency. @returns results in order */
export async function inTurn<T, R>(
  items: readonly T[],
  lanes: number,
  run: (item: T, lane: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (lane: number) => {
    while (next < items.length) {
      const index = next++;
      results[index] = await run(items[index] as T, lane);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return results;
}
