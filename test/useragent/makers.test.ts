import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { rowsOf, tableText } from "../../src/useragent/tables/tables.ts";

const android = (model: string) =>
  `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36`;
const kai = (model: string) => `Mozilla/5.0 (Mobile; ${model}; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2`;
const webos = (inside: string) =>
  `Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36 ${inside}`;
const facebook = (model: string) =>
  `Mozilla/5.0 (Windows NT 10.0.16299.98; osmeta 10.3.3308) AppleWebKit/602.1.1 (KHTML, like Gecko) Version/9.0 Safari/602.1.1 [FBAN/FBW;FBAV/140.0.0.232.179;FBDV/WindowsDevice;FBMD/${model};FBSN/Windows]`;
const odin = (inside: string) =>
  `Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.182 Odin/88.4324.2.10 Safari/537.36 Model/Hisense-MT9602 ${inside}`;
const instagram = (phone: string) => `Instagram 83.0.0.20.111 Android (24/7.0; 320dpi; 640x1040; ${phone})`;

const rows: readonly (readonly [agent: string, vendor: string])[] = [
  // Product lines of a single maker.
  [android("RugKing 2"), "Ulefone"],
  [android("Reno9 Pro"), "Oppo"],
  [android("Fire 9 Mini"), "Doogee"],
  [android("Fire HD 8"), "Amazon"],
  [android("WAVE 9C"), "Blackview"],
  [android("Hero 7"), ""],
  [android("HERO"), ""],
  [android("TIGER 13"), "OSCAL"],
  // Model codes of three characters need the same maker by number and by first letters.
  [android("MX4"), "Meizu"],
  [android("A33"), "Oppo"],
  [android("C71"), ""],
  // Codes of five characters are ambiguous, those of seven are certain.
  [android("AT701"), ""],
  [android("LT900"), ""],
  [android("7070X_EEA"), "Alcatel"],
  // Maker's name from the string or from the table, with or without a word after it.
  [android("AGM_H3"), "AGM"],
  [android("X96Pro"), ""],
  // Model codes match whole words only.
  [android("TB-8505F"), "Lenovo"],
  [android("TB-B01"), ""],
  [android("U8950-51"), "Huawei"],
  [android("C105-E0"), ""],
  [android("FLY IQ4415"), "Fly"],
  [android("SELDOM OPTIMUM 5501"), ""],
  [android("SH-M12"), "Sharp"],
  [android("SH60 2GB"), ""],
  // Microsoft made the later Lumia models.
  ["Mozilla/5.0 (Windows NT 10.0; ARM; Lumia 640 LTE) Gecko", "Microsoft"],
  ["Mozilla/5.0 (Windows NT 10.0; ARM; Lumia 730 Dual SIM) Gecko", "Nokia"],
  ["Mozilla/5.0 (Windows NT 6.2; ARM; Touch; rv:11.0; WPDesktop; Lumia 535) like Gecko", "Microsoft"],
  // webOS televisions of other makers have `LGE` in the string too.
  [webos("LG Browser/8.00.00(LGE; 55UK6300PLB; 04.4)"), "LG"],
  [webos("LG Browser/8.00.00(LGE; OLED55C19LA; 04.4)"), "LG"],
  [webos("LG Browser/8.00.00(LGE; SNY55WOS; 04.4)"), ""],
  [webos("LG Browser/8.00.00(LGE; 50SFSW6M; 04.4)"), ""],
  // The vendor part on televisions is a known or unknown name, or not a name.
  ["HbbTV/1.5.1 (+DRM; Seldoma; X1; 1.0; 1.0;) CE-HTML/1.0", "Seldoma"],
  ["HbbTV/1.5.1 (+DRM; JVC-CVTE; X1; 1.0; 1.0;) CE-HTML/1.0", "JVC"],
  ["HbbTV/1.5.1 (+DRM; CUS:OEM; X1; 1.0; 1.0;) CE-HTML/1.0", ""],
  ["HbbTV/1.5.1 (+DRM; 93FZTK2; X1; 1.0; 1.0;) CE-HTML/1.0", ""],
  // Brand of phones that others built for Google.
  [android("Nexus 5"), "Google"],
  [android("Nexus S"), "Google"],
  [android("Galaxy Nexus"), "Samsung"],
  // Spice's models have three digits, unlike Xiaomi's with the same prefix.
  [android("Mi707"), "Spice"],
  [android("Mi-310"), "Spice"],
  [android("Mi 10"), "Xiaomi"],
  // Not makers: an advertising id, and a maker's name followed by a version.
  ["TIANQIN61M_11C_HW (MRE/3.1.00(64);MAUI/x;INDEX/004;SPICEI2I/005;GAMELOFT/006;", ""],
  [
    "Mozilla/5.0 (Linux; Android 9.0.0; P1 Build/PQ3B.190801.002; wv-atv; mse) Google/1.0.0 AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/43.0.2357.65 Mobile Safari/537.36",
    "",
  ],
  // A model name of one digit.
  [
    "Mozilla/5.0 (X11; Linux x86_64; PICO 4 OS5.4.0 like Quest) AppleWebKit/537.36 (KHTML, like Gecko) PicoBrowser/3.3.28 Chrome/105.0.5195.68 VR Safari/537.36",
    "Pico",
  ],
  // Silk instead of Safari on a desktop: a Kindle in desktop mode.
  [
    "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_3; en-us; Silk/1.1.0-80) AppleWebKit/533.16 (KHTML, like Gecko) Version/5.0 Safari/533.16 Silk-Accelerated=true",
    "Amazon",
  ],
  [
    "Mozilla/5.0 (Apple Vision; CPU OS 1_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
    "Apple",
  ],
  // Codes in the patterns of their makers.
  [android("Marie-AL10"), "Huawei"],
  [android("ZTE-Z831"), "ZTE"],
  [android("LGE-AN10"), "Honor"],
  [android("LGE-E430"), "LG"],
  [android("MZBABCDIN"), "Xiaomi"],
  [android("PEAM00_A1"), "Oppo"],
  [android("iPA2512"), "Vivo"],
  [android("Quest 453"), "QUMO"],
  [android("Quest 3"), "Meta"],
  [android("75UCY4-G"), "DEXP"],
  [android("VOLTA5"), "ONYX BOOX"],
  // Patterns that take precedence over names and lists, because these models resemble other makers'.
  [android("QUANTUM_500_Lite"), "GoClever"],
  [android("Quantum Fly"), "Quantum"],
  [android("Vivo XI PLUS"), "Blu"],
  [android("vivo 1904"), "Vivo"],
  [android("AGM3-AL09HN"), "Honor"],
  [android("AGM H3"), "AGM"],
  [android("Venus_X16"), "Hotwav"],
  [android("Venus V7"), "Vestel"],
  [android("LIFETAB_E10310"), "Medion"],
  [android("P50_T_ROW"), "Teclast"],
  [android("Lenovo P780_ROW"), "Lenovo"],
  [android("AN7CG3"), "Arnova"],
  [android("H8416"), "Sony"],
  [android("AFTSO001"), "JVC"],
  [android("AFTTOR001"), "Panasonic"],
  [android("AFTMD001"), "TCL"],
  [android("NEO-X8-H"), "Minix"],
  [android("Switch OLED"), "Nintendo"],
  [android("LG-P999"), "LG"],
  [android("2PYB2"), "HTC"],
  [android("9020A"), ""],
  [android("A500"), "Acer"],
  [android("Z520"), "Acer"],
  [android("S570"), "DEXP"],
  [android("SHG12"), "Sharp"],
  [android("HEY3-N20"), "Honor"],
  [android("Titan P8000 PRO"), "iHunt"],
  [android("C07003"), "Nomi"],
  [android("Atlantic454"), "Oysters"],
  [android("ST70208-4"), "Trekstor"],
  [android("NYX_SKY"), "NYX Mobile"],
  [android("PowerFiveMaxLite"), "Highscreen"],
  [android("EZpad 5SE"), "Jumper"],
  [android("Y6 2019"), "Huawei"],
  [android("43FS38B"), "bq"],
  [android("T1030S_EEA"), "Alldocube"],
  [android("T50HD_EEA"), "Teclast"],
  [android("DL5003QL"), "DigiLand"],
  [android("ETL-T970"), "Etuline"],
  [android("Eagle_1074"), "Krüger&Matz"],
  [android("LEX650"), "LeEco"],
  [android("MS457"), "Maxcom"],
  [android("MS550"), "DEXP"],
  [android("O+ Sonic"), "O+"],
  [android("TM-MID794D"), "Touchmate"],
  [android("TM-5009"), "teXet"],
  [android("WO 9 Ultra"), "W&O"],
  [android("RT8"), "Oukitel"],
  [android("F2_Color5_5"), "Zopo"],
  [android("AX1070e"), "Bmobile"],
  [android("AX503"), "Allview"],
  [android("1603-A03"), "Qihoo 360"],
  [android("ALH-BD00"), "Hi Nova"],
  [android("ALH-AL00"), "Huawei"],
  [android("TAB R7"), "Hotwav"],
  [android("Energy Phone Pro"), "EnergySistem"],
  [android("Energy400"), "Energizer"],
  [android("Quattro L52 VR"), "Karbonn"],
  [android("PrimuxKappa"), "Primux"],
  [android("TPC_8074G"), "Vivax"],
  [android("TPC-1050"), "Jaytech"],
  [android("eSmart M3"), "Switel"],
  [android("Hongmi 4A"), "Xiaomi"],
  [android("Reno 5"), "Oppo"],
  [android("Fundroid MB216"), "multibox"],
  [android("ThinkSmart View"), "Lenovo"],
  [android("PAX A920"), "PAX"],
  [android("Vi10Pro"), "Chuwi"],
  [android("TY55_1"), "Telly"],
  [android("SS5724G"), "SOHO STYLE"],
  // Since 2020 only Honor's codes end in `AN` or `NX` (5G). Huawei's earlier models with such codes are
  // listed.
  [android("ZQQ-AN00"), "Honor"],
  [android("ZQQ-NX9"), "Honor"],
  [android("ZQQ-AL00"), "Huawei"],
  [android("OCE-AN10"), "Huawei"],
  [android("WGR-AN19"), "Huawei"],
  [android("UMX U693CL"), "Unimax"],
  [android("BALMUDA Phone"), "BALMUDA"],
  // The model is at the start of the string, or in another app's format.
  ["ivooxApp/2.281.428_428 (G8341; Android 9; d:420031; E5A4)", "Sony"],
  ["[FBAN/FB4A;FBAV/10.0.0.28.27;FBPN/com.facebook.katana;FBDV/Nexus 5;FBSV/4.4.3;FBOP/1;]", "Google"],
  ["NetFront/4.2 (BMP 1.0.4; U; en-us; LG; NetFront/4.2/AMB) Boost LG272 MMP/2.0 Profile/MIDP-2.1", "LG"],
  ["Mozilla/5.0 (Linux; Android 13) [FBAN/EMA;FBLC/en_US;FBAV/310.0.0.8.112]", ""],
  ["m2 note/4.5 Linux/3.10.65 Android/5.1 Release/07.29.2015 Browser/Chrome40.0.2214.114", "Meizu"],
  [android("MI 1S"), "Xiaomi"],
  [android("Mi9 Lite"), "Xiaomi"],
  [android("M2001C3K3I"), "Xiaomi"],
  [android("HW-CHM-CL00"), "Huawei"],
  [android("ABR-AL60"), "Huawei"],
  [android("TB3-710F"), "Lenovo"],
  [android("VIBE X2"), "Lenovo"],
  [android("C5215"), "Kyocera"],
  [android("C6730"), "Kyocera"],
  [android("C6903"), "Sony"],
  [android("T509K"), "TCL"],
  [android("XELIO_10_HD"), "Odys"],
  [android("A701"), "Acer"],
  [android("BL9000"), "Blackview"],
  [android("Active 8 Pro"), "Blackview"],
  [android("Tab 50 WiFi"), "Blackview"],
  [android("S200 Plus"), "Doogee"],
  [android("40LEX_7143_FTS2C"), "BBK"],
  [android("Stellar-X5"), "Crosscall"],
  [android("TC75"), "Zebra"],
  [android("RT10A"), "Honeywell"],
  [android("100135923"), "ONN"],
  [android("RG556"), "ANBERNIC"],
  [android("RG655"), "RugGear"],
  [android("P80H(D1C2)"), "Teclast"],
  [android("V3991AN"), ""],
  [android("V2415A"), "Vivo"],
  [android("PA2473"), "Vivo"],
  [android("Y50t"), "Vivo"],
  [android("FP6"), "Fairphone"],
  [android("bluejay"), "Google"],
  [android("REVVL 6 5G"), "T-Mobile"],
  [android("Jelly Star"), "Unihertz"],
  [android("VIA M40"), "Casper"],
  [android("G0310WW"), "Blu"],
  [android("Hi10 pro"), "Chuwi"],
  [android("Mudita Kompakt"), "Mudita"],
  [android("FiiO M11S"), "FiiO"],
  // OnePlus and Oppo use the same series of codes; OnePlus' models are listed.
  [android("CPH2659"), "Oppo"],
  [android("CPH2655"), "OnePlus"],
  [android("CPH2380"), "Oppo"],
  // Oppo and OnePlus number in one series: a code without a row has no maker.
  [android("CPH2999"), ""],
  [android("PZZ110"), ""],
  [android("OPD2999"), ""],
  [android("OPD2202"), "Oppo"],
  // Number series of Alcatel and TCL.
  [android("7048Q"), "Alcatel"],
  [android("6159K"), "TCL"],
  [android("9466X"), "TCL"],
  // Huawei's codes have three letters; longer ones need a suffix that only Huawei uses.
  [android("VOG-L29"), "Huawei"],
  [android("SELDO-S20"), ""],
  // KaiOS: maker and model, or a code.
  [kai("Multilaser_ZAPPER"), "Multilaser"],
  [kai("LYF/F300B/LYF-F300B-000-01-01-010101"), "LYF"],
  [kai("3078A"), "Alcatel"],
  // Televisions built by one company for another's brand.
  [webos("LG Browser/8.00.00(LGE; OV43250; 04.41.53; 0x00000001; DTV_C22L)"), "ONVO"],
  [webos("LG Browser/8.00.00(LGE; 43UR78006LK; 04.41.53; 0x00000001; DTV_C22L)"), "LG"],
  [webos("HbbTV/1.5.1 (+DRM; LGE/KONKA/ONVO; X1; WEBOS5.0 04.40.70; W50_K6LP;)"), "ONVO"],
  [webos("HbbTV/1.5.1 (+DRM; LGE; 55NANO796NE; WEBOS5.0 04.40.70; W50_K6LP;)"), "LG"],
  [
    "Opera/9.80 (Linux mips; ) Presto/2.12.407 Version/12.51 MB97/0.39.24.3 (FINLUX, Mxl661L32, wireless) VSTVB_MB97",
    "Finlux",
  ],
  [
    "Opera/9.80 (X11;Linux armv7i;NETRANGEMMH;HbbTV/1.1.1;CE-HTML/1.0;Vendor/THOMSON;SW-Version/V8) Presto/2.12",
    "Thomson",
  ],
  [
    "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.124 Safari/537.36 CrKey/1.0.999999 VIZIO SmartCast(Conjure/MTKC FW/1.7 Model/V505-J09)",
    "Vizio",
  ],
  [odin("VIDAA/6.0(TOSHIBA;SmartTV;43C350LE;MTK9602/V0000;UHD;43C350LE;)"), "Toshiba"],
  [odin("VIDAA/6.0(FLEXY_HK;SmartTV;VT0675UD1;MTK9602/V0000;UHD;)"), "FLEXY"],
  [odin("HbbTV/1.6.1 (+DRM;VIDAA;2023_VS0643FD2_0104_AKAI;V0104.07.00W;;)"), "Akai"],
  [odin("FVC/8.0 (HITACHI; MB180; ) TiVoOS/1.0.0 (Vestel MB180 HITACHI)"), "Hitachi"],
  [odin("TiVoOS/1.0.0 (Vestel MB181 JVC) SmartTvA/3.0.0"), "JVC"],
  [
    "Opera/9.80 (Linux armv6l; U; NETRANGEMMH;HbbTV/1.1.1;CE-HTML/1.0;PEAQ LF1V389; en) Presto/2.10.250 Version/11.60",
    "PEAQ",
  ],
  [
    "Opera/9.80 NETTV/4.5.0 Mozilla/5.0 (Linux armv7i; U; en) Tbrowser/2.0 _TV_/V8-NT563LA-LF1V408 (Panasonic_S,43D1200,wireless)",
    "Panasonic",
  ],
  // Apps with a separate field for the maker.
  [instagram("OUKITEL; C8; C8; mt6580; en_US"), "Oukitel"],
  [instagram("Vanzo/DOOGEE; X10S; X10S; mt6580; en_US"), "Doogee"],
  [instagram("samsung/verizon; SCH-I405; SCH-I405; smdkc110; en_US"), "Samsung"],
  [instagram("samsung/google; Galaxy Nexus; maguro; tuna; de_DE"), "Samsung"],
  ["YahooMobileMessenger/1.0 (Android Mail; 1.4.4) (lexikon; HTC; ADR6325; 2.2/FRF91)", "HTC"],
  [
    "Seldom Android Application (13, seldom v2.1) - LGE LG-P700 lge - 00000000-0B57-AA27-0A86-171E6A341DD1",
    "LG",
  ],
  // Maker from the build id: written before the model, or of a phone sold by a carrier.
  [android("SHR-AN00 Build/WIKOSHR-AN00"), "Wiko"],
  [android("BLM-00 Build/HUAWEIBLM-00"), "Huawei"],
  [android("T-Mobile myTouch Build/HuaweiU8680"), "Huawei"],
  [android("T-Mobile myTouch Build/GRJ22"), "T-Mobile"],
  // UC Browser without Android, Firefox OS, late Symbian, Sega.
  [
    "UCWEB/2.0 (Linux; U; Opera Mini/7.1.32052/30.3697; en-US; WALTON_Primo_C1) U2/1.0.0 UCBrowser/9.0.2.389",
    "Walton",
  ],
  ["Mozilla/5.0 (Mobile; Open C; rv:28.0) Gecko/28.0 Firefox/28.0", "ZTE"],
  ["Mozilla/5.0 (Mobile; rv:28.0) Gecko/28.0 Firefox/28.0", ""],
  [
    "Mozilla/5.0 (Symbian; U; N8-00; xx) AppleWebKit/534.3 (KHTML, like Gecko) MiniBrowserMobile/4.0",
    "Nokia",
  ],
  ["Mozilla/3.0 (DreamPassport/2.1)", "Sega"],
  ["sharp wd browser/1.0[ja](WMC100/1.0) AVE-Front/2.0(BrowserInfo Screen=640x480x256)", "Sharp"],
  [
    "MOT-MT870_TD/1.0 Android/2.3 (Linux; Android) Browser/WAP 2.0 (AppleWebKit 533.1) Profile/MIDP-2.0",
    "Motorola",
  ],
  ["Mozilla/5.0 (Linux; U; Android 4.0.4; pl-pl; OV-TB-08 II Build/IMM76D) AppleWebKit/534.30", "Overmax"],
  [
    "Mozilla/5.0 (DigitalMediaPlayer; Walkman/NW-X1000 Series/1.00; like Gecko; wireless) NetFront/3.4",
    "Sony",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; Pico Neo 3 Pro OS5.9.9.0 like Quest) AppleWebKit/537.36 (KHTML, like Gecko) PicoBrowser/3.3.46 VR Safari/537.36",
    "Pico",
  ],
  [android("32HK30G_-Ver01"), "Kivi"],
  [android("SMART TV"), ""],
  // Codes match completely: a date in front, or a letter before the digits, is part of the pattern.
  [android("22041216UG"), "Xiaomi"],
  [android("20180101M"), ""],
  [android("SM-A536B"), "Samsung"],
  [android("SMP35-200"), ""],
  [android("GT40promax"), ""],
  [android("G8VOU"), "Google"],
  [android("G7106"), ""],
  [android("TZ791b"), "Irbis"],
  [android("TQ55UFBTV1"), "Tuvio"],
  [android("YNDX-00072"), "Yandex"],
  // A product line counts if the maker's other codes agree; contradicting evidence gives no maker.
  [android("Reno11 Pro"), "Oppo"],
  [android("RMD-1121"), "Ritmix"],
  [android("OnePAD 90"), ""],
  [android("Royal R3"), ""],
  [android("RainbowII 3G"), ""],
  // Short names in the table that several makers use.
  [android("MAX 5"), ""],
  [android("Optimus G"), "LG"],
  // Microsoft's devices, and Microsoft's programs, which are not devices.
  [
    "Microsoft Office/16.0 (Microsoft Outlook 16.0.13110; Pro), Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
    "",
  ],
  ["Microsoft URL Control - 6.01.9782", ""],
  ["ExampleApp/1 Windows Phone/10.0 Microsoft; Lumia 550", "Microsoft"],
  // MiuiBrowser does not identify the phone's maker.
  [
    "Mozilla/5.0 (Linux; U; Android 13; ru-ru; N6000 Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/13.37.1-gn",
    "",
  ],
  // Facebook's app on Windows, with the model of the computer.
  [facebook("HP Spectre x360"), "HP"],
  [facebook("Latitude 7490"), "Dell"],
  [facebook("81AX"), "Lenovo"],
  [facebook("UX430UN"), "Asus"],
  [facebook("To be filled by O.E.M."), ""],
  // Japanese carriers' codes: letters for the maker.
  ["Mozilla/4.0 (jig browser web; 1.0.4; 830SH)", "Sharp"],
  ["Mozilla/4.0 (jig browser 7.0.9; D905i)", "Mitsubishi"],
  ["Mozilla/4.0 (compatible; MSIE 6.0; KDDI-HI3G) Opera 8.60 [ja]", "Hitachi"],
  ["SoftBank/1.0/709SC/SCJ001/SN0 Browser/NetFront/3.3", "Samsung"],
  ["Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 7.11) HPiPAQ614/1.0 (PPC; 240x320)", "HP"],
  [
    "Mozilla/5.0 (SymbianOS/9.2; U; Series60/3.1 Samsung/SGH-i570/BUGH1 Profile/MIDP-2.0) AppleWebKit/413 (KHTML, like Gecko) Safari/413",
    "Samsung",
  ],
];

