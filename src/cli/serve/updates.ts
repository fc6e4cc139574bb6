/** IO: `serve --update daily`: runs `netlens update` as a process of its own, so that requests do not wait. */

import { fileReason } from "../../api/file-reason.ts";
import type { Log } from "../../server/log.ts";
import type { SettingsAt } from "../../settings/settings.ts";
import { program } from "./supervised.ts";

/** Milliseconds until the first update, between updates, and the maximum of their random delays. */
const FIRST = 60_000;
const EVERY = 24 * 3_600_000;
const SPREAD = 2 * 3_600_000;
const MOST_REASON = 2000;

export type UpdateSettings = SettingsAt<
  "data.update" | "data.mirror" | "geo.city" | "geo.asn" | "geo.networks" | "agents.source"
>;

/** Members that results of databases, networks and agents have. */
interface Updated {
  readonly file: string;
  readonly buildDate?: string;
  readonly built?: string;
  readonly unchanged?: boolean;
}

/** Output of an update: one JSON object per file, and one line per failure. */
interface Output {
  readonly files: string;
  readonly failures: string;
}

/**
 * Updates all data once a day. Logs each file, and all failures of a day in one warning: without network, the
 * current data stays. Returns the stop.
 * @param run and `random` are parameters for tests
 */
export function updateDaily(
  settings: UpdateSettings,
  log: Log,
  run: (settings: UpdateSettings, signal: AbortSignal) => Promise<Output> = runUpdate,
  random: () => number = Math.random,
): () => void {
  if (settings.data.update === "off") return () => {};
  const stopping = new AbortController();
  const once = async () => {
    timer = setTimeout(once, EVERY + random() * SPREAD).unref();
    const failed = (reason: string) =>
      log("warn", "data not updated", { reason: reason.slice(0, MOST_REASON) });
    try {
      const { files, failures } = await run(settings, stopping.signal);
      if (stopping.signal.aborted) return;
      for (const line of files.split("\n").filter(Boolean)) log("info", "data updated", factsOf(line));
      const reason = failures.replaceAll("netlens: ", "").trim().replaceAll("\n", "; ");
      if (reason !== "") failed(reason);
    } catch (error) {
      // The process could not start, or was killed while it wrote.
      if (!stopping.signal.aborted) failed(fileReason(error));
    }
  };
  let timer = setTimeout(once, random() * FIRST).unref();
  return () => {
    clearTimeout(timer);
    stopping.abort();
  };
}

/** File, its date, and whether it was current already. */
function factsOf(line: string) {
  const { file, buildDate, built, unchanged } = JSON.parse(line) as Updated;
  const date = (buildDate ?? built ?? "").slice(0, 10);
  return { file, ...(date && { built: date }), ...(unchanged && { unchanged }) };
}

/** Runs `netlens update`. @param start of the command line @internal for tests */
export async function runUpdate(
  { data, geo, agents }: UpdateSettings,
  signal: AbortSignal,
  start = program(),
): Promise<Output> {
  const flags = {
    ...{ "geo-city": geo.city.join(","), "geo-asn": geo.asn, "geo-networks": geo.networks },
    ...{ agents: agents.source, mirror: data.mirror },
  };
  const given = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = Bun.spawn([...start, "update", "--json", ...given], {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  const [files, failures] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return { files, failures };
}
