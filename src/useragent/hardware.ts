/** Maker and model of the machine. */

import appleTable from "../../data/agents/apple.txt" with { type: "text" };
import type { Agent } from "./agent.ts";
import { androidModel, beforeBuild, leadingModel } from "./android-models.ts";
import { type BrandMatch, brandAtStart, makerNamed } from "./brands.ts";
import { makerOfCode } from "./model-codes.ts";
import { brandOfNeighbours, findModel, findModelByName, type Model } from "./models.ts";
import { rowsOf } from "./tables.ts";
import { television } from "./televisions.ts";

export interface Hardware {
  readonly vendor: string;
  readonly name: string;
  /** The model as the string has it, where it stands behind the version of Android. */
  readonly code?: string;
}

const apple = new Map(rowsOf(appleTable).map(([id = "", name = ""]) => [id, name]));
const NONE: Hardware = { vendor: "", name: "" };

/** Maker and model, empty where the string does not say them. */
export function hardware(agent: Agent, osName: string): Hardware {
  const found = ownForms(agent) ?? byModel(agent, osName);
  if (found.vendor !== "") return found;
  const elsewhere = anywhere(agent);
  if (elsewhere) return elsewhere;
  return APPLE_SYSTEMS.has(osName) ? { vendor: "Apple", name: "" } : found;
}

const APPLE_SYSTEMS = new Set(["iOS", "iPadOS", "tvOS", "watchOS", "macOS"]);

function ownForms(agent: Agent): Hardware | undefined {
  return (
    gameConsole(agent) ??
    windowsPhone(agent) ??
    appleDevice(agent) ??
    television(agent) ??
    headset(agent) ??
    blackberry(agent) ??
    carrierPhone(agent)
  );
}

function byModel(agent: Agent, osName: string): Hardware {
  if (/android|adr |harmonyos|tizen|exoplayer|dalvik/.test(agent.lower)) {
    const model = androidModel(agent);
    return model === "" ? fromLead(agent) : { ...modelled(model), code: model };
  }
  if (agent.lower.includes("build/")) {
    const model = beforeBuild(agent);
    if (model !== "") return modelled(model);
  }
  if (/^(?:Windows|macOS|Mac OS|Linux|ChromeOS|Ubuntu)$/.test(osName)) return desktopMaker(agent);
  return fromLead(agent);
}

