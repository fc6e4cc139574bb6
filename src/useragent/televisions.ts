/**
 * Televisions and set-top boxes. HbbTV (ETSI TS 102 796 section 7.3.2.4): `HbbTV/1.5.1 (capabilities; vendor;
 * model; software; hardware; family)`; Opera's and Vewd's `Model/Vendor-Model`; CE-HTML; makers' own forms.
 */

import type { Agent } from "./agent.ts";
import { brandOf, makerNamed } from "./brands.ts";
import { findModel } from "./models.ts";
import { guarded } from "./signs.ts";

export interface Television {
  readonly vendor: string;
  readonly name: string;
}

const SIGNS = guarded(
  /hbbtv|smart-?tv|smarttv|web0s|netcast|viera|bravia|aquos|nettv|dtv\b|googletv|google tv|crkey|appletv|roku|aft[a-z]|vidaa|vizio|ce-html|inettv|opera tv| omi\/|tizen.{0,80}tv|maple|model\/|philipstv|hisense-mt|hisense.{0,40}tv|sonydtv|toshiba.?tv|lg-?tv|\btv\b|shield|mibox|stb\b|set-?top|kdl-|large screen|espial|nexttv|freesat|youview|mitv|boxee|odin\/|tv\/|android tv|bdp|dlnadoc|linux mips|linux sh4|, ?wire(?:d|less)\)|ekioh|machblue|mbxtwebkit|diga\b|netbox|opentv|ciscobrowser|stagecraft|antgalio|-device\/[\d.]+ \(sky|set top|settop|dreampassport|inettvbrowser/,
);

/** Whether the string is that of a television or a box under one. */
export function looksLikeTelevision(agent: Agent): boolean {
  return SIGNS.test(agent) && !/tablet pc|tvshow|\btvos simulator/.test(agent.lower);
}

/** Maker and model of a television, undefined where the string does not say them. */
export function television(agent: Agent): Television | undefined {
  if (!looksLikeTelevision(agent)) return undefined;
  return hbbtv(agent) ?? operaModel(agent) ?? makersForms(agent) ?? boxes(agent);
}

function hbbtv(agent: Agent): Television | undefined {
  const at = agent.text.search(/HbbTV\/\d[\d.]*\s*\(/i);
  if (at < 0) return undefined;
  const open = agent.text.indexOf("(", at);
  const fields =
    agent.text
      .slice(open + 1, open + 240)
      .split(")")[0]
      ?.split(";")
      .map((field) => field.trim()) ?? [];
  const [, vendor = "", model = ""] = fields;
  if (vendor === "" && model === "") return undefined;
  const maker = vendor.split("/")[0] ?? "";
  return { vendor: brandOf(maker) ?? makerOf(maker), name: modelName(model) };
}

function modelName(model: string): string {
  const year = /^Smart_?TV_?(20\d\d)/i.exec(model)?.[1];
  if (year) return `Smart TV (${year})`;
  return /^(?:webos.*|smarttv.*|tv|linux|\d{4}|unknown)$/i.test(model) ? "" : model.replace(/_/g, " ");
}

const MAKERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lge: "LG",
    "lg electronics": "LG",
    tpv: "Philips",
    tpvision: "Philips",
    "tp vision": "Philips",
    sonytv: "Sony",
    smarttv: "",
    mediatek: "",
    mstar: "",
    vestel: "Vestel",
  }),
);

function makerOf(text: string): string {
  const known = MAKERS.get(text.toLowerCase());
  return known ?? text;
}

/** `Model/Hisense-MT9602`, `Model/Vestel-MB230`, `Model/NT6904K (SKW690;…)`. */
function operaModel(agent: Agent): Television | undefined {
  const text = /Model\/([\w.+-]{2,40})/i.exec(agent.text)?.[1];
  if (!text) return undefined;
  const dash = text.indexOf("-");
  const vendor = dash > 0 ? brandOf(text.slice(0, dash)) : undefined;
  if (!vendor) return undefined;
  return { vendor, name: text.slice(dash + 1) };
}

const FORMS: readonly (readonly [RegExp, string, string?])[] = [
  [/\b(AFT\w+)\b/, "Amazon"],
  [/Fire ?TV/i, "Amazon", "Fire TV"],
  [/\bBRAVIA[ _]?([\w ]{2,20}?)(?: Build|[;)/]|$)/, "Sony"],
  [/\b(KDL-?\d\w+|XBR-?\d\w+|KD-?\d\w+)/, "Sony"],
  [/TechniSat ([\w ]{4,24})/, "TechniSat"],
  [/LGE; ?Media\/([\w-]{4,20})/, "LG"],
  [/SonyDTV|SonyBDP|Sony.{0,40}BDP|SonyCEBrowser\/\d.\d \(([\w-]+)/, "Sony"],
  [/[(; ]LGE?; ?([\w-]{4,20})[;)]/, "LG"],
  [/NetCast\.TV|LG Browser|Web0S/, "LG"],
  [/LGE?; ?([\w-]{4,16})[;)]/, "LG"],
  [/Web0S|webOS\.TV|WEBOS/, "LG"],
  [/Viera/i, "Panasonic", "Viera"],
  [/AQUOS ?([\w-]*)/i, "Sharp"],
  [/Philips[;,/ ]*([\w.-]{4,20})/i, "Philips"],
  [/NETTV\/\d/i, "Philips"],
  [/SMART-TV|SmartHub|Maple|TIZEN|SamsungTV/i, "Samsung", "Smart TV"],
  [/Roku\/DVP/i, "Roku", "Digital Video Player"],
  [/Roku/i, "Roku"],
  [/CrKey/, "Google", "Chromecast"],
  [/VIZIO ?([\w-]*)/i, "Vizio"],
  [/Hisense[ -]?([\w-]*)/i, "Hisense"],
  [/Toshiba[ -]?([\w-]*)/i, "Toshiba"],
  [/Grundig/i, "Grundig"],
  [/Loewe/i, "Loewe"],
  [/Metz/i, "Metz"],
  [/Boxee/i, "Boxee", "Boxee Box"],
  [/Panasonic/i, "Panasonic"],
  [/Sharp/i, "Sharp"],
  [/GoogleTV.{0,40}; (VAP430)/, "Vizio"],
];

function makersForms(agent: Agent): Television | undefined {
  if (/android/i.test(agent.lower) && !/AFT[A-Z]|BRAVIA|CrKey/.test(agent.text)) return undefined;
  for (const [pattern, vendor, name] of FORMS) {
    const match = pattern.exec(agent.text);
    if (!match) continue;
    const model = (match[1] ?? "").trim();
    return { vendor, name: name ?? findModel(model)?.name ?? model };
  }
  return undefined;
}

/** CE-HTML's vendor and model stand one behind the other; a known maker's name in the string is the last resort. */
function boxes(agent: Agent): Television | undefined {
  if (agent.lower.includes("android")) return undefined;
  for (const [index, part] of agent.parts.entries()) {
    const vendor = part.length > 2 ? makerNamed(part) : undefined;
    if (vendor) return { vendor, name: modelName(agent.parts[index + 1] ?? "") };
  }
  return undefined;
}
