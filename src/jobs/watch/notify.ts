/** IO: delivers queued messages to channels, in order per channel; deletes them on success. */

import { makeBudget } from "../../api/budget.ts";
import { WEBHOOK_BUDGET } from "../../api/limits.ts";
import { type LookupOptions, lookUpSteps } from "../../http/lookup.ts";
import type { HttpSettings } from "../../http/settings.ts";
import { parseTarget } from "../../http/target.ts";
import type { Channel } from "../project/watch.ts";
import { STATE_WORDS, type State } from "./message.ts";
import type { WatchStore } from "./store.ts";

/** Timeouts of deliveries, and waits before retries within a round, in milliseconds. */
const PATIENCE = { command: 30_000, webhook: WEBHOOK_BUDGET.time, mail: 10_000 };
const AGAIN = [1000, 4000];

export interface Notifier {
  /** Stable names of all channels, or of those with these names in the file. */
  readonly namesOf: (channels?: readonly string[]) => readonly string[];
  /** Starts delivery in the background. */
  readonly wake: () => void;
  /** Requests the heartbeat URL; returns the reason of a failure. */
  readonly beat: (url: string) => Promise<string | undefined>;
  /** Waits for all deliveries and returns the failures. Undelivered messages stay queued for the next round. */
  readonly end: () => Promise<string[]>;
}

/** @param directory working directory of commands */
export function openNotifier(
  channels: readonly Channel[],
  store: WatchStore,
  settings: HttpSettings,
  directory: string,
  variable: Variable,
): Notifier {
  const all = channels.map((channel) => {
    const send = withoutSecrets(async (text, fill) => {
      if (channel.command) return await runCommand(channel.command, text, directory);
      return await (channel.mail ? sendMail(channel, text, fill) : post(channel, text, settings, fill));
    }, variable);
    const name = nameOf(channel);
    return { channel, name, ...openQueue(name, send, store) };
  });
  return {
    namesOf: (names) =>
      all.filter(({ channel }) => names?.includes(channel.name ?? "") ?? true).map(({ name }) => name),
    wake: () => {
      for (const { wake } of all) wake();
    },
    beat: withoutSecrets(
      async (url, fill) => await request(fill(url), {}, { ...settings, guarded: false }),
      variable,
    ),
    end: async () => {
      const reasons = await Promise.all(all.map(({ end }) => end()));
      return all.flatMap(({ channel }, index) =>
        reasons[index] === undefined ? [] : [`${shownChannel(channel)}: ${reasons[index]}`],
      );
    },
  };
}

/** Returns a variable of the environment. */
type Variable = (name: string) => string | undefined;
type Parts = ReadonlyMap<string, unknown>;
/** Replaces `${NAME}` by a variable and `{part}` by a part of the message. @throws Error without the variable */
type Fill = (text: string, parts?: Parts, encode?: (value: string) => string) => string;
type Send = (text: string) => Promise<string | undefined>;

/** Characters of a part of the message: chats reject longer texts, Discord from 2000 on. */
const LONGEST = 1500;

/** Runs a delivery with variables of the environment, and removes their values from its failure. */
function withoutSecrets(send: (text: string, fill: Fill) => ReturnType<Send>, given: Variable): Send {
  const secrets = new Set<string>();
  const variable = (name: string): string => {
    const value = given(name)?.trim() ?? "";
    if (value === "") throw new Error(`the environment has no ${name}`);
    secrets.add(value).add(encodeURIComponent(value));
    return value;
  };
  const fill: Fill = (text, parts = new Map(), encode = String) =>
    text.replace(/\$\{(\w+)\}|\{(\w+)\}/g, (whole, name?: string, part = "") => {
      if (name !== undefined) return encode(variable(name));
      const value = String(parts.get(part) ?? whole);
      return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
    });
  return async (text) => {
    const reason = await send(text, fill).catch(messageOf);
    return [...secrets].reduce((shown, secret) => shown?.replaceAll(secret, "…"), reason);
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Stable name of a channel; a hash, because the URL may be secret. */
function nameOf(channel: Channel): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(channel)).digest("hex").slice(0, 16);
}

function shownChannel(channel: Channel): string {
  const { name, command, mail, webhook = "" } = channel;
  return name ?? command?.[0] ?? mail?.join(", ") ?? URL.parse(webhook)?.origin ?? "webhook";
}

