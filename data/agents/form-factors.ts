/**
 * Form factor of a machine, by words of the string, models, codes and makers. Source: makers' pages and own
 * collection of strings, 2026-11.
 */

import type { Condition } from "./row.ts";

/** Features of the machine and its system; `src/useragent/read/form-factors.ts` defines them. */
export type FormFeature =
  | "computer"
  | "desktopSystem"
  | "iOS"
  | "known"
  | "linux"
  | "listed"
  | "named"
  | "phoneCode"
  | "phoneName"
  | "phonesCode"
  | "phonesName"
  | "phonesToo"
  | "plainLinux"
  | "hasMobile"
  | "tabletCode"
  | "tabletMaker"
  | "tabletModel"
  | "tabletName"
  | "tabletRange"
  | "television"
  | "televisionCode"
  | "televisionMaker"
  | "televisionModel"
  | "televisionSize"
  | "televisionSystem"
  | "tizen"
  | "tuner"
  | "tvOS"
  | "watch"
  | "webOS"
  | "windows";

export interface FormRow extends Condition<FormFeature> {
  /** `listed`: the class that a list has for the model. */
  readonly gives:
    | ""
    | "desktop"
    | "mobile"
    | "tablet"
    | "tv"
    | "console"
    | "wearable"
    | "car"
    | "xr"
    | "embedded"
    | "listed";
}

export const desktopSystem =
  /^(?:Windows|macOS|Mac OS|ChromeOS|Linux|Ubuntu|Kubuntu|Xubuntu|Lubuntu|Debian|Fedora|CentOS|SUSE|Red Hat|Gentoo|Arch Linux|Antergos Linux|Manjaro|Mandriva|Mageia|Slackware|PCLinuxOS|Linux Mint|elementary OS|Zorin OS|Deepin|Red Star|Linpus|Turbolinux|Remix OS|Joli OS|gNewSense|blackPanther OS|Pardus|Zenwalk|Kanotix|moonOS|Foresight Linux|VectorLinux|Linspire|LindowsOS|Rosa|RED OS|Nova|TmaxOS|AOSC OS|Liri OS|Caixa Mágica|Ordissimo|HasCodingOS|Black Lab Linux|Clear Linux OS|Scientific Linux|Loongnix|Webian|Kylin|Oracle Linux|Proxmox VE|OpenVZ|Kali|UOS|MINIX|ArcaOS|GhostBSD|ElectroBSD|KolibriOS|NeXTSTEP|ULTRIX|BSD|Star-Blade OS|Raspbian|FreeBSD|OpenBSD|NetBSD|DragonFly BSD|BSD\/OS|Solaris|OS\/2|AmigaOS|MorphOS|AROS|Haiku|BeOS|SerenityOS|Syllable|RISC OS|IRIX|HP-UX|AIX|OSF1|QNX|OpenVMS|Unix|Inferno|Plan 9|Contiki|NEWS-OS|Hurd|Sabayon|Knoppix)$/;

export const tabletModel =
  /\b(?:tab|tablet|pad|[a-z]*pad|matepad|mediapad|ideatab|[a-z]*tab|nexus (?:7|9|10)|xoom|slate|kindle|nook|touchpad|playbook|surface|ipad)\b|tab\d|pad\d|tablet|\bSM-[TXP]\d|\bGT-[PN](?!7[0-2])\d|\bSGP\d|\bKF[A-Z]{2,}|\bSHW-M(?:180|380|480)|\bSC-01C|\bTB-?\d|\bYT\d|\bYOGA|\bPMP|\bPMT|\bMZ60|\bLIFETAB|\bMID\b|\bMID\d|\bBNTV|\bA1-\d{3}|\bB1-\d|\bA3-[AB]\d|\bME(?:[134]\d\d|5[678]\d)|\bTF\d{3}|\b(?:AGS|BAH|KOB|JDN|SCM|MRX|CMR|AGR|BTV|BTK|DBY|SHT|CPN|VRD|PLE|T1|HDN|KRJ|WGR|BTKR|GOT|DBR)\d?-[AWLD]|\bLGT\d\d\b|\b\d{3}LV\b|pad[ _-]?lite|ubislate/i;

