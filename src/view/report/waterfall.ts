/** Times of all steps on one axis. Pure. */

import { STAGE_DOINGS, STAGE_LABELS } from "../../../data/stages.ts";
import { milliseconds } from "../../headers/wording.ts";
import { type HttpReport, type HttpStep, STAGES, type Stage } from "../../http/schema.ts";

export interface StageSpan {
  readonly name: Stage;
  readonly label: string;
  /** Milliseconds from the start of the lookup. */
  readonly from: number;
  readonly ms: number;
}

export interface WaterfallRow {
  readonly step: number;
  /** In order; only stages that were reached. */
  readonly stages: readonly StageSpan[];
  readonly ms: number;
}

export interface Waterfall {
  /** Milliseconds of the axis. */
  readonly total: number;
  readonly rows: readonly WaterfallRow[];
  /** Milliseconds of each reached stage, summed over all steps. */
  readonly stages: readonly { readonly name: Stage; readonly label: string; readonly ms: number }[];
}

/** Undefined without times, as when decoding. */
export function waterfallOf({ steps, timeTotal, timeStages }: HttpReport): Waterfall | undefined {
  if (timeTotal <= 0) return undefined;
  let start = 0;
  const rows = steps.map((step, index): WaterfallRow => {
    const row = { step: index + 1, stages: spans(step.timeStages, start), ms: step.timeTotal };
    start += step.timeTotal;
    return row;
  });
  return { total: Math.max(timeTotal, start), rows, stages: reached(timeStages) };
}

/** Milliseconds from which a lookup is slow. */
const SLOW = 300;
/** Minimum share of the total at which a stage is the reason. */
const MOST = 0.4;

/** Names the stage that makes a lookup slow; undefined if it is fast or no stage dominates. */
export function whySlow({ total, rows }: Waterfall): string | undefined {
  const spent = rows.flatMap(({ step, stages }) => stages.map(({ name, ms }) => ({ step, name, ms })));
  const worst = spent.reduce((a, b) => (b.ms > a.ms ? b : a), { step: 0, name: "wait" as Stage, ms: 0 });
  if (total < SLOW || worst.ms < MOST * total) return undefined;
  const share = `${Math.round((100 * worst.ms) / total)} % of ${milliseconds(total)}`;
  const where = rows.length > 1 ? ` of step ${worst.step}` : "";
  return `${share} is ${STAGE_DOINGS[worst.name]}${where}.`;
}

function reached(timeStages: HttpStep["timeStages"]): Omit<StageSpan, "from">[] {
  return STAGES.flatMap((name) => {
    const ms = timeStages[name];
    return ms === undefined ? [] : [{ name, label: STAGE_LABELS[name], ms }];
  });
}

function spans(timeStages: HttpStep["timeStages"], start: number): StageSpan[] {
  let from = start;
  return reached(timeStages).map((stage) => {
    const span = { ...stage, from };
    from += stage.ms;
    return span;
  });
}
