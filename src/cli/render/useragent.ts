import type { System, UserAgentResult } from "../../useragent/schema.ts";
import { paint, pairs } from "./text.ts";

/** A frozen version is not told as a fact. */
function system({ name, version, frozen, atLeast }: System): string {
  if (frozen !== true) return `${name} ${version}`.trim();
  return atLeast === undefined ? name : `${name} ${atLeast} or later`;
}

/** A user agent for a terminal. */
export function renderUserAgent(
  { agent, device, os, browser, engine, bot, url }: UserAgentResult,
  colour: boolean,
): string {
  const versioned = (part: { name: string; version: string } | false) =>
    part ? `${part.name} ${part.version}`.trim() : undefined;
  const head = paint(agent === "" ? "(empty)" : agent.replace(/[\u0000-\u001f\u007f]/g, "?"), "bold", colour);
  if (!device) return `${head}\nnothing known\n`;
  const rows = pairs(
    [
      [
        "type",
        device.formFactor && device.formFactor !== device.type
          ? `${device.type} (${device.formFactor})`
          : device.type,
      ],
      ["device", `${device.vendor} ${device.name}`.trim()],
      ["browser", versioned(browser)],
      ["os", os ? system(os) : undefined],
      ["engine", versioned(engine)],
      [
        "bot",
        bot ? [bot.name, bot.category, bot.operator].filter((part) => part !== "").join(", ") : undefined,
      ],
      ["url", url || undefined],
    ],
    colour,
  );
  return `${head}\n${rows}`;
}
