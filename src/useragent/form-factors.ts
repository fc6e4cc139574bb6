/**
 * The class of machine, as far as the string or the model tells, by the rows of `data/agents/form-factors.ts`; televisions and
 * set-top boxes with maker and model. HbbTV (ETSI TS 102 796 section 7.3.2.4): `HbbTV/1.5.1 (capabilities; vendor; model;
 * software; hardware; family)`; Opera's and Vewd's `Model/Vendor-Model`; CE-HTML; makers' own forms.
 */

import {
  androidForms,
  computerModel,
  desktopSystem,
  type FormFeature,
  otherForms,
  particularForms,
  phoneCode,
  phoneName,
  phonesToo,
  tabletCode,
  tabletMakers,
  tabletModel,
  tabletName,
  tabletRanges,
  televisionCapitals,
  televisionCode,
  televisionMakers,
  televisionModel,
  televisionSize,
  watchWords,
} from "../../data/agents/form-factors.ts";
import { televisionForms, televisionMakersByName, televisionSigns } from "../../data/agents/televisions.ts";
import type { Agent } from "./agent.ts";
import { brandOf, makerNamed } from "./brands.ts";
import type { Hardware } from "./maker-model.ts";
import { makerOfCode, sureMakerOfCode } from "./model-codes.ts";
import { findModel } from "./models.ts";
import { type Features, firstOf, guardedBy } from "./patterns.ts";
import type { FormFactor } from "./schema.ts";

interface Machine extends Pick<Hardware, "vendor" | "name" | "form"> {
  readonly system: string;
  /** The code with spaces, and the name with that behind it. */
  readonly code: string;
  readonly model: string;
}

const FEATURES: Features<FormFeature, Machine> = {
  computer: (_, { model }) => computerModel.test(model),
  desktopSystem: (_, { system }) => desktopSystem.test(system),
  iOS: (_, { system }) => system === "iOS",
  known: (_, { system, vendor }) => system !== "" || vendor !== "",
  linux: (_, { system }) => system === "Linux" || system === "Ubuntu",
  listed: (_, machine) => listedForm(machine) !== undefined,
  named: (_, { name }) => name !== "",
  phoneCode: (_, { code, name }) => phoneCode.test(code === "" ? name : code),
  phoneName: (_, { model }) => phoneName.test(model),
  phonesCode: (_, { code }) => phoneCode.test(code),
  phonesName: (_, { name }) => phoneCode.test(name),
  phonesToo: (_, { vendor }) => phonesToo.has(vendor),
  plainLinux: (_, { system }) => system === "Linux",
  saysMobile,
  tabletCode: (_, { code }) => tabletCode.test(code),
  tabletMaker: (_, { vendor }) => tabletMakers.has(vendor),
  tabletModel: (_, { model }) => tabletModel.test(model.replace(/coolpad|techpad|zenpad phone/gi, "")),
  tabletName: (_, { name }) => tabletName.test(name),
  tabletRange: (_, machine) => isInTabletRange(machine),
  television: looksLikeTelevision,
  // The letters of a code guess; a model that a list has under another name is what the list says.
  televisionCode: (_, { code, name }) => televisionCode.test(code) && code.endsWith(name),
  televisionMaker: (_, { vendor }) => televisionMakers.has(vendor),
  televisionModel: (_, { model }) => televisionModel.test(model) || televisionCapitals.test(model),
  televisionSize: (_, { vendor, code }) => vendor === "" && televisionSize.test(code),
  televisionSystem: (_, { system }) =>
    /^(?:webOS|Orsay|VIDAA|ViziOS|TiVo OS|Titan OS|Whale OS|Coolita OS|Roku OS|Google TV)$/.test(system),
  tizen: (_, { system }) => system === "Tizen",
  // Phones of the early years had tuners and said so: `Galaxy Y TV`, `Beat TV`.
  tuner: ({ lower }, { model }) =>
    /\w .*[ _]D?TV(?: |$)/.test(model) && /android [2-4]\b.*\bmobile\b/.test(lower),
  tvOS: (_, { system }) => system === "tvOS",
  watch: (_, { system, name }) => system === "watchOS" || watchWords.test(name),
  webOS: (_, { system }) => system === "webOS",
  windows: (_, { system }) => system === "Windows",
};

const particularForm = firstOf(particularForms, FEATURES);
const androidForm = firstOf(androidForms, FEATURES);
const otherForm = firstOf(otherForms, FEATURES);

const ANDROID = guardedBy(/android|harmonyos|openharmony|tizen|adr /);

/** The form factor, empty where nothing tells it. */
export function formFactorOf(agent: Agent, system: string, hardware: Hardware): FormFactor {
  const { vendor, name, form } = hardware;
  const code = (hardware.code ?? "").replaceAll("_", " ");
  const machine: Machine = { vendor, name, form, system, code, model: `${name} ${code}` };
  const row =
    particularForm(agent, machine) ?? (ANDROID.test(agent) ? androidForm : otherForm)(agent, machine);
  return (row?.gives === "listed" ? listedForm(machine) : row?.gives) ?? "";
}

/** The class that a list has for the model; a phone is also what it has no class for. */
function listedForm({ form, name }: Machine): FormFactor | undefined {
  return form === "mobile" && (tabletName.test(name) || /^TB\d?-/.test(name)) ? undefined : form;
}

/** Some leave out the space in front of `MobileSafari`. */
const MOBILE = guardedBy(/\bmobile\b|mobilesafari/);

/** Whether the browser says so, not a maker in his name: `DUNNS MOBILE 703GDC`. */
function saysMobile(agent: Agent, { code }: Machine): boolean {
  if (!MOBILE.test(agent)) return false;
  const model = code.toLowerCase();
  return !model.includes("mobile") || MOBILE.pattern.test(agent.lower.replace(model, ""));
}

/** Makers whose ranges are kept. @perf */
const MOST_MAKERS = 4096;

/** The ranges of a maker, found when he comes for the first time. */
const rangesOf = new Map<string, readonly RegExp[]>();

function isInTabletRange({ vendor, name, code }: Machine): boolean {
  if (vendor === "") return false;
  let ranges = rangesOf.get(vendor);
  if (!ranges) {
    ranges = tabletRanges.filter(([maker]) => maker.test(vendor)).map(([, model]) => model);
    if (rangesOf.size < MOST_MAKERS) rangesOf.set(vendor, ranges);
  }
  return ranges.some((model) => model.test(code) || model.test(name));
}

export interface Television {
  readonly vendor: string;
  readonly name: string;
  /** Another maker's on that one's system. */
  readonly doubtful?: true;
}

const SIGNS = guardedBy(televisionSigns);

/** Whether the string is that of a television or a box under one. */
function looksLikeTelevision(agent: Agent): boolean {
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
