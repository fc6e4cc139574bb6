/** The times of all steps on one scale, in block characters. Pure. */

import { duration } from "../../view/format.ts";
import type { StepView } from "../../view/report.ts";
import type { Waterfall, WaterfallRow } from "../../view/waterfall.ts";
import { type Screen, STAGE_STYLES, statusStyle } from "./screen.ts";
import { cut, fitted, paint, printable, wrapped } from "./text.ts";

const LONGEST_URL = 40;

/** A row a step; the bars of all have the same scale, so that twice as long is twice as wide. */
export function waterfallLines(waterfall: Waterfall, steps: readonly StepView[], screen: Screen): string[] {
  const { colour, columns } = screen;
  const { rows, total, stages } = waterfall;
  const several = rows.length > 1;
  const urls = Math.min(
    LONGEST_URL,
    Math.floor(columns / 3),
    Math.max(...steps.map(({ url }) => url.length)),
  );
  const labels = several ? urls + 9 : 0;
  const width = Math.max(10, Math.min(80, columns - labels - 10));
  const indent = columns - labels < 60 ? 0 : labels;
  const legend = stages.map(
    ({ name, label, ms }) =>
      `${paint(colour ? "█" : SHADES[name], STAGE_STYLES[name], colour)} ${label} ${duration(ms)}`,
  );
  return [
    ...rows.map((row, index) => {
      const step = steps[index];
      const label =
        several && step
          ? `${String(row.step).padStart(2)} ${paint(step.status > 0 ? String(step.status) : "–  ", statusStyle(step.status), colour)} ${fitted(cut(printable(step.url), urls), urls)}  `
          : "";
      return `${label}${bar(row, total, width, colour)} ${duration(row.ms).padStart(8)}`;
    }),
    ...wrapped(legend.join("  "), columns - indent).map((line) => `${" ".repeat(indent)}${line.trim()}`),
  ];
}

/** Each stage takes the cells up to where it ends, so that the rounding of one is not added to the next. */
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

/** What tells stages apart without colour. */
const SHADES = { wait: "·", dns: "░", tcp: "▒", tls: "▓", firstByte: "█", download: "▄" } as const;
