import type { StatusMeaning } from "../../status/lookup.ts";
import { practiceRows } from "../../status/practice.ts";
import { paint, wrapped } from "./text.ts";

/** Width of the labels. */
const LABELS = 14;

/** Meaning and practice of a status code as terminal text. */
export function renderStatus(meaning: StatusMeaning, colour: boolean, columns: number): string {
  const { code, message, description, sender, link } = meaning;
  const head = paint(`${code} ${message}`.trim(), "bold", colour);
  const rows = practiceRows(meaning).flatMap(([label, text]) =>
    wrapped(text, columns - LABELS).map(
      (line, index) => `${paint((index === 0 ? label : "").padEnd(LABELS), "dim", colour)}${line}`,
    ),
  );
  const lines = [
    `${head}${sender ? ` (${sender})` : ""}`,
    ...wrapped(description, columns),
    ...rows,
    paint(link, "dim", colour),
  ];
  return `${lines.join("\n")}\n`;
}
