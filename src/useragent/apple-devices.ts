import { wordTable } from "../../data/word-table.ts";
import type { Agent } from "./agent.ts";
import { guardedBy, keywordFlag } from "./keyword-scan.ts";
import type { Hardware } from "./maker-model.ts";
import { fromTables, rowsOf } from "./tables.ts";

const apple = fromTables(() => new Map(rowsOf("apple").map(([id = "", name = ""]) => [id, name])));

const APPLE_ID =
  /(?:\b|(?<=(?:IC|MD)(?:RU|CR)_))(?:iPhone|iPad|iPod|AppleTV|Watch|MacBookAir|MacBookPro|MacBook|Macmini|iMacPro|iMac|MacPro|Mac|AudioAccessory|RealityDevice)\d{1,2}(?:,|%2C|_)\d{1,2}\b/;

/** Apple's own name stands in every `AppleWebKit`. */
export const appleWords: readonly string[] =
  "iph ipad ipod (ipa ;ipa mac watch homepod reality darwin/ audioaccessory puffin/ apple/ apple- apple_ apple; apple, applevision appletv applecore"
    .split(" ")
    .concat("apple tv", "apple vision");
const APPLE = keywordFlag(appleWords);
const OTHERS = guardedBy(
  /windows phone|like iphone|android|tizen|symbian|htc|nokian\d|aphone|tclwebkit|; silk\/1/,
);

/** Apple's device: by its identifier where the string has it, else by its family. */
export function appleDevice(agent: Agent): Hardware | undefined {
  const { text, lower } = agent;
  if (agent.keywords[APPLE] !== 1) return undefined;
  const id = APPLE_ID.exec(text)?.[0]?.replace(/%2C|_/, ",") ?? shortAppleId(text);
  if (id) return { vendor: "Apple", name: apple().get(id) ?? id, code: id };
  if (OTHERS.test(agent)) return undefined;
  if (/\bApple ?Vision\b/i.test(text)) return { vendor: "Apple", name: "Vision Pro" };
  const joined = /^iPhone(\d+|SE|X[SR]?)(\w*)/.exec(text);
  if (joined) return { vendor: "Apple", name: `iPhone ${joined[1]} ${spaced(joined[2] ?? "")}`.trim() };
  const word = /\b(iPhone|iPad|iPod(?: touch)?|Apple ?TV|HomePod|Apple Watch)\b/i.exec(text)?.[1];
  if (word) return { vendor: "Apple", name: canonicalApple(word) };
  const puffin = /puffin\/[\d.]+i([pt])/.exec(lower)?.[1];
  if (puffin) return { vendor: "Apple", name: puffin === "t" ? "iPad" : "iPhone" };
  if (/macintosh|mac os x|mac_powerpc/.test(lower)) return { vendor: "Apple", name: "Macintosh" };
  if (/darwin\/|applecoremedia/.test(lower)) return { vendor: "Apple", name: "" };
  return undefined;
}

const FAMILIES = wordTable({ iPh: "iPhone", iPa: "iPad", iPo: "iPod" });

/** UC Browser shortens Apple's identifiers: `dv(iPh10,4)`. */
function shortAppleId(text: string): string | undefined {
  const match = /^dv\((iPh|iPa|iPo)(?:one|d)?(\d+,\d+)/.exec(text);
  const family = FAMILIES.get(match?.[1] ?? "");
  return family && `${family}${match?.[2]}`;
}

const spaced = (text: string) => text.replace(/([a-z])([A-Z])/g, "$1 $2");

function canonicalApple(word: string): string {
  const names = ["iPhone", "iPad", "iPod Touch", "Apple TV", "HomePod", "Apple Watch"];
  const key = word.toLowerCase().replace(" ", "");
  return names.find((name) => name.toLowerCase().replace(" ", "").startsWith(key)) ?? word;
}
