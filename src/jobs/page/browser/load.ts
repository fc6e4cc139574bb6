/** Loads a page in Chromium, through a relay that the guard of lookups checks. */

import type { Budget } from "../../../api/budget.ts";
import { NetlensError } from "../../../api/errors.ts";
import { connectFor, type Exchange } from "../../../http/exchange.ts";
import type { LookupSettings } from "../../../http/lookup.ts";
import { openHostLimit } from "../../../http/queue.ts";
import { type Chromium, findBrowser, type Message, startChromium } from "./chromium.ts";
import { LISTENER, type Log, openLog, PROBE, type Violation, WORLD } from "./log.ts";
import { openRelay } from "./relay.ts";

export interface BrowserOptions {
  /** `on`, or name or path of the browser. */
  readonly browser: string;
  readonly agent?: string | undefined;
  readonly family?: "4" | "6" | undefined;
  /** Whether certificates that are not trusted are accepted. */
  readonly insecure?: boolean | undefined;
  /** Called for each request. @throws NetlensError to end the load */
  readonly pay?: (() => Promise<void> | void) | undefined;
}

export interface Loaded {
  /** `Chrome/156.0.8078.108` */
  readonly version: string;
  /** Entries of a HAR log, without the document. */
  readonly entries: readonly object[];
  readonly violations: readonly Violation[];
  /** Reason why the page was not loaded to its end. */
  readonly incomplete?: string;
}

/** Milliseconds without a request after which a page is loaded, and between two checks. */
const SETTLED = 1000;
const CHECK = 50;

/** Browsers of this process at a time; each takes a processor and some 300 MB. */
const MOST_RUNNING = 2;
const takeTurn = openHostLimit(MOST_RUNNING);

/**
 * Loads a page; its document is answered with the exchanges, so that both audits read the same page.
 * @throws NetlensError `no-browser`, errors of `pay`, the signal's reason
 */
export const loadPage = (...given: Parameters<typeof load>): Promise<Loaded> =>
  takeTurn("", () => load(...given));

async function load(
  exchanges: readonly Exchange[],
  { browser, agent, family, insecure, pay }: BrowserOptions,
  settings: LookupSettings,
  budget: Budget,
  signal: AbortSignal,
): Promise<Loaded> {
  signal.throwIfAborted();
  const path = findBrowser(browser);
  const relay = await openRelay(
    (url, inner) => connectFor({ url, ...(family && { family: family === "4" ? 4 : 6 }) }, settings, inner),
    (bytes) => budget.charge("read", bytes),
  );
  let onMessage = (_: Message): void => {};
  const chromium = startChromium(
    path,
    [
      `--proxy-server=socks5://127.0.0.1:${relay.port}`,
      ...(agent === undefined ? [] : [`--user-agent=${agent}`]),
      ...(insecure ? ["--ignore-certificate-errors"] : []),
    ],
    (message) => onMessage(message),
  );
  let isDone = false;
  let stop: { readonly reason: string; readonly error?: unknown } | undefined;
  /** Ends the browser, so that its commands reject. */
  const end = (reason: string, error?: unknown) => {
    if (isDone) return;
    stop ??= { reason, error };
    chromium.close().catch(() => {});
  };
  void chromium.ended.then((reason) => end(reason));
  const time = Math.min(settings.timeout, budget.timeLeft());
  const timer = setTimeout(() => end(`it was not done after ${Math.round(time / 1000)} s`), time);
  const abort = () => end("", signal.reason);
  signal.addEventListener("abort", abort);
  let version: string | undefined;
  let log: Log | undefined;
  try {
    ({ product: version } = await chromium.send<{ product: string }>("Browser.getVersion"));
    const blank = { url: "about:blank" };
    const { targetId } = await chromium.send<{ targetId: string }>("Target.createTarget", blank);
    let last = performance.now();
    log = openLog(targetId, relay.failures, () => {
      last = performance.now();
      if (!budget.charge("requests")) end(budget.exhausted ?? "");
      Promise.resolve(pay?.()).catch((error) => end("", error));
    });
    const page = await openTab(chromium, targetId, exchanges, log, (take) => {
      onMessage = take;
    });
    while (!stop && !(page.isLoaded() && log.pending() === 0 && performance.now() - last > SETTLED))
      await Bun.sleep(CHECK);
    if (page.reason() !== "") stop ??= { reason: page.reason() };
  } catch (error) {
    if (!stop) throw error;
  } finally {
    isDone = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    relay.close();
    await chromium.close();
  }
  if (stop?.error !== undefined) throw stop.error;
  if (version === undefined || !log) throw new NetlensError("no-browser", `${path}: ${stop?.reason ?? ""}.`);
  return {
    version,
    entries: log.entries(),
    violations: log.violations(),
    ...(stop && { incomplete: stop.reason }),
  };
}

