/** The class of machine, as far as the string or the model tells. */

import type { Agent } from "./agent.ts";
import type { Hardware } from "./maker-model.ts";
import type { FormFactor } from "./schema.ts";
import { looksLikeTelevision } from "./televisions.ts";

const DESKTOP_OS =
  /^(?:Windows|macOS|Mac OS|ChromeOS|Linux|Ubuntu|Kubuntu|Xubuntu|Lubuntu|Debian|Fedora|CentOS|SUSE|Red Hat|Gentoo|Arch Linux|Antergos Linux|Manjaro|Mandriva|Mageia|Slackware|PCLinuxOS|Linux Mint|elementary OS|Zorin OS|Deepin|Raspbian|FreeBSD|OpenBSD|NetBSD|DragonFly BSD|BSD\/OS|Solaris|OS\/2|AmigaOS|MorphOS|AROS|Haiku|BeOS|SerenityOS|Syllable|RISC OS|IRIX|HP-UX|AIX|OSF1|QNX|OpenVMS|Unix|Inferno|Plan 9|Contiki)$/;

const TABLET_MODEL =
  /\b(?:tab|tablet|pad|[a-z]*pad|matepad|mediapad|ideatab|[a-z]*tab|nexus (?:7|9|10)|xoom|slate|kindle|nook|touchpad|playbook|surface|ipad)\b|tab\d|pad\d|tablet|\bSM-[TXP]\d|\bGT-[PN](?!7[0-2])\d|\bSGP\d|\bKF[A-Z]{3,}|\bSHW-M(?:180|380|480)|\bSC-01C|\bTB-?\d|\bYT\d|\bYOGA|\bPMP|\bPMT|\bMZ60|\bLIFETAB|\bMID\b|\bMID\d|\bBNTV|\bA1-\d{3}|\bB1-\d|\bA3-[AB]\d|\bME\d{3}|\bTF\d{3}|\b(?:AGS|BAH|KOB|JDN|SCM|MRX|CMR|AGR|BTV|BTK|DBY|SHT|CPN|VRD|PLE|T1|HDN|KRJ|WGR|BTKR|GOT|DBR)\d?-[AWL]/i;

