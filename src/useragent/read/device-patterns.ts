/** Devices with their own format of maker and model. */

import * as devices from "../../../data/agents/devices.ts";
import { brandAtStart, brandOf, makerNamed } from "../tables/brands.ts";
import { makerOfCode } from "../tables/model-codes.ts";
import { findModel } from "../tables/models.ts";
import { fromTables, rowsOf } from "../tables/tables.ts";
import type { Agent } from "./agent.ts";
import { television } from "./form-factors.ts";
import { byOwnForm, type DeviceRow, type Hardware, modelled } from "./maker-model.ts";
import { guardedBy } from "./patterns.ts";

/** Carrier phone; the letters of the model identify the maker. */
function carrierPhone(_: Agent, { groups: { carrier, name = "" } = {} }: RegExpExecArray) {
  const maker = devices.carrierMakers.find(([code]) => code.test(name))?.[1];
  const vendor = carrier === "DoCoMo" ? carrier : (maker ?? carrier);
  return vendor === undefined ? undefined : { vendor, name };
}

/** Row with maker and name, in which `$1` is the matched text. `inList`: the text is a model code. */
const formed =
  (inList = false) =>
  ([only, vendor, name]: readonly [pattern: RegExp, vendor: string, name: string]): DeviceRow => ({
    only,
    read(_, [, matched = ""]) {
      const model = name.replace("$1", matched);
      const listed = inList ? findModel(model) : undefined;
      return listed ? { vendor, name: listed.name, code: model, form: listed.form } : { vendor, name: model };
    },
  });

/** `Windows Phone 8.1; …; NOKIA; Lumia 925`. */
function windowsPhone({ text, parts }: Agent): Hardware | undefined {
  for (const [index, part] of parts.entries()) {
    const vendor = makerNamed(part);
    const model = parts[index + 1];
    if (vendor && model && !/^(?:like|rv:|KHTML)/.test(model) && part.length > 1) {
      const name = model
        .replace(new RegExp(`^${vendor}[ _-]`, "i"), "")
        .replace(/\)$/, "")
        .trimEnd();
      return { vendor: /^Lumia|^RM-/i.test(name) && vendor !== "Microsoft" ? "Nokia" : vendor, name };
    }
  }
  const lumia = /\b(Lumia [\w ]{1,60}?)(?:[;)]|$)/.exec(text)?.[1];
  return lumia ? { vendor: makerOfCode(lumia) ?? "Nokia", name: lumia } : undefined;
}

/** KaiOS and Firefox OS: `(Mobile; Nokia_8110_4G; rv:48.0)`, `(Mobile; LYF/F271i/LYF-F271i-000-…; rv:48.0)`. */
function kaiPhone(_: Agent, [, part = ""]: RegExpExecArray): Hardware | undefined {
  if (/^(?:rv:|Android|Windows|U$)/.test(part)) return undefined;
  const [maker = "", model] = part.split("/");
  return model === undefined ? modelled(part) : { vendor: brandOf(maker) ?? maker, name: model };
}

/** Maker and model sent by an app; undefined if both are unknown. */
function stated(_: Agent, { groups: { maker = "", brand = "", model = "" } = {} }: RegExpExecArray) {
  const [seller, builder] = [makerNamed(brand), makerNamed(maker)];
  const sells = seller === undefined || seller === "Google" || devices.carriers.has(seller);
  return ofMaker(sells ? (builder ?? seller) : seller, model);
}

function ofMaker(vendor: string | undefined, model: string): Hardware | undefined {
  const found = modelled(model);
  if (vendor === undefined || vendor === found.vendor)
    return found.vendor === "" ? undefined : { ...found, code: model };
  return { vendor, name: withoutMaker(model.replaceAll("_", " "), vendor), code: model };
}

/** Facebook's apps send maker and model: `[FBAN/FBW;…;FBMF/ASUS;FBDV/X555LN;…]`. */
function facebookDevice({ text }: Agent): Hardware | undefined {
  const device = /FBDV\/(?!WindowsDevice)([^;\]]{2,40})/.exec(text)?.[1];
  if (device === undefined) return windowsDevice(/FBMD\/([^;\]]{2,40})/.exec(text)?.[1] ?? "");
  const maker = /FBMF\/([^;\]]{2,30})/.exec(text)?.[1] ?? /FBBD\/([^;\]]{2,30})/.exec(text)?.[1] ?? "";
  const vendor = brandOf(maker) ?? brandOf(maker.split(" ")[0] ?? "");
  return vendor === undefined ? ofMaker(undefined, device) : { vendor, name: modelled(device).name };
}

/**
 * Facebook's app for Windows sends only the model: `HP Pavilion x2`, `Satellite A500`, Lenovo's `80E5`, Asus' `X555LN`.
 */
