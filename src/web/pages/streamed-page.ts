/** Streams a page while its result is computed: progress lines first, then the result. Pure but for timers. */

import type { Fields } from "../../api/answer.ts";
import type { Credit } from "../../ip/deps.ts";
import { type Html, html } from "../html.ts";

export interface Outcome {
  readonly title: string;
  readonly body: Html;
  readonly credits?: readonly Credit[];
  /** Response headers. */
  readonly fields?: Fields;
  /** JSON and path of the lookup, if the result may be kept. */
  readonly keep?: { readonly json: object; readonly again: string };
}

export interface Progress {
  /** Adds a progress line, which the result replaces. */
  readonly step: (line: Html) => void;
  /** Adds a part of the result, above the final body. */
  readonly part: (part: Html) => void;
}

export type Result = Outcome | Promise<Outcome>;
export type Work = (progress: Progress) => Result;
export interface Running {
  readonly outcome: Promise<Outcome>;
  /** All parts of the result so far. */
  readonly parts: Html[];
  /** Lines and parts that were not sent yet. */
  readonly pending: { readonly isStep: boolean; readonly markup: Html }[];
  /** Waits at most `ms` milliseconds: until the work has ended, or with `any` until something is pending. */
  readonly wait: (ms: number, any: boolean) => Promise<void>;
  readonly isOver: () => boolean;
}

export function begin(work: Work): Running {
  const pending: { isStep: boolean; markup: Html }[] = [];
  let isOver = false;
  let wake = (_ended: boolean) => {};
  const parts: Html[] = [];
  const add = (isStep: boolean) => (markup: Html) => {
    if (!isStep) parts.push(markup);
    pending.push({ isStep, markup });
    wake(false);
  };
  const outcome = (async () => await work({ step: add(true), part: add(false) }))();
  const over = () => {
    isOver = true;
    wake(true);
  };
  outcome.then(over, over);
  return {
    outcome,
    parts,
    pending,
    isOver: () => isOver,
    async wait(ms, any) {
      if (isOver || (any && pending.length > 0)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      wake = (ended) => (ended || any) && resolve();
      await promise;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds between keep-alive bytes for proxies. */
const BEAT = 4000;
/** Milliseconds to collect lines before a flush, because each flush costs bytes. */
const GATHER = 100;

/**
 * The result replaces the progress lines without a script: content for the outer slot of a shadow tree hides the slot's
 * fallback (HTML, "slot"). Older browsers show both.
 */
const steps = (
  waiting: string,
) => html`<div><template shadowrootmode="open"><slot name="result"><slot></slot></slot></template>
<div class="steps" role="status"><p>${waiting}</p>
`;
const RESULT = html`</div><div slot="result" id="result" tabindex="-1">`;

/**
 * Streams the body in pieces; later pieces close the open elements. Returns the outcome, or undefined after an error.
 * @param waiting first progress line @param failed renders an error @param ways renders links to keep the result
 */
export async function* streamResult(
  { outcome, pending, wait, isOver }: Running,
  waiting: string,
  failed: (error: unknown) => Html,
  ways: (outcome: Outcome) => Html | undefined = () => undefined,
  beat = BEAT,
): AsyncGenerator<Html, Outcome | undefined> {
  let hasResult = false;
  const taken = (): Html => {
    const all = pending.splice(0);
    const first = hasResult ? 0 : all.findIndex(({ isStep }) => !isStep);
    // Lines after the start of the result are dropped.
    const steps = hasResult ? [] : first < 0 ? all : all.slice(0, first);
    const parts = first < 0 ? [] : all.slice(first).filter(({ isStep }) => !isStep);
    const opened = !hasResult && parts.length > 0 && RESULT;
    hasResult ||= parts.length > 0;
    return html`${[...steps.map(({ markup }) => markup), opened, ...parts.map(({ markup }) => markup)]}`;
  };
  yield steps(waiting);
  for (;;) {
    await wait(beat, true);
    const isSilent = pending.length === 0;
    if (!isSilent) await wait(GATHER, false);
    if (isOver()) break;
    yield isSilent ? html`\n` : taken();
  }
  let end: Outcome | undefined;
  try {
    end = await outcome;
    pending.push({ isStep: false, markup: html`${end.body}${ways(end)}` });
  } catch (error) {
    pending.push({ isStep: false, markup: failed(error) });
  }
  yield html`${taken()}</div></div>`;
  return end;
}