test.each(rows)("the maker in %s", (agent, vendor) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ vendor });
});

test.each([
  [
    "Mozilla/4.0 (compatible; Linux 2.6.22) NetFront/3.4 Kindle/2.5 (screen 600x800; rotate)",
    "Amazon",
    "Kindle 2.5",
  ],
  [
    "Mozilla/5.0 (hp-tablet; Linux; hpwOS/3.0.5; U; xx) AppleWebKit/534.6 (KHTML, like Gecko) wOSBrowser/234.83 Safari/534.6 TouchPad/1.0",
    "HP",
    "TouchPad",
  ],
  [
    "Mozilla/5.0 (Linux; U; Android 2.0; en-us;) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1 (Kobo Touch)",
    "Kobo",
    "Touch",
  ],
])("the reader or tablet in %s", (agent, vendor, name) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ vendor, name, formFactor: "tablet" });
});

test("marketing names are used for Samsung only", () => {
  expect(lookupUserAgent(android("GT-I9300")).device).toMatchObject({ name: "Galaxy S III" });
  expect(lookupUserAgent(android("GT-N7100")).device).toMatchObject({ name: "Galaxy Note II" });
});

const models: readonly (readonly [agent: string, vendor: string, name: string, formFactor: string])[] = [
  [
    "UCWEB/2.0(BlackBerry; U; 5.2.0.57; en-us; 9700/5.2.0.57) U2/1.0.0 UCBrowser/8.1.0.216 U2/1.0.0 Mobile",
    "BlackBerry",
    "9700",
    "mobile",
  ],
  ["Huawei/1.0/0HuaweiG6620/SW03 Browser/Obigo-Browser/Q03C MMS/Obigo-MMS/1.2", "Huawei", "G6620", "mobile"],
  [
    "BrightSign/8.0.48 (XT1144-W)Mozilla/5.0 (X11; Linux aarch64) AppleWebKit/537.36",
    "BrightSign",
    "XT1144-W",
    "embedded",
  ],
  [
    "Opera/9.80 (Linux mips; ) Presto/2.12.407 Version/12.51 MB95/3.3.6.X (TOSHIBA, Si2156LG40, wired)",
    "Toshiba",
    "Si2156LG40",
    "tv",
  ],
  [android("BTV-W09"), "Huawei", "BTV-W09", "tablet"],
  [android("myA9 DTV"), "MyPhone", "myA9 DTV", "mobile"],
  [android("EPICO 4K"), "", "EPICO 4K", "tv"],
];

