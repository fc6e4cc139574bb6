/** The class of machine, as far as the string or the model tells. */

import {
  carWords,
  computerModel,
  consoleWords,
  desktopSystem,
  embeddedWords,
  headsetWords,
  phoneCode,
  phoneName,
  phonesToo,
  phoneWords,
  tabletCode,
  tabletMakers,
  tabletModel,
  tabletName,
  tabletRanges,
  televisionBuild,
  televisionCapitals,
  televisionCode,
  televisionMakers,
  televisionModel,
  televisionSize,
  watchWords,
} from "../../data/agents/form-factors.ts";
import type { Agent } from "./agent.ts";
import { anyOf, guardedBy } from "./keyword-scan.ts";
import type { Hardware } from "./maker-model.ts";
import type { FormFactor } from "./schema.ts";
import { looksLikeTelevision } from "./televisions.ts";

const CAR = guardedBy(carWords);
const HEADSET = guardedBy(headsetWords);
const EMBEDDED = guardedBy(embeddedWords);
const CONSOLE = guardedBy(consoleWords);
const PHONE_SIGNS = guardedBy(phoneWords);
const WATCH = guardedBy(/wear os|apple watch/);
const TABLET = guardedBy(/\bipad|pocketbook\/|hp-tablet|\btablet;|opera tablet/);
const PHONE = guardedBy(/iphone|ipod/);
/** TCL's televisions say nearly all that an iPad does. */
const TCL = guardedBy(/tclwebkit/);
/** Raised where one of them may match; some of the consoles' words are too short for that. */
const ANY_SIGN = anyOf([CAR, HEADSET, EMBEDDED, WATCH, TABLET, PHONE]);
const ANDROID = guardedBy(/android|harmonyos|openharmony|tizen|adr /);
const ANDROID_TABLET = guardedBy(/\/apad|tablet pc|; silk\/1\.|build\/[^;)]{0,20}tablet/);
const TABLET_WORD = guardedBy(/opera tablet|\btablet\b/);
const PHONE_BROWSER = guardedBy(/opera mobi|mobi\/|phone/);
/** Some leave out the space in front of `MobileSafari`. */
const MOBILE = guardedBy(/\bmobile\b|mobilesafari/);
const TELEVISION_BUILD = guardedBy(televisionBuild);

/** The form factor, empty where nothing tells it. */
export function formFactorOf(agent: Agent, osName: string, hardware: Hardware): FormFactor {
  const ordinary = agent.keywords[ANY_SIGN] !== 1 && osName !== "watchOS" && osName !== "tvOS";
  return (
    (ordinary ? ordinaryForm(agent, hardware.name) : particularForm(agent, osName, hardware)) ??
    (ANDROID.test(agent) ? androidForm(agent, hardware, osName) : otherForm(agent, osName, hardware))
  );
}

/** Rules that stand before those of all systems. */
function particularForm(agent: Agent, osName: string, { name }: Hardware): FormFactor | undefined {
  if (EMBEDDED.test(agent)) return "embedded";
  if (CONSOLE.test(agent)) return "console";
  if (HEADSET.test(agent)) return "xr";
  if (osName === "watchOS" || watchWords.test(name) || WATCH.test(agent)) return "wearable";
  if (CAR.test(agent)) return "car";
  if (osName === "tvOS" || TCL.test(agent)) return "tv";
  if (TABLET.test(agent)) return "tablet";
  return PHONE.test(agent) ? "mobile" : undefined;
}

/** The same where none of its long words stands. */
function ordinaryForm(agent: Agent, model: string): FormFactor | undefined {
  if (CONSOLE.test(agent)) return "console";
  return watchWords.test(model) ? "wearable" : undefined;
}

function otherForm(agent: Agent, osName: string, hardware: Hardware): FormFactor {
  const { lower } = agent;
  if (
    looksLikeTelevision(agent) ||
    /^(?:webOS|Orsay|VIDAA|ViziOS|TiVo OS|Titan OS|Whale OS|Coolita OS|Roku OS|Google TV)$/.test(osName)
  )
    return osName === "webOS" && /hpwos|palm|pre\/|hp webos|pixi|webosbrowser|p1[36]0u/.test(lower)
      ? "mobile"
      : "tv";
  if (PHONE_SIGNS.test(agent)) return "mobile";
  return formOfOldTouch(agent, osName, hardware) ?? formOfSystem(agent, osName, hardware);
}

/** Machines with a touch screen from before Android and iOS, and those that only a browser or a shop made. */
function formOfOldTouch(
  { lower, text }: Agent,
  osName: string,
  { name }: Hardware,
): "mobile" | "tablet" | undefined {
  const puffin = /puffin\/[\d.]+(?:[aiw]([pt])|(m)\b)/.exec(lower);
  if (puffin) return puffin[1] === "t" ? "tablet" : "mobile";
  if (/kindle\/|; kf[a-z]{2,5}(?: build|\))|; silk\/1\./.test(lower)) return "tablet";
  if (phoneCode.test(name)) return "mobile";
  if (osName === "Linux" && lower.includes("build/") && name !== "")
    return /mobile/.test(lower) ? "mobile" : "tablet";
  if (/playbook|touchpad/.test(lower)) return "tablet";
  // Browsers that are made for Android alone ask for a desktop's pages in the name of Linux.
  if (osName === "Linux" && lower.includes("(x11; linux") && ANDROIDS_BROWSER.test(lower))
    return lower.includes("miuibrowser/") ? "mobile" : "tablet";
  if (osName !== "Windows") return undefined;
  if (/xblwp7/.test(lower)) return "mobile";
  // Windows RT came on tablets alone.
  if (/NT 6\.[23]; ARM;/.test(text) && text.includes("Touch")) return "tablet";
  return /\bTouch; .{0,200}Tablet PC/.test(text) && name !== "" ? "tablet" : undefined;
}

