/** Times of all steps on one scale, in block characters. Pure. */

import { milliseconds } from "../../headers/wording.ts";
import type { StepView, Waterfall, WaterfallRow } from "../../view/report.ts";
import { type Screen, STAGE_STYLES, statusStyle } from "./screen.ts";
import { cut, fitted, paint, printable, wrapped } from "./text.ts";

/** Minimum and maximum width of a bar. */
const BAR = { least: 10, most: 80 } as const;
/** Width of a step's number and status, and of its time. */
const HEAD = 7;
const TIME = 10;
/** Maximum lines of a URL. */
const MOST_LINES = 4;

/** One bar per step, on a common scale, after its URL, or below it if the longest URL leaves no room. */
export function waterfallLines(waterfall: Waterfall, steps: readonly StepView[], screen: Screen): string[] {
  const { colour, columns } = screen;
  const { rows, total, stages } = waterfall;
  const several = rows.length > 1;
  const longest = Math.max(...steps.map((step) => Bun.stringWidth(place(step))));
  const room = several ? columns - HEAD - longest - 2 - TIME : columns - TIME;
  const fits = room >= BAR.least;
  const width = Math.max(BAR.least, Math.min(BAR.most, fits ? room : columns - HEAD - TIME));
  const labels = several ? HEAD + (fits ? longest + 2 : 0) : 0;
  const indent = columns - labels < 60 ? 0 : labels;
  const legend = stages.map(
    ({ name, label, ms }) =>
      `${paint(colour ? "█" : SHADES[name], STAGE_STYLES[name], colour)} ${label} ${milliseconds(ms)}`,
  );
  const drawn = (row: WaterfallRow) =>
    `${bar(row, total, width, colour)} ${milliseconds(row.ms).padStart(8)}`;
  return [
    ...rows.flatMap((row, index) => {
      const step = steps[index];
      if (!several || !step) return [drawn(row)];
      const status = paint(step.status > 0 ? String(step.status) : "–  ", statusStyle(step.status), colour);
      const head = `${String(row.step).padStart(2)} ${status} `;
      const url = place(step);
      if (fits) return [`${head}${fitted(url, longest)}  ${drawn(row)}`];
      const lines = wrapped(cut(url, MOST_LINES * (columns - HEAD)), columns - HEAD);
      const margin = " ".repeat(HEAD);
      return [
        ...lines.map((line, at) => (at === 0 ? `${head}${line}` : `${margin}${line}`)),
        `${margin}${drawn(row)}`,
      ];
    }),
    ...wrapped(legend.join("  "), columns - indent).map((line) => `${" ".repeat(indent)}${line.trim()}`),
  ];
}

/** URL of a step, and the software that redirects. */
function place({ url, redirectedBy }: StepView): string {
  return printable(redirectedBy === "" ? url : `${url} (${redirectedBy})`);
}

/** Rounds the end of each stage, so that rounding errors do not add up. */
function bar({ stages }: WaterfallRow, total: number, width: number, colour: boolean): string {
  const cells = (ms: number) => Math.round((ms / Math.max(total, 0.001)) * width);
  const start = cells(stages[0]?.from ?? 0);
  let at = start;
  let text = " ".repeat(start);
  for (const { name, from, ms } of stages) {
    const end = Math.min(width, cells(from + ms));
    const cell = colour ? "█" : SHADES[name];
    text += paint(cell.repeat(Math.max(0, end - at)), STAGE_STYLES[name], colour);
    at = Math.max(at, end);
  }
  if (at === start && start < width) {
    text += paint("▏", "dim", colour);
    at++;
  }
  return text + " ".repeat(Math.max(0, width - at));
}

/** Characters of stages without colour. */
const SHADES = {
  wait: "·",
  dns: "░",
  tcp: "▒",
  proxy: "▞",
  tls: "▓",
  firstByte: "█",
  download: "▄",
} as const;
