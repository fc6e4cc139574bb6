/** Televisions and boxes: words that tell them, makers as HbbTV has them, makers' own forms. Source: ETSI TS 102 796 and own collection of strings, 2026-11. */

export const televisionSigns =
  /hbbtv|smart-?tv|smarttv|web0s|netcast|viera|bravia|aquos|nettv|dtv\b|googletv|google tv|crkey|appletv|roku|aft[a-z]|vidaa|vizio|ce-html|inettv|opera tv| omi\/|tizen.{0,80}tv|maple|model\/|philipstv|hisense-mt|hisense.{0,40}tv|sonydtv|toshiba.?tv|lg-?tv|\btv\b|shield|mibox|stb\b|set-?top|kdl-|large screen|espial|stbapp|nexttv|freesat|youview|mitv|boxee|odin\/|tv\/|android tv|bdp|dlnadoc|linux mips|linux sh4|, ?wire(?:d|less)\)|ekioh|machblue|mbxtwebkit|diga\b|netbox|opentv|ciscobrowser|stagecraft|antgalio|-device\/[\d.]+ \(sky|set top|settop|inettvbrowser|tclwebkit|^tivimate\//;

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
  [/^smarttv_(AFT[A-Z0-9]+)_/, "Amazon"],
  [/\b(AFT\w+)\b/, "Amazon"],
  [/Fire ?TV/i, "Amazon", "Fire TV"],
  [/\bBRAVIA[ _]?([\w ]{2,20}?)(?: Build|[;)/]|$)/, "Sony"],
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
  // Made by TCL, who has NetTV's platform too.
  [/Tbrowser\//i, "TCL"],
  [/NETTV\/\d/i, "Philips"],
  [/\bTHOM(?:SON)?[ ;]([\w-]{4,16})/, "Thomson"],
  [/TSBNetTV/, "Toshiba"],
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
