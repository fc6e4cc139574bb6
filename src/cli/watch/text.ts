/** A round of `netlens watch` as text and as JSON. Pure. */

import { overTitle, type State, stateOf, tellAlarm } from "../../watch/message.ts";
import type { TargetRound } from "../../watch/round.ts";
import type { Io } from "../command.ts";
import { paint, printable, type Style, wrapped } from "../render/text.ts";

const COLOURS: Readonly<Record<State, Style>> = { down: "red", wrong: "yellow", fine: "green" };
const WIDTH = "wrong".length;

export function roundText(targets: readonly TargetRound[], io: Pick<Io, "colour" | "columns">): string {
  const lines = targets.flatMap((target) => {
    const state = stateOf(target);
    return [
      `${paint(state.padEnd(WIDTH), COLOURS[state], io.colour)}  ${printable(target.url)}`,
      ...[
        ...target.open.map(({ title }) => title),
        ...target.over.map(({ title }) => overTitle(title)),
      ].flatMap((title) =>
        wrapped(printable(title), io.columns - WIDTH - 2).map((line) => `${" ".repeat(WIDTH + 2)}${line}`),
      ),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** @param now milliseconds since the epoch */
export function roundJson(targets: readonly TargetRound[], failures: readonly string[], now: number) {
  return {
    at: new Date(now).toISOString(),
    targets: targets.map((target) => ({
      url: target.url,
      state: stateOf(target),
      began: target.began.map(tellAlarm),
      over: target.over.map(tellAlarm),
      open: target.open.map(tellAlarm),
    })),
    failures,
  };
}
