/** Maker and model of the machine. */

import * as devices from "../../../data/agents/devices.ts";
import { desktopSystem } from "../../../data/agents/form-factors.ts";
import { brandAtStart, makerNamed } from "../tables/brands.ts";
import {
  androidModel,
  beforeBuild,
  decisiveMakerOfCode,
  leadingModel,
  makerOfCode,
} from "../tables/model-codes.ts";
import { findModel } from "../tables/models.ts";
import type { Agent } from "./agent.ts";
import { makerBeforeModel, makerOfBuild, ownForm } from "./device-patterns.ts";
import { type Hardware, modelled } from "./maker-model.ts";
import { guardedBy } from "./patterns.ts";

export const NO_MACHINE: Hardware = { vendor: "", name: "" };

/** Maker and model, empty if unknown. */
export function hardware(agent: Agent, osName: string): Hardware {
  const machine = found(agent, osName);
  return machine.vendor === "Microsoft" && !devices.microsofts.test(machine.name) ? NO_MACHINE : machine;
}

function found(agent: Agent, osName: string): Hardware {
  const own = ownForm(agent);
  // Searches no further: the system's maker is not the device's, and occurs elsewhere in the string.
  if (own?.doubtful) return own;
  const found = own ?? byModel(agent, osName);
  // Carriers sell other makers' devices.
  if (devices.carriers.has(found.vendor)) return { ...found, vendor: makerOfBuild(agent) ?? found.vendor };
  if (!found.doubtful && found.vendor !== "" && (found.name !== "" || found.vendor !== "Samsung"))
    return found;
  const elsewhere = anywhere(agent);
  if (elsewhere) return elsewhere;
  const maker = found.name === "" ? undefined : makerOfBuild(agent);
  if (maker) return { vendor: maker, name: found.name, form: found.form, evidence: "pattern" };
  return APPLE_SYSTEMS.has(osName) ? { vendor: "Apple", name: "" } : found;
}

const APPLE_SYSTEMS = new Set(["iOS", "iPadOS", "tvOS", "watchOS", "macOS"]);

const ANDROID = guardedBy(/android|adr |harmonyos|tizen|exoplayer|dalvik/);

function byModel(agent: Agent, osName: string): Hardware {
  if (ANDROID.test(agent)) {
    const model = withoutMark(agent, androidModel(agent));
    if (model === "") return fromLead(agent, osName);
    const found = modelled(model);
    const built = makerBeforeModel(agent, model);
    return built === undefined
      ? { ...found, code: model }
      : { vendor: built, name: found.name, form: found.form, code: model };
  }
  const { lower } = agent;
  const model =
    (lower.startsWith("ucweb/") && ucwebModel(agent)) || (lower.includes("build/") && beforeBuild(agent));
  if (model) return modelled(model);
  if (desktopSystem.test(osName)) return desktopMaker(agent);
  return fromLead(agent, osName);
}

/** Samsung's and Meizu's browsers prefix other makers' models too: `SAMSUNG Redmi Note 9S`, `MZ-Infinix X695C`. */
function withoutMark({ lower }: Agent, model: string): string {
  const mark = /^(?:SAMSUNG |MZ-)(?=[^\s-]{2})/.exec(model)?.[0];
  if (mark === undefined || !lower.includes(mark === "MZ-" ? "mzbrowser/" : "samsungbrowser/")) return model;
  const rest = model.slice(mark.length);
  const start = brandAtStart(rest);
  const maker = start && start.length > 3 ? start.brand : (findModel(rest)?.brand ?? makerOfCode(rest));
  return maker === undefined || maker === "Samsung" || maker === "Meizu" ? model : rest;
}

function anywhere(agent: Agent): Hardware | undefined {
  const code = devices.samsungCode.exec(agent.text)?.[0];
  if (code) return modelled(code.toUpperCase());
  for (const [found, maker = "", model = ""] of agent.text.matchAll(devices.makerAndModel)) {
    // A maker's name inside a longer word is not a maker: `Motif`, `Spicebird`.
    const goesOn = /^[a-z]/.test(model) && /[a-z]$/i.test(found.slice(0, -model.length));
    if (!goesOn && /[A-Z]/.test(maker + model))
      return devices.notAModel.test(model) ? undefined : ofMakerAndModel(maker, model);
  }
  return undefined;
}