/** Members of the messages that are answered. */
interface Params {
  readonly sessionId: string;
  readonly targetInfo: { readonly targetId: string; readonly type: string; readonly url: string };
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
}

/** Opens the page in a tab, and answers its document with the exchanges. */
async function openTab(
  { send }: Chromium,
  targetId: string,
  exchanges: readonly Exchange[],
  log: Log,
  listen: (take: (message: Message) => void) => void,
) {
  const attached = await send<Params>("Target.attachToTarget", { targetId, flatten: true });
  const command = (method: string, params: object = {}, session = attached.sessionId) =>
    void send(method, params, session).catch(() => {});
  let isLoaded = false;
  let reason = "";
  let left = [...exchanges];
  const end = (why: string) => {
    isLoaded = true;
    reason = why;
  };
  function answer({ requestId, frameId, request }: Params): void {
    const at = left.findIndex(({ url }) => sameUrl(url.href, request.url));
    const found = left[at];
    if (frameId !== targetId) command("Fetch.continueRequest", { requestId });
    else if (found?.head) {
      left = left.slice(at + 1);
      command("Fetch.fulfillRequest", { requestId, ...answerOf(found, left.length === 0) });
    } else {
      end(`the page goes on to ${request.url.slice(0, 200)}`);
      command("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    }
  }
  listen((message) => {
    const params = message.params as Params;
    const { targetInfo: target, sessionId } = params;
    log.receive(message);
    if (message.method === "Page.loadEventFired") isLoaded = true;
    else if (message.method === "Inspector.targetCrashed") end("the page crashed");
    else if (message.method === "Page.javascriptDialogOpening")
      command("Page.handleJavaScriptDialog", { accept: false });
    else if (message.method === "Target.attachedToTarget") {
      // Other workers have policies of their own.
      const isGoverned = target.type === "worker" && /^(?:blob|data):/.test(target.url);
      if (isGoverned) command("Network.enable", LEAN, sessionId);
      command("Runtime.runIfWaitingForDebugger", {}, sessionId);
    } else if (message.method === "Target.targetCreated") {
      const isPopup = target.type === "page" && target.targetId !== targetId;
      if (isPopup) command("Target.closeTarget", { targetId: target.targetId });
    } else if (message.method === "Fetch.requestPaused") answer(params);
  });
  await send("Browser.setDownloadBehavior", { behavior: "deny" });
  await send("Target.setDiscoverTargets", { discover: true });
  for (const [method, params] of SETUP) await send(method, params, attached.sessionId);
  await send("Page.navigate", { url: exchanges[0]?.url.href }, attached.sessionId);
  return { isLoaded: () => isLoaded, reason: () => reason };
}

/** The browser keeps no content and reports none. */
const LEAN = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };

const SETUP: readonly (readonly [method: string, params: object])[] = [
  ["Network.enable", LEAN],
  ["Page.enable", {}],
  ["Log.enable", {}],
  ["Runtime.enable", {}],
  ["Inspector.enable", {}],
  ["Runtime.addBinding", { name: WORLD, executionContextName: WORLD }],
  ["Page.addScriptToEvaluateOnNewDocument", { source: LISTENER, worldName: WORLD }],
  ["Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],
  ["Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Request" }] }],
];

const sameUrl = (one: string, other: string) => one.replace(/#.*/s, "") === other.replace(/#.*/s, "");

/** Fields about the coding and length on the wire; the content is decoded. */
const OF_CODING = /^(?:content-encoding|content-length|transfer-encoding)$/;

/** @param isPage adds the probe to the policies of the response */
function answerOf({ head, content }: Exchange, isPage: boolean) {
  const lines = (head?.lines ?? []).filter(({ name }) => !OF_CODING.test(name));
  const probe = isPage ? [{ name: "Content-Security-Policy-Report-Only", value: PROBE }] : [];
  return {
    responseCode: head?.status,
    responseHeaders: [...lines.map(({ name, value }) => ({ name, value })), ...probe],
    body: Buffer.from(content?.opening ?? []).toString("base64"),
  };
}
