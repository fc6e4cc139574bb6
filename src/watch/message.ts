/** The message to those who asked to be woken. Pure. */

import type { Alarm } from "./settle.ts";

/** As a comparison has a finding that is gone. */
export const overTitle = (title: string): string => `No longer: ${title}`;

/** A target at a glance. */
export const STATES = ["down", "wrong", "fine"] as const;
export type State = (typeof STATES)[number];

export function stateOf({ isDown, open }: Pick<Told, "isDown" | "open">): State {
  return isDown ? "down" : open.length > 0 ? "wrong" : "fine";
}

interface Told {
  readonly url: string;
  readonly isDown: boolean;
  readonly began: readonly Alarm[];
  readonly over: readonly Alarm[];
  readonly open: readonly Alarm[];
}

/**
 * JSON with `id`, which is the same when a message is sent again; `at`, `url`, `state`, what has begun and what is over, the number of
 * all that is wrong, and `text`, which chats show. Undefined where nothing has begun or ended.
 * @param now milliseconds since the epoch
 */
export function messageOf(told: Told, now: number): string | undefined {
  const { url, began, over, open } = told;
  if (began.length + over.length === 0) return undefined;
  const sentences = [...began.map(({ title }) => title), ...over.map(({ title }) => overTitle(title))];
  const rest = open.length - began.length;
  const words = [
    ...sentences,
    ...(open.length === 0 ? ["All is well."] : rest > 0 ? [`Still open: ${rest} earlier.`] : []),
  ];
  return JSON.stringify({
    id: crypto.randomUUID(),
    at: new Date(now).toISOString(),
    url,
    state: stateOf(told),
    began: began.map(tellAlarm),
    over: over.map(tellAlarm),
    open: open.length,
    text: `${url}: ${words.join(" ")}`,
  });
}

export function tellAlarm({ word, title, problem, field, severity, since }: Alarm) {
  return { word, title, problem, field, severity, since: new Date(since).toISOString() };
}
