/** Notification messages. Pure. */

import { plural } from "../../headers/wording.ts";
import { type Alarm, isSeen } from "./settle.ts";

export const overTitle = (title: string): string => `Fixed: ${title}`;

/** Title of an alert that is absent, but not long enough to be resolved. */
export const heldTitle = (title: string): string => `Gone for now: ${title}`;

export const STATES = ["down", "wrong", "fine", "unknown"] as const;
export type State = (typeof STATES)[number];

export function stateOf({ isDown, open, isUnknown }: Pick<Told, "isDown" | "open" | "isUnknown">): State {
  if (isUnknown) return "unknown";
  return isDown ? "down" : open.some(isSeen) ? "wrong" : "fine";
}

interface Told {
  readonly url: string;
  readonly isDown: boolean;
  readonly began: readonly Alarm[];
  readonly over: readonly Alarm[];
  readonly open: readonly Alarm[];
  readonly isUnknown?: boolean;
}

/**
 * JSON message: `id` (same in retries), `at`, `url`, `state`, `began`, `over`, `open` (number of open
 * problems) and `text` for chats. Undefined if nothing began or ended.
 * @param now milliseconds since the epoch
 */
export function messageOf(told: Told, now: number): string | undefined {
  const { url, began, over, open, isUnknown } = told;
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
    state: stateOf(told),
    began: began.map(tellAlarm),
    over: over.map(tellAlarm),
    open: seen,
    text: `${url}: ${words.join(" ")}`,
  });
}

export function tellAlarm({ word, title, problem, field, severity, since }: Alarm) {
  return { word, title, problem, field, severity, since: new Date(since).toISOString() };
}