const TV_MODEL =
  /\b(?:tv|box|stb|stick|smart ?tv|bravia|shield|mibox|chromecast|aft[a-z]+|dongle|beyond tv|smarttv|tx\d|mecool|google tv|android tv|tivo|uhd|qled|hdtv|mxq|\d{2}(?:inch|")|projector)\b|TV\b|Box\b|^\d{2}[A-Z]{1,5}\d{2,}|\bAFT[A-Z]+|\bH96\b|\bX96\w*|\bT95\w*|\bMXQ\w*|^(?:S9\d\d|HK1|A95X|M8S|R-TV|TX\d|KM\d{1,2}\b|Q[1-9]X)\b|\bATV|Homesync|settop/i;

/** Codes of televisions begin with the size in inches, or have `LED` and the size within. */
const TV_CODE =
  /^\d{2}[A-Z]{1,6}-?\d{2,}|LED-?\d{2}|^[HFU]\d{2}[A-H]\d{4}|^(?:TD|ULX|ULM|EX|NVX|SDX|STV|HT[VS])-?\d{2}|^TDTV|\bShell\b|^MLT\d|^KD-|^KDL|^QM\d{3}E|^QV\d{3}E|^TPM\d|^VMP-|[ _-]\d{2}[A-Z]{2,6}[ _-]?\d{2,}|TDTV\d|\bXDS\d|\bLT-\d{2}|^TLE-|^EO\d{3}K/;

/** Makers' codes that only phones have. */
const PHONE_CODE =
  /^(?:RMX\d|CPH\d|V\d{4}[A-Z]?$|XT\d{4}|SM-[AGJMNSEFC]\d|GT-[IS]\d|Redmi (?!Pad)|POCO (?!Pad)|LM-[QGKVX]|TA-\d|vivo \d|Infinix X6|M\d{4}[JK]\d|2\d{4,}[A-Z]+\d*[CGIYER]$)/;

/** Makers whose Android machines are tablets or readers. */
const TABLET_MAKERS = new Set(
  `Ainol,Teclast,AllDocube,Cube,ONYX BOOX,PocketBook,Barnes & Noble,Yarvik,Ployer,Point of View,Coby Kyros,Arnova,Yifang,3Q,Pipo,PiPO,TrekStor,Nextbook,Visual Land,Contixo,Pritom,HeadWolf,Enot,Mpman,MPMAN,Lexibook,Kurio,Nabi,Captiva,Storex,JAY-Tech,Woxter,Ematic,Digiland,Azpen,ProScan,Zeki,Trio,iRulu,Lark,Navitech,Ceibal,Sanei,Ramos,Onda,Vido,Aoson,HKC,Hipstreet,Le Pan,Xoro,FNF,Wolder,Wexler,Wintouch,AOYODKG,Azeyou,Vankyo,Dragon Touch,Simbans,NeuTab,Fusion5,Packard Bell,HannSpree,Medion Tab,Sumvision,Smartab,KUBI,ViewSonic,RCA,DUNNS MOBILE,Unowhy,SQOOL,Ghong,SUNMAX,Tolino,Readboy,Kobo,Remarkable,Humanware,ZONKO,FEONAL,YESTEL,Tibuta,Lville,Facetel,Hoozo,Jumper,VASOUN,Bmax,BMAX,Doopro,SGIN,Oscal Pad,PEICHENG,PRITOM,Veidoo,LNMBBS,Winnovo,CWOWDEFU,Goodtel,Haipad,Zync,Swipe,iBall Slide,Datawind,Milagrow`.split(
    ",",
  ),
);

/** Codes that makers of phones and tablets keep for tablets. */
const TABLET_CODE =
  /^(?:TM-[6-9]\d{3}|BQ(?:ru)?[- ][178]\d{3}|TB-\w+|TB\d{3}|TZ\d|TX[67]\d|TW\d|PM[TP]\d|Plane|Optima|CITI \d{3,4}|OPTIMA|PLANE|Ursus|M-(?:MP|IPRO|SP)|SmartPad|A[137]-[AB]?\d|B[13]-[A]?\d|LIFETAB|SurfTab|Iconia|T\d{3}[A-Z]?HD|MID\w*|U\d{2}GT|KT\d{3}|RMD[- ]\d|TAB|NT-\d|Endeavour|NetTAB|FreeTAB|TERRA|ARIES|ORION|INSIGNIA|LC\d{4}|QS\d{4}|RC\d{4}|P[18]0\w?$|M40|P20HD|P25T|T[345]0(?:HD|S|_|Pro|Plus|Air| |$)|C1010\d|C0[78]0|W\d{2}HD|DSlide|TAD-|TAQ-|TAC-|E\d{4}HD|K0\d\w|ME\d{3}|TF\d{3}|P0[0-2]\w|SGP|GT-P\d{4}|GT-N[58]\d{3}|SM-[TPX]\d|OPD\d{4}|RMP\d|2\d{4}R[PB]D|XT?\d* ?Pad)/i;

const WATCH =
  /watch|\bOW\d{2}W\d|\bLEM\d|\bSM-V700|\bgalaxy gear|gear s|\bSM-R\d|wear os|ticwatch|LEO-B|KW\d\d\b/i;
const CAR =
  /qtcarbrowser|teslabrowser|\(tesla|tesla\/\d|automotive|carbrowser|car ?play|\bcar\b|quad-core [ta]\d|; yt\d{4}|8227l|uis7862|; px[356]\b|\bmtc[de]\b|rear seat|headunit|head unit|infotainment|volvo|renault|\bbmw\b|mbux|polestar/;
const HEADSET =
  /\bquest\b|oculus|mobile vr|picobrowser|pico (?:neo|g2|4)|vive|wolvic|hololens|xreal|vision pro|applevision/;
/** Speakers, screens on walls, printers and kitchens. */
const EMBEDDED =
  /sonos\/|homepod|; aeo[a-z]{2}\b|alexamediaplayer|amazon;echo|\(mfp|yandexstation|; xdh-\w|familyhub|brightsign/;

const CONSOLE =
  /playstation|nintendo|xbox|\bpsp\b|dreamcast|ouya|shield portable|\bwii\b|valve steam|steam deck|retroid|\brg\d{3}\w?\b|razer edge|\(ps3/;

/** The form factor, empty where nothing tells it. */
export function formFactor(agent: Agent, osName: string, hardware: Hardware): FormFactor {
  const { lower, text } = agent;
  const model = hardware.name;
  if (EMBEDDED.test(lower)) return "embedded";
  if (CONSOLE.test(lower)) return "console";
  if (HEADSET.test(lower)) return "xr";
  if (osName === "watchOS" || WATCH.test(model) || /wear os|apple watch/i.test(lower)) return "wearable";
  if (CAR.test(lower)) return "car";
  if (osName === "tvOS") return "tv";
  if (/\bipad/.test(lower)) return "tablet";
  if (/iphone|ipod/.test(lower)) return "mobile";
  const android = /android|harmonyos|tizen|adr /.test(lower);
  if (android) return androidForm(agent, hardware, osName);
  if (
    looksLikeTelevision(agent) ||
    /^(?:webOS|VIDAA|ViziOS|TiVo OS|Titan OS|Whale OS|Coolita OS|Roku OS|Google TV)$/.test(osName)
  )
    return osName === "webOS" && /hpwos|palm|pre\/|hp webos|pixi|webosbrowser/.test(lower) ? "mobile" : "tv";
  if (PHONE_SIGNS.test(lower)) return "mobile";
  const puffin = /puffin\/[\d.]+[aiw]([pt])/.exec(lower)?.[1];
  if (puffin) return puffin === "t" ? "tablet" : "mobile";
  if (/kindle\/|pocketbook\//.test(lower)) return "tablet";
  if (osName === "Linux" && lower.includes("build/") && hardware.name !== "")
    return /mobile/.test(lower) ? "mobile" : "tablet";
  if (/playbook|hp-tablet|touchpad/.test(lower)) return "tablet";
  if (osName === "Windows" && /xblwp7/.test(lower)) return "mobile";
  if (osName === "Windows" && /\bTouch; .{0,200}Tablet PC/.test(text) && hardware.name !== "")
    return "tablet";
  if (DESKTOP_OS.test(osName)) return /\bmobile\b/.test(lower) && osName === "Linux" ? "mobile" : "desktop";
  if (osName === "iOS") return "mobile";
  if (/brightsign|printer|fridge/.test(lower)) return "embedded";
  if (
    osName !== "" ||
    hardware.vendor !== "" ||
    /midp|cldc|up\.browser|mobile|phone|netfront|obigo/.test(lower)
  )
    return "mobile";
  return "";
}

const PHONE_SIGNS =
  /ucweb|^juc|^dv\(|x-ucbrowser|jig browser|docomo|foma|softbank|j-phone|kddi-|up\.browser|dorado|armv5tejl|htc[/_]|aphone browser|nokian|opera mobi|fennec|linux zvav|linuxos\/|^samsung-|^mot-|^nokia|^lg-|^sonyericsson|^\w+_\w+ opera\/|^xv\d{4}|midp/;

/** Portable computers and all-in-ones on which Android was installed. */
const COMPUTER_MODEL =
  /vostro|inspiron|elitebook|probook|pavilion|lifebook|travelmate|aspire|chromebook|thinkpad (?!tab)|ideapad [sz]?\d{3}|satellite|macbook|zenbook|vivobook|\baio\b|\bnuc\d|latitude [e\d]|optiplex|laptop|notebook|2in1/i;

/** Makers of televisions and boxes whose models do not say so. */
const TELEVISION_MAKERS = new Set(
  `BBK,Kivi,Leff,Doffler,Starwind,Erisson,Asano,Soundmax,Tuvio,Skyline,ONVO,Scoole,Harper,Yuno,Econ,Topdevice,Sber,Hartens,Novex,Polar,Zidoo,Vorke,Alfawise,Beelink,Minix,Ugoos,Mecool,X96,H96,Tanix,Formuler,Homatics,Dune HD,Rombica,Vontar,Sunvell,Maunfeld,Horizont,Vinga,CENTEK,Amino,DIRECTV,Dyon,CAIXUN,Metz,ARRIS,Hiremco,Rikomagic,T96,X88,Transpeed,H133,Roku,Kalley,Sagemcom,Technicolor,Skyworth,Changhong,KATV1,MXQ,Magicsee,Droidlogic,EVPAD,Unblock Tech,SWTV,Telly,Vizio,Apple TV,A95X,SuperBOX,TiVo,KAON,Humax,Coship,ZTE TV,Netgem,Sky TV,CVTE,WeChip,Engel,GoldMaster,Vekta,Huawei Vision,Dyon,Sharp TV,JVC,RTK,TopDevice,Topdevice,Pendoo,Selenga,NEKO,POLARLINE,PolarLine,OzoneHD,YUNDOO,Silelis,LUO,Openbox,NTT West,Divisat,Eltex,Invin,BuzzTV,Tronsmart,SPYBOX`.split(
    ",",
  ),
);

function androidForm(agent: Agent, hardware: Hardware, osName: string): FormFactor {
  const { lower, text } = agent;
  const code = (hardware.code ?? "").replaceAll("_", " ");
  const model = `${hardware.name} ${code}`;
  if (COMPUTER_MODEL.test(model) || lower.includes("(pc; openharmony")) return "desktop";
  if (TELEVISION_MAKERS.has(hardware.vendor) || TV_CODE.test(code)) return "tv";
  if (looksLikeTelevision(agent) && !/\btablet\b|[ _]h?dtv\b|shield tablet/.test(lower)) return "tv";
  if (TV_MODEL.test(model)) return "tv";
  if (osName === "Tizen" && /smart-tv|\btv\b/.test(lower)) return "tv";
  if (TABLET_CODE.test(code)) return "tablet";
  if (PHONE_CODE.test(code)) return "mobile";
  if (
    TABLET_MODEL.test(model.replace(/coolpad|techpad|zenpad phone/gi, "")) ||
    /\/apad|tablet pc/.test(lower)
  )
    return "tablet";
  if (TABLET_MAKERS.has(hardware.vendor)) return "tablet";
  if (/\bmobile\b/.test(lower) || /opera mobi|mobi\/|phone/i.test(text)) return "mobile";
  if (/opera tablet|\btablet\b/i.test(text)) return "tablet";
  const browser = /applewebkit/.test(lower) && /safari\//.test(lower) && !/yaapp_android/.test(lower);
  return browser && !/android [12]\./.test(lower) && !/ucbrowser|miuibrowser|opera mini/.test(lower)
    ? "tablet"
    : "mobile";
}