function ofMakerAndModel(maker: string, model: string): Hardware | undefined {
  const vendor = devices.makersAnywhere.get(maker.toLowerCase()) ?? makerNamed(maker);
  if (!vendor) return undefined;
  const word =
    /^[^/]+/.exec(
      model.replace(/ (?:build|software|android|firmware|mozilla|opera|appmode|release).*/i, ""),
    )?.[0] ?? "";
  const listed = findModel(word) ?? findModel(word.replaceAll("_", " "));
  const name = listed && listed.brand === vendor ? listed.name : word.replaceAll("_", " ").trim();
  return { vendor, name, evidence: "pattern" };
}

/** UC Browser on phones without Android: `UCWEB/2.0 (Java; U; MIDP-2.0; en-US; Nokia_C2) U2/1.0.0 …`. */
function ucwebModel({ text }: Agent): string {
  const last = /^UCWEB\/[\d.]+ ?\([^()]*; ?[a-z]{2}(?:-[A-Z]{2})?; ?([^;()]{2,40})\)/.exec(text)?.[1] ?? "";
  return /^(?:nokia|generic|unknown)$/i.test(last) ? "" : last;
}

function desktopMaker({ parts }: Agent): Hardware {
  const vendor = parts
    .map((part) => devices.desktopMarks.get(devices.desktopMark.exec(part)?.[1] ?? ""))
    .find(Boolean);
  return vendor ? { vendor, name: "", evidence: "pattern" } : NO_MACHINE;
}

const PHONE_WORDS = guardedBy(
  /midp|cldc|profile\/|up\.browser|up\/\d|obigo|mobile|phone|netfront|[ _]wap|pda browser|wd browser|pocket/,
);

/** Feature phone: its name is at the start, or anywhere after the maker's name. */
function fromLead(agent: Agent, osName: string): Hardware {
  const lead = leadingModel(agent);
  // A maker's name without a device belongs to a program: `Microsoft-WebDAV-MiniRedir/10.0`.
  const onMachine = osName !== "" || PHONE_WORDS.test(agent);
  const isMachine = onMachine || /\d/.test(lead);
  const start = isMachine && !/^(?:Linux|Windows|Android)/i.test(lead) ? brandAtStart(lead) : undefined;
  // A code alone may be a program's name: `M2E Tools/2.0`.
  const isCode = /\d/.test(lead) && (onMachine || !lead.includes(" "));
  if (start?.evidence === "name" || (start && isCode))
    return split(lead, decisiveMakerOfCode(lead) ?? start.brand);
  const inside = devices.featurePhone.exec(agent.text)?.[1];
  if (!inside) return otherParts(agent);
  const brand = brandAtStart(inside);
  return brand ? split(inside, brand.brand) : NO_MACHINE;
}

function otherParts(agent: Agent): Hardware {
  for (const part of agent.parts.slice(0, 12)) {
    const model = part.replace(/\/.*/, "").replace(/^SEC_/, "");
    if (part.length < 4 || part.length > 40 || !/\d/.test(model) || devices.noMachine.test(part)) continue;
    const start = brandAtStart(model);
    if (start?.evidence === "name") return split(model, start.brand);
    if (findModel(model)) return modelled(model);
    if (/^[A-Z]{2,4}-?\d{2,4}[a-zA-Z]{0,3}$/.test(model) && makerOfCode(model)) return modelled(model);
  }
  return NO_MACHINE;
}

/** Some repeat the maker: `SAMSUNG; SAMSUNG-GT-S5250`. */
function withoutMaker(text: string, vendor: string): string {
  const name = text.replace(/^[\s;-]+/, "");
  const again = brandAtStart(name);
  return again?.own && again.brand === vendor ? name.slice(again.length).replace(/^[\s;-]+/, "") : name;
}

function split(text: string, vendor: string): Hardware {
  const words = text.replace(/[_/]/g, " ").trim();
  const start = brandAtStart(words);
  const named = start && (start.evidence === "name" || /^(?:mot|sie|sonyericsson|sec|alcatel)/i.test(words));
  const name = (named ? withoutMaker(words.slice(start.length), vendor) : words).replace(
    devices.behindModel,
    "",
  );
  const listed = findModel(name);
  if (listed && listed.brand === vendor) return { vendor, name: listed.name, code: name };
  return { vendor, name, evidence: start?.evidence === "name" ? "listed" : "pattern" };
}