test.each(models)("maker, model and form of %s", (agent, vendor, name, formFactor) => {
  const { device } = lookupUserAgent(agent);
  expect(device).toMatchObject({ formFactor });
  if (vendor !== "") expect(device).toMatchObject({ vendor });
  if (name !== "" && vendor !== "Huawei" && vendor !== "MyPhone") expect(device).toMatchObject({ name });
});

test.each([
  "Googlebot/2.1 (+http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "GoogleHC/1.0",
  "Thunderbird/115.10",
  "Pocket Casts",
])("%s: a maker's name in a program's name is not a device", (agent) => {
  expect(lookupUserAgent(agent)).toMatchObject({ device: { formFactor: "" } });
});

test.each([
  ["SonyEricssonK750i/R1CA Browser/SEMC-Browser/4.2 Profile/MIDP-2.0", "Sony Ericsson", "K750i"],
  ["ALCATEL-OT-355D", "Alcatel", "OT-355D"],
  ["Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16", "", ""],
])("%s", (agent, vendor, name) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ vendor, name });
});

test("a feed reader that names a similar bot is a feed reader", () => {
  const agent = "Inoreader/1.0 (+http://www.inoreader.com/; like FeedFetcher-Google)";
  expect(lookupUserAgent(agent)).toMatchObject({ device: { type: "feed" }, browser: { name: "Inoreader" } });
});

