/** `netlens watch report`: the history of each target as a page. */

import { plural } from "../../headers/wording.ts";
import { version } from "../../version.ts";
import { STATES, type State, stateOf } from "../../watch/message.ts";
import { DAY, type DayRow, openWatchStore, type WatchStore } from "../../watch/store.ts";
import { type WatchPage, watchPage } from "../../web/watch-report.ts";
import type { Call } from "../command.ts";
import { fileError } from "../file-error.ts";
import { attempt, readWatchFile } from "./file.ts";

/** Days of a line. */
const DAYS = 90;
/** Sentences of a target that are shown. */
const MOST_EVENTS = 100;

export async function writeWatchReport(path: string, { flags, io }: Call): Promise<void> {
  const { watch, state } = await readWatchFile(path, io);
  const store = attempt(state, () => openWatchStore(state, true));
  const now = io.clock();
  try {
    const targets = watch.targets.map((url) => viewTarget(store, url, Math.floor(now / DAY)));
    const page = watchPage({ title: plural(targets.length, "target"), targets }, now, version);
    const { html } = flags;
    if (typeof html !== "string") await io.out(page);
    else
      await io
        .writeFile(html, page)
        .catch((error: unknown) => Promise.reject(fileError("--html", html, error)));
  } finally {
    store.close();
  }
}

function viewTarget(store: WatchStore, url: string, today: number): WatchPage["targets"][number] {
  const first = today - DAYS + 1;
  const rows = new Map(store.days(url, first).map((row) => [row.day, row]));
  const days = Array.from({ length: DAYS }, (_, index) => viewDay(first + index, rows.get(first + index)));
  const open = store.alarms(url);
  const isDown = open.some(({ key }) => key === "down");
  return {
    url,
    state: stateOf({ isDown, open }),
    figures: figuresOf([...rows.values()], days),
    days,
    open: open.map(({ title, since }) => `${title} Since ${timeOf(since)}.`),
    changes: store.events(url, MOST_EVENTS).map(({ at, title }) => ({ when: timeOf(at), title })),
  };
}

function viewDay(day: number, row: DayRow | undefined) {
  const date = new Date(day * DAY).toISOString().slice(0, 10);
  if (!row) return { kind: "" as const, label: `${date}: not looked up` };
  const { rounds, wrong, down } = row;
  const kind: State = down > 0 ? "down" : wrong > 0 ? "wrong" : "fine";
  const parts = [
    plural(rounds, "lookup"),
    ...(down > 0 ? [`${down} down`] : []),
    ...(wrong > 0 ? [`${wrong} wrong`] : []),
  ];
  return { kind, label: `${date}: ${parts.join(", ")}` };
}

function figuresOf(rows: readonly DayRow[], days: readonly { readonly kind: string }[]): string {
  const sum = (of: (row: DayRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const rounds = sum((row) => row.rounds);
  if (rounds === 0) return `Not looked up in ${DAYS} days.`;
  const up = ((1 - sum(({ down }) => down) / rounds) * 100).toFixed(2);
  const counts = STATES.map((state) => [state, days.filter(({ kind }) => kind === state).length] as const);
  const told = counts.flatMap(([state, count]) => (count > 0 ? [`${plural(count, "day")} ${state}`] : []));
  return `Up ${up} % of ${plural(rounds, "lookup")} in ${DAYS} days: ${told.join(", ")}.`;
}

/** `2026-11-20 10:00 UTC`. */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