function windowsDevice(model: string): Hardware | undefined {
  const start = brandAtStart(model);
  const vendor =
    start?.evidence === "name" || start?.own || /^HP /.test(model)
      ? (start?.brand ?? "HP")
      : devices.computerCodes.find(([code]) => code.test(model))?.[1];
  return vendor === undefined ? undefined : { vendor, name: withoutMaker(model, vendor) };
}

/** Removes the maker from `Samsung SM-A536B`. */
export function withoutMaker(code: string, maker: string): string {
  const behind = maker === "" ? "" : code[maker.length];
  const isNamed = (behind === " " || behind === "_") && code.toLowerCase().startsWith(maker.toLowerCase());
  return isNamed ? code.slice(maker.length + 1) : code;
}

/** Maker at the start of an old phone's build: `Build/HUAWEIG510`. */
export function makerOfBuild({ text }: Agent): string | undefined {
  const build = /Build\/([A-Za-z]{3,20})/.exec(text)?.[1];
  const start = build === undefined ? undefined : brandAtStart(build.replace(/^[A-Z]+(?=[A-Z][a-z])/, "$& "));
  return start?.evidence === "name" ? start.brand : undefined;
}

/** Maker that precedes the model in the build: `SHR-AN00 Build/WIKOSHR-AN00`. */
export function makerBeforeModel({ text }: Agent, model: string): string | undefined {
  const at = text.indexOf(" Build/");
  if (at < 0) return undefined;
  const build = text.slice(at + 7, at + 60);
  const end = build.indexOf(model);
  return end > 1 && end < 16 ? makerNamed(build.slice(0, end)) : undefined;
}

const apple = fromTables(() => new Map(rowsOf("apple").map(([id = "", name = ""]) => [id, name])));

const OTHERS = guardedBy(
  /windows phone|like iphone|android|tizen|symbian|htc|nokian\d|aphone|tclwebkit|; silk\/1/,
);

/** Apple device by identifier, else by family. */
function appleDevice(agent: Agent): Hardware | undefined {
  const { text } = agent;
  const id = devices.appleId.exec(text)?.[0]?.replace(/%2C|_/, ",") ?? shortAppleId(text);
  if (id) return { vendor: "Apple", name: apple().get(id) ?? id, code: id };
  if (OTHERS.test(agent)) return undefined;
  const name = appleName(text) ?? devices.appleSigns.find(([sign]) => sign.test(text))?.[1];
  return name === undefined ? undefined : { vendor: "Apple", name };
}

/** UC Browser shortens Apple's identifiers: `dv(iPh10,4)`. */
function shortAppleId(text: string): string | undefined {
  const [, start, number] = /^dv\((iPh|iPa|iPo)(?:one|d)?(\d+,\d+)/.exec(text) ?? [];
  const family = start && ["iPhone", "iPad", "iPod"].find((name) => name.startsWith(start));
  return family && `${family}${number}`;
}

function appleName(text: string): string | undefined {
  if (/\bApple ?Vision\b/i.test(text)) return "Vision Pro";
  const [, model, version = ""] = /^iPhone(\d+|SE|X[SR]?)(\w*)/.exec(text) ?? [];
  if (model) return `iPhone ${model} ${version.replace(/([a-z])([A-Z])/g, "$1 $2")}`.trim();
  const word = /\b(?:iPhone|iPad|iPod(?: touch)?|Apple ?TV|HomePod|Apple Watch)\b/i.exec(text)?.[0];
  const key = word?.toLowerCase().replace(" ", "");
  return key && APPLE_NAMES.find((name) => name.toLowerCase().replace(" ", "").startsWith(key));
}

const APPLE_NAMES = ["iPhone", "iPad", "iPod Touch", "Apple TV", "HomePod", "Apple Watch"];

/** Formats in order of precedence. */
const FORMS: readonly DeviceRow[] = [
  ...devices.consoles.map(formed()),
  {
    only: /windows phone|windows mobile 10|iemobile|wpdesktop|zunewp7|; wds \d|lumia \d/,
    read: windowsPhone,
  },
  { words: devices.appleWords, read: appleDevice },
  { words: ["fbdv/"], read: facebookDevice },
  ...devices.statedDevices.map((only) => ({ only, read: stated })),
  television,
  ...devices.headsets.map(formed()),
  ...devices.phones.map(formed()),
  ...devices.otherDevices.map(formed(true)),
  ...devices.carrierForms.map((only) => ({ only, read: carrierPhone })),
  {
    words: ["kaios", "mozilla/5.0 (mobile;"],
    only: /^(?:Mozilla\/5\.0 |(?=.*(?:KAIOS|KaiOS|kaios)).*?)\(Mobile; ?(?:Android; ?)?(?:rv:[\d.]+; ?)?([A-Za-z0-9][^;()]{1,60})/,
    read: kaiPhone,
  },
];

export const ownForm = byOwnForm(FORMS);
