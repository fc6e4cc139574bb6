/** Comparisons as terminal text. Pure. */

import { plural } from "../../headers/wording.ts";
import type { Comparison, Effect } from "../../jobs/compare/schema.ts";
import { type ChangeView, type FieldChange, viewComparison } from "../../view/comparison.ts";
import type { Io } from "../command.ts";
import { paint, printable, type Style, wrapped } from "./text.ts";

const STYLES: Readonly<Record<Effect, Style>> = { worse: "red", better: "green", other: "yellow" };
const FIELD_STYLES: Readonly<Record<FieldChange["sign"], Style>> = {
  "+": "green",
  "-": "red",
  "~": "yellow",
};
type Terminal = Pick<Io, "colour" | "columns">;
/** @param all also shows values that differ in every response */
export function renderComparison(compared: Comparison, terminal: Terminal, all: boolean): string {
  const { colour } = terminal;
  const { a, b, groups, fields, volatile, outcome, unchecked } = viewComparison(compared);
  const shown = all ? [...fields, ...volatile] : fields;
  const sections = [
    ...groups.map(({ title, effect, changes }) => [
      paint(title, "bold", colour),
      ...changes.flatMap((change) => changeLines(change, STYLES[effect], terminal)),
    ]),
    ...(shown.length > 0
      ? [[paint("Headers", "bold", colour), ...shown.map((row) => fieldLine(row, colour))]]
      : []),
  ];
  const rest =
    all || volatile.length === 0
      ? []
      : [[`Not shown: ${plural(volatile.length, "header")}, different in every response (--all)`]];
  const none = sections.length === 0 ? [wrapped(printable(outcome), terminal.columns)] : [];
  const left =
    sections.length === 0 ? [] : unchecked.map((text) => wrapped(printable(`${text}.`), terminal.columns));
  return [[`Before  ${printable(a)}`, `After   ${printable(b)}`], ...none, ...sections, ...left, ...rest]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** Wraps a sentence with a hanging indent. */
function changeLines(change: ChangeView, style: Style, { columns, colour }: Terminal): string[] {
  const { title, problem, parts = [] } = change;
  const text = problem === undefined ? title : `${title} [${problem}]`;
  const first = wrapped(printable(text), columns - 4).map(
    (line, at) => `  ${at === 0 ? paint("•", style, colour) : " "} ${line}`,
  );
  return [
    ...first,
    ...parts.flatMap((part) => wrapped(printable(part), columns - 6)).map((line) => `      ${line}`),
  ];
}

function fieldLine({ name, a, b, sign }: FieldChange, colour: boolean): string {
  const value = sign === "~" ? `${a} → ${b}` : `${a}${b}`;
  return `  ${paint(sign, FIELD_STYLES[sign], colour)} ${printable(`${name}: ${value}`)}`;
}