export const televisionModel =
  /\b(?:tv|box|stb|stick|smart ?tv|bravia|mibox|chromecast|aft[a-z]+|dongle|beyond tv|smarttv|tx\d|mecool|google tv|android tv|tivo|uhd|qled|hdtv|mxq|\d{2}(?:inch|")|projector)\b|^\d{2}[A-Z]{1,5}\d{2,}|\bAFT[A-Z0-9]{2,}|YNDX-00|\bNexus Player|UHD\d*\b|\bH96\b|\bX96\w*|\bT95\w*|\bT9[678](?:mini|max|pro|[a-z])\b|\bX98 ?mini|\bA5X MAX|\bGT-?King|\bKI{1,2} (?:PLUS|PRO)|\bMINI ?M8S|\bV88$|^VIM\d|^SEI\d{3}|^ADT-\d$|^SBDV-\d|^NSZ-?G|\b(?:INVIN|MyGica|Fundroid|Andowl|Matador|Supermax|Dreamstar|Skystream|Streamer|Netta|Orbsmart|Iconbit Movie|Allente|Amlogic|Allwinner Nitro)\b|\bMXQ\w*|(?<![\w-])S9(?:05[A-Z]?\d?|12|22X|28X)\b|\bDMP[ -]?\d|^(?:S9(?:0\d|[12]2)|HK1|A95X\w*|M8S\w+|R-TV|TX\d(?:[a-z]\w?)?|KM\d{1,2}\b|Q[1-9]X)\b|^X88|^TR99|^R6[89] |\bGT1-mini|\bNEXON X|10MOONS|\bvega S9|smart ?4k\b|(?<!tur|run)box(?!er|chip|y)|isdb|homesync|settop|stbapp|^rk3[0-9]{3}\w?$|^YNDX-000[79]|^IMTM|^SDOTT/i;

/**
 * Builds of Android for televisions have a T after the letter of the release: `PTT1.190515.001`,
 * `QTG3.200305.006`. The other builds are of makers of chips for set-top boxes; phones with one of these are
 * in the lists of models.
 */
const televisionBuild =
  /\bbuild\/(?:[o-z]t[a-z0-9]{1,2}\.\d|ppr2\.180905\.006\.a1|tp1a\.220905\.004\.a2|qp1a\.191105\.004|rd2a\.211001\.002|opr5\.170623\.014|nmf26q\b|sp1a\.211105\.004|nhg47l\b|m5c14j\b|(?:pi|qt)[;)])|; wv-atv;/;

/** Case-sensitive, because other names may end in `tv`. */
export const televisionCapitals =
  /(?<![A-Za-z]{3}|\d)4K\b|(?<!\bB|[_ ]H?D)TV\b|ATV[a-z\d]|TV\d$|STB(?![a-z])|DVB(?![a-z])/;

/** Codes of televisions start with the size in inches, or contain `LED` and the size. */
export const televisionCode =
  /^(?!10A)\d{2}[A-Z]{1,6}[- ]?\d{2,}|^(?:24|28|32|39|4[0-389]|50|55|58|6[05]|7[057]|8[256])[A-Z]{2,5}-|LED-?\d{2}|^[HFU]\d{2}[A-H]\d{4}|^(?:TD|ULX|ULM|EX|NVX|SDX|STV(?!100)|HT[VS])-?\d{2}|^TDTV|\bShell\b|^MLT\d|^KD-|^KDL|^QM\d{3}E|^QV\d{3}E|^TPM\d|^VMP-|[ _-]\d{2}[A-Z]{2,6}[ _-]?\d{2,}|TDTV\d|\bXDS\d|\bLT-\d{2}|^TLE-|^EO\d{3}K|^POLAR|^T\d{2}S\w{0,2}LED|^V\d{2}TPH|^ATOM-\d{3}A[LM]|^P\d{2}[LU]\d{2}T2|^HX-\d{2}[HFUQ]|^RH-LE\d{2}|^TQ\d{2}[UF]|^PTV\d{2}|^\d{2}[HFUS]1YD|^\d{2}[HFUQ][CEK]Y\d|^(?:HEGE|OSCA|KANT)-\d{3}/;

/** Size in inches between letters: a television, unless the browser sends `Mobile`. */
export const televisionSize =
  /(?:^|[ -])[A-Z]{1,4}\d?(?:24|28|32|39|4[0-389]|50|55|58|6[05]|7[057]|8[256])[A-Z]{1,5}(?:\d|-|$)|\bLE[D]?\d{2}/;

/** Codes that makers use for phones only. */
export const phoneCode =
  /^(?!SM-N80)(?:TECNO (?!DP)[A-Z]{2}\d|DL5\d{3}|moto [a-z]\(|RMX\d|CPH\d|V\d{4}[A-Z]?$|XT\d{4}|(?:SAMSUNG[- ])?SM-[AGJMNSEFCWZ]\d|LG-[DEFGHKMPQX]\d{3}|GT-[IS]\d|Redmi (?!Pad)|POCO (?!Pad)|LM-[QGKVX]|TA-\d|vivo \d|Infinix X6|M\d{4}[JK]\d|2\d{4,}[A-Z]+\d*[CGIYER]$|P[A-Z]{3}00$|P[A-Z]{2}[1T]10$|(?!(?:AGS|AGR|AGM|BAH|KOB|JDN|SCM|MRX|CMR|BTV|BTK|BRT|DBY|SHT|CPN|VRD|PLE|HDN|HDL|HEY|KRJ|WGR|GOT|DBR|MON|BZ[A-Z]|GEM|JMS|MRR|BDF|FDR)-)[A-Z]{3}-(?:AL|TL|UL|CL|LX|AN|TN|NX|N)\d)/;

/** Makers whose Android machines are tablets or e-book readers. */
export const tabletMakers = new Set(
  `Ainol,Teclast,Alldocube,Cube,ONYX BOOX,PocketBook,Barnes & Noble,Yarvik,Ployer,Point of view,CobyKyros,Arnova,Yifang,3Q,PiPO,PiPO,Trekstor,Nextbook,Visual Land,Contixo,Pritom,HEADWOLF,Enot,Mpman,MPman,Lexibook,Kurio,Nabi,Captiva,Storex,Jaytech,Woxter,Ematic,DigiLand,Azpen,Proscan,Zeki,Trio,iRulu,Lark,Navitech,Ceibal,Sanei,Ramos,Onda,Vido,Aoson,HKC,Hipstreet,Le Pan,Xoro,FNF,Wolder,Wexler,Wintouch,AOYODKG,Azeyou,Vankyo,Dragontouch,Simbans,neutab,Fusion5,Packard Bell,HannSpree,Medion Tab,Sumvision,Smartab,KUBI,ViewSonic,RCA,DUNNS MOBILE,Unowhy,SQOOL,Ghong,SUNMAX,Tolino,Readboy,Kobo,Remarkable,Humanware,ZONKO,FEONAL,YESTEL,Tibuta,LVILLE,FACETEL,Hoozo,Jumper,VASOUN,Bmax,BMAX,Doopro,SGIN,Oscal Pad,BDF,Savio,Yooz,PEICHENG,PRITOM,Veidoo,LNMBBS,Winnovo,CWOWDEFU,Goodtel,Haipad,Zync,Swipe,iBall Slide,Datawind,Milagrow`.split(
    ",",
  ),
);

export const televisionSystem =
  /^(?:webOS|Orsay|VIDAA|ViziOS|TiVo OS|Titan OS|Whale OS|Coolita OS|Roku OS|Google TV)$/;

/** Marketing name with a word for tablets: `Pad 6S Pro`, `Galaxy Tab A9`. Excludes phones with a tablet dock. */
export const tabletName = /\b(?:Pad|Tab|MatePad|MediaPad|Tablet|Wi-?Fi|V?TAB\d+)\b(?! ?(?:Fone|Phone))/i;

/** Models of tablets, by makers that number phones in the same way. */
export const tabletRanges: readonly (readonly [maker: RegExp, model: RegExp])[] = [
  [
    /^(?:Huawei|Honor)$/,
    /^[A-Z]{3,4}\d?-W\d\d|^(?:MON|BZ[A-Z]|GEM|PLE|JMS|MRR|BDF|HEY\d?|ROD\d?)-|^T[123]-[8A]|^S(?:7|10)-/i,
  ],
  [/^TCL$/, /^(?:TCL )?NXTPAPER 1\d/],
  [/^(?:Alcatel|TCL)$/, /^(?:80(?:6[3-9]|[789]\d)|849\d|90(?!01|08)\d\d|9[1-4]\d\d)[A-Z]?\d?$/],
  [/^ZTE$/, /^K[789]\d\w*$|^V(?:9\w?|55|66|7[12]\w|81|96\w)$/],
  [/^DEXP$/, /^[A-Z]\d70i?\b|^[A-Z]\d[89]0i?\b|^[BK]\d\d$/],
  [/^Nomi$/, /^(?:Nomi[ _])?C(?:0[789]|1\d)\d{2,4}/i],
  [/^Multilaser$/, /^(?:ML\w{2,4}-)?M-?(?:7|8|9|10)(?!\d)/],
  [/^SUPRA$/, /^(?:SUPRA )?M\d{2,3}\w{0,2}$/],
  [/^Digma$/, /\b[PTCNWMRE][ST][1-27-9]\d{3}[A-Z]{2}$/],
  [/^Allview$/, /^Viva ?[A-Z]?\d|^AX\d/i],
  [/^Vonino$/, /^(?:Pluri|Druid|Navo|Magnet|Orin|Onyx|Epic|Sirius|Spirit)\b/i],
  [/^Positivo$/, /Ypy (?:AB|L|7|10|TQ)/i],
  [/^Condor$/, /^(?:TFX|TRA|TGW|CTAB)/],
  [/^(?:Oukitel|Handheld)$/, /\b[RO]T\d/],
  [/^X-TIGI$/, /JOY ?\d|Hope ?(?:[789]|10)/i],
  [/^Krono$/i, /^NET/],
  [/^Archos$/, /\b(?:70|80|90|97|101|116|133)[a-z]?\d?\b/i],
  [/^(?:Blu|Reeder)$/, /^M(?:7|8|10)(?!\d)/i],
  [/^EXO/i, /^Wave/i],
  [/^EXCEED$/i, /^EX\d/],
  [/^Krüger&Matz$/, /^Eagle \d{3}/i],
  [/^Hometech$/i, /^(?:Alfa|HT) ?\d/i],
  [/^iGet$/i, /^Smart [GLSW]\d/i],
  [/^Chuwi$/, /^(?:CW-)?(?:V[IX]?|Hi)\d/i],
  [/^(?:ETL|Etuline)$/i, /^ETL-T/],
  [/^Kalley$/, /^K-BOOK/],
  [/^Vizio$/, /^XR6/],
  // Phones with these numbers end in small letters: `A2010-a`.
  [/^Lenovo$/, /^(?:Lenovo[ _-]?)?(?:IdeaTab ?)?[ABS]\d{4}L?-[FGHLT][A-Z]?\b/],
  [/^Oysters$/, /^T\d{2}/],
  [/^Thomson$/, /^(?:TEO|QM7)/],
  [/^Sencor$/, /^Element(?! P\d{4})/i],
  [/^Honeywell$/, /^EDA(?:70|71|10)|^RT10/],
  [/^Zebra$/, /^(?:Zebra )?ET\d/],
  [/^Panasonic$/, /^FZ-[AG]\d/],
  [/^Kyocera$/, /^KC-T/],
  [/^(?:Nokia|HMD)$/, /^(?:Nokia )?(?:T[12]\d|N1)(?!\d)/],
  [/^Doogee$/, /^[TRU][1-4]\d(?: ?(?:E|S|Pro|Plus|Max|Ultra|Mini|mini|Kid).*)?$/],
  [/^Infinix$/, /^(?:Infinix )?X1101/],
  [/^Bigme$/, /./],
  [/^Blackview$/, /^(?:Active|Tab) \d/],
  [/^OSCAL$/i, /^Pad/],
  [/^(?:POCO|Xiaomi)$/, /^2\d{3}(?:[\dA-Z]RP|CPCFB)/],
  [/^Mito$/i, /^(?:MITO )?t\d{2,3}$/i],
  [/^(?:CCIT|Numy|Navitel|Torex)$/i, /\d/],
  [/^Techpad$/, /^(?:XTAB|i7|\d)/i],
  [/^Vivo$/i, /^i?PA2\d{3}$|^DPD2\d{3}/],
  [/^Samsung$/, /^SM-N80\d\d/],
  [/^HTC$/, /Flyer|Jetstream|P51[02]/i],
  [/^Dell$/, /Streak (?:7|10)/],
  [/^ONN/i, /^100\d{6}(?:-[A-Z]+|[A-Z]{1,2})?$/],
  [/^KENSHI$/, /^E\d\d$|Pad/],
  [/^MLS$/, /^iQ(?:18\d{2}|M\d)/],
  [/^LG$/, /^10[AT]\d\dQ/],
  [/^Top[Dd]evice$/, /^TDT\d/],
  [/^Ginzzu$/, /GT-(?:[XW]\d|[78]\d{3})/],
];

/** Codes that makers of both phones and tablets use for tablets only. */
export const tabletCode =
  /^(?:TM-(?:[6-9]|10)\d{2,3}|AP-\d{3}|YT3?-?X?\d|BQ(?:ru)?[- ][178]\d{3}|TB-\w+|TB\d{3}|TZ\d|TX[67]\d|TW\d|PM[TP]\d|Plane|Optima|CITI [178]\d{2,3}|OPTIMA|PLANE|Ursus|M-(?:MP|IPRO|SP)|SmartPad|A[137]-[AB]?\d|B[13]-[A]?\d|LIFETAB|SurfTab|Iconia|T\d{3}[A-Z]?HD|MID\w*|U\d{2}GT|KT\d{3}(?!\d)|RMD[- ]\d|TAB|NT-\d|Endeavour|NetTAB|FreeTAB|TERRA|ARIES|ORION|INSIGNIA|LC\d{4}|QS[17-9]\d{3}|RC(?![23])\d{4}|P[18]0\w?$|M40|P20HD|P25T|T[345]0(?:HD|S|_|Pro|Plus|Air| |$)|C1010\d|C0[78]0|W\d{2}HD|DSlide|TAD-|TAQ-|TAC-|E\d{4}HD|K0\d\w|ME(?:[134]\d\d|5[678]\d)|TF\d{3}|P0[0-2]\w|SGP|GT-P\d{4}|GT-N[58]\d{3}|SM-[TPX]\d|OPD\d{4}|RMP\d{4}|2\d{4}R(?:P|BD)|XT?\d* ?Pad)/i;

export const watchWords =
  /watch|\bOW\d{2}W\d|\bO[PW]WWE\d|\bLEM\d|\bSM-V700|\bgalaxy gear|gear s|\bSM-R\d|wear os|ticwatch|LEO-B|GLL-AL|APPLLP|\bTHOR\b|KW\d\d\b/i;

const carWords =
  /qtcarbrowser|^(?!.*windows).*teslabrowser|\(tesla| tesla\/|automotive|carbrowser|car ?play|\bcar\b|quad-core [ta]\d|; yt\d{4}|8227l|uis7862|; px[356]\b|\baftl[bf]t\w|\bmtc[de]\b|rear seat|headunit|head unit|infotainment|volvo|renault|carpad|; sda-\d{1,3}tab|(?:quad|octopus)-?core-[tr]\d|ultraocta-|[a-z_]1920x720\b|[a-z_]1280x480\b|\bbmw\b(?! *$)|mbux|polestar|gminfo|rivian|; byd auto|; nio e[cstp]\d|; ford mustang|porsche(?! design)/;

const headsetWords =
  /\bquest(?: \ds?| pro)?(?= build|[;)])|oculus|mobile vr|picobrowser|\bpico (?:neo|g2|4)|vive|wolvic|hololens|magic leap|xreal|\brayneo\b|\brokid\b|\bvuzix\b|vision pro|apple ?vision|realitydevice|visionos|\bxros\b|android xr|; sm-i610\b| vr safari\/|; glass (?:[12]\b|enterprise)/;

/** Speakers, wall screens, printers and kitchen appliances. */
const embeddedWords =
  /devicetype\/smartspeaker|sonos\/(?!.{0,60}(?:icru|mdcr)_)|homepod|; aeo[a-z]{2}\b|alexamediaplayer|alexawebmediaplayer|; portal(?!tv)|amazon;echo|\(mfp|yandexstation|; xdh-\w|family ?hub|echo (?:show|dot)|smart clock|brightsign|coralwebkit|epsonhello|fritz!os|mikrotik|routeros|fortios/;

const consoleWords =
  /playstation(?! (?:messages|app)\b)|nintendo|; nitro\)|\bxbox|\bpsp\b|dreamcast|ouya|shield portable|; shield(?: build|\))|; switch (?:lite|oled)\)|archos gamepad|\bwii\b|valve steam gamepad|steam deck|retroid|\bayaneo|; (?:ayn thor|(?:ayn )?odin ?[23])\b|\bgpd xp|\bgr0006\b|\brg35\d{0,2}\w{0,3}\b|\brg40\d{0,2}\w{0,3}\b|\brg505\d{0,2}\w{0,3}\b|\brg55\d{0,2}\w{0,3}\b|dreamkey|dreampassport|segasaturn|razer edge|\(ps3/;

const phoneWords =
  /ucweb|^juc|^dv\(|x-ucbrowser|jig browser|docomo|foma|softbank|j-phone|kddi-|^portalmmm\/|^pdxgw\/|^astel\/|^emobile\/|\(ddipocket;|\(willcom;|up\.browser|dorado|armv5tejl|htc[/_]|aphone browser|nokian|opera mobi|fennec|opera mini|minimo\/|skyfire\/|\biris\/\d|minibowserm|linux zvav|(?<!pc)linuxos\/|^samsung-|^mot-|^nokia|^lg-|^sonyericsson|^\w+_\w+ opera\/|midp/;

/** Portable computers and all-in-ones with Android installed. */
export const computerModel =
  /vostro|inspiron|elitebook|probook|pavilion|lifebook|travelmate|(?:^|acer )aspire|chromebook|thinkpad (?!tab)|ideapad [sz]?\d{3}|satellite|macbook|zenbook|vivobook|\baio\b(?! tv)|\bnuc\d|latitude [e\d]|optiplex|laptop|notebook|2in1|remix mini|\bsff pc\b/i;

/** Makers of televisions and boxes whose model names do not reveal the form factor. */
export const televisionMakers = new Set(
  `BBK,Kivi,Leff,Doffler,Starwind,Erisson,Asano,Soundmax,Tuvio,Skyline,ONVO,Scoole,Harper,Yuno,Econ,Topdevice,Sber,Hartens,Novex,Polar,Zidoo,Vorke,Alfawise,Beelink,Minix,Ugoos,Mecool,X96,H96,Tanix,Formuler,Homatics,Dune HD,Rombica,Vontar,Sunvell,Maunfeld,Horizont,Vinga,CENTEK,Amino,DIRECTV,Dyon,CAIXUN,Metz,Arris,Hiremco,Rikomagic,T96,X88,Transpeed,H133,Roku,Kalley,Sagemcom,Technicolor,Skyworth,Changhong,KATV1,MXQ,Magicsee,Droidlogic,EVPAD,Unblock Tech,SWTV,Telly,Vizio,Apple TV,A95X,SuperBOX,TiVo,KAON,Humax,Coship,ZTE TV,Netgem,Sky TV,CVTE,WeChip,Engel,Goldmaster,Vekta,Huawei Vision,Dyon,Sharp TV,JVC,RTK,TopDevice,Topdevice,Pendoo,Selenga,NEKO,POLARLINE,PolarLine,OzoneHD,YUNDOO,Silelis,LUO,Openbox,NTT West,Divisat,Eltex,Invin,BuzzTV,Tronsmart,SPYBOX,TD Systems,Wansa,HIPER,QWATT,Vityaz,OLTO,NEKO,SENNA,Nesons,AMCV,KTC,Tricolor`.split(
    ",",
  ),
);

/** Makers of televisions that make phones under the same name. */
export const phonesToo = new Set([
  "Kalley",
  "Changhong",
  "Technicolor",
  "Skyworth",
  "JVC",
  "Wolder",
  "Lark",
  "RCA",
  "Winnovo",
  "Ramos",
  "Swipe",
]);

/** Names of phones that contain a tablet's word: `Padfone`, `Fonepad`, `Slate 6`. */
export const phoneName =
  /\b(?:padfone|fonepad)\b|slate 6|smartphone|viewphone|klipad|\baquos (?:[a-z]\d|sense|wish|zero|compact|crystal|ever|mini|xx)/i;

/** Rows for any system, in order: the first match decides. */
export const particularForms: readonly FormRow[] = [
  { only: embeddedWords, gives: "embedded" },
  { only: consoleWords, gives: "console" },
  { only: headsetWords, never: /hbbtv/, gives: "xr" },
  { needs: ["watch"], gives: "wearable" },
  {
    only: /wear os|apple watch|; (?:fossil|suunto|movado|montblanc|skagen) |; polar m600/,
    gives: "wearable",
  },
  { only: carWords, never: /nettv|hbbtv|smart-?tv/, gives: "car" },
  { needs: ["tvOS"], gives: "tv" },
  // TCL's televisions send nearly all words of an iPad's string.
  { only: /tclwebkit/, gives: "tv" },
  { only: /\bipad|pocketbook\/|hp-tablet|\btablet;|opera tablet/, gives: "tablet" },
  { only: /iphone|ipod/, gives: "mobile" },
];

/** Rows for Android and its derivatives. */
export const androidForms: readonly FormRow[] = [
  { needs: ["computer"], gives: "desktop" },
  { only: /\(pc; openharmony/, gives: "desktop" },
  { needs: ["phoneName"], gives: "mobile" },
  { needs: ["webOS"], gives: "mobile" },
  { needs: ["listed"], never: /smart-tv/, gives: "listed" },
  { needs: ["tabletRange"], gives: "tablet" },
  { needs: ["phonesToo"], only: /\bmobile safari/, never: /tv|box|; aft[a-z]/, gives: "mobile" },
  { only: televisionBuild, not: ["phonesCode"], gives: "tv" },
  { needs: ["televisionMaker"], gives: "tv" },
  { needs: ["televisionCode"], gives: "tv" },
  { needs: ["television"], not: ["phonesCode"], never: /\btablet\b|[ _]h?dtv\b|shield tablet/, gives: "tv" },
  { needs: ["televisionModel"], not: ["tuner", "phonesCode"], gives: "tv" },
  { needs: ["tizen"], only: /smart-tv|\btv\b/, gives: "tv" },
  { needs: ["tabletCode"], gives: "tablet" },
  { needs: ["tabletName"], gives: "tablet" },
  { needs: ["phoneCode"], gives: "mobile" },
  { needs: ["tabletModel"], gives: "tablet" },
  { only: /\/apad|tablet pc|; silk\/1\.|build\/[^;)]{0,20}tablet/, gives: "tablet" },
  { needs: ["tabletMaker"], gives: "tablet" },
  // If the model is in no table, the browser's word decides.
  { needs: ["hasMobile"], gives: "mobile" },
  { only: /opera mobi|mobi\/|phone/, gives: "mobile" },
  { only: /opera tablet|\btablet\b/, gives: "tablet" },
  { needs: ["televisionSize"], gives: "tv" },
  {
    words: ["applewebkit"],
    only: /safari\//,
    never: /yaapp_android|android [12]\.|ucbrowser|miuibrowser|opera mini/,
    gives: "tablet",
  },
  { gives: "mobile" },
];

/** Rows for other systems. */
export const otherForms: readonly FormRow[] = [
  { words: ["(devtype=nfx", "(devtype=nfps", "(devtype=nfwii"], gives: "console" },
  { words: ["(devtype="], gives: "tv" },
  {
    needs: ["webOS"],
    only: /hpwos|palm|pre\/|hp webos|pixi|webosbrowser|p1[36]0u|(?:^|\()webos\/[123]\./,
    gives: "mobile",
  },
  { needs: ["televisionSystem"], gives: "tv" },
  { needs: ["television"], gives: "tv" },
  { only: phoneWords, gives: "mobile" },
  { only: /^xv\d{4}/, gives: "mobile" },
  // Touch-screen devices from before Android and iOS, and devices of a single browser or shop.
  { words: ["puffin/"], only: /puffin\/[\d.]+[aiw]t/, gives: "tablet" },
  { words: ["puffin/"], only: /puffin\/[\d.]+av\b/, gives: "tv" },
  { words: ["puffin/"], only: /puffin\/[\d.]+(?:[aiw]p|m\b)/, gives: "mobile" },
  { only: /kindle\/|; ebrd\d|; kf[a-z]{2,5}(?: build|\))|; silk\/1\./, gives: "tablet" },
  { needs: ["phonesName"], gives: "mobile" },
  { needs: ["plainLinux", "named"], words: ["build/"], only: /mobile/, gives: "mobile" },
  { needs: ["plainLinux", "named"], words: ["build/"], gives: "tablet" },
  { only: /playbook|touchpad/, gives: "tablet" },
  // Android browsers that send `X11; Linux` for desktop pages: 10 sample strings are of these, 3 of desktops.
  {
    words: ["(x11; linux", "(x11; u; linux"],
    only: /(?:miuibrowser|edga|duckduckgo|ucbrowser)\//,
    gives: "mobile",
  },
  {
    words: ["(x11; linux"],
    only: /\(x11; linux.*(?:samsungbrowser\/| silk\/|chrome\/11\.0\.696\.34 )/,
    gives: "tablet",
  },
  { needs: ["windows"], only: /xblwp7/, gives: "mobile" },
  // Windows RT ran on tablets only.
  { needs: ["windows"], only: /^(?=.*Touch).*NT 6\.[23]; ARM;/, gives: "tablet" },
  { needs: ["windows", "named"], only: /\bTouch; .{0,200}Tablet PC/, gives: "tablet" },
  { needs: ["linux"], only: /\bmobile\b/, gives: "mobile" },
  { needs: ["desktopSystem"], gives: "desktop" },
  // Phones and tablets request desktop pages as a Mac.
  {
    needs: ["iOS"],
    only: /^mozilla\/5\.0 \(macintosh;[^()]*\) .*\b(?:crios|fxios|edgios|opios|gsa)\//,
    gives: "",
  },
  { needs: ["iOS"], gives: "mobile" },
  { only: /konqueror|mosaic|webexplorer|omniweb|arachne/, gives: "desktop" },
  { only: /brightsign|printer|fridge/, gives: "embedded" },
  // A kernel that Macs and phones share.
  { words: ["darwin/"], gives: "" },
  { needs: ["known"], gives: "mobile" },
  { only: /midp|cldc|up\.browser|mobile|phone|netfront|obigo/, gives: "mobile" },
];