test.each([
  "Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)",
  "Feedly/1.0 (5 subscribers)",
  "Feedly Favicon Fetcher (https://feedly.com/)",
])("%s: a fetcher for subscribers is a service, not a person's reader", (agent) => {
  expect(lookupUserAgent(agent)).toMatchObject({
    device: { type: "bot" },
    bot: { name: "Feedly", category: "feed" },
  });
});

test.each([
  // A full name in the string takes precedence over the table; a code gets the table's name.
  ["Nokia Streaming Box 8000", "Nokia", "Streaming Box 8000"],
  ["P300(Funbook)", "Micromax", "P300"],
  ["motorola one 5G ace", "Motorola", "one 5G ace"],
  ["INTEX ELYT E6", "Intex", "ELYT E6"],
  ["SAMSUNG SM-G991B", "Samsung", "Galaxy S21 5G"],
  // The model's name contains parentheses.
  ["moto g(50)", "Motorola", "moto g(50)"],
  ["moto g(7) power Build/QPY30.52", "Motorola", "moto g(7) power"],
  ["moto g(60) Build/RRI31; wv", "Motorola", "moto g(60)"],
  ["moto g power (2022)", "Motorola", "moto g power (2022)"],
  ["moto g play (2021) Build/RZAS31; wv", "Motorola", "moto g play (2021)"],
  ["phone/Nexus 5 Build/LRX22C", "Google", "Nexus 5"],
])("the name of %s", (model, vendor, name) => {
  expect(lookupUserAgent(android(model)).device).toMatchObject({ vendor, name });
});

