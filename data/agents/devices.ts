/** Machines and makers with notations of their own. Source: makers' pages and own collection of strings, 2026-11. */

/** Makers of Japanese models, by the letters of the model. */
export const carrierMakers: readonly (readonly [RegExp, string])[] = [
  [/^SH|SH\w?$/i, "Sharp"],
  [/^TS|^T\d|\dT\w?$/i, "Toshiba"],
  [/^(?:SN|SO)/i, "Sony Ericsson"],
  [/^(?:P\d|MA)|\dP\w?$/i, "Panasonic"],
  [/^NM|\dNK$/i, "Nokia"],
  [/^N\d|\dN\w?$/i, "NEC"],
  [/^SC|\dSC$/i, "Samsung"],
  [/^S[ATY]|\dSA$/i, "Sanyo"],
  [/^CA|\dCA$/i, "Casio"],
  [/^HI/i, "Hitachi"],
  [/^PT/i, "Pantech"],
  [/^(?:D\d|MI)/i, "Mitsubishi"],
  [/^F\d/i, "Fujitsu"],
  [/^L\d/i, "LG"],
  [/^K[C\d]|\dKC$/i, "Kyocera"],
];

/** Phones of Japanese carriers name the carrier, then the model: `DoCoMo/2.0 F900iC(c100;TB;W22H12)`. */
export const carrierForms: readonly RegExp[] = [
  /^Mozilla\/\d\.\d+ ?\((?<name>[A-Z]{1,2}\d{2,3}[A-Za-z]|\d{3}[A-Z]{1,2})\w{0,3};(?:FOMA|SoftBank);/,
  /\bjig browser[\w .]*;(?: [\d.]+;)? (?<name>\w{4,7})[;)]/i,
  /[; (](?<carrier>KDDI)-(?<name>[A-Z]{2}\w{2})\b/,
  /(?:^|^\w{4,7} )(?<carrier>DoCoMo|SoftBank|Vodafone|J-PHONE|KDDI)(?:-|\/[\d.]+[ /])(?:J-|MST_v_)?(?<name>[A-Z]{1,3}\d{2,4}\w{0,4}|\d{3}[A-Z]{1,3}\w?|TS\w\w|[A-Z]{2}\w{2})(?=[\s(/]|$)/i,
];

export const consoles: readonly (readonly [RegExp, string, string])[] = [
  // Netflix sends the name of the certified device.
  [/\(DEVTYPE=\S{0,40}FIRETVSTICK(\d{4})/, "Amazon", "Fire TV Stick ($1)"],
  [/\(DEVTYPE=\S{0,40}SHIELD/, "NVIDIA", "Shield Android TV"],
  [/\(DEVTYPE=RKU-/, "Roku", ""],
  [/\(DEVTYPE=NFXBONE/, "Microsoft", "Xbox One"],
  [/\(DEVTYPE=NFPS(\d)/, "Sony", "PlayStation $1"],
  [/\(DEVTYPE=NFWIIU/, "Nintendo", "Wii U"],
  [/\(DEVTYPE=LGE-/, "LG", ""],
  [/\(DEVTYPE=SAMSUNG-/, "Samsung", ""],
  [/PlayStation Vita|PS ?Vita/i, "Sony", "PlayStation Vita"],
  [/PlayStation Portable|PSP \(/i, "Sony", "PlayStation Portable"],
  [/\(PS(\d)\b/, "Sony", "PlayStation $1"],
  [/PlayStation ?(\d)(?: Pro)?/i, "Sony", "PlayStation $1"],
  [/(New Nintendo 3DS|New 3DS)/i, "Nintendo", "New 3DS"],
  [/Nintendo WiiU/i, "Nintendo", "Wii U"],
  [/; (Switch) (?:Lite|OLED)\)/, "Nintendo", "$1"],
  [/Nintendo (3DS|Switch 2|Switch|Wii|DSi|DS)/i, "Nintendo", "$1"],
  [/\bXbox[ _]Series[ _]X/i, "Microsoft", "Xbox Series X"],
  [/\bXbox[ _]Series[ _]S/i, "Microsoft", "Xbox Series S"],
  [/\bXbox X\b/, "Microsoft", "Xbox X"],
  [/\bXbox[ _]?One/i, "Microsoft", "Xbox One"],
  // Consoles after the Xbox 360 send their model.
  [/\bXbox 360|\bMSIE .*\bXbox|\bXbox\/2\.0/i, "Microsoft", "Xbox 360"],
  [/\bXbox/i, "Microsoft", "Xbox"],
  [/\bOUYA\b/i, "OUYA", "OUYA"],
  [/Dream(?:cast|Passport|Key)\b/i, "Sega", "Dreamcast"],
  [/SEGASATURN/, "Sega", "Saturn"],
  [/Steam Deck/, "Valve", "Steam Deck"],
  [/Archos GamePad|ARCHOS GAMEPAD/i, "Archos", "Gamepad"],
];

/** Linux tablets and phones, and Kindles without Android in the string. */
export const otherDevices: readonly (readonly [RegExp, string, string])[] = [
  [/QtCarBrowser| Tesla\/|TeslaBrowser/, "Tesla", ""],
  [/\bKobo eReader\b/, "Kobo", "eReader"],
  [/\bAlexa(?:Web)?MediaPlayer\b/, "Amazon", "Echo"],
  [/; (Portal(?:TV|\+| ?Go| ?Mini)?)(?= Build|[;)])/, "Meta", "$1"],
  [/\bWalkman\/(NW-\w+)/, "Sony", "$1"],
  [/\bPalmSource\/([\w-]+)/, "Palm", "$1"],
  [/Windows NT 10\.0; ARM\d*; (RM-\d{3,4})/, "Microsoft", "$1"],
  [/\bXda[_ ](\w+)/, "O2", "Xda $1"],
  [/\b(SPV \w+)/, "Orange", "$1"],
  [/\bDopod ?(\w{3,8})/i, "Dopod", "$1"],
  [/\bVertu(\w{3,20})/, "Vertu", "$1"],
  [/\bJolla;.{0,60}\bTablet\b/, "Jolla", "Tablet"],
  [/\bJolla\b/, "Jolla", "Phone"],
  [/\b(Pre|Pixi)\/\d/, "Palm", "$1"],
  [/\bP160UN?A?\/\d/, "HP", "Veer"],
  [/^Huawei\/1\.0\/0?(?:HUAWEI[_ ]?)?(\w{4,8})/i, "Huawei", "$1"],
  [/^Vodafone\/1\.0\/HTC[_ ](\w{2,16})/, "HTC", "$1"],
  [/^BrightSign\/\S+ \(([\w-]{3,20})\)/, "BrightSign", "$1"],
  [/\bKYOCERA\/([\w-]{4,12})\//, "Kyocera", "$1"],
  [/Maemo.{0,200}\b(N[89]\d0)\b/, "Nokia", "$1"],
  [/\bKIN\.(Two|One)\b/, "Microsoft", "Kin $1"],
  [/; (KF[A-Z]{2,5}) Build/, "Amazon", "$1"],
  [/; Silk\/1\./, "Amazon", "Kindle Fire"],
  [/\(PDA; PalmOS\/sony\/model (\w{2,8})\//, "Sony", "$1"],
  [/\bHPiPAQ ?(\w{2,14})/, "HP", "iPAQ $1"],
  [/\bMDA (compact(?: I+)?|vario|pro|III|II)\b/i, "T-Mobile", "MDA $1"],
  [/^QC-(\d{4})/, "Kyocera", "QCP-$1"],
  [/^KWC-(\w+)/, "Kyocera", "$1"],
  [/\b(HD(?:2|_mini)_T\d{4})\b/, "HTC", "$1"],
  [/; (PadFone[\w ]{0,12})\)/, "Asus", "$1"],
  [/\bMaemo\b.{0,200}\b(N770)\b/i, "Nokia", "$1"],
  [/^Apple-PubSub\/|^AppleSyndication\/|^AirPlay\//, "Apple", ""],
  [/PocketBook\/(\d{3,4}\w?)\b/i, "PocketBook", "$1"],
  [/\bPDA; (SL-\w+)/, "Sharp", "Zaurus $1"],
  [/; (EBRD\d{4})/, "Sony", "$1"],
  [/\bFamily ?Hub\b/, "Samsung", "Family Hub"],
  [/\bKindle\/(\d\.\d)/, "Amazon", "Kindle $1"],
  [/^Mozilla\/5\.0 \(hp-tablet; .*\bTouchPad\//, "HP", "TouchPad"],
  [/\(Kobo (Touch)\)/, "Kobo", "$1"],
];

export const headsets: readonly (readonly [RegExp, string, string])[] = [
  [/\bPico ([\w ]{1,12}?)(?: OS[\d.]+| Build|[;)])/i, "Pico", "$1"],
  [/Quest Pro/, "Meta", "Quest Pro"],
  [/\bQuest (\dS?)(?= Build|[;)])/, "Meta", "Quest $1"],
  [/\bQuest(?= Build|[;)])/, "Meta", "Quest"],
  [/Oculus Go|; Pacific(?= Build|[;)])/, "Meta", "Go"],
];

/** Phones with their own notation of the model; Nokia's last ones have only their number, `(Symbian; U; N8-00; xx)`. */
export const phones: readonly (readonly [RegExp, string, string])[] = [
  [/\bbb10\b/, "BlackBerry", ""],
  [/playbook/, "BlackBerry", "PlayBook"],
  [/^NetFront\/[\d.]+ ?\(B(?:REW|MP) [^)]*; LG;[^)]*\) \w+ (L\w{3,6})/, "LG", "$1"],
  [/^NetFront\/[\d.]+ ?\(B(?:REW|MP) [^)]*; SAMSUNG;[^)]*\) \w+ (M\d{3}\w?)/, "Samsung", "SPH-$1"],
  [/BlackBerry(?:; U; BlackBerry)? ?(\d{4}[a-z]?)/i, "BlackBerry", "$1"],
  [/\(BlackBerry;.{0,40}; (\d{4}[a-z]?)\//i, "BlackBerry", "$1"],
  [/^(?=.*symbian).*?[;(] ?([CENTX]\d{1,2}-\d{2}|[5-8]0\d)(?= ?[;)])/i, "Nokia", "$1"],
];

/** Maker and model anywhere in the string, as apps and feature phones write them. */
export const makerAndModel =
  /(?:^|[^a-z])(htc|samsung|sony ?ericsson|sony|lge?|motorola|mot|nokia|huawei|zte|lenovo|asus|acer|alcatel|blackberry|xiaomi|redmi|oneplus|oppo|realme|vivo|micromax|karbonn|lava|panasonic|philips|sharp|sanyo|pantech|kyocera|siemens|toshiba|sagem|amoi|spice(?!i2i)|intex|celkon|gionee|coolpad|k-touch|tcl|haier|hisense|meizu|palm|i-mate|google(?!t\d)|microsoft corporation|dell inc\.|hewlett-packard|archos|o2|kwc|sonos)[-_ /:;]{0,3}(?:\1[-_ ])?([a-z0-9][\w+.-]{1,20}(?: [\w+.-]{1,12})?)/gi;

export const makersAnywhere: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mot: "Motorola",
    lg: "LG",
    lge: "LG",
    kwc: "Kyocera",
    redmi: "Xiaomi",
    "sony ericsson": "Sony Ericsson",
    sonyericsson: "Sony Ericsson",
    "microsoft corporation": "Microsoft",
    "dell inc.": "Dell",
    "hewlett-packard": "HP",
    sonos: "SONOS",
  }),
);

/** Toolbar tokens of makers of desktop machines: `MDDSJS` is Dell's, `HPNTDF` is HP's. */
export const desktopMarks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    MAAU: "Asus",
    NP02: "Asus",
    NP06: "Asus",
    NP07: "Asus",
    NP08: "Asus",
    NP09: "Asus",
    ASJB: "Asus",
    ASU2: "Asus",
    MAAR: "Acer",
    MALN: "Lenovo",
    MALE: "Lenovo",
    MALC: "Lenovo",
    MASM: "Samsung",
    SMJB: "Samsung",
    MASA: "Sony",
    MASE: "Sony",
    MASP: "Sony",
    MATB: "Toshiba",
    MATM: "Toshiba",
    MATP: "Toshiba",
    MATR: "Toshiba",
    TNJB: "Toshiba",
    MAMD: "Medion",
    MAMI: "MSI",
    MAGW: "Gateway",
    MAFS: "Fujitsu",
    FSJB: "Fujitsu",
    MDDS: "Dell",
    MDDC: "Dell",
    MDDR: "Dell",
    HPDT: "HP",
    HPMT: "HP",
    HPNT: "HP",
    HPCM: "HP",
    CMDT: "Compaq",
    CMNT: "Compaq",
    CPDT: "Compaq",
    CPNT: "Compaq",
    LCJB: "Lenovo",
    LEN2: "Lenovo",
    ASTE: "Asus",
    MSNJ: "",
    AACR: "Acer",
  }),
);

/** Model numbers of computer makers. */
export const computerCodes: readonly (readonly [RegExp, string])[] = [
  [/^(?:80|81|82|20)[A-Z0-9]{2}(?:[A-Z0-9]{6})?$/, "Lenovo"],
  [/^(?:X|K|N|G|T|UX|GL|FX|TP|S)\d{3}[A-Z]{1,4}$|^K\d{2}[A-Z]{2}$/, "Asus"],
  [/^(?:Predator|TravelMate|Extensa|Nitro|Swift|Aspire) /, "Acer"],
  [/^(?:Satellite|Portege|Tecra|Qosmio)\b/, "Toshiba"],
  [/^(?:Latitude|Inspiron|Precision|OptiPlex|Vostro|XPS)\b/, "Dell"],
  [/^(?:Compaq|Presario)\b/, "Compaq"],
  [/^(?:VGN|VPC|SV[EFPSTDJ])-?\w+/, "Sony"],
  [/^Alienware\b/, "Alienware"],
];

export const makerWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lge: "LG",
    "lg electronics": "LG",
    tpv: "Philips",
    tpvision: "Philips",
    "tp vision": "Philips",
    "htc corporation": "HTC",
    "microsoft corporation": "Microsoft",
    tct: "Alcatel",
    sumsung: "Samsung",
    "acer inc.": "Acer",
    "acer inc": "Acer",
  }),
);

