/** Builds notification messages. Pure. */

import { plural } from "../../headers/wording.ts";
import { isSeen, isWaiting, type OpenAlert } from "./settle.ts";

export const overTitle = ({ title, flips }: OpenAlert): string =>
  `${flips ? "Ignored from now on, because it comes and goes" : "Fixed"}: ${title}`;

/** Title of an alert that has not ended: some are absent now, but not long enough, or not sent yet. */
export function openTitle(alarm: OpenAlert): string {
  if (isWaiting(alarm)) return `Not reported yet: ${alarm.title}`;
  return isSeen(alarm) ? alarm.title : `Gone for now: ${alarm.title}`;
}

/** States in words, for users; JSON has the keys. */
export const STATE_WORDS = {
  down: "down",
  wrong: "problem",
  fine: "ok",
  paused: "paused",
  unknown: "unknown",
} as const;
export type State = keyof typeof STATE_WORDS;

export function stateOf({
  isDown,
  open,
  isUnknown,
  isPaused,
}: Pick<Target, "isDown" | "open" | "isUnknown" | "isPaused">): State {
  if (isUnknown) return "unknown";
  if (isPaused) return "paused";
  return isDown ? "down" : open.some(isSeen) ? "wrong" : "fine";
}

/** State and alerts of a target after a round. */
export interface Target {
  readonly url: string;
  readonly isDown: boolean;
  readonly began: readonly OpenAlert[];
  readonly over: readonly OpenAlert[];
  /** Alerts to remind of. */
  readonly still: readonly OpenAlert[];
  readonly open: readonly OpenAlert[];
  /** Whether the target could not be judged. */
  readonly isUnknown?: boolean;
  /** Whether the target is in a maintenance window, so that it was not looked up. */
  readonly isPaused?: boolean;
}

/**
 * JSON message: `id` (same in retries), `at`, `url`, `state`, `began`, `over`, `still` (reminders), `open`
 * (number of open problems) and `text` for chats. Undefined if there is nothing to report.
 * @param now milliseconds since the epoch
 */
export function messageOf(target: Target, now: number): string | undefined {
  const { url, began, over, still } = target;
  if (began.length + over.length + still.length === 0) return undefined;
  const sentences = [
    ...began.map(({ title }) => title),
    ...over.map(overTitle),
    ...still.map(({ title }) => `Still: ${title}`),
  ];
  const open = target.open.filter((alarm) => !isWaiting(alarm));
  const seen = open.filter(isSeen).length;
  const rest = seen - began.length - still.length;
  const words = [
    ...sentences,
    ...(rest > 0 ? [`${plural(rest, "earlier problem")} still open.`] : []),
    ...(open.length === 0 ? ["No open problems."] : []),
  ];
  return JSON.stringify({
    id: crypto.randomUUID(),
    at: new Date(now).toISOString(),
    url,
    state: stateOf(target),
    began: began.map(alertObject),
    over: over.map(alertObject),
    ...(still.length > 0 && { still: still.map(alertObject) }),
    open: seen,
    text: `${url}: ${words.join(" ")}`,
  });
}

export function alertObject({ word, title, problem, field, severity, since }: OpenAlert) {
  return { word, title, problem, field, severity, since: new Date(since).toISOString() };
}
