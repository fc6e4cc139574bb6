/**
 * Form factor by string or model, by the rows of `data/agents/form-factors.ts`; maker and model of
 * televisions and set-top boxes. HbbTV (ETSI TS 102 796 section 7.3.2.4): `HbbTV/1.5.1 (capabilities; vendor;
 * model; software; hardware; family)`; Opera's and Vewd's `Model/Vendor-Model`; CE-HTML; makers' own formats.
 */

import type { FormFeature } from "../../../data/agents/form-factors.ts";
import * as forms from "../../../data/agents/form-factors.ts";
import * as tv from "../../../data/agents/televisions.ts";
import { memoize } from "../../platform/memoize.ts";
import type { FormFactor } from "../schema.ts";
import { brandOf, makerNamed } from "../tables/brands.ts";
import { decisiveMakerOfCode, makerOfCode } from "../tables/model-codes.ts";
import { findModel } from "../tables/models.ts";
import type { Agent } from "./agent.ts";
import { byOwnForm, type DeviceRow, type Hardware } from "./maker-model.ts";
import { type Features, firstOf, guardedBy } from "./patterns.ts";

interface Machine extends Pick<Hardware, "vendor" | "name" | "form"> {
  readonly system: string;
  /** Code with spaces (`code`), and the name followed by this code (`model`). */
  readonly code: string;
  readonly model: string;
}

const matches =
  (of: "code" | "model" | "name" | "system", pattern: RegExp) =>
  (_: Agent, machine: Machine): boolean =>
    pattern.test(machine[of]);

/** Text after the first match, or empty. */
function behind(text: string, mark: RegExp): string {
  const found = mark.exec(text);
  return found ? text.slice(found.index + found[0].length) : "";
}

const FEATURES: Features<FormFeature, Machine> = {
  computer: matches("model", forms.computerModel),
  desktopSystem: matches("system", forms.desktopSystem),
  iOS: matches("system", /^iOS$/),
  known: (_, { system, vendor }) => system !== "" || vendor !== "",
  linux: matches("system", /^(?:Linux|Ubuntu)$/),
  listed: (_, machine) => listedForm(machine) !== undefined,
  named: matches("name", /./),
  phoneCode: (_, { code, name }) => forms.phoneCode.test(code === "" ? name : code),
  phoneName: matches("model", forms.phoneName),
  phonesCode: matches("code", forms.phoneCode),
  phonesName: matches("name", forms.phoneCode),
  phonesToo: (_, { vendor }) => forms.phonesToo.has(vendor),
  plainLinux: matches("system", /^Linux$/),
  hasMobile,
  tabletCode: matches("code", forms.tabletCode),
  tabletMaker: (_, { vendor }) => forms.tabletMakers.has(vendor),
  tabletModel: (_, { model }) => forms.tabletModel.test(model.replace(/coolpad|techpad|zenpad phone/gi, "")),
  tabletName: matches("name", forms.tabletName),
  tabletRange: (_, machine) => isInTabletRange(machine),
  television: (agent) => looksLikeTelevision(agent),
  // Not for listed models, whose name differs from the code: letters of a code are a guess.
  televisionCode: (_, { code, name }) => forms.televisionCode.test(code) && code.endsWith(name),
  televisionMaker: (_, { vendor }) => forms.televisionMakers.has(vendor),
  televisionModel: (_, { model }) =>
    forms.televisionModel.test(model) || forms.televisionCapitals.test(model),
  televisionSize: (_, { vendor, code }) => vendor === "" && forms.televisionSize.test(code),
  televisionSystem: matches("system", forms.televisionSystem),
  tizen: matches("system", /^Tizen$/),
  // Early phones had tuners: `Galaxy Y TV`, `Beat TV`.
  tuner: ({ lower }, { model }) =>
    /[ _]D?TV(?: |$)/.test(behind(model, /\w /)) && /\bmobile\b/.test(behind(lower, /android [2-4]\b/)),
  tvOS: matches("system", /^tvOS$/),
  watch: (_, { system, name }) => system === "watchOS" || forms.watchWords.test(name),
  webOS: matches("system", /^webOS$/),
  windows: matches("system", /^Windows$/),
};

const particularForm = firstOf(forms.particularForms, FEATURES);
const androidForm = firstOf(forms.androidForms, FEATURES);
const otherForm = firstOf(forms.otherForms, FEATURES);

const ANDROID = guardedBy(/android|harmonyos|openharmony|tizen|adr /);

/** Form factor, empty if unknown. */
export function formFactorOf(agent: Agent, system: string, hardware: Hardware): FormFactor {
  const { vendor, name, form } = hardware;
  const code = (hardware.code ?? "").replaceAll("_", " ");
  const machine: Machine = { vendor, name, form, system, code, model: `${name} ${code}` };
  const row =
    particularForm(agent, machine) ?? (ANDROID.test(agent) ? androidForm : otherForm)(agent, machine);
  return (row?.gives === "listed" ? listedForm(machine) : row?.gives) ?? "";
}

/** Listed form factor, except `mobile` for a tablet's name: lists use `mobile` as the default. */
function listedForm({ form, name }: Machine): FormFactor | undefined {
  return form === "mobile" && (forms.tabletName.test(name) || /^TB\d?-/.test(name)) ? undefined : form;
}

