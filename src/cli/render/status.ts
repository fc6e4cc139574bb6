import type { StatusMeaning } from "../../status/lookup.ts";
import { paint } from "./text.ts";

/** A status code's meaning for a terminal. */
export function renderStatus(
  { code, message, description, sender, link }: StatusMeaning,
  colour: boolean,
): string {
  const head = paint(`${code} ${message}`.trim(), "bold", colour);
  return `${head}${sender ? ` (${sender})` : ""}\n${description}\n${paint(link, "dim", colour)}\n`;
}