/** Phones of Japan's carriers say the carrier, then the model: `DoCoMo/2.0 F900iC(c100;TB;W22H12)`. */
function carrierPhone({ text }: Agent): Hardware | undefined {
  const match =
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

function blackberry({ text, lower }: Agent): Hardware | undefined {
  if (/\bbb10\b/.test(lower)) return { vendor: "BlackBerry", name: "" };
  if (lower.includes("playbook")) return { vendor: "BlackBerry", name: "PlayBook" };
  const model = /BlackBerry(?:; U; BlackBerry)? ?(\d{4}[a-z]?)/i.exec(text)?.[1];
  return model ? { vendor: "BlackBerry", name: model } : undefined;
}

/** Makers whose name and model may stand in any string, as apps and feature phones put them. */
const MAKER_AND_MODEL =
  /(?:^|[^a-z])(htc|samsung|sony ?ericsson|sony|lge?|mot|motorola|nokia|huawei|zte|lenovo|asus|acer|alcatel|blackberry|xiaomi|redmi|oneplus|oppo|realme|vivo|micromax|karbonn|lava|panasonic|philips|sharp|sanyo|pantech|kyocera|siemens|toshiba|sagem|amoi|spice|intex|celkon|gionee|coolpad|k-touch|tcl|haier|hisense|meizu|palm|i-mate|google|microsoft corporation|dell inc\.|hewlett-packard|archos|o2|kwc|sonos)[-_ /:;]{0,3}(?:\1[-_ ])?([a-z0-9][\w+.-]{1,20}(?: [\w+.-]{1,12})?)/i;

const SAMSUNG_CODE = /\b((?:GT|SM|SGH|SCH|SPH|SHV)-[A-Z]\d{3,4}\w{0,3})\b/i;

function anywhere(agent: Agent): Hardware | undefined {
  const code = SAMSUNG_CODE.exec(agent.text)?.[1];
  if (code) return modelled(code.toUpperCase());
  const match = MAKER_AND_MODEL.exec(agent.text);
  const maker = match?.[1];
  const model = match?.[2];
  if (
    !maker ||
    !model ||
    /^(?:mozilla|applewebkit|build|browser|version|inc\b)/i.test(model) ||
    !/[A-Z]/.test(maker + model)
  )
    return undefined;
  const vendor = ANYWHERE[maker.toLowerCase()] ?? makerNamed(maker);
  if (!vendor) return undefined;
  const word =
    /^[^/]+/.exec(
      model.replace(/ (?:build|software|android|firmware|mozilla|opera|appmode|release).*$/i, ""),
    )?.[0] ?? "";
  const listed = findModel(word) ?? findModel(word.replaceAll("_", " "));
  return { vendor, name: listed && listed.brand === vendor ? listed.name : word.replaceAll("_", " ").trim() };
}

const ANYWHERE: Readonly<Record<string, string>> = {
  mot: "Motorola",
  lg: "LG",
  lge: "LG",
  kwc: "Kyocera",
  redmi: "Xiaomi",
  "sony ericsson": "Sony Ericsson",
  sonyericsson: "Sony Ericsson",
  "microsoft corporation": "Microsoft",
  "dell inc.": "Dell",
  "hewlett-packard": "HP",
  sonos: "SONOS",
};

/** Words that begin a model's name and are nobody's. */
const COMMON_WORDS =
  /^(?:tab|tablet|smart|phone|android|box|pro|plus|mini|note|max|lite|ultra|one|new|the|my|full|generic|quad|octa|dual|core|model|device|rockchip|aosp|unknown|linux|mobile|internet|power|super|magic|mega|modern|media|play|pad)$/i;

/** Maker and marketing name of an Android model code. */
export function modelled(code: string): Hardware {
  const model = code.replace(/_/g, " ").trim();
  const listed = findModel(code) ?? findModel(model);
  const start = brandAtStart(model);
  if (start?.evidence === "name") return named(model, start, listed);
  const byCode = makerOfCode(code) ?? makerOfCode(model);
  if (listed)
    return { vendor: byCode === "Realme" || byCode === "OnePlus" ? byCode : listed.brand, name: listed.name };
  if (byCode) return { vendor: byCode, name: model };
  const byName = findModelByName(model);
  if (byName) return { vendor: byName.brand, name: model };
  const byWord = start?.evidence === "code" ? start.brand : undefined;
  return { vendor: byWord ?? brandOfNeighbours(code) ?? start?.brand ?? firstWord(model), name: model };
}

function named(model: string, start: BrandMatch, listed: Model | undefined): Hardware {
  const rest = model.slice(start.length).replace(/^[\s/_-]+/, "");
  const inside = rest.length > 1 ? findModel(rest) : undefined;
  if (listed && listed.brand === start.brand) return { vendor: start.brand, name: listed.name };
  if (inside && inside.brand === start.brand) return { vendor: start.brand, name: inside.name };
  const line = start.length !== start.brand.length;
  return { vendor: start.brand, name: line || rest === "" ? model : rest };
}

/** A maker that no table knows mostly writes its name in front: `Lark Evolution X2`. */
function firstWord(model: string): string {
  const word = /^([A-Za-z]{3,14})[\s_-]+\S/.exec(model)?.[1] ?? "";
  return COMMON_WORDS.test(word) ? "" : word;
}

const APPLE_ID =
  /\b((?:iPhone|iPad|iPod|AppleTV|Watch|MacBookAir|MacBookPro|MacBook|Macmini|iMacPro|iMac|MacPro|Mac|AudioAccessory)\d{1,2}(?:,|%2C|_)\d{1,2})\b/;

function appleDevice(agent: Agent): Hardware | undefined {
  const { text, lower } = agent;
  if (!/iph|ipad|ipod|ipa\d|mac|apple|watch|homepod|darwin\/|audioaccessory|puffin\//.test(lower))
    return undefined;
  const id = APPLE_ID.exec(text)?.[1]?.replace(/%2C|_/, ",") ?? shortAppleId(text);
  if (id) return { vendor: "Apple", name: apple.get(id) ?? id };
  if (/windows phone|like iphone|android|tizen|symbian|htc|nokian\d|aphone/.test(lower)) return undefined;
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

/** UC Browser shortens Apple's identifiers: `dv(iPh10,4)`. */
function shortAppleId(text: string): string | undefined {
  const match = /^dv\((iPh|iPa|iPo)(?:one|d)?(\d+,\d+)/.exec(text);
  const family = { iPh: "iPhone", iPa: "iPad", iPo: "iPod" }[match?.[1] ?? ""];
  return family && `${family}${match?.[2]}`;
}

const spaced = (text: string) => text.replace(/([a-z])([A-Z])/g, "$1 $2");

function canonicalApple(word: string): string {
  const names = ["iPhone", "iPad", "iPod Touch", "Apple TV", "HomePod", "Apple Watch"];
  const key = word.toLowerCase().replace(" ", "");
  return names.find((name) => name.toLowerCase().replace(" ", "").startsWith(key)) ?? word;
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

function gameConsole({ text, lower }: Agent): Hardware | undefined {
  if (!/playstation|psp |nintendo|xbox|ouya|dreamcast|vita|gamepad|\(ps\d/.test(lower)) return undefined;
  for (const [pattern, vendor, name] of CONSOLES) {
    const match = pattern.exec(text);
    if (match) return { vendor, name: name.replace("$1", match[1] ?? "").replace("WiiU", "Wii U") };
  }
  return undefined;
}

/** `Windows Phone 8.1; …; NOKIA; Lumia 925`. */
function windowsPhone(agent: Agent): Hardware | undefined {
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

const HEADSETS: readonly (readonly [RegExp, string, string])[] = [
  [/Quest Pro/, "Meta", "Quest Pro"],
  [/Quest (\d\w*)/, "Meta", "Quest $1"],
  [/\bQuest\b/, "Meta", "Quest"],
  [/Oculus Go|; Pacific/, "Meta", "Go"],
  [/\bPico (?:Neo )?([\w ]+?)(?: Build|[;)])/i, "Pico", "$1"],
];

function headset({ text, lower }: Agent): Hardware | undefined {
  if (!/quest|oculus|pico|pacific/.test(lower)) return undefined;
  for (const [pattern, vendor, name] of HEADSETS) {
    const match = pattern.exec(text);
    if (match) return { vendor, name: name.replace("$1", match[1] ?? "") };
  }
  return undefined;
}

/** Toolbars' marks of the makers of desktop machines: `MDDSJS` is Dell's, `HPNTDF` is HP's. */
const DESKTOP_MARKS: Readonly<Record<string, string>> = {
  MAAU: "Asus",
  NP06: "Asus",
  NP07: "Asus",
  NP08: "Asus",
  NP09: "Asus",
  ASJB: "Asus",
  ASU2: "Asus",
  MAAR: "Acer",
  MALN: "Lenovo",
  MALE: "Lenovo",
  MASM: "Samsung",
  MASA: "Sony",
  MASE: "Sony",
  MASP: "Sony",
  MATB: "Toshiba",
  MATM: "Toshiba",
  MATP: "Toshiba",
  MATR: "Toshiba",
  TNJB: "Toshiba",
  MAMD: "Medion",
  MAMI: "MSI",
  MAGW: "Gateway",
  MAFS: "Fujitsu",
  FSJB: "Fujitsu",
  MDDS: "Dell",
  MDDC: "Dell",
  MDDR: "Dell",
  HPDT: "HP",
  HPMT: "HP",
  HPNT: "HP",
  HPCM: "HP",
  CMDT: "Compaq",
  CMNT: "Compaq",
  CPDT: "Compaq",
  CPNT: "Compaq",
  LCJB: "Lenovo",
  LEN2: "Lenovo",
  ASTE: "Asus",
  MSNJ: "",
  AACR: "Acer",
};

function desktopMaker(agent: Agent): Hardware {
  for (const part of agent.parts) {
    const maker = /^[A-Z]{2}[A-Z0-9]{2}[A-Z]{0,3}$/.test(part) ? DESKTOP_MARKS[part.slice(0, 4)] : undefined;
    if (maker) return { vendor: maker, name: "" };
  }
  return NONE;
}

/** Feature phones name themselves at the front, or behind the maker's name anywhere. */
function fromLead(agent: Agent): Hardware {
  const lead = leadingModel(agent);
  const start = lead && !/^(?:Linux|Windows|Android)/i.test(lead) ? brandAtStart(lead) : undefined;
  if (start && (start.evidence !== "short-code" || /\d/.test(lead))) return split(lead, start.brand);
  const inside =
    /\b(Nokia ?[\w-]{2,20}|SonyEricsson\w{2,16}|SAMSUNG[-; ]{1,2}[\w-]{3,20}|LGE?[-/ ][\w-]{2,16}|MOT-[\w-]{2,16}|HTC[-_ ][\w ]{2,20}|BlackBerry ?\w{0,8}|PantechP?\w{3,12}|ZTE[- ][\w-]{2,14}|Huawei[- ]?[\w-]{2,14})/i.exec(
      agent.text,
    )?.[1];
  if (!inside) return otherParts(agent);
  const brand = brandAtStart(inside);
  return brand ? split(inside, brand.brand) : NONE;
}

function otherParts(agent: Agent): Hardware {
  for (const part of agent.parts.slice(0, 12)) {
    if (
      part.length < 4 ||
      part.length > 40 ||
      !/\d/.test(part) ||
      /^(?:rv|Linux|Profile|Configuration|Windows|Android|MSIE|CPU|Version)/i.test(part)
    )
      continue;
    const model = part.replace(/\/.*$/, "");
    const start = brandAtStart(model);
    if (start?.evidence === "name") return split(model, start.brand);
    if (findModel(model)) return modelled(model);
  }
  return NONE;
}

function split(text: string, vendor: string): Hardware {
  const words = text.replace(/[_/]/g, " ").trim();
  const start = brandAtStart(words);
  const named = start && (start.evidence === "name" || /^(?:mot|sie|sonyericsson|sec|alcatel)/i.test(words));
  const name = named ? words.slice(start.length).replace(/^[\s-]+/, "") : words;
  const listed = findModel(name);
  return { vendor, name: listed && listed.brand === vendor ? listed.name : name };
}
