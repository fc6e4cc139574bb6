/** `netlens watch report`: history of each target as a page. */

import { fileReason } from "../../api/file-reason.ts";
import { milliseconds, plural } from "../../headers/wording.ts";
import { openTitle, STATE_WORDS, type State, stateOf } from "../../jobs/watch/message.ts";
import { isDamage } from "../../jobs/watch/salvage.ts";
import { isSeen } from "../../jobs/watch/settle.ts";
import { DAY, type DayRow, openWatchStore, type WatchStore } from "../../jobs/watch/store.ts";
import { version } from "../../version.ts";
import { type WatchPage, watchPage } from "../../web/watch-report.ts";
import type { Call } from "../command.ts";
import { intoFile } from "../input/outputs.ts";
import { attempt, readWatchFile } from "./file.ts";

const DAYS = 90;
/** Maximum listed changes per target. */
const MOST_EVENTS = 100;

export async function writeWatchReport(path: string, { flags, io }: Call): Promise<void> {
  const { watch, state } = await readWatchFile(path, io);
  const store = attempt(state, () => openWatchStore(state, true));
  const now = io.clock();
  try {
    const targets = watch.targets.map((url) => viewTarget(store, url, Math.floor(now / DAY)));
    const page = watchPage({ title: path, targets }, { made: now, version });
    const { output } = flags;
    await (typeof output === "string" ? intoFile(io, output) : io).out(page);
  } finally {
    store.close();
  }
}

function viewTarget(store: WatchStore, url: string, today: number): WatchPage["targets"][number] {
  const first = today - DAYS + 1;
  const viewDays = (rows: ReadonlyMap<number, DayRow>) =>
    Array.from({ length: DAYS }, (_, index) => viewDay(first + index, rows.get(first + index)));
  try {
    const rows = new Map(store.days(url, first).map((row) => [row.day, row]));
    const days = viewDays(rows);
    const open = store.alarms(url);
    const seen = open.filter(isSeen);
    const isDown = seen.some(({ key }) => key === "down");
    return {
      url,
      state: STATE_WORDS[stateOf({ isDown, open, isUnknown: store.isDamaged(url) })],
      figures: figuresOf([...rows.values()], days),
      days,
      open: [
        ...(store.isDamaged(url) ? ["What is stored of it is damaged; the next round starts it over."] : []),
        ...seen.map((alarm) => `${openTitle(alarm)} Since ${timeOf(alarm.since)}.`),
        ...open.filter((alarm) => !isSeen(alarm)).map(openTitle),
      ],
      changes: foldedChanges(store.events(url, MOST_EVENTS)),
    };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const figures = `What is stored of it cannot be read (${fileReason(error)}); the next round repairs it.`;
    return { url, state: "unknown", figures, days: viewDays(new Map()), open: [], changes: [] };
  }
}

/** Equal changes in one row, at the place of the newest: a target that flips has two rows. */
function foldedChanges(events: readonly { readonly at: number; readonly title: string }[]) {
  return [...Map.groupBy(events, ({ title }) => title)].map(([title, all]) => {
    const [newest, oldest] = [timeOf(all[0]?.at ?? 0), timeOf(all.at(-1)?.at ?? 0)];
    // A new problem is often recorded as a change too.
    const count = new Set(all.map(({ at }) => at)).size;
    const when = count === 1 ? newest : `${plural(count, "time")}, ${oldest} to ${newest}`;
    return { when, title };
  });
}

function viewDay(day: number, row: DayRow | undefined) {
  const date = new Date(day * DAY).toISOString().slice(0, 10);
  if (!row) return { kind: "" as const, label: `${date}: not checked` };
  const { rounds, wrong, down, ms } = row;
  const kind: State = down > 0 ? "down" : wrong > 0 ? "wrong" : "fine";
  const parts = [
    plural(rounds, "check"),
    ...(down > 0 ? [`${down} down`] : []),
    ...(wrong > 0 ? [`${wrong} with problems`] : []),
    ...(ms === null ? [] : [milliseconds(Math.round(ms))]),
  ];
  return { kind, label: `${date}: ${parts.join(", ")}` };
}

function figuresOf(rows: readonly DayRow[], days: readonly { readonly kind: string }[]): string {
  const sum = (of: (row: DayRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const rounds = sum((row) => row.rounds);
  if (rounds === 0) return `Not checked in ${DAYS} days.`;
  const up = Number(((1 - sum(({ down }) => down) / rounds) * 100).toFixed(2));
  const on = (state: State, text: string) => {
    const count = days.filter(({ kind }) => kind === state).length;
    return count === 0 ? "" : ` ${text} on ${plural(count, "day")}.`;
  };
  const timed = rows.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  const [usual, slowest] = [timed[timed.length >> 1] ?? 0, Math.max(...rows.map((row) => row.slowest))]
    .map(Math.round)
    .map(milliseconds);
  const time = timed.length === 0 ? "" : ` Answers in ${usual}, at most in ${slowest}.`;
  const left = rows.findLast(({ certificate }) => certificate !== null)?.certificate ?? 0;
  const certificate = left > 0 ? ` The certificate is valid for ${plural(left, "more day")}.` : "";
  return `Up ${up} % (${plural(rounds, "check")}).${on("down", "Down")}${on("wrong", "Problems")}${time}${certificate}`;
}

/** `2026-11-20 10:00 UTC` */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
