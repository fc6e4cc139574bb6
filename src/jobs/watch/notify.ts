/** IO: delivers queued messages to commands and webhooks, in order per channel; deletes them on success. */

import { makeBudget } from "../../api/budget.ts";
import { WEBHOOK_BUDGET } from "../../api/limits.ts";
import { lookUpSteps } from "../../http/lookup.ts";
import type { HttpSettings } from "../../http/settings.ts";
import type { Channel } from "../project/watch.ts";
import type { WatchStore } from "./store.ts";

/** Timeouts of deliveries, and waits before retries within a round, in milliseconds. */
const PATIENCE = { command: 30_000, webhook: WEBHOOK_BUDGET.time };
const AGAIN = [1000, 4000];

export interface Notifier {
  readonly names: readonly string[];
  /** Starts delivery in the background. */
  readonly wake: () => void;
  /** Waits for all deliveries and returns the failures. Undelivered messages stay queued for the next round. */
  readonly end: () => Promise<string[]>;
}

/** @param directory working directory of commands */
export function openNotifier(
  channels: readonly Channel[],
  store: WatchStore,
  settings: HttpSettings,
  directory: string,
): Notifier {
  const all = channels.map((channel) => {
    const send = (text: string) =>
      "command" in channel ? runCommand(channel.command, text, directory) : post(channel, text, settings);
    return { name: nameOf(channel), ...openQueue(nameOf(channel), send, store) };
  });
  return {
    names: all.map(({ name }) => name),
    wake: () => {
      for (const { wake } of all) wake();
    },
    end: async () => {
      const reasons = await Promise.all(all.map(({ end }) => end()));
      return reasons.flatMap((reason, index) => {
        const channel = channels[index];
        return reason === undefined || !channel ? [] : [`${shownChannel(channel)}: ${reason}`];
      });
    },
  };
}

/** Stable name of a channel; a hash, because the URL may be secret. */
function nameOf(channel: Channel): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(channel)).digest("hex").slice(0, 16);
}

function shownChannel(channel: Channel): string {
  return "command" in channel ? (channel.command[0] ?? "") : new URL(channel.webhook).origin;
}

/** @param send delivers a message and returns the reason of a failure */
function openQueue(name: string, send: (text: string) => Promise<string | undefined>, store: WatchStore) {
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
      failure = error instanceof Error ? error.message : String(error);
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

async function runCommand(
  command: readonly string[],
  text: string,
  directory: string,
): Promise<string | undefined> {
  try {
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
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function post(
  { webhook, allowsPrivate }: Extract<Channel, { webhook: string }>,
  data: string,
  { unixSocket: _, identity: __, ...settings }: HttpSettings,
): Promise<string | undefined> {
  const { report } = await lookUpSteps(
    webhook,
    { data, header: [["Content-Type", "application/json"]], follow: false },
    {
      ...settings,
      guarded: !allowsPrivate,
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