/** Carriers that sell phones under their own name. */
export const carriers: ReadonlySet<string> = new Set(
  "T-Mobile,Turkcell,MTS,MTC,SFR,Vodafone,Orange,Sprint,Verizon,AT&T,Telstra,Optus,MEO,Altice,Beeline,Megafon,O2,Bouygues,TIM,Movistar,Claro,Cricket,U.S. Cellular,Telenor,iida".split(
    ",",
  ),
);

/** Words at the start of a model that do not identify a maker. */
export const commonWords =
  /^(?:tab|tablet|smart|phone|android|box|pro|plus|mini|note|max|lite|ultra|one|new|the|my|full|generic|quad|octa|dual|core|model|device|rockchip|aosp|sprd|vnd|chromebook|unknown|linux|mobile|internet|power|super|magic|mega|modern|media|play|pad|fire|smart[ _-]?phone|smart[ _-]?tv|tv[ _-]?box|android[ _-]?tv|prime|star|sky|hero|dream|vision|energy|touch|wave|spark|joy|life|next|first|master|alpha|force|storm|titan|classic|premium|speed|light|view|style|air|fun|ace|king|elite|legend|connect)$/i;

/** Brands whose models the lists have under another brand, by that brand in lower case. */
export const sisterBrands: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["oppo", new Set(["Realme", "OnePlus"])],
  ["archos", new Set(["Arnova"])],
]);