/** Some omit the space before `MobileSafari`. */
const MOBILE = guardedBy(/\bmobile\b|mobilesafari/);

/** `Mobile` outside the model: `DUNNS MOBILE 703GDC` is a model. */
function hasMobile(agent: Agent, { code }: Machine): boolean {
  if (!MOBILE.test(agent)) return false;
  const model = code.toLowerCase();
  return !model.includes("mobile") || MOBILE.pattern.test(agent.lower.replace(model, ""));
}

const rangesOf = memoize((vendor) =>
  forms.tabletRanges.filter(([maker]) => maker.test(vendor)).map(([, model]) => model),
);

const isInTabletRange = ({ vendor, name, code }: Machine) =>
  vendor !== "" && rangesOf(vendor).some((model) => model.test(code) || model.test(name));

const SIGNS = guardedBy(tv.televisionSigns);

const looksLikeTelevision = (agent: Agent): boolean =>
  SIGNS.test(agent) && !tv.noTelevision.test(agent.lower);

/** Maker and model in the comment of HbbTV. */
function hbbtv(_: Agent, [, ...fields]: RegExpExecArray): Hardware | undefined {
  const [vendor = "", model = ""] = fields.map((field = "") => field.trim());
  if (vendor === "" && model === "") return undefined;
  const [first = "", , brand] = vendor.split("/");
  // LG's system on other televisions: `LGE/company/brand`.
  // Hisense's system on other televisions: `VIDAA;2023_VS0643FD2_0104_COLES`.
  const maker = brand || (first === "VIDAA" ? /_([A-Z]{2,20})$/.exec(model)?.[1] : undefined) || first;
  return { vendor: brandOf(maker) ?? makerOf(maker), name: modelName(model) };
}

/** LG's televisions may send their platform as the model. */
const PLATFORM = /^GLOBAL[-_]PLAT\d+$/i;

function modelName(model: string): string {
  const year = /^Smart_?TV_?(20\d\d)/i.exec(model)?.[1];
  if (year) return `Smart TV (${year})`;
  return PLATFORM.test(model) || /^(?:webos.*|smarttv.*|tv|linux|\d{4}|unknown)$/i.test(model)
    ? ""
    : model.replace(/_/g, " ");
}

/** Maker's name; empty for placeholders: `CUS:OEM`, `BBC_CUSTOMERS`, `93FZTK2`. */
function makerOf(text: string): string {
  const known = tv.televisionMakersByName.get(text.toLowerCase());
  if (known !== undefined || !/[\d_:-]/.test(text)) return known ?? text;
  return makerNamed(text.split(/[_:-]/)[0] ?? "") ?? (/[\d_:]/.test(text) ? "" : text);
}

/** `Model/Hisense-MT9602`, `Model/Vestel-MB230`. */
function operaModel(_: Agent, [, maker = "", name = ""]: RegExpExecArray): Hardware | undefined {
  const vendor = brandOf(maker);
  return vendor === undefined ? undefined : { vendor, name };
}

function badge(_: Agent, { groups: { brand = "", model = "" } = {} }: RegExpExecArray): Hardware | undefined {
  // Brand as televisions write it: `FLEXY_HK`, `Panasonic_S`.
  const plain = brand.replace(/_[A-Z]{1,2}$/, "").replaceAll("_", " ");
  const vendor = makerNamed(plain) ?? makerOf(plain);
  return vendor === "" ? undefined : { vendor, name: modelName(model) };
}

const ofMaker =
  (vendor: string, name: string | undefined) =>
  (_: Agent, [, written = ""]: RegExpExecArray): Hardware => {
    const model = written.trim();
    // Other makers have their own codes on LG's system.
    const isOthers = vendor === "LG" && model !== "" && !tv.lgCode.test(model);
    const other = isOthers ? makerOfCode(model) : decisiveMakerOfCode(model);
    return {
      vendor: other ?? vendor,
      name: name?.replace("$1", model) ?? findModel(model)?.name ?? (PLATFORM.test(model) ? "" : model),
      ...(isOthers && other === undefined && { doubtful: true }),
    };
  };

/** CE-HTML: model follows vendor; else any known maker in the string. */
function boxes({ parts }: Agent): Hardware | undefined {
  for (const [index, part] of parts.entries()) {
    const vendor = part.length > 2 ? makerNamed(part) : undefined;
    if (vendor) return { vendor, name: modelName(parts[index + 1] ?? "") };
  }
  return undefined;
}

/** Forms of televisions. */
const televisions: readonly DeviceRow[] = [
  { only: /HbbTV\/\d[\d.]*\s*\([^;)]{0,99};([^;)]{0,99})(?:;([^;)]{0,99}))?/i, read: hbbtv },
  ...tv.badges.map((row) => ({ ...row, read: badge })),
  { only: /Model\/([\w.+]{1,40})-([\w.+-]{0,40})/i, read: operaModel },
  ...tv.vestelBadges.map((row) => ({ ...row, read: badge })),
  ...tv.televisionForms.map(([only, vendor, name]) => ({
    only,
    not: ["plainAndroid"] as const,
    read: ofMaker(vendor, name),
  })),
  { not: ["android"] as const, read: boxes },
];

export const television: DeviceRow = {
  only: tv.televisionSigns,
  never: tv.noTelevision,
  read: byOwnForm(televisions),
};