/** @param send delivers a message and returns the reason of a failure */
function openQueue(name: string, send: Send, store: WatchStore) {
  let running: Promise<void> | undefined;
  let failure: string | undefined;
  const drain = async (): Promise<void> => {
    try {
      while (failure === undefined) {
        const next = store.nextMessage(name);
        if (!next) return;
        failure = await send(next.text);
        for (const wait of AGAIN) {
          if (failure === undefined) break;
          await Bun.sleep(wait);
          failure = await send(next.text);
        }
        if (failure === undefined) store.taken(next.id);
      }
    } catch (error) {
      failure = messageOf(error);
    }
  };
  return {
    wake(): void {
      running ??= drain().finally(() => {
        running = undefined;
      });
    },
    async end(): Promise<string | undefined> {
      await running;
      await drain();
      return failure;
    },
  };
}

/** @throws Error for an unknown program */
async function runCommand(command: readonly string[], text: string, directory: string): ReturnType<Send> {
  const child = Bun.spawn([...command], {
    cwd: directory,
    stdin: new Blob([`${text}\n`]),
    stdout: "ignore",
    stderr: "inherit",
    timeout: PATIENCE.command,
    killSignal: "SIGKILL",
  });
  const code = await child.exited;
  if (code === 0) return undefined;
  return child.signalCode ? `ended by ${child.signalCode}` : `exit code ${code}`;
}

async function post(
  { webhook = "", private: isPrivate, headers = {}, body }: Channel,
  text: string,
  settings: HttpSettings,
  fill: Fill,
): ReturnType<Send> {
  const parts = partsOf(text);
  const isText = typeof body === "string";
  const json = () =>
    JSON.stringify(body, (_, value: unknown) => (typeof value === "string" ? fill(value, parts) : value));
  const data = body === undefined ? text : isText ? fill(body, parts) : json();
  const header = new Headers({ "Content-Type": isText ? "text/plain; charset=utf-8" : "application/json" });
  for (const [name, value] of Object.entries(headers)) header.set(name, fill(value, parts));
  const guarded = isPrivate !== true;
  return await request(fill(webhook), { data, header: [...header] }, { ...settings, guarded });
}

async function request(
  url: string,
  options: LookupOptions,
  { unixSocket: _, identity: __, ...settings }: HttpSettings,
): ReturnType<Send> {
  try {
    parseTarget(url);
  } catch {
    // The URL may contain a secret.
    return "its URL is not valid";
  }
  const { report } = await lookUpSteps(
    url,
    { ...options, follow: false },
    {
      ...settings,
      timeout: PATIENCE.webhook,
      budget: makeBudget(WEBHOOK_BUDGET),
      maxBodyBytes: WEBHOOK_BUDGET.read,
      maxDecodedBytes: WEBHOOK_BUDGET.decoded,
    },
  );
  const { status, statusMessage, steps } = report;
  if (status === "error") return steps.at(-1)?.error?.message ?? "no answer";
  return status >= 200 && status < 300 ? undefined : `${status} ${statusMessage}`.trim();
}

/** Parts of a message, with a title such as `down: https://shop.example/`. */
function partsOf(text: string): Parts {
  const parts = new Map<string, unknown>(Object.entries(JSON.parse(text)));
  return parts.set("title", `${STATE_WORDS[parts.get("state") as State]}: ${parts.get("url")}`);
}

/** @throws Error if the message cannot be sent */
async function sendMail(
  { mail = [], from, smtp = "" }: Channel,
  message: string,
  fill: Fill,
): ReturnType<Send> {
  // A password may contain any character; a whole URL in a variable is already encoded.
  const url = URL.parse(fill(smtp, undefined, /^\$\{\w+\}$/.test(smtp) ? String : encodeURIComponent));
  if (!url || !/^smtps?:$/.test(url.protocol)) return "smtp is not a URL such as smtps://USER:PASSWORD@HOST";
  // Never sends a password in clear text.
  if (url.username !== "" && url.protocol === "smtp:") url.searchParams.set("requireTLS", "true");
  for (const limit of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    url.searchParams.set(limit, String(PATIENCE.mail));
  const parts = partsOf(message);
  const [title, text, id] = ["title", "text", "id"].map((part) => String(parts.get(part)));
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(url.href);
  const mailed = { from, to: mail, subject: title, text, messageId: `<${id}@netlens>` };
  await transport.sendMail(mailed).finally(() => transport.close());
  return undefined;
}
