/**
 * Televisions and set-top boxes. HbbTV (ETSI TS 102 796 section 7.3.2.4): `HbbTV/1.5.1 (capabilities; vendor;
 * model; software; hardware; family)`; Opera's and Vewd's `Model/Vendor-Model`; CE-HTML; makers' own forms.
 */

import { televisionForms, televisionMakersByName, televisionSigns } from "../../data/agents/televisions.ts";
import type { Agent } from "./agent.ts";
import { brandOf, makerNamed } from "./brands.ts";
import { guardedBy } from "./keyword-scan.ts";
import { makerOfCode, sureMakerOfCode } from "./model-codes.ts";
import { findModel } from "./models.ts";

export interface Television {
  readonly vendor: string;
  readonly name: string;
  /** Another maker's on that one's system. */
  readonly doubtful?: true;
}

const SIGNS = guardedBy(televisionSigns);

/** Whether the string is that of a television or a box under one. */
export function looksLikeTelevision(agent: Agent): boolean {
  return SIGNS.test(agent) && !/tablet pc|tvshow|\btvos simulator|\bqtv\/[\d.]+ smm/.test(agent.lower);
}

/** Maker and model of a television, undefined where the string does not say them. */
export function television(agent: Agent): Television | undefined {
  if (!looksLikeTelevision(agent)) return undefined;
  return (
    hbbtv(agent) ?? badge(agent) ?? operaModel(agent) ?? vestel(agent) ?? makersForms(agent) ?? boxes(agent)
  );
}

/**
 * The brand on a television that Hisense, Vestel or TCL built: `VIDAA/6.0(TOSHIBA;SmartTV;43C350LE;…)`, `FVC/8.0 (HITACHI;
 * MB180; )`, `TiVoOS/1.0.0 (Vestel MB181 JVC)`, `CE-HTML/1.0;IKEA LF1V365`.
 */
const BADGE = guardedBy(/vidaa|fvc\/|tivoos\/|netrange/);
const BADGES = [
  /VIDAA\/[\d.]+\((?<brand>[^;()]{2,24});SmartTV;(?<model>[\w-]*)/,
  /FVC\/[\d.]+ \((?<brand>[^;()]{2,24}); ?(?<model>[\w-]*)/,
  /TiVoOS\/[\d.]+ \(Vestel (?<model>\w+) (?<brand>[^;()]{2,24})\)/,
  /CE-HTML\/1\.0;(?<brand>[A-Z][\w-]{1,20}) (?<model>LF1V\w+)/,
];

function badge(agent: Agent): Television | undefined {
  if (!BADGE.test(agent)) return undefined;
  for (const form of BADGES) {
    const { brand = "", model = "" } = form.exec(agent.text)?.groups ?? {};
    if (brand !== "") return { vendor: branded(brand), name: modelName(model) };
  }
  return undefined;
}

/** A brand as a television has it: `FLEXY_HK`, `Panasonic_S`. */
function branded(word: string): string {
  const plain = word.replace(/_[A-Z]{1,2}$/, "").replaceAll("_", " ");
  return makerNamed(plain) ?? makerOf(plain);
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
  const [first = "", , brand] = vendor.split("/");
  // LG's system on others' televisions: `LGE/company/brand`.
  // Hisense's system on others' televisions: `VIDAA;2023_VS0643FD2_0104_COLES`.
  const maker = brand || (first === "VIDAA" ? /_([A-Z]{2,20})$/.exec(model)?.[1] : undefined) || first;
  return { vendor: brandOf(maker) ?? makerOf(maker), name: modelName(model) };
}

/** LG's televisions may say what they are built on in the model's place. */
const PLATFORM = /^GLOBAL[-_]PLAT\d+$/i;

function modelName(model: string): string {
  const year = /^Smart_?TV_?(20\d\d)/i.exec(model)?.[1];
  if (year) return `Smart TV (${year})`;
  return PLATFORM.test(model) || /^(?:webos.*|smarttv.*|tv|linux|\d{4}|unknown)$/i.test(model)
    ? ""
    : model.replace(/_/g, " ");
}

/** A maker's name as televisions write it; empty for what is none: `CUS:OEM`, `BBC_CUSTOMERS`, `93FZTK2`. */
function makerOf(text: string): string {
  const known = televisionMakersByName.get(text.toLowerCase());
  if (known !== undefined || !/[\d_:-]/.test(text)) return known ?? text;
  return makerNamed(text.split(/[_:-]/)[0] ?? "") ?? (/[\d_:]/.test(text) ? "" : text);
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

/** Vestel builds for many brands: `(FINLUX, Mxl661L32, wireless)`, `UID(…/MB91/FINLUX/3.2)`; CE-HTML says `Vendor/THOMSON`. */
function vestel({ text }: Agent): Television | undefined {
  const match =
    /\((?!LGE?,)([A-Z][\w&. -]{1,20}), ?(?:Mxl|([\w*-]{4,16}), ?wir)|\bUID\([\dA-F:]{17}\/(?:MB|T)\d+\w*\/([\w-]{2,20})\/|\bVendor\/([\w-]{2,20})/i.exec(
      text,
    );
  const word = match?.[1] ?? match?.[3] ?? match?.[4];
  // The word there is a maker's, known or not.
  const vendor = word && branded(word);
  return vendor ? { vendor, name: match?.[2] ?? "" } : undefined;
}

/**
 * LG's own codes: the size, then letters of the panel and the year, `55UK6300`, `32LM620`, `65QNED81`; `OLED55C1`; what
 * its system says in a code's place.
 */
const LG_CODE =
  /^(?:\d\d(?:L[A-Z]|U[A-V]|S[JKM]|T[LN]|MT|EC|EF|EG|NANO|QNED|ART)|OLED\d|LG|KEY\d|HF\d|HOTEL|webos|global)/i;

function makersForms(agent: Agent): Television | undefined {
  if (/android/i.test(agent.lower) && !/AFT[A-Z]|BRAVIA|CrKey/.test(agent.text)) return undefined;
  for (const [pattern, vendor, name] of televisionForms) {
    const match = pattern.exec(agent.text);
    if (!match) continue;
    const model = (match[1] ?? "").trim();
    // Others on LG's system have codes of their own there.
    const isOthers = vendor === "LG" && model !== "" && !LG_CODE.test(model);
    const other = isOthers ? makerOfCode(model) : sureMakerOfCode(model);
    return {
      vendor: other ?? vendor,
      name: name ?? findModel(model)?.name ?? (PLATFORM.test(model) ? "" : model),
      ...(isOthers && other === undefined && { doubtful: true }),
    };
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
