/** Machines and makers by forms of their own. Source: makers' pages and own collection of strings, 2026-11. */

/** Letters of the maker in Japanese models. */
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

export const consoles: readonly (readonly [RegExp, string, string])[] = [
  [/PlayStation Vita|PS ?Vita/i, "Sony", "PlayStation Vita"],
  [/PlayStation Portable|PSP \(/i, "Sony", "PlayStation Portable"],
  [/\bPS(\d)\b/, "Sony", "PlayStation $1"],
  [/PlayStation ?(\d)(?: Pro)?/i, "Sony", "PlayStation $1"],
  [/(New Nintendo 3DS|New 3DS)/i, "Nintendo", "New 3DS"],
  [/Nintendo WiiU/i, "Nintendo", "Wii U"],
  [/Nintendo (3DS|Switch 2|Switch|Wii|DSi|DS)/i, "Nintendo", "$1"],
  [/\bXbox[ _]Series[ _]X/i, "Microsoft", "Xbox Series X"],
  [/\bXbox[ _]Series[ _]S/i, "Microsoft", "Xbox Series S"],
  [/\bXbox X\b/, "Microsoft", "Xbox X"],
  [/\bXbox[ _]?One/i, "Microsoft", "Xbox One"],
  // Later ones say which they are.
  [/\bXbox 360|\bMSIE .*\bXbox|\bXbox\/2\.0/i, "Microsoft", "Xbox 360"],
  [/\bXbox/i, "Microsoft", "Xbox"],
  [/\bOUYA\b/i, "OUYA", "OUYA"],
  [/Dream(?:cast|Passport|Key)\b/i, "Sega", "Dreamcast"],
  [/SEGASATURN/, "Sega", "Saturn"],
  [/Steam Deck/, "Valve", "Steam Deck"],
  [/Archos GamePad|ARCHOS GAMEPAD/i, "Archos", "Gamepad"],
];

/** Linux tablets and phones, and Kindles that do not name Android. */
export const otherDevices: readonly (readonly [RegExp, string, string])[] = [
  [/QtCarBrowser|\bTesla\/(?:\d|terminal-)|TeslaBrowser/, "Tesla", ""],
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
  [/Maemo.*\b(N[89]\d0)\b/, "Nokia", "$1"],
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
  [/\bMaemo\b.*\b(N770)\b/i, "Nokia", "$1"],
  [/^Apple-PubSub\/|^AppleSyndication\/|^AirPlay\//, "Apple", ""],
  [/PocketBook\/(\d{3,4}\w?)\b/i, "PocketBook", "$1"],
  [/\bPDA; (SL-\w+)/, "Sharp", "Zaurus $1"],
  [/; (EBRD\d{4})/, "Sony", "$1"],
  [/\bFamilyHub\b/, "Samsung", "Family Hub"],
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

/** Makers whose name and model may stand in any string, as apps and feature phones put them. */
export const makerAndModel =
  /(?:^|[^a-z])(htc|samsung|sony ?ericsson|sony|lge?|motorola|mot|nokia|huawei|zte|lenovo|asus|acer|alcatel|blackberry|xiaomi|redmi|oneplus|oppo|realme|vivo|micromax|karbonn|lava|panasonic|philips|sharp|sanyo|pantech|kyocera|siemens|toshiba|sagem|amoi|spice(?!i2i)|intex|celkon|gionee|coolpad|k-touch|tcl|haier|hisense|meizu|palm|i-mate|google(?!t\d)|microsoft corporation|dell inc\.|hewlett-packard|archos|o2|kwc|sonos)[-_ /:;]{0,3}(?:\1[-_ ])?([a-z0-9][\w+.-]{1,20}(?: [\w+.-]{1,12})?)/i;

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

/** Toolbars' marks of the makers of desktop machines: `MDDSJS` is Dell's, `HPNTDF` is HP's. */
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

/** How makers of computers number models. */
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
  "T-Mobile,Turkcell,MTS,MTC,SFR,Vodafone,Orange,Sprint,Verizon,AT&T,Telstra,Optus,MEO,Altice,Beeline,Megafon,O2,Bouygues,TIM,Movistar,Claro,Cricket,U.S. Cellular,Telenor".split(
    ",",
  ),
);
