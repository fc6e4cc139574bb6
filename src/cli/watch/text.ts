/** A round of `netlens watch` as text and as JSON. Pure. */

import { heldTitle, overTitle, type State, stateOf, tellAlarm } from "../../jobs/watch/message.ts";
import type { TargetRound } from "../../jobs/watch/round.ts";
import { isSeen } from "../../jobs/watch/settle.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import type { Io } from "../command.ts";
import { paint, printable, type Style, wrapped } from "../render/text.ts";

const COLOURS: Readonly<Record<State, Style>> = {
  down: "red",
  wrong: "yellow",
  fine: "green",
  unknown: "yellow",
};
const WIDTH = "wrong".length;

export function roundText(targets: readonly TargetRound[], io: Pick<Io, "colour" | "columns">): string {
  const lines = targets.flatMap((target) => {
    const state = stateOf(target);
    return [
      `${paint(state.padEnd(WIDTH), COLOURS[state], io.colour)}  ${printable(target.url)}`,
      ...[
        ...target.open.map((alarm) => (isSeen(alarm) ? alarm.title : heldTitle(alarm.title))),
        ...target.over.map(({ title }) => overTitle(title)),
        ...uncheckedTexts(target.unchecked).map((text) => `${text}.`),
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
      ...(target.unchecked && { unchecked: target.unchecked }),
      began: target.began.map(tellAlarm),
      over: target.over.map(tellAlarm),
      open: target.open.filter(isSeen).map(tellAlarm),
      held: target.open.filter((alarm) => !isSeen(alarm)).map(tellAlarm),
    })),
    failures,
  };
}