/** Brands of one company: lists and model numbers mix them up. */
export const houses: readonly ReadonlySet<string>[] = [
  "Xiaomi POCO Redmi",
  "Huawei Honor",
  "ZTE Nubia",
  "Oppo OnePlus Realme",
  "Vivo iQOO",
  "TCL Alcatel",
  "Nokia HMD Microsoft",
  "Motorola Lenovo",
].map((names) => new Set(names.split(" ")));

/** A language and a country in place of a model. */
export const locale =
  /^-?[a-z]{2}(?:[-_](?:[a-z]{2,4}|419))?(?:[-_][a-z]{2})?$|^[a-z]{2}-$|^xx$|^[a-z]{2}-[a-z]{4}-[a-z]{2}$/i;

/** Builds, makers, regions and other text around a model, and what takes its place. */
export const decorations: readonly (readonly [form: RegExp, instead: string])[] = [
  [/^\W+(?=\w)/, ""],
  // Custom systems prefix their name.
  [/^(?:lineage|vnd|aosp)_|^(?:AOSP|Lineage|Baidu Yi) on /i, ""],
  [/^(?:(?:Manufacturer|Model|M|MODEL): ?|Model (?=[A-Z]{2,4}-)|(?:phone|tablet)\/)/, ""],
  [/\s+Build[/ ].*$|\s*Build\/.*$|\s+BUILD\/.*$|\s+MIUI\/.*$/i, ""],
  [/\s+(?:AppleWebKit|Safari|Mobile Safari|Release|Chrome)\b.*$/i, ""],
  [
    /^(HUAWEI|samsung|LGE?|HTC|Xiaomi|vivo|OPPO|motorola|ZTE|ONEPLUS|Meizu|Lenovo|google|Sony|asus|nubia|realme|TCL|Amazon)[ /]\s*(?=\S)/i,
    "$1 ",
  ],
  [/\/[A-Z0-9_.+-]{5,}$/i, ""],
  [/_?-Ver\d+$/, ""],
  // Teclast appends the region.
  [/^((?:[MPT]\d[05](?!\d\d)|ArtPad)\w*)_(?:EEA|ROW)$/, "Teclast $1"],
  [/_(?:EEA|TR|RU|ROW)$/i, ""],
  [/[_\s]+$/, ""],
];

