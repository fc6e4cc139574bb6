/** Many redirects, a few at a time, and politely: no host is asked for more than its share. */

import type { HttpReport } from "../schema.ts";
import { failedRow, type Judged, judgeRedirect } from "./judge.ts";
import type { RedirectRow } from "./read.ts";

export interface Politeness {
  /** Lookups at once in all, and of one host. */
  readonly width: number;
  readonly perHost: number;
  /** Milliseconds between the starts of two lookups of one host. */
  readonly delay: number;
  /** What paths are resolved against. */
  readonly base: string | undefined;
  readonly mostRedirects: number;
}

/** Redirects in a row that are accepted, unless the command line says otherwise. */
const MOST_REDIRECTS = 2;

/** What a service does for anybody, and what a person does from their own machine. */
export const POLITENESS = {
  page: { width: 4, perHost: 2, delay: 0, mostRedirects: MOST_REDIRECTS },
  command: { width: 64, perHost: 4, delay: 0, mostRedirects: MOST_REDIRECTS },
} as const;

interface Host {
  readonly waiting: RedirectRow[];
  running: number;
  /** When the next lookup may start; milliseconds. */
  next: number;
}

/** Judges each row as it is answered, in no order. `look` fetches and follows. */
export async function* checkRedirects(
  rows: readonly RedirectRow[],
  look: (url: string) => Promise<HttpReport>,
  manners: Politeness,
  clock: () => number = () => performance.now(),
): AsyncGenerator<Judged> {
  const { hosts, unusable } = byHost(rows, manners.base);
  yield* unusable;
  const running = new Set<Promise<void>>();
  /** What has ended since the last turn: while the caller is busy with one, others end as well. */
  const ended: Judged[] = [];
  const startSome = (host: Host, now: number) => {
    while (running.size < manners.width && host.running < manners.perHost && host.next <= now) {
      const row = host.waiting.shift();
      if (!row) return;
      host.running++;
      host.next = now + manners.delay;
      const work: Promise<void> = judge(row, look, manners).then((judged) => {
        host.running--;
        running.delete(work);
        ended.push(judged);
      });
      running.add(work);
    }
  };
  for (;;) {
    yield* ended.splice(0);
    const now = clock();
    let wake = Number.POSITIVE_INFINITY;
    for (const [name, host] of hosts) {
      startSome(host, now);
      if (host.waiting.length === 0 && host.running === 0) hosts.delete(name);
      else if (host.waiting.length > 0 && host.running < manners.perHost) wake = Math.min(wake, host.next);
    }
    if (running.size === 0 && hosts.size === 0 && ended.length === 0) return;
    const pause = Math.max(0, wake - now);
    const timer = Number.isFinite(pause) && running.size < manners.width ? Bun.sleep(pause) : undefined;
    if (ended.length === 0) await Promise.race([...running, ...(timer ? [timer] : [])]);
  }
}

interface Sorted {
  readonly hosts: Map<string, Host>;
  readonly unusable: readonly Judged[];
}

/** The rows by the host that is asked, and those that no host can be asked for. */
function byHost(rows: readonly RedirectRow[], base: string | undefined): Sorted {
  const hosts = new Map<string, Host>();
  const unusable: Judged[] = [];
  for (const row of rows) {
    const url = URL.parse(row.from, base);
    if (!url) {
      unusable.push(failedRow(row, "a path, and no base URL to resolve it against"));
      continue;
    }
    const host = hosts.get(url.host) ?? { waiting: [], running: 0, next: 0 };
    hosts.set(url.host, host);
    host.waiting.push(row);
  }
  return { hosts, unusable };
}

async function judge(
  row: RedirectRow,
  look: (url: string) => Promise<HttpReport>,
  { base, mostRedirects }: Politeness,
): Promise<Judged> {
  try {
    const report = await look(URL.parse(row.from, base)?.href ?? row.from);
    return judgeRedirect(row, report, base, mostRedirects);
  } catch (error) {
    return failedRow(row, error instanceof Error ? error.message : String(error));
  }
}
