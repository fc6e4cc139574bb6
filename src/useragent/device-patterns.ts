/** Machines that write their maker and model in forms of their own. */

import {
  carrierMakers,
  carriers,
  computerCodes,
  consoles,
  headsets,
  otherDevices,
} from "../../data/agents/devices.ts";
import { wordTable } from "../../data/word-table.ts";
import type { Agent } from "./agent.ts";
import { brandAtStart, brandOf, makerNamed } from "./brands.ts";
import { type Hardware, modelled } from "./maker-model.ts";
import { makerOfCode } from "./model-codes.ts";
import { findModel } from "./models.ts";
import { guardedBy } from "./patterns.ts";
import { fromTables, rowsOf } from "./tables.ts";
import { keywordFlag } from "./words.ts";

const WINDOWS_PHONE = guardedBy(
  /windows phone|windows mobile 10|iemobile|wpdesktop|zunewp7|; wds \d|lumia \d/,
);
const BLACKBERRY = guardedBy(/blackberry|\bbb10\b|playbook/);
const KAIOS = guardedBy(/kaios|^mozilla\/5\.0 \(mobile; ?[a-z]/);
const SYMBIAN = guardedBy(/symbian/);
const CARRIER = guardedBy(/foma|docomo|softbank|vodafone|j-phone|kddi|jig browser/);

/** Phones of Japan's carriers say the carrier, then the model: `DoCoMo/2.0 F900iC(c100;TB;W22H12)`. */
export function carrierPhone(agent: Agent): Hardware | undefined {
  if (!CARRIER.test(agent)) return undefined;
  const { text } = agent;
  const match =
    /^Mozilla\/\d\.\d+ ?\((([A-Z]{1,2}\d{2,3}[A-Za-z]|\d{3}[A-Z]{1,2}))\w{0,3};(?:FOMA|SoftBank);/.exec(
      text,
    ) ??
    /\bjig browser[\w .]*;(?: [\d.]+;)? ((\w{4,7}))[;)]/.exec(text) ??
    /[; (](KDDI)-([A-Z]{2}\w{2})\b/.exec(text) ??
    /(?:^|^\w{4,7} )(DoCoMo|SoftBank|Vodafone|J-PHONE|KDDI)(?:-|\/[\d.]+[ /])(?:J-|MST_v_)?([A-Z]{1,3}\d{2,4}\w{0,4}|\d{3}[A-Z]{1,3}\w?|TS\w\w|[A-Z]{2}\w{2})(?=[\s(/]|$)/i.exec(
      text,
    );
  const carrier = match?.[1];
  if (!carrier) return undefined;
  const maker = carrierMakers.find(([code]) => code.test(match?.[2] ?? ""))?.[1];
  if (!maker && carrier === match?.[2]) return undefined;
  return { vendor: carrier === "DoCoMo" ? "DoCoMo" : (maker ?? carrier), name: match?.[2] ?? "" };
}

export function blackberry(agent: Agent): Hardware | undefined {
  if (!BLACKBERRY.test(agent)) return undefined;
  const { text, lower } = agent;
  if (/\bbb10\b/.test(lower)) return { vendor: "BlackBerry", name: "" };
  if (lower.includes("playbook")) return { vendor: "BlackBerry", name: "PlayBook" };
  const model = /BlackBerry(?:; U; BlackBerry)? ?(\d{4}[a-z]?)|\(BlackBerry;.{0,40}; (\d{4}[a-z]?)\//i.exec(
    text,
  );
  return model ? { vendor: "BlackBerry", name: model[1] ?? model[2] ?? "" } : undefined;
}

type Form = readonly [pattern: RegExp, vendor: string, name: string];

/** The machine of the first of some forms that a string has, where a word of the guard stands; `$1` is what the form tells, a model's code where models `inList` are meant. */
function byForms(
  guard: RegExp,
  forms: readonly Form[],
  inList = false,
): (agent: Agent) => Hardware | undefined {
  const words = guardedBy(guard);
  return (agent) => {
    if (!words.test(agent)) return undefined;
    for (const [pattern, vendor, name] of forms) {
      const match = pattern.exec(agent.text);
      if (match === null) continue;
      const model = name.replace("$1", match[1] ?? "");
      const listed = inList ? findModel(model) : undefined;
      return listed ? { vendor, name: listed.name, code: model, form: listed.form } : { vendor, name: model };
    }
    return undefined;
  };
}

export const gameConsole = byForms(
  /playstation|psp |nintendo|xbox|ouya|dreamcast|dreampassport|dreamkey|segasaturn|vita|gamepad|\(ps\d|steam deck/,
  consoles,
);
export const headset = byForms(/quest|oculus|pico|pacific/, headsets);
export const otherDevicePattern = byForms(
  /jolla|maemo|kin\.|; kf|hpipaq|\bmda |^qc-\d|^kwc-|hd2_t|hd_mini_t|; padfone|^apple-pubsub|^applesyndication|^airplay\/|pocketbook\/|pda; sl-|; ebrd|familyhub|kindle\/\d|hp-tablet|\(kobo |\bpre\/\d|pixi\/|p160un|^huawei\/1\.0|^vodafone\/1\.0\/htc|^brightsign\/|kyocera\/|qtcarbrowser|\btesla\/|teslabrowser|kobo ereader|alexa(?:web)?mediaplayer|; portal|walkman\/|palmsource\/|; rm-\d|; silk\/1|palmos\/sony|\bxda[_ ]|\bspv |dopod|vertu/,
  otherDevices,
  true,
);

/** `Windows Phone 8.1; …; NOKIA; Lumia 925`. */
export function windowsPhone(agent: Agent): Hardware | undefined {
  if (!WINDOWS_PHONE.test(agent)) return undefined;
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
  return lumia ? { vendor: makerOfCode(lumia) ?? "Nokia", name: lumia } : undefined;
}

/** Nokia's late ones say only their number: `(Symbian; U; N8-00; xx)`. */
export function symbianPhone(agent: Agent): Hardware | undefined {
  if (!SYMBIAN.test(agent)) return undefined;
  const model = agent.parts.find((part) => /^(?:[CENTX]\d{1,2}-\d{2}|[5-8]0\d)$/.test(part));
  return model === undefined ? undefined : { vendor: "Nokia", name: model };
}

/** KaiOS and Firefox OS: `(Mobile; Nokia_8110_4G; rv:48.0)`, `(Mobile; LYF/F271i/LYF-F271i-000-…; rv:48.0)`. */
export function kaiPhone(agent: Agent): Hardware | undefined {
  if (!KAIOS.test(agent)) return undefined;
  const part =
    /\(Mobile; ?(?:Android; ?)?(?:rv:[\d.]+; ?)?([A-Za-z0-9][^;()]{1,60})/.exec(agent.text)?.[1] ?? "";
  if (part === "" || /^(?:rv:|Android|Windows|U$)/.test(part)) return undefined;
  const [maker = "", model] = part.split("/");
  return model === undefined ? modelled(part) : { vendor: brandOf(maker) ?? maker, name: model };
}

const FACEBOOK = guardedBy(/fbdv\//);
const FIELDS = guardedBy(
  /dpi; |android mail|android messenger|android weather| android application \(|manufacturer=|^amazon\.com\/|(?:desktop|mobile) app; /,
);

/**
 * Where each app has maker and model. Office: `(Windows/10.0; Desktop WOW64;
 * en-AU; Desktop app; HP/HP Z240 …)`; Instagram: `Android (23/6.0; 320dpi; 640x1040; OUKITEL; C8; …)`, the company before
 * the brand; Yahoo: `(vivow; HTC; ADR6350; 2.3.4/GRJ22)`; others `Android Application (…) - samsung GT-I9300 m0 - UUID`.
 */
const FORMS: readonly RegExp[] = [
  /\bAndroid \(\d+\/[\d.]+; \d+dpi; \d+x\d+; (?<maker>[^;/]{1,30})(?:\/(?<brand>[^;]{1,30}))?; (?<model>[^;]{1,40});/,
  /^Yahoo\w+\/[\d.]+ \(Android [^()]+\) \(\w+; ?(?<maker>[^;]{1,30}); ?(?<model>[^;]{1,40});/,
  / Android Application \([^()]*\) - (?<maker>[\w-]{1,20}) (?<model>[^/]{1,40}?) \S+ - [\dA-F]{8}-/,
  /; (?:Desktop|Mobile) app; (?<maker>[\w .-]{1,30})\/(?<model>[^;)]{1,40})\)/,
  /^Amazon\.com\/[\d.]+ \(Android\/[\d.]+\/(?<maker>)(?<model>[^/)]{1,40})\)/,
  /Manufacturer=(?<maker>[\w ]{1,20});Model=(?<model>[\w ]{1,30})/,
];

/** Maker and model as an app states them; undefined where nothing in them is known. */
export function appsDevice(agent: Agent): Hardware | undefined {
  if (FACEBOOK.test(agent)) return facebookDevice(agent);
  if (!FIELDS.test(agent)) return undefined;
  for (const form of FORMS) {
    const { maker = "", brand = "", model = "" } = form.exec(agent.text)?.groups ?? {};
    if (model === "") continue;
    const [seller, builder] = [makerNamed(brand), makerNamed(maker)];
    return ofMaker(seller === undefined || isReseller(seller) ? (builder ?? seller) : seller, model);
  }
  return undefined;
}

const isReseller = (brand: string) => brand === "Google" || carriers.has(brand);

function ofMaker(vendor: string | undefined, model: string): Hardware | undefined {
  const found = modelled(model);
  if (vendor === undefined || vendor === found.vendor)
    return found.vendor === "" ? undefined : { ...found, code: model };
  const name = model.replaceAll("_", " ").replace(new RegExp(`^${vendor} `, "i"), "");
  return { vendor, name, code: model };
}

/** Facebook's apps say maker and model of the machine: `[FBAN/FBW;…;FBMF/ASUS;FBDV/X555LN;…]`. */
function facebookDevice({ text }: Agent): Hardware | undefined {
  const device = /FBDV\/(?!WindowsDevice)([^;\]]{2,40})/.exec(text)?.[1];
  if (device === undefined) return windowsDevice(/FBMD\/([^;\]]{2,40})/.exec(text)?.[1] ?? "");
  if (device.includes(",")) return undefined;
  const maker = /FBMF\/([^;\]]{2,30})/.exec(text)?.[1] ?? /FBBD\/([^;\]]{2,30})/.exec(text)?.[1] ?? "";
  const vendor = brandOf(maker) ?? brandOf(maker.split(" ")[0] ?? "");
  return vendor === undefined ? undefined : { vendor, name: modelled(device).name };
}

/** Facebook's app for Windows says the model alone: `HP Pavilion x2`, `Satellite A500`, Lenovo's `80E5`, Asus' `X555LN`. */
function windowsDevice(model: string): Hardware | undefined {
  const start = brandAtStart(model);
  const vendor =
    start?.evidence === "name" || start?.own || /^HP /.test(model)
      ? (start?.brand ?? "HP")
      : computerCodes.find(([code]) => code.test(model))?.[1];
  return vendor === undefined
    ? undefined
    : { vendor, name: model.replace(new RegExp(`^${vendor} `, "i"), "") };
}

/** Builds of old phones begin with their maker: `Build/HUAWEIG510`. */
export function makerOfBuild({ text }: Agent): string | undefined {
  const build = /Build\/([A-Za-z]{3,20})/.exec(text)?.[1];
  const start = build === undefined ? undefined : brandAtStart(build.replace(/^[A-Z]+(?=[A-Z][a-z])/, "$& "));
  return start?.evidence === "name" ? start.brand : undefined;
}

/** The maker that a build puts before the very model: `SHR-AN00 Build/WIKOSHR-AN00`. */
export function makerBeforeModel({ text }: Agent, model: string): string | undefined {
  const at = text.indexOf(" Build/");
  if (at < 0) return undefined;
  const build = text.slice(at + 7, at + 60);
  const end = build.indexOf(model);
  return end > 1 && end < 16 ? makerNamed(build.slice(0, end)) : undefined;
}

const apple = fromTables(() => new Map(rowsOf("apple").map(([id = "", name = ""]) => [id, name])));

const APPLE_ID =
  /(?:\b|(?<=(?:IC|MD)(?:RU|CR)_))(?:iPhone|iPad|iPod|AppleTV|Watch|MacBookAir|MacBookPro|MacBook|Macmini|iMacPro|iMac|MacPro|Mac|AudioAccessory|RealityDevice)\d{1,2}(?:,|%2C|_)\d{1,2}\b/;

/** Apple's own name stands in every `AppleWebKit`. */
const appleWords: readonly string[] =
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
