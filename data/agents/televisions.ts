/**
 * Televisions and boxes: their words, makers in HbbTV strings, makers' notations. Source: ETSI TS 102 796 and
 * own collection of strings, 2026-11.
 */

import type { Condition } from "./row.ts";

/** Words behind `(?<![a-z])` do not match inside another word: `exmaple`. */
export const televisionSigns =
  /hbbtv|smart-?tv|smarttv|netcast|nettv|dtv\b|googletv|google tv|appletv|ce-html|inettv|opera tv| omi\/|tizen.{0,80}tv|(?<!os\/android |[a-z])model\/|philipstv|hisense-mt|hisense.{0,40}tv|sonydtv|toshiba.?tv|lgtv|lg-tv| tv\b|;tv\b|\/tv\b|\(tv\b|-tv\b|\.tv\b|,tv\b|^tv |\bshield\b|stb\b|large screen|stbapp|nexttv|mitv|tv\/|android tv|dlnadoc|linux mips|linux sh4|, ?wire(?:d|less)\)|mbxtwebkit|opentv|ciscobrowser|-device\/[\d.]+ \(sky|inettvbrowser|tclwebkit|firetv|^tivimate\/|(?<![a-z])(?:viera|bravia|aquos|crkey|roku|aft(?!er)[a-z]|vidaa|vizio|maple(?![a-z])|mibox|set-?top|kdl-|espial|youview|boxee|odin\/|bdp|freesat|diga\b|netbox|set top|settop|web0s|stagecraft|ekioh|machblue|antgalio)/;

/** Strings with a television's word that are not from a television. */
export const noTelevision = /tablet pc|tvshow|\btvos simulator|\bqtv\/[\d.]+ smm/;

export const televisionMakersByName: ReadonlyMap<string, string> = new Map(
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
    thom: "Thomson",
  }),
);

export const televisionForms: readonly (readonly [RegExp, string, string?])[] = [
  [/VIZIO SmartCast(?:.{0,80}Model\/([\w-]+))?/, "Vizio"],
  [/\b(MAG\d{3}\w{0,2}) stbapp/, "Infomir"],
  [/^smarttv_(AFT[A-Z0-9]+)_/, "Amazon"],
  [/\b(AFT\w+)\b/, "Amazon"],
  [/Fire ?TV/i, "Amazon", "Fire TV"],
  [/\bBRAVIA[ _]?([\w ]{2,20}?)(?: Build|[;)/]|$)/, "Sony", "BRAVIA $1"],
  [/\b(KDL-?\d\w+|XBR-?\d\w+|KD-?\d\w+)/, "Sony"],
  [/TechniSat ([\w ]{4,24})/, "TechniSat"],
  [/LGE; ?Media\/([\w-]{4,20})/, "LG"],
  [/SonyDTV|SonyBDP|Sony.{0,40}BDP|SonyCEBrowser\/\d.\d \(([\w-]+)/, "Sony"],
  [/[(; ]LGE?; ?([\w-]{4,20})[;)]/, "LG"],
  [/NetCast\.TV|; NetCast;|LG Browser|Web0S/, "LG"],
  [/LGE?; ?([\w-]{4,16})[;)]/, "LG"],
  [/Web0S|webOS\.TV|WEBOS/, "LG"],
  [/Viera/i, "Panasonic", "Viera"],
  [/AQUOS ?([\w-]*)/i, "Sharp"],
  [/Philips[;,/ ]*([\w.-]{4,20})/i, "Philips"],
  [/#TCL\/THOM/, "Thomson"],
  [/#TCL\/RCA/, "RCA"],
  [/#TCL\//, "TCL"],
  // TCL's browser. TCL also owns the platform of the next row.
  [/(?<![a-z])Tbrowser\//i, "TCL"],
  [/NETTV\/\d/i, "Philips"],
  [/\bTHOM(?:SON)?[ ;]([\w-]{4,16})/, "Thomson"],
  [/TSBNetTV/, "Toshiba"],
  [/WebTV\/\d/, "Microsoft", "WebTV"],
  [/InettvBrowser\/[\d.]+ \(008045;(\w+)/, "Panasonic"],
  [/[;(] ?Diga\b/, "Panasonic", "Diga"],
  [/SMART-TV|SmartHub|(?<!HTC_)Maple|TIZEN|SamsungTV/i, "Samsung", "Smart TV"],
  [/^Roku(\d{4}\w)\/DVP/, "Roku"],
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

/**
 * Brand of a television that Hisense, Vestel or TCL built: `VIDAA/6.0(TOSHIBA;SmartTV;43C350LE;…)`, `FVC/8.0
 * (HITACHI; MB180; )`, `TiVoOS/1.0.0 (Vestel MB181 JVC)`, `CE-HTML/1.0;IKEA LF1V365`; `(FINLUX, Mxl661L32,
 * wireless)`, `UID(…/MB91/FINLUX/3.2)`, `Vendor/THOMSON` of CE-HTML. The word in this place is always a
 * brand.
 */
export const badges: readonly Condition[] = [
  { only: /VIDAA\/[\d.]+\((?<brand>[^;()]{2,24});SmartTV;(?<model>[\w-]*)/ },
  { only: /FVC\/[\d.]+ \((?<brand>[^;()]{2,24}); ?(?<model>[\w-]*)/ },
  { only: /TiVoOS\/[\d.]+ \(Vestel (?<model>\w+) (?<brand>[^;()]{2,24})\)/ },
  { only: /CE-HTML\/1\.0;(?<brand>[A-Z][\w-]{1,20}) (?<model>LF1V\w+)/, words: ["netrange"] },
];
export const vestelBadges: readonly Condition[] = [
  {
    only: /\((?!LGE?,)(?<brand>[A-Z][\w&. -]{1,20}), ?(?:Mxl|(?<model>[\w* -]{4,24}), ?wir)/i,
    words: ["mxl", ",wir", ", wir"],
  },
  { only: /\bUID\([\dA-F:]{17}\/(?:MB|T)\d+\w*\/(?<brand>[\w-]{2,20})\//i },
  { only: /\bVendor\/(?<brand>[\w-]{2,20})/i },
];

/**
 * LG's codes: the size, then letters of the panel and the year, `55UK6300`, `32LM620`, `65QNED81`,
 * `OLED55C1`; or words of LG's system in place of a code.
 */
export const lgCode =
  /^(?:\d\d(?:L[A-Z]|U[A-V]|S[JKM]|T[LN]|MT|EC|EF|EG|NANO|QNED|ART)|OLED\d|LG|KEY\d|HF\d|HOTEL|webos|global)/i;