/** Text in the place of a model that is not a model. */
export const noModel =
  /^(?:https?:.*|www\..*|[\w-]{1,20}=.+|fb[a-z]{2,3}\/.*|\S[^\s@]*@\S+|u|wv|rv|arm|arm_64|arm64|x86|x86_64|i686|mobile|tablet|tv|linux|k|wv64|harmonyos|hmscore.*|k\)?|en|unknown|\?+|release(?:\/.*)?|generic|compatible|desktop|touch|android.*|rv:.*|ghostery:.*|aarch64|armv\d.*|googletv.*|wow64|win64|x64|like .*|opera m.*|presto.*|compat.*|api.*|sdk.*|cyanogenmod.*|yunos.*|applewebkit.*|[a-z]{2}-[a-z]{2}-(?!\d).*|nokia x.*series|trident\/.*|iemobile\/.*|[a-z]:\w+|cpu .*|scale\/.*|dpi.*|\d+dpi.*|\d{3,4}x\d{3,4}|\d+(?:\.\d+)+|\d{1,3}|sdk .*|armeabi.*|null|\(?null\)?|[a-z]{2}_[a-z]{2}|gzip)$/i;

/**
 * Position of maker and model in the strings of apps. Office: `(Windows/10.0; Desktop WOW64; en-AU; Desktop
 * app; HP/HP Z240 …)`; Instagram: `Android (23/6.0; 320dpi; 640x1040; OUKITEL; C8; …)`, with the company
 * before the brand; Yahoo: `(vivow; HTC; ADR6350; 2.3.4/GRJ22)`; others: `Android Application (…) - samsung
 * GT-I9300 m0 - UUID`.
 */
