/** Machines that write their maker and model in forms of their own. */

import type { Agent } from "./agent.ts";
import { makerNamed } from "./brands.ts";
import type { Hardware } from "./maker-model.ts";
import { findModel } from "./models.ts";

/** Phones of Japan's carriers say the carrier, then the model: `DoCoMo/2.0 F900iC(c100;TB;W22H12)`. */
export function carrierPhone({ text }: Agent): Hardware | undefined {
  const match =
    /^Mozilla\/\d\.\d+ ?\((([A-Z]{1,2}\d{2,3}[A-Za-z]))\w{0,3};FOMA;/.exec(text) ??
    /^(DoCoMo|SoftBank|Vodafone|J-PHONE|KDDI)(?:-|\/[\d.]+[ /])(?:J-)?([A-Z]{1,3}\d{2,4}\w{0,4}|\d{3}[A-Z]{1,3}\w?|TS\w\w|[A-Z]{2}\w{2})(?=[\s(/]|$)/i.exec(
      text,
    );
  const carrier = match?.[1];
  if (!carrier) return undefined;
  const maker = CARRIER_MAKERS.find(([code]) => code.test(match?.[2] ?? ""))?.[1];
  return { vendor: carrier === "DoCoMo" ? "DoCoMo" : (maker ?? carrier), name: match?.[2] ?? "" };
}

/** Letters of the maker in Japanese models. */
const CARRIER_MAKERS: readonly (readonly [RegExp, string])[] = [
  [/^SH|SH\w?$/i, "Sharp"],
  [/^TS|^T\d|\dT\w?$/i, "Toshiba"],
  [/^(?:SN|SO)/i, "Sony Ericsson"],
  [/^P\d|\dP\w?$/i, "Panasonic"],
  [/^N\d|\dN\w?$/i, "NEC"],
  [/^(?:SA|SC)|\dSC?$/i, "Sanyo"],
  [/^(?:CA|HI)/i, "Casio"],
  [/^K[C\d]/i, "Kyocera"],
];

export function blackberry({ text, lower }: Agent): Hardware | undefined {
  if (/\bbb10\b/.test(lower)) return { vendor: "BlackBerry", name: "" };
  if (lower.includes("playbook")) return { vendor: "BlackBerry", name: "PlayBook" };
  const model = /BlackBerry(?:; U; BlackBerry)? ?(\d{4}[a-z]?)/i.exec(text)?.[1];
  return model ? { vendor: "BlackBerry", name: model } : undefined;
}

const CONSOLES: readonly (readonly [RegExp, string, string])[] = [
  [/PlayStation Vita|PS ?Vita/i, "Sony", "PlayStation Vita"],
  [/PlayStation Portable|PSP \(/i, "Sony", "PlayStation Portable"],
  [/\bPS(\d)\b/, "Sony", "PlayStation $1"],
  [/\bPS(\d)\b/, "Sony", "PlayStation $1"],
  [/PlayStation ?(\d)(?: Pro)?/i, "Sony", "PlayStation $1"],
  [/Nintendo (3DS|Switch|WiiU|Wii|DSi|DS)/i, "Nintendo", "$1"],
  [/Xbox (Series [SX]|One|X)/i, "Microsoft", "Xbox $1"],
  [/Xbox/i, "Microsoft", "Xbox 360"],
  [/\bOUYA\b/i, "OUYA", "OUYA"],
  [/Dreamcast/i, "Sega", "Dreamcast"],
  [/Archos GamePad|ARCHOS GAMEPAD/i, "Archos", "Gamepad"],
];

export function gameConsole({ text, lower }: Agent): Hardware | undefined {
  if (!/playstation|psp |nintendo|xbox|ouya|dreamcast|vita|gamepad|\(ps\d/.test(lower)) return undefined;
  for (const [pattern, vendor, name] of CONSOLES) {
    const match = pattern.exec(text);
    if (match) return { vendor, name: name.replace("$1", match[1] ?? "").replace("WiiU", "Wii U") };
  }
  return undefined;
}

/** `Windows Phone 8.1; …; NOKIA; Lumia 925`. */
export function windowsPhone(agent: Agent): Hardware | undefined {
  if (!/windows phone|iemobile|wpdesktop|zunewp7/.test(agent.lower)) return undefined;
  const { parts } = agent;
  for (const [index, part] of parts.entries()) {
    const vendor = makerNamed(part);
    const model = parts[index + 1];
    if (vendor && model && !/^(?:like|rv:|KHTML)/.test(model) && part.length > 1) {
      const name = model.replace(new RegExp(`^${vendor}[ _-]`, "i"), "").replace(/\s*\)?$/, "");
      return { vendor: /^Lumia|^RM-/i.test(name) && vendor !== "Microsoft" ? "Nokia" : vendor, name };
    }
  }
  const lumia = /\b(Lumia [\w ]+?)(?:[;)]|$)/.exec(agent.text)?.[1];
  return lumia ? { vendor: "Nokia", name: lumia } : undefined;
}

/** Linux tablets and phones, and Kindles that do not name Android. */
const OTHERS: readonly (readonly [RegExp, string, string])[] = [
  [/\bJolla\b/, "Jolla", ""],
  [/Maemo.*\b(N[89]\d0)\b/, "Nokia", "$1"],
  [/\bKIN\.(Two|One)\b/, "Microsoft", "Kin $1"],
  [/; (KF[A-Z]{2,5}) Build/, "Amazon", "$1"],
];

export function particularOther({ text, lower }: Agent): Hardware | undefined {
  if (!/jolla|maemo|kin\.|; kf/.test(lower)) return undefined;
  for (const [pattern, vendor, name] of OTHERS) {
    const match = pattern.exec(text);
    const model = name.replace("$1", match?.[1] ?? "");
    if (match) return { vendor, name: findModel(model)?.name ?? model };
  }
  return undefined;
}

const HEADSETS: readonly (readonly [RegExp, string, string])[] = [
  [/Quest Pro/, "Meta", "Quest Pro"],
  [/Quest (\d\w*)/, "Meta", "Quest $1"],
  [/\bQuest\b/, "Meta", "Quest"],
  [/Oculus Go|; Pacific/, "Meta", "Go"],
  [/\bPico (?:Neo )?([\w ]+?)(?: Build|[;)])/i, "Pico", "$1"],
];

export function headset({ text, lower }: Agent): Hardware | undefined {
  if (!/quest|oculus|pico|pacific/.test(lower)) return undefined;
  for (const [pattern, vendor, name] of HEADSETS) {
    const match = pattern.exec(text);
    if (match) return { vendor, name: name.replace("$1", match[1] ?? "") };
  }
  return undefined;
}
