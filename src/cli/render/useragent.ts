import type { UserAgentResult } from "../../useragent/schema.ts";
import { viewAgent } from "../../view/agent.ts";
import { paint, pairs, printable, wrapped } from "./text.ts";

/** A user agent for a terminal. */
export function renderUserAgent(
  result: UserAgentResult,
  { colour, columns }: { readonly colour: boolean; readonly columns: number },
): string {
  const { agent, device, url } = result;
  const head = wrapped(agent === "" ? "(empty)" : printable(agent), columns).map((line) =>
    paint(line, "bold", colour),
  );
  if (!device) return `${head.join("\n")}\nnothing known\n`;
  const { title, facts, notes } = viewAgent(result);
  const rows = pairs(
    [...facts.map(([label, value]) => [label.toLowerCase(), value] as const), ["url", url || undefined]],
    colour,
  );
  const more = notes
    .flatMap((note) => wrapped(printable(note), columns))
    .map((line) => `${paint(line, "dim", colour)}\n`);
  return `${head.join("\n")}\n${printable(title)}\n${rows}${more.join("")}`;
}