/** Browsers whose desktop string is mostly a tablet's or a phone's: 10 strings of the samples, against 3 that are called desktops. */
const ANDROIDS_BROWSER = /samsungbrowser\/|silk\/|miuibrowser\//;

function formOfSystem({ lower }: Agent, osName: string, { vendor }: Hardware): FormFactor {
  if (desktopSystem.test(osName))
    return /\bmobile\b/.test(lower) && /^(?:Linux|Ubuntu)$/.test(osName) ? "mobile" : "desktop";
  if (osName === "iOS") return "mobile";
  if (/brightsign|printer|fridge/.test(lower)) return "embedded";
  const hasSign = /midp|cldc|up\.browser|mobile|phone|netfront|obigo/.test(lower);
  return osName !== "" || vendor !== "" || hasSign ? "mobile" : "";
}

function androidForm(agent: Agent, hardware: Hardware, osName: string): FormFactor {
  const { lower } = agent;
  const code = (hardware.code ?? "").replaceAll("_", " ");
  const model = `${hardware.name} ${code}`;
  if (computerModel.test(model) || lower.includes("(pc; openharmony")) return "desktop";
  if (phoneName.test(model) || osName === "webOS") return "mobile";
  const listed = lower.includes("smart-tv") ? undefined : listedForm(hardware);
  if (listed) return listed;
  if (inTabletRange(hardware, code)) return "tablet";
  if (phonesToo.has(hardware.vendor) && /\bmobile safari/.test(lower) && !/tv|box/.test(lower))
    return "mobile";
  if (isAndroidTelevision(agent, hardware, code) || (osName === "Tizen" && /smart-tv|\btv\b/.test(lower)))
    return "tv";
  if (tabletCode.test(code)) return "tablet";
  if (tabletName.test(hardware.name)) return "tablet";
  if (phoneCode.test(code === "" ? hardware.name : code)) return "mobile";
  if (tabletModel.test(model.replace(/coolpad|techpad|zenpad phone/gi, "")) || ANDROID_TABLET.test(agent))
    return "tablet";
  if (tabletMakers.has(hardware.vendor)) return "tablet";
  return androidFormByWords(agent, hardware, code);
}

/** The class that a list has for the model; a phone is also what it has no class for. */
function listedForm({ form, name }: Hardware): FormFactor | undefined {
  return form === "mobile" && (tabletName.test(name) || /^TB\d?-/.test(name)) ? undefined : form;
}

function isAndroidTelevision(agent: Agent, { vendor, name }: Hardware, code: string): boolean {
  const { lower } = agent;
  if (TELEVISION_BUILD.test(agent) && !phoneCode.test(code)) return true;
  // The letters of a code guess; a model that a list has under another name is what the list says.
  if (televisionMakers.has(vendor) || (televisionCode.test(code) && code.endsWith(name))) return true;
  if (looksLikeTelevision(agent) && !/\btablet\b|[ _]h?dtv\b|shield tablet/.test(lower)) return true;
  const model = `${name} ${code}`;
  return isTelevisionModel(model) && !isPhoneWithTuner(agent, model);
}

/** Where no table knows the model: what the browser says. */
function androidFormByWords(agent: Agent, hardware: Hardware, code: string): FormFactor {
  const { lower } = agent;
  if (saysMobile(agent, code) || PHONE_BROWSER.test(agent)) return "mobile";
  if (TABLET_WORD.test(agent)) return "tablet";
  if (hardware.vendor === "" && televisionSize.test(code)) return "tv";
  const browser = /applewebkit/.test(lower) && /safari\//.test(lower) && !/yaapp_android/.test(lower);
  return browser && !/android [12]\./.test(lower) && !/ucbrowser|miuibrowser|opera mini/.test(lower)
    ? "tablet"
    : "mobile";
}

/** Whether the browser says so, not a maker in his name: `DUNNS MOBILE 703GDC`. */
function saysMobile(agent: Agent, code: string): boolean {
  if (!MOBILE.test(agent)) return false;
  const model = code.toLowerCase();
  return !model.includes("mobile") || MOBILE.pattern.test(agent.lower.replace(model, ""));
}

/** Makers whose ranges are kept. @perf */
const MOST_MAKERS = 4096;

/** The ranges of a maker, found when he comes for the first time. */
const rangesOf = new Map<string, readonly RegExp[]>();

function inTabletRange({ vendor, name }: Hardware, code: string): boolean {
  if (vendor === "") return false;
  let ranges = rangesOf.get(vendor);
  if (!ranges) {
    ranges = tabletRanges.filter(([maker]) => maker.test(vendor)).map(([, model]) => model);
    if (rangesOf.size < MOST_MAKERS) rangesOf.set(vendor, ranges);
  }
  return ranges.some((model) => model.test(code) || model.test(name));
}

function isTelevisionModel(model: string): boolean {
  return televisionModel.test(model) || televisionCapitals.test(model);
}

/** Phones of the early years had tuners and said so: `Galaxy Y TV`, `Beat TV`. */
function isPhoneWithTuner({ lower }: Agent, model: string): boolean {
  return /\w .*[ _]D?TV(?: |$)/.test(model) && /android [2-4]\b.*\bmobile\b/.test(lower);
}
