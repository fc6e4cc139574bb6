/** Work that tells of itself while it runs, and the page that shows what is known of it so far. Pure but for timers. */

import type { Fields } from "../../api/answer.ts";
import type { Credit } from "../../ip/deps.ts";
import { type Html, html } from "../html.ts";

export interface Outcome {
  readonly title: string;
  readonly body: Html;
  readonly credits?: readonly Credit[];
  /** Fields of the response. */
  readonly fields?: Fields;
  /** The kept parts beside the page, if the result may be kept: it as JSON, and the path that asks for it anew. */
  readonly keep?: { readonly json: object; readonly again: string };
}

export interface Tell {
  /** A line that says how far the work is; the result takes its place. */
  readonly step: (line: Html) => void;
  /** A part of the result that stays, above what the work gives at its end. */
  readonly part: (part: Html) => void;
}

export type Work = (tell: Tell) => Outcome | Promise<Outcome>;

/** Work that has begun. */
export interface Running {
  readonly outcome: Promise<Outcome>;
  /** All parts of the result that were told. */
  readonly parts: Html[];
  /** The parts that were told and not taken yet. */
  readonly told: { readonly isStep: boolean; readonly markup: Html }[];
  /** Waits for `ms` milliseconds, or less: until the work has ended, or something is told where that is wanted. */
  readonly wait: (ms: number, wantsTold: boolean) => Promise<void>;
  readonly isOver: () => boolean;
}

export function begin(work: Work): Running {
  const told: { isStep: boolean; markup: Html }[] = [];
  let isOver = false;
  let wake = (_ended: boolean) => {};
  const parts: Html[] = [];
  const tell = (isStep: boolean) => (markup: Html) => {
    if (!isStep) parts.push(markup);
    told.push({ isStep, markup });
    wake(false);
  };
  const outcome = (async () => await work({ step: tell(true), part: tell(false) }))();
  const over = () => {
    isOver = true;
    wake(true);
  };
  outcome.then(over, over);
  return {
    outcome,
    parts,
    told,
    isOver: () => isOver,
    async wait(ms, wantsTold) {
      if (isOver || (wantsTold && told.length > 0)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      wake = (ended) => (ended || wantsTold) && resolve();
      await promise;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds of silence after which a byte is sent, so that nobody on the way takes the connection for dead. */
const BEAT = 4000;
/** Milliseconds in which what is told is sent together: one flush costs some bytes. */
const GATHER = 100;

/**
 * Steps stand in the place of the result until it is there. A shadow tree does that without a script: what is in its outer
 * slot takes the place of what the slot holds by itself (HTML, "slot"). Older browsers show the steps above the result.
 */
const STEPS = html`<div><template shadowrootmode="open"><slot name="result"><slot></slot></slot></template>
<div class="steps" role="status"><p>Asking…</p>
`;
const RESULT = html`</div><div slot="result" id="result" tabindex="-1">`;

/**
 * The body as it becomes known; a piece leaves open only what a later one closes.
 * @param failed what is shown for an error
 * @param ways what may be done with the result
 * @returns the outcome; undefined where there was an error
 */
export async function* unfold(
  { outcome, told, wait, isOver }: Running,
  failed: (error: unknown) => Html,
  ways: (outcome: Outcome) => Html | undefined = () => undefined,
  beat = BEAT,
): AsyncGenerator<Html, Outcome | undefined> {
  let hasResult = false;
  const taken = (): Html => {
    const all = told.splice(0);
    const first = hasResult ? 0 : all.findIndex(({ isStep }) => !isStep);
    // The parts behind the beginning of the result are no steps any more.
    const steps = hasResult ? [] : first < 0 ? all : all.slice(0, first);
    const parts = first < 0 ? [] : all.slice(first).filter(({ isStep }) => !isStep);
    const opened = !hasResult && parts.length > 0 && RESULT;
    hasResult ||= parts.length > 0;
    return html`${[...steps.map(({ markup }) => markup), opened, ...parts.map(({ markup }) => markup)]}`;
  };
  yield STEPS;
  for (;;) {
    await wait(beat, true);
    const isSilent = told.length === 0;
    if (!isSilent) await wait(GATHER, false);
    if (isOver()) break;
    yield isSilent ? html`\n` : taken();
  }
  let end: Outcome | undefined;
  try {
    end = await outcome;
    told.push({ isStep: false, markup: html`${end.body}${ways(end)}` });
  } catch (error) {
    told.push({ isStep: false, markup: failed(error) });
  }
  yield html`${taken()}</div></div>`;
  return end;
}
