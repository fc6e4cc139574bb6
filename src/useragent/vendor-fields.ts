/** Strings that give the maker a field of its own: apps' own lists, and builds that begin with him. */

import { carriers, computerCodes } from "../../data/agents/devices.ts";
import type { Agent } from "./agent.ts";
import { brandAtStart, brandOf, makerNamed } from "./brands.ts";
import { guardedBy } from "./keyword-scan.ts";
import { type Hardware, modelled } from "./maker-model.ts";

const FACEBOOK = guardedBy(/fbdv\//);
const FIELDS = guardedBy(
  /dpi; |android mail|android messenger|android weather| android application \(|manufacturer=|^amazon\.com\/|(?:desktop|mobile) app; /,
);

export const vendorFieldPatterns = [FACEBOOK, FIELDS];

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
