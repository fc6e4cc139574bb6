/** Three real browsers behind one small interface, which does not change requests or responses. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../../../src/headers/verdicts/response.ts";
import { launchBrowser } from "../../browser.ts";

export interface Driver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs the body of an asynchronous function in the page. @returns its result */
  run(body: string): Promise<unknown>;
  /** Opens a URL that is a download. @returns the suggested file name; absent where the GTK port decides on it */
  download?(url: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts a browser: Debian's chromium, firefox-esr, or gjs with gir1.2-webkit2-4.1 and xvfb. `proxy` is a
 * port on loopback for all traffic.
 */
export const drivers: Readonly<Record<Engine, (proxy?: number) => Promise<Driver>>> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebkit,
};

async function openChromium(proxy?: number): Promise<Driver> {
  const browser = await launchBrowser(
    "--disable-features=BackForwardCache,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LocalNetworkAccessChecks",
    "--ignore-certificate-errors",
    ...(proxy === undefined
      ? []
      : [`--proxy-server=http://127.0.0.1:${proxy}`, "--proxy-bypass-list=<-loopback>"]),
  );
  const page = await (await browser.newContext()).newPage();
  const ignore = () => {};
  return {
    goto: (url) => page.goto(url).then(ignore, ignore),
    reload: () => page.reload().then(ignore, ignore),
    back: () => page.goBack().then(ignore, ignore),
    run: (body) => page.evaluate(`(async () => {${body}})()`),
    async download(url) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.goto(url).catch(ignore)]);
      return download.suggestedFilename();
    },
    close: () => browser.close(),
  };
}

const FIREFOX_PREFS = {
  "browser.sessionhistory.max_total_viewers": 0,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.security.https_first": false,
  "dom.security.https_first_schemeless": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.prefetch-next": false,
  "app.update.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
};

/** Firefox over WebDriver BiDi (w3c.github.io/webdriver-bidi). */
async function openFirefox(proxy?: number): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), "netlens-firefox-"));
  const through = proxy === undefined ? {} : proxyPrefs(proxy);
  const downloads = {
    "browser.download.folderList": 2,
    "browser.download.dir": join(profile, "downloads"),
    "browser.download.always_ask_before_handling_new_types": false,
  };
  const prefs = Object.entries({ ...FIREFOX_PREFS, ...downloads, ...through }).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  await Bun.write(join(profile, "user.js"), prefs.join("\n"));
  const process = Bun.spawn(
    ["firefox-esr", "--headless", "--profile", profile, "--remote-debugging-port", "0", "--no-remote"],
    { stdout: "ignore", stderr: "pipe" },
  );
  const socket = new WebSocket(`${await listeningAt(process.stderr)}/session`);
  const call = await openCalls(socket);
  await call("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { contexts } = (await call("browsingContext.getTree", {})) as {
    contexts: readonly { readonly context: string }[];
  };
  const context = contexts[0]?.context;
  const navigation = (method: string, more: object) =>
    call(`browsingContext.${method}`, { context, ...more }).then(
      () => {},
      () => {},
    );
  return {
    goto: (url) => navigation("navigate", { url, wait: "complete" }),
    reload: () => navigation("reload", { wait: "complete" }),
    async back() {
      await navigation("traverseHistory", { delta: -1 });
      // Firefox replies before the page has loaded.
      await Bun.sleep(150);
    },
    async run(body) {
      const answer = (await call("script.evaluate", {
        expression: `(async () => { const result = await (async () => {${body}})(); return JSON.stringify(result ?? null); })()`,
        target: { context },
        awaitPromise: true,
      })) as { readonly result?: { readonly value?: string } };
      return JSON.parse(answer.result?.value ?? "null");
    },
    async download(url) {
      // Firefox numbers a name that exists.
      await rm(join(profile, "downloads"), { recursive: true, force: true });
      const event = "browsingContext.downloadWillBegin";
      await call("session.subscribe", { events: [event] });
      const { promise, resolve } = Promise.withResolvers<string>();
      const listener = ({ data }: MessageEvent) => {
        const { method, params } = JSON.parse(String(data)) as {
          readonly method?: string;
          readonly params?: { readonly suggestedFilename: string };
        };
        if (method === event) resolve(params?.suggestedFilename ?? "");
      };
      socket.addEventListener("message", listener);
      await call("browsingContext.navigate", { context, url, wait: "none" });
      return promise.finally(() => socket.removeEventListener("message", listener));
    },
    async close() {
      socket.close();
      process.kill();
      await process.exited;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

function proxyPrefs(port: number) {
  return {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": port,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": port,
    "network.proxy.allow_hijacking_localhost": true,
  };
}

async function listeningAt(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const piece of stderr) {
    text += new TextDecoder().decode(piece);
    const found = /WebDriver BiDi listening on (\S+)/.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`Firefox did not start: ${text}`);
}

type Call = (method: string, params: object) => Promise<unknown>;

function openCalls(socket: WebSocket): Promise<Call> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as {
      readonly id?: number;
      readonly type: string;
      readonly result?: unknown;
      readonly message?: string;
    };
    const call = waiting.get(message.id ?? -1);
    waiting.delete(message.id ?? -1);
    if (message.type === "error") call?.reject(new Error(message.message));
    else call?.resolve(message.result);
  });
  const { promise, resolve, reject } = Promise.withResolvers<Call>();
  socket.addEventListener("error", () => reject(new Error("no connection to Firefox")));
  socket.addEventListener("open", () =>
    resolve((method, params) => {
      const call = Promise.withResolvers<unknown>();
      last++;
      waiting.set(last, call);
      socket.send(JSON.stringify({ id: last, method, params }));
      return call.promise;
    }),
  );
  return promise;
}

/** WebKitGTK, controlled by our own script, on its own display. */
async function openWebkit(proxy?: number): Promise<Driver> {
  const directory = await mkdtemp(join(tmpdir(), "netlens-webkit-"));
  const script = join(import.meta.dir, "webkit.gjs");
  const through = proxy === undefined ? [] : [`http://127.0.0.1:${proxy}`];
  const process = Bun.spawn(["xvfb-run", "-a", "gjs", script, directory, ...through], {
    env: { ...Bun.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const answers = linesOf(process.stdout);
  const call = async (command: string, argument?: string): Promise<unknown> => {
    process.stdin.write(`${JSON.stringify({ command, argument })}\n`);
    await process.stdin.flush();
    const { value } = await answers.next();
    if (value === undefined) throw new Error("WebKitGTK has gone away");
    return (JSON.parse(value) as { readonly result?: unknown }).result;
  };
  const navigate = async (command: string, argument?: string) => void (await call(command, argument));
  return {
    goto: (url) => navigate("goto", url),
    reload: () => navigate("reload"),
    back: () => navigate("back"),
    run: (body) => call("run", body),
    async close() {
      process.stdin.end();
      await process.exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}
