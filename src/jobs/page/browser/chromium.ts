/** IO: starts Chromium with a temporary profile, and speaks its DevTools protocol over a pipe. */

import type { Readable, Writable } from "node:stream";
import switches from "../../../../data/browsers/switches.txt" with { type: "text" };
import { NetlensError } from "../../../api/errors.ts";
import { guarded } from "../../../platform/socket.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const OF_MACOS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Path of the browser. @param wanted `on` for the first one on PATH, else its name or path. @throws NetlensError */
export function findBrowser(wanted: string): string {
  const found = (wanted === "on" ? [...NAMES, ...OF_MACOS] : [wanted]).map((name) => Bun.which(name));
  const path = found.find((one) => one !== null);
  if (path) return path;
  throw new NetlensError(
    "no-browser",
    wanted === "on"
      ? `No Chromium is installed: none of ${NAMES.join(", ")} is on PATH.`
      : `There is no browser at ${wanted}.`,
  );
}

/** Switches against traffic of the browser itself, and against traffic that passes no proxy. */
const SWITCHES = switches.split("\n").filter((line) => line.startsWith("--"));

/** Environment variables that the browser gets; others may be secrets. */
const PASSED = /^(?:PATH|HOME|LANG|LC_\w+|TZ|XDG_\w+|FONTCONFIG_\w+|CHROM\w+)$/;

export interface Message {
  readonly method: string;
  readonly params: unknown;
  readonly sessionId?: string;
}

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: unknown;
}

export interface Chromium {
  /** Sends a command; the result is that of the protocol. Rejects if it fails or the browser ends. */
  send<R = unknown>(method: string, params?: object, sessionId?: string): Promise<R>;
  /** Resolves to a reason once the browser has ended, or its messages exceed the limits. */
  readonly ended: Promise<string>;
  /** Ends all processes of the browser and deletes its profile. */
  close(): Promise<void>;
}

/** Bytes of one message, and of all: a page can cause messages of any number and size. */
const LONGEST_MESSAGE = 8_388_608;
const MOST_TRAFFIC = 134_217_728;
/** Milliseconds to wait for the last output of a browser that ended. */
const LAST_OUTPUT_MS = 200;

export function startChromium(
  path: string,
  switches: readonly string[],
  onMessage: (message: Message) => void,
): Chromium {
  const { mkdtempSync, rmSync } = process.getBuiltinModule("node:fs");
  // Short, since Chromium makes sockets below it.
  const profile = mkdtempSync(`${process.getBuiltinModule("node:os").tmpdir()}/netlens-`);
  const child = process
    .getBuiltinModule("node:child_process")
    .spawn(path, [...SWITCHES, `--user-data-dir=${profile}`, ...switches, "about:blank"], {
      // Its own process group, which is ended as a whole.
      detached: true,
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name))),
        TMPDIR: profile,
      },
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    });
  const [, , errors, input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const exited = new Promise<void>((done) => child.once("exit", () => done()).once("error", () => done()));
  let lastError = "";
  let over: string | undefined;
  let held: Uint8Array[] = [];
  let length = 0;
  let total = 0;

  const end = (reason: string) => {
    over ??= reason;
    resolve(reason);
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const receive = (text: string) => {
    const { id, error, result, ...message }: Reply & Message = JSON.parse(text);
    if (id === undefined) return onMessage(message);
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(new Error(`Chromium: ${error.message}`));
    else one?.resolve(result);
  };
  const fail = () => end("the browser sends an invalid message");
  errors.on(
    "data",
    guarded(fail, (bytes: Uint8Array) => {
      lastError = `${lastError}${bytes}`.slice(-2000);
    }),
  );
  output.on(
    "data",
    guarded(fail, (bytes: Uint8Array) => {
      total += bytes.length;
      for (let rest = bytes; ; ) {
        const at = rest.indexOf(0);
        const piece = at < 0 ? rest : rest.subarray(0, at);
        held.push(piece);
        length += piece.length;
        if (length > LONGEST_MESSAGE || total > MOST_TRAFFIC)
          return end("the page causes too many messages of the browser");
        if (at < 0) return;
        receive(Buffer.concat(held).toString());
        held = [];
        length = 0;
        rest = rest.subarray(at + 1);
      }
    }),
  );
  for (const stream of [errors, input, output]) stream.on("error", () => {});
  child.once("error", ({ message }) => end(`the browser does not start (${message})`));
  child.once("exit", (code, signal) => {
    const report = () => {
      // Chromium writes the place in its source first.
      const last = (lastError.trim().split("\n").at(-1) ?? "").replace(/^\[[^\]]*\] |\.$/g, "");
      end(
        `the browser ended (${signal ?? `exit code ${code}`})${last === "" ? "" : `: ${last.slice(0, 300)}`}`,
      );
    };
    // Its last output may arrive after its end; a child of it may hold the stream open.
    errors.once("end", report);
    setTimeout(report, LAST_OUTPUT_MS).unref();
  });
  const close = async () => {
    end("the browser was closed");
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // All its processes have ended.
    }
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  let closing: Promise<void> | undefined;
  let count = 0;
  return {
    ended,
    send<R>(method: string, params: object = {}, sessionId?: string) {
      if (over !== undefined) return Promise.reject(new Error(over));
      const one = Promise.withResolvers<unknown>();
      waiting.set(++count, one);
      input.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
      return one.promise as Promise<R>;
    },
    close: () => (closing ??= close()),
  };
}
