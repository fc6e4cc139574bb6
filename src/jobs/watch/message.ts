/** Builds notification messages. Pure. */

import { plural } from "../../headers/wording.ts";
import { isSeen, type OpenAlert } from "./settle.ts";

export const overTitle = (title: string): string => `Fixed: ${title}`;

/** Title of an alert that is absent now, but not long enough to count as resolved. */
export const heldTitle = (title: string): string => `Gone for now: ${title}`;

const STATES = ["down", "wrong", "fine", "unknown"] as const;
export type State = (typeof STATES)[number];
/** States in words, for users; JSON has the keys. */
export const STATE_WORDS: Readonly<Record<State, string>> = {
  down: "down",
  wrong: "problem",
  fine: "ok",
  unknown: "unknown",
};

export function stateOf({ isDown, open, isUnknown }: Pick<Target, "isDown" | "open" | "isUnknown">): State {
  if (isUnknown) return "unknown";
  return isDown ? "down" : open.some(isSeen) ? "wrong" : "fine";
}

interface Target {
  readonly url: string;
  readonly isDown: boolean;
  readonly began: readonly OpenAlert[];
  readonly over: readonly OpenAlert[];
  readonly open: readonly OpenAlert[];
  readonly isUnknown?: boolean;
}

/**
 * JSON message: `id` (same in retries), `at`, `url`, `state`, `began`, `over`, `open` (number of open
 * problems) and `text` for chats. Undefined if no alert began or ended.
 * @param now milliseconds since the epoch
 */
export function messageOf(target: Target, now: number): string | undefined {
  const { url, began, over, open, isUnknown } = target;
  if (began.length + over.length === 0) return undefined;
  const sentences = [...began.map(({ title }) => title), ...over.map(({ title }) => overTitle(title))];
  const seen = open.filter(isSeen).length;
  const rest = seen - began.length;
  const words = [
    ...sentences,
    ...(rest > 0 ? [`${plural(rest, "earlier problem")} still open.`] : []),
    ...(isUnknown ? ["Not everything was checked."] : open.length === 0 ? ["No open problems."] : []),
  ];
  return JSON.stringify({
    id: crypto.randomUUID(),
    at: new Date(now).toISOString(),
    url,
    state: stateOf(target),
    began: began.map(alertObject),
    over: over.map(alertObject),
    open: seen,
    text: `${url}: ${words.join(" ")}`,
  });
}

export function alertObject({ word, title, problem, field, severity, since }: OpenAlert) {
  return { word, title, problem, field, severity, since: new Date(since).toISOString() };
}
