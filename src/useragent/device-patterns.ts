/** Machines that write their maker and model in forms of their own. */

import { carrierMakers, consoles, headsets, otherDevices } from "../../data/agents/devices.ts";
import type { Agent } from "./agent.ts";
import { brandOf, makerNamed } from "./brands.ts";
import { guardedBy } from "./keyword-scan.ts";
import { type Hardware, modelled } from "./maker-model.ts";
import { makerOfCode } from "./model-codes.ts";
import { findModel } from "./models.ts";

const CONSOLE = guardedBy(
  /playstation|psp |nintendo|xbox|ouya|dreamcast|dreampassport|dreamkey|segasaturn|vita|gamepad|\(ps\d|steam deck/,
);
const WINDOWS_PHONE = guardedBy(
  /windows phone|windows mobile 10|iemobile|wpdesktop|zunewp7|; wds \d|lumia \d/,
);
const BLACKBERRY = guardedBy(/blackberry|\bbb10\b|playbook/);
const OTHER = guardedBy(
  /jolla|maemo|kin\.|; kf|hpipaq|\bmda |^qc-\d|^kwc-|hd2_t|hd_mini_t|; padfone|^apple-pubsub|^applesyndication|^airplay\/|pocketbook\/|pda; sl-|; ebrd|familyhub|kindle\/\d|hp-tablet|\(kobo |\bpre\/\d|pixi\/|p160un|^huawei\/1\.0|^vodafone\/1\.0\/htc|^brightsign\/|kyocera\/|qtcarbrowser|\btesla\/|teslabrowser|kobo ereader|alexa(?:web)?mediaplayer|; portal|walkman\/|palmsource\/|; rm-\d|; silk\/1|palmos\/sony|\bxda[_ ]|\bspv |dopod|vertu/,
);
const KAIOS = guardedBy(/kaios|^mozilla\/5\.0 \(mobile; ?[a-z]/);
const SYMBIAN = guardedBy(/symbian/);
const HEADSET = guardedBy(/quest|oculus|pico|pacific/);
const CARRIER = guardedBy(/foma|docomo|softbank|vodafone|j-phone|kddi|jig browser/);

/** Those who write in forms that are looked for here. */
export const devicePatterns = [CONSOLE, WINDOWS_PHONE, BLACKBERRY, OTHER, KAIOS, HEADSET, CARRIER, SYMBIAN];

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

export function gameConsole(agent: Agent): Hardware | undefined {
  if (!CONSOLE.test(agent)) return undefined;
  const { text } = agent;
  for (const [pattern, vendor, name] of consoles) {
    const match = pattern.exec(text);
    if (match) return { vendor, name: name.replace("$1", match[1] ?? "").replace("WiiU", "Wii U") };
  }
  return undefined;
}

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

export function otherDevicePattern(agent: Agent): Hardware | undefined {
  if (!OTHER.test(agent)) return undefined;
  const { text } = agent;
  for (const [pattern, vendor, name] of otherDevices) {
    const match = pattern.exec(text);
    const model = name.replace("$1", match?.[1] ?? "");
    if (!match) continue;
    const listed = findModel(model);
    return listed ? { vendor, name: listed.name, code: model, form: listed.form } : { vendor, name: model };
  }
  return undefined;
}

export function headset(agent: Agent): Hardware | undefined {
  if (!HEADSET.test(agent)) return undefined;
  const { text } = agent;
  for (const [pattern, vendor, name] of headsets) {
    const match = pattern.exec(text);
    if (match) return { vendor, name: name.replace("$1", match[1] ?? "") };
  }
  return undefined;
}