export const statedDevices: readonly RegExp[] = [
  /\bAndroid \(\d+\/[\d.]+; \d+dpi; \d+x\d+; (?<maker>[^;/]{1,30})(?:\/(?<brand>[^;]{1,30}))?; (?<model>[^;]{1,40});/,
  /^Yahoo\w+\/[\d.]+ \(Android (?:Mail|Messenger|Weather)[^()]*\) \(\w+; ?(?<maker>[^;]{1,30}); ?(?<model>[^;]{1,40});/,
  / Android Application \([^()]*\) - (?<maker>[\w-]{1,20}) (?<model>[^/]{1,40}?) \S+ - [\dA-F]{8}-/,
  /; (?:Desktop|Mobile) app; (?<maker>[\w .-]{1,30})\/(?<model>[^;)]{1,40})\)/,
  /^[A-Za-z]\w{2,30}\/[\d._]+ \((?<maker>)(?<model>[^;()]{2,40}); Android[ /]/,
  /^Amazon\.com\/[\d.]+ \(Android\/[\d.]+\/(?<maker>)(?<model>[^/)]{1,40})\)/,
  /^Android-Finsky\/[^()]*\([^()]*\bmodel=(?<maker>)(?<model>[^,()]{2,40})/,
  /Manufacturer=(?<maker>[\w ]{1,20});Model=(?<model>[\w ]{1,30})/,
];

/** Machines by Microsoft; its other products are programs: `Microsoft Outlook 16.0.13110`. */
export const microsofts =
  /^$|surface|lumia|xbox|zune|\bkin\b|hololens|\bband\b|^[A-Z]{2}-\d{3,4}|virtual|webtv/i;

/** Text after a maker's name that is not a model. */
export const notAModel =
  /^(?:\d+\.\d+\.\d|mozilla|applewebkit|build|(?:\w+ ?)?browser|version|inc\b|netfront|polaris|obigo|dorado)/i;

/** Maker and model of a feature phone, anywhere in the string. */
export const featurePhone =
  /\b(Nokia ?[\w-]{2,20}|SonyEricsson\w{2,16}|SAMSUNG[-;/ ]{1,2}[\w-]{3,20}|LGE?[-/ ][\w-]{2,16}|MOT-[\w-]{2,16}|HTC[-_ ][\w ]{2,20}|BlackBerry ?\w{0,8}|PantechP?\w{3,12}|ZTE[- ][\w-]{2,14}|Huawei(?=Browser)|Huawei[- ]?[\w-]{2,14})/i;

/** Parts of a comment that are not a machine; a number alone is a year or a build: `(moto g play (2021); …)`. */
export const noMachine =
  /^(?:rv|Linux|Apple Git|SPICEI2I|Profile|Configuration|Windows|Android|MSIE|CPU|Version|Safari|AppleWebKit|Gecko)|^(?:SEC_)?\d+(?:\/|$)/i;

/** Name of a browser or system that follows a feature phone's model. */
export const behindModel = /(?<=\d\w{0,20}) (?:NetFront|MAUI|Obigo|Teleca|Novarra)\b.*/;

/** Identifier of an Apple machine. */
export const appleId =
  /(?:\b|(?<=(?:IC|MD)(?:RU|CR)_))(?:iPhone|iPad|iPod|AppleTV|Watch|MacBookAir|MacBookPro|MacBook|Macmini|iMacPro|iMac|MacPro|Mac|AudioAccessory|RealityDevice)\d{1,2}(?:,|%2C|_)\d{1,2}\b/;

/** Other signs of an Apple machine, with the family if it is known. */
export const appleSigns: readonly (readonly [RegExp, string])[] = [
  [/puffin\/[\d.]+it/i, "iPad"],
  [/puffin\/[\d.]+ip/i, "iPhone"],
  // Excludes browsers on Linux and on phones that send `Macintosh`.
  [
    /(?:macintosh|mac os x|mac_powerpc)(?!.*(?:Epiphany\/|Skyfire\/|Aphone Browser|MorphOS|CriOS\/|FxiOS\/|EdgiOS\/|GSA\/|OPiOS\/))/i,
    "Macintosh",
  ],
  [/darwin\/|applecoremedia/i, ""],
];

/** Words in strings of Apple machines. `apple` alone would match every `AppleWebKit`. */
export const appleWords: readonly string[] =
  "iph ipad ipod (ipa ;ipa mac watch homepod reality darwin/ audioaccessory puffin/ apple/ apple- apple_ apple; apple, applevision appletv applecore"
    .split(" ")
    .concat("apple tv", "apple vision");

/**
 * Versions of three numbers are not part of a model: `Desire HD 1.75.163.2`, `A820 4.1.2 weibo 3.5.2
 * android`, `Nexus S - 4.1.1 - API 16`.
 */
export const versionBehind = /[ _](?:- )?\d+\.\d+(?:\.\d+|[ _]weibo).*/;

/** A digit and no lower-case word: `SM-G900F`, `2201117TG`, but not `Redmi Note 8`. */
export const isCode = /^(?=.*\d)(?!.*[a-z]{3})[\w().+ -]{2,40}$/;

/** Code found by the fallback parser: at least three characters, one of them a digit. */
export const fallbackCode = /^(?=.*\d).{3,}$/;

/** String in which the fallback parser may find a code. */
export const mayBeCode =
  /(?:^|[;(])(?!\s*(?:OPD2|Android [\d.]+[;)]|rv:|CPU |Linux [\w.]+[;)]|MSIE|Windows|Opera))[^;()\d/]*\d[^;()/]*(?:\sBuild\b|[;)])/;

/** End of a code: nothing follows that may belong to it. */
export const afterCode = /^(?:\s+Build\b|\s*[;)/])/;

/** Code of a Samsung phone anywhere in a string. */
export const samsungCode = /\b(?:GT|SM|SGH|SCH|SPH|SHV)-[A-Z]\d{3,4}\w{0,3}\b/i;

/** Mark of a toolbar: four characters for the maker, then up to three letters. */
export const desktopMark = /^([A-Z]{2}[A-Z0-9]{2})[A-Z]{0,3}$/;