test.each([
  [
    "UCWEB/2.0 (Windows; U; wds 8.10; de-DE; Microsoft; RM-1077_1011) U2/1.0.0 UCBrowser/4.2.1.541",
    "Microsoft",
  ],
  ["HTC_Maple_S520 Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 8.12; MSIEMobile 6.0)", "HTC"],
  // 2021 is a year here, although a Coolpad model has this number.
  ["Xyz/1.0 (moto g play (2021); motorola moto g play (2021); Android 11)", ""],
])("%s has the maker %s", (agent, vendor) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ vendor });
});

const samsungs = (model: string) =>
  `Mozilla/5.0 (Linux; Android 11; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/17.0 Chrome/96.0.4664.104 Mobile Safari/537.36`;

test.each([
  [android("GQML3"), "Google", "GQML3"],
  // Pixel codes never have two letters followed by three digits.
  [android("GN878"), "Gionee", "GN878"],
  [android("Quantum TA2D5P01"), "Digma", "Quantum TA2D5P01"],
  [android("Kids 1247C WS1251PL"), "Digma", "Kids 1247C WS1251PL"],
  [android("Y53s 5G"), "Vivo", "Y53s 5G"],
  [android("MI_PLAY"), "Xiaomi", "MI PLAY"],
  [android("HP Chromebook x360 11 G1 EE Build/R92-13982.69.0"), "HP", "Chromebook x360 11 G1 EE"],
  // Maker of the device, not of the system or the browser.
  [android("AOSP on Duma"), "", "Duma"],
  [android("lineage_A6020"), "Lenovo", "A6020"],
  [samsungs("SAMSUNG Redmi Note 9S"), "Xiaomi", "Redmi Note 9S"],
  [samsungs("SAMSUNG SM-G991B"), "Samsung", "Galaxy S21 5G"],
  // Fire TV on televisions of other makers.
  [android("AFTKMST12 Build/PS7681; wv"), "Toshiba", "Fire TV Edition 4K"],
  [android("AFTRS Build/PS7681; wv"), "Element", "Fire TV Edition 4K"],
  [android("AFTN Build/PS7681; wv"), "Amazon", "Fire TV (Gen 3)"],
  [android("KFAUWI"), "Amazon", "Fire 7 (2017)"],
  [
    "Mozilla/4.08 (Dtv; TSBNetTV/T32013713.0203.7DD; TVwithVideoPlayer; like DTVNetBrowser/2.2)",
    "Toshiba",
    "",
  ],
  ["Linux UPnP/1.0 Sonos/53.3-71050 (MDCR_Macmini8,1)", "Apple", "Mac Mini (2018)"],
  [
    "Microsoft Office OneNote/16.0.11929.20436 (Windows/10.0; Desktop WOW64; en-AU; Desktop app; HP/HP Z240 Tower Workstation)",
    "HP",
    "Z240 Tower Workstation",
  ],
  [
    "Mozilla/5.0 (Linux; Tizen 2.2; SEC_SC-03F) AppleWebKit/537.3 (KHTML, like Gecko) Version/2.2",
    "Samsung",
    "SC-03F",
  ],
  ["HD2_T8585 Opera/9.7 (Windows NT 5.1; U; xx)", "HTC", "HD2_T8585"],
])("%s", (agent, vendor, name) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ vendor, name });
});

test("the controller of loudspeakers is the device that it runs on", () => {
  const of = (inside: string) => lookupUserAgent(`Linux UPnP/1.0 Sonos/52.13-69030 (${inside})`).device;
  expect(of("ICRU_iPhone10,3")).toMatchObject({ formFactor: "mobile", vendor: "Apple", name: "iPhone X" });
  expect(of("ZPS12")).toMatchObject({ formFactor: "embedded", vendor: "SONOS" });
});

test("each maker has one spelling", () => {
  const listed = tableText("models")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.split("\t")[1] ?? "");
  const others = [...rowsOf("recent-models"), ...rowsOf("model-codes")].map(([maker = ""]) => maker);
  const flat = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const spellings = [...Map.groupBy(new Set([...listed, ...others]), flat).values()];
  expect(spellings.filter(({ length }) => length > 1).map((all) => all.join(" = "))).toEqual([]);
});

test.each([
  ["Lenovo A820_4.1.2_weibo_3.5.2_android", "A820"],
  [android("HTC Desire HD 1.75.163.2"), "Desire HD"],
  [android("Nokia 7.2"), "7.2"],
])("no version after the model in %s", (agent, name) => {
  expect(lookupUserAgent(agent).device).toMatchObject({ name });
});
