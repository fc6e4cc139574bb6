/**
 * Operating systems by parts of the string. Rows in order: a system that imitates another comes before the
 * other. Source: own collection of strings, makers' and projects' pages, 2026-11.
 */

import type { Condition, VersionAt } from "./row.ts";

/**
 * Notation of the version: with underscores; a number of Windows, iOS, Darwin, LG's webOS or Gecko; or a name
 * of Ubuntu.
 */
export type ReadAs =
  | "dots"
  | "android"
  | "windows"
  | "windows-phone"
  | "ios"
  | "darwin"
  | "webos"
  | "gecko"
  | "sunos"
  | "explorer-mobile"
  | "ubuntu"
  | "mac-darwin";

export interface OsRow extends Condition {
  readonly name: string;
  /** The words may be inside other words: `MyAndroidApp`. Without it a row with no `only` matches whole words. */
  readonly within?: true;
  readonly at?: VersionAt;
  readonly read?: ReadAs;
  /** `pattern` if the system is inferred from a product that was made for it. */
  readonly evidence?: "pattern";
}

const rows: readonly OsRow[] = [
  { words: ["nuttx"], name: "NuttX", at: [/NuttX\/(\d[\d.]*)/] },
  { words: ["minix "], name: "MINIX", only: /\bMinix \d/, at: [/Minix (\d[\d.]*)/] },
  { words: ["arcaos"], name: "ArcaOS", at: [/ArcaOS (\d[\d.]*)/] },
  { words: ["ghostbsd"], name: "GhostBSD", at: [/GhostBSD\/(\d[\d.]*)/] },
  { words: ["electrobsd"], name: "ElectroBSD" },
  { words: ["kolibrios"], name: "KolibriOS" },
  { words: ["(next)"], name: "NeXTSTEP", only: /\(NEXT\)/ },
  { words: ["ultrix"], name: "ULTRIX", at: [/ULTRIX (\d[\d.]*)/] },
  { words: ["(geos "], name: "GEOS", at: [/Geos (\d[\d.]*)/] },
  { words: ["fritz!os"], name: "FRITZ!OS", at: [/FRITZ!OS\/0?(\d[\d.]*)/] },
  { words: ["mikrotik/"], name: "RouterOS", at: [/Mikrotik\/(\d[\d.]*)\.x/] },
  { words: ["routeros "], name: "RouterOS", at: [/RouterOS (\d[\d.]*)/] },
  { words: ["fortios "], name: "FortiOS", at: [/FortiOS (\d[\d.]*)/] },
  { words: ["star-blade os"], name: "Star-Blade OS" },
  { words: ["kreatv"], name: "KreaTV", at: [/KreaTV\/([1-9][\d.]*)/] },
  { words: ["wtos/"], name: "ThinOS", at: [/WTOS\/(\d[\d.]*)/] },
  { words: ["(rex; u"], name: "REX" },
  { words: ["bsd four"], name: "BSD" },
  { words: ["(spreadtrum;"], name: "Mocor OS" },
  { words: ["palmsource"], name: "Palm OS" },
  { words: ["risc os"], name: "RISC OS", at: [/RISC OS[ -](\d[\d.]*)/i] },
  { words: ["morphos"], name: "MorphOS", at: [/MorphOS (\d[\d.]*)/] },
  { words: ["amiga", "amigaos"], name: "AmigaOS", at: [/AmigaOS[ /]?(\d[\d.]*)/i] },
  { words: ["xbox"], name: "Xbox", only: /(?<![a-z])Xbox(?: One| Series|\)|;| X)/i },
  {
    words: ["lumia", "; rm-"],
    name: "Windows Phone",
    only: /Windows NT [\d.]+; ARM/,
    at: [/Windows NT (\d+\.\d)/],
    read: "windows-phone",
  },
  { words: ["puffin/"], name: "iOS", only: /X11;.*Puffin\/[\d.]+I[PT]\b/ },
  { words: ["puffin/"], name: "Android", only: /X11;.*Puffin\/[\d.]+A[PTV]\b/ },
  {
    words: ["juc (linux", "juc(linux", "/adr (linux"],
    name: "Android",
    at: [/U; ?(?:Android ?)?(\d[\d.]*)/i],
  },
  { words: ["pf(windows"], name: "Windows Phone", at: [/ov\(wds ?(\d+\.\d+)/], read: "windows-phone" },
  { words: ["; wds "], name: "Windows Phone", at: [/wds (\d+\.\d+)/], read: "windows-phone" },
  // WhatsApp sends one letter for the system.
  { words: ["whatsapp/"], name: "Android", only: /^WhatsApp\/[\d.]+ A$/ },
  { words: ["whatsapp/"], name: "iOS", only: /^WhatsApp\/[\d.]+ i$/ },
  { words: ["whatsapp/"], name: "Windows", only: /^WhatsApp\/[\d.]+ W$/ },
  { words: ["dv(iph", "dv(ipa"], within: true, name: "iOS", at: [/ov\((\d[\d_]*)/], read: "dots" },
  { words: ["chromebook"], name: "ChromeOS", at: [/Build\/R\d+-(\d[\d.]*)/] },
  { words: ["windows phone"], name: "Windows Phone", at: [/Windows Phone(?: OS)?[ /]?(\d[\d.]*)/i] },
  { words: ["wpdesktop"], name: "Windows Phone", at: [/Windows NT (\d+\.\d)/], read: "windows-phone" },
  { words: [" wp7/"], name: "Windows Phone", at: [/ WP7\/(\d[\d.]*)/] },
  { words: ["tpapi"], name: "Fire OS", only: /^Amazon;/ },
  { words: ["smarttv_aft"], within: true, name: "Fire OS" },
  { words: ["(fire os "], name: "Fire OS", at: [/Fire OS (\d[\d.]*)/i] },
  // Phone browsers that send a desktop's string.
  {
    words: ["aphone browser", "ninesky-android", "skyfire/2"],
    name: "Android",
    only: /\((?:Windows NT|Macintosh)/,
  },
  // Requests of an iPhone app to a Sonos speaker.
  { words: ["(icru_ip"], within: true, name: "iOS", at: [/; iOS\/Version (\d[\d.]*)/] },
  { words: ["remixos"], name: "Remix OS", at: [/RemixOS (\d[\d.]*)/] },
  {
    words: ["; sailfish;", "sailfishbrowser/"],
    name: "Sailfish OS",
    never: /\(windows/,
    at: [/[(;] ?Sailfish (\d[\d.]*)/],
  },
  { words: ["; nitro)"], name: "Nintendo DS" },
  { words: ["(mdcr_"], name: "macOS" },
  { words: ["/fzz"], name: "webOS", at: [/Android\/(\d[\d.]*)/] },
  { words: ["pico "], name: "PICO OS", only: /PICO [\w ]{1,16} OS\d/i, at: [/ OS(\d[\d.]*)/] },
  {
    words: ["windows mobile", "windowsmobile"],
    name: "Windows Mobile",
    at: [/Windows Mobile[ /]?(\d[\d.]*)/i],
  },
  { words: ["; ppc"], name: "Windows Mobile", only: /\(Microsoft Windows; PPC;/ },
  { words: ["xblwp7"], name: "Windows Phone", at: [/ZuneWP7/i] },
  { words: ["msft-wp/"], name: "Windows Phone", at: [/MSFT-WP\/(\d+\.\d+)/], read: "windows-phone" },
  { words: ["kin."], name: "KIN OS", at: [/KIN\.\w+ (\d[\d.]*)/] },
  // Internet Explorer Mobile 6 came with Windows Mobile 5 or 6, 7 with 6.1, 8 with 6.5.
  {
    words: ["iemobile", "windows ce", "windowsce", "wince", "msiemobile", "zunehd"],
    name: "Windows Mobile",
    never: /zune/,
    only: /IEMobile [678]|PPC|Smartphone|WM ?\d/i,
    at: [/IEMobile (\d)\.\d/],
    read: "explorer-mobile",
  },
  {
    words: ["iemobile", "windows ce", "windowsce", "wince", "msiemobile", "zunehd"],
    name: "Windows CE",
    at: [/(?:Windows ?CE|WinCE)[ /](\d[\d.]*)/i],
  },
  {
    words: ["openharmony", "harmonyos", "harmony"],
    name: "HarmonyOS",
    only: /(?<![a-z])(?:harmony ?os|openharmony)(?![a-z])/i,
    at: [/(?:OpenHarmony|HarmonyOS)[ /]?(\d[\d.]*)/i],
  },
  { words: ["kaios"], name: "KaiOS", at: [/KAIOS\/(\d[\d.]*)/i] },
  { words: [" kai/"], name: "KaiOS", at: [/ Kai\/(\d[\d.]*)/] },
  { words: ["yunos", "aliyunos"], name: "YunOS", at: [/(?:Ali)?YunOS[ /](\d[\d.]*)/i] },
  { words: ["kepler"], name: "Vega OS", at: [/Kepler[ /](\d[\d.]*)/] },
  { words: ["tizen"], name: "Tizen", only: /(?<![a-z])tizen/i, at: [/Tizen[ /]?(\d[\d.]*)/i] },
  {
    words: [";samsung;smarttv20", "; samsung; smarttv20"],
    name: "Tizen",
    only: /;\s?Samsung;\s?SmartTV20(?:1[5-9]|2\d)/,
  },
  { words: ["bada"], name: "Bada", only: /\bBada\b/i, at: [/Bada[ /](\d[\d.]*)/i] },
  {
    words: ["web0s", "webos"],
    name: "webOS",
    only: /(?<![a-z])web[o0]s/i,
    at: [/\bWEBOS(\d{1,2}(?:\.\d)?)\b/, /(?:webOS|Web0S)(?:[ /.]|\.TV-)(\d[\d.]*)/i],
    read: "webos",
  },
  // LG's browser on webOS sends the string of the previous system, NetCast.
  { words: ["netcast; u"], name: "webOS", only: /SmartTV\/(?:[6-9]|1\d)/, never: /hbbtv/, read: "webos" },
  { words: ["hpwos"], name: "webOS", at: [/hpwOS\/(\d[\d.]*)/i] },
  { words: ["wosbrowser"], name: "webOS" },
  { words: ["vidaa", "hisense-mt"], name: "VIDAA", at: [/VIDAA[ /](\d[\d.]*)/i] },
  { words: ["vizio"], name: "ViziOS", at: [/ViziOS\/(\d[\d.]*)/i] },
  { words: ["tivoos", "tivo os"], name: "TiVo OS", at: [/TiVo ?OS[ /](\d[\d.]*)/i] },
  { words: ["titan os"], name: "Titan OS", at: [/Titan OS\/?(\d[\d.]*)/i] },
  { words: ["titanos"], name: "Titan OS", at: [/TitanOS\/?(\d[\d.]*)/i] },
  { words: ["whaleos"], name: "Whale OS", at: [/WhaleOS[ /]?(\d[\d.]*)/i] },
  { words: ["zeasn"], name: "Whale OS", at: [/Zeasn\/(\d[\d.]*)/i] },
  { words: ["coolita"], name: "Coolita OS", at: [/Coolita OS \w+\/(\d[\d.]*)/i] },
  { words: ["rokubrowser", "roku"], name: "Roku OS", at: [/(?:DVP-|TV-\w+-|Roku\/|RokuOS[ /])(\d[\d.]*)/] },
  { words: ["googletv"], never: /; android \d/, name: "Google TV", at: [/GoogleTV (\d[\d.]*)/i] },
  {
    words: ["playbook"],
    name: "BlackBerry Tablet OS",
    at: [/(?:RIM Tablet OS |Build\/|Version\/)(\d[\d.]*)/],
  },
  { words: ["rim tablet os"], name: "BlackBerry Tablet OS", at: [/RIM Tablet OS (\d[\d.]*)/] },
  { words: ["bb10"], name: "BlackBerry", only: /\bBB10\b/, at: [/Version\/(\d+\.\d+)/] },
  {
    words: ["blackberry"],
    name: "BlackBerry OS",
    // Excludes phones since the Priv, which have Android.
    only: /^(?!.*\bAndroid \d).*(?<![a-z])BlackBerry/i,
    at: [
      /(?:BlackBerry ?\d{4}[a-z]?\/|BlackBerry; U; BlackBerry [^)]{0,40}\) AppleWebKit[^V]{0,60}Version\/|BlackBerry\/|AppleWebKit.{0,80}Version\/)(\d[\d.]*)/i,
    ],
  },
  // Opera Mobile on Windows Mobile sent a desktop's string with the model at the start.
  {
    words: ["windows"],
    name: "Windows Mobile",
    only: /^[\w-]{4,30}(?:\/[\w.]+)?(?: \(\d+\))? Opera\/9\.[57]\d? \(Windows NT 5/,
    evidence: "pattern",
  },
  { words: ["win 9x 4.90"], name: "Windows", at: [/\bWin (9x 4\.90)\b/i], read: "windows" },
  // Facebook's app sends the running version in `FBSV`; the engine's part has the version at build time.
  { words: ["fbsn/windows;fbsv/"], name: "Windows", at: [/FBSN\/Windows;FBSV\/(\d[\d.]*)/i] },
  {
    words: ["windows"],
    name: "Windows",
    only: /(?<![a-z])Windows(?: NT|; U; Windows)?[ -]?(?:NT|9|2000|XP|ME|3\.|1|7|8|Vista|Server|Update|\)|;|\/|\(|_)/i,
    at: [
      /(?<![a-z])Windows(?: \(| |\/|-|_|)?(NT[ _]?[\d.]+|NT(?!; Windows NT)|\d{4}Server(?:R2)?|9[58]|2000|XP|ME\b|3\.\d+|Vista|RT|Server \d{4}(?: R2)?|[\d.]+)/i,
      /Windows-Update-Agent\/(10\.0)/,
      // Versions next to a bare `Windows`: `Win98`, `WinNT4.0`, `OS: 10.0.19042`.
      /\bWin(9[58]|3\.1|NT ?[\d.]*)/,
      /\bOS: (\d+\.\d)/,
      /\(Windows; U; (NT \d\.\d)/,
      /\(Windows; (\d{1,2}(?:\.\d+)*)[;)]/,
    ],
    read: "windows",
  },
  {
    words: [
      "win98",
      "win95",
      "winnt",
      "win 9x",
      "win32",
      "win3.1",
      "win16",
      "(win7",
      "(win8",
      "(win10",
      "(win11",
    ],
    name: "Windows",
    only: /(?<![a-z])Win/i,
    at: [
      /Win(98|95|NT ?[\d.]*| 9x 4\.90|3\.1\d?|16|1[01](?=[ ;)])|[78](?:\.1)?(?=[ ;)]))/i,
      /Win32(?:NT)?(?:#| |; (?:x64; |arm64; )?)(\d+\.\d+\.\d+)/i,
    ],
    read: "windows",
  },
  {
    words: ["watchos", "watch os", "apple watch", "watch"],
    name: "watchOS",
    only: /(?<![a-z])(?:Watch ?OS|Apple Watch)(?![a-z])|^Watch\d,\d{1,2}\//i,
    at: [
      /Watch ?OS[ /,](\d[\d._]*)|^Watch\d,\d{1,2}\/(\d[\d.]*)|Apple Watch; (?:U; )?CPU (?:watch)?OS (\d[\d_]*)/i,
    ],
    read: "dots",
  },
  {
    words: ["tvos", "apple tv", "appletv"],
    name: "tvOS",
    at: [/(?:tvOS|CPU OS|Apple TV OS|; iOS)[ /]?(\d[\d._]*)|^AppleTV\d{1,2},\d\/(\d[\d.]*)/i],
    read: "dots",
  },
  { words: ["ipados"], name: "iPadOS", at: [/(?:CPU OS|iPad ?OS)[ /;,]*(\d[\d._]*)/i], read: "dots" },
  { words: ["nintendo 3ds"], name: "Nintendo 3DS OS" },
  {
    words: ["visionos", "realitydevice", "xros", "apple vision"],
    name: "visionOS",
    never: /hbbtv/,
    at: [/(?:visionOS|xrOS)[ /,_]{0,2}(\d[\d._]*)|Apple Vision(?: Pro)?; (?:U; )?CPU OS (\d[\d_]*)/i],
    read: "dots",
  },
  // TCL's televisions send an iPad's string.
  {
    words: ["tclwebkit"],
    name: "Android",
    at: [/\b(2[1-9]|3\d)\/tclwebkit/],
    read: "android",
    evidence: "pattern",
  },
  // Browsers of Amazon's and Xiaomi's tablets, when they request desktop pages.
  {
    words: ["; silk/"],
    name: "Fire OS",
    only: /^Mozilla\/5\.0 \(Macintosh;.*; Silk\//,
    evidence: "pattern",
  },
  { words: ["/miuibrowser/"], name: "Android", only: /^Mozilla\/5\.0 \(iPad;/, evidence: "pattern" },
  // Google's app on an iPad requests desktop pages with a Mac's string.
  { words: [" gsa/"], name: "iOS", only: /^Mozilla\/5\.0 \(Macintosh;.* GSA\/\d/, evidence: "pattern" },
  { words: [" iris/"], name: "Windows Mobile", only: / WM\d Iris\//, at: [/ WM(\d) Iris/] },
  {
    words: ["fbsn/android"],
    name: "Android",
    only: /^\[FB/,
    at: [/FBSV\/(\d[\d.]*)/],
  },
  {
    words: ["fbsn/ios", "fbsn/iphone os"],
    name: "iOS",
    // Since version 26 the engine's part has an older version.
    only: /^\[FB|;FBSV\/(?:2[6-9]|[3-9]\d)/,
    at: [/FBSV\/(\d[\d.]*)/],
  },
  {
    words: ["like mac os x", "iphone os"],
    name: "iOS",
    at: [
      /[(;] ?iOS[ /](2[6-9][\d._]*)[;)]/,
      /\bOS (\d+_[\d_]+) like Mac/,
      /iPhone[ _]OS[ /,_]*(\d[\d._]*)/i,
      /(?:iPhone[ _]OS|iPad OS|\bOS|iOS)[ /,_]*(\d[\d._]*)/i,
    ],
    read: "dots",
  },
  {
    words: ["iphone", "ipad", "ipod", "ios"],
    within: true,
    name: "iOS",
    // Excludes phones named like an iPhone, `Android 10; Iphone12 pro max`, the library axios, and studios, portfolios, curios.
    never: /^mozilla\/5\.0 \(linux;(?: u;)? android \d/,
    only: /(?<!compatible )\biP(?:hone|ad|od)|\biOS\b|(?<!ax|[dl]|[^c]r)iOS[ /]?\d|[/_]iOS|^iOS/i,
    at: [
      /(?:iPhone[ _]?OS|(?<![\w.-])(?<!for (?=iOS\/\d))(?<!^[\w. -]{1,40}\/(?=iOS\/\d))iOS(?:[ /]Version)?|iPadOS|iP(?:hone|ad|od)\d+,\d+; Version|OSVer=|(?<![a-z-])OS)[ /,_;:-]{0,2}v?(\d[\d._]*)|iP(?:hone|ad|od)\d+,\d+[/_](\d+\.\d[\d.]*)/i,
    ],
    read: "ios",
  },
  {
    words: ["android"],
    within: true,
    name: "Android",
    // Android had no release 4.7 or 9.129: such numbers are an app's version.
    only: /(?<!like )Android(?!TV\/|_Device| Studio)/i,
    at: [
      // Apps write the running version after their name if the web view's version is frozen.
      /^[^()]* \(Android (\d{1,2}(?:\.\d){0,2})[;)]|\bAndroid \(\d\d\/(\d{1,2}(?:\.\d){0,2});/,
      /^Mozilla\/5\.0 \(Linux; Android 10; K\b.*(?:[(;] ?Android[ /]|;FBSV\/|\bos_version\/)(\d{1,2}(?:\.\d){0,2})(?=[;#)]|$)/,
      /\(Android; \d\d; (\d{1,2}(?:\.\d){0,2});|(?<![\w-])(?<!for (?=Android\/\d))(?<!^[\w. -]{1,40}\/(?=Android\/\d))(?:(?<=Linux;(?: U;)? )|(?!Android[ /]v?(?:\d\.(?:[7-9]|[1-9]\d)|(?:[5-9]|1\d)\.(?:[2-9]|[1-9]\d))))Android(?:[ _]OS| API| mobile| TV)?(?:[ ;/:_v-]|%20){0,3}(?:\(\d+\/)?(\d{1,2}(?:[._]\d+)*)(?!\d)|^TwitterAndroid\/\S+ \(\S+\) [^/]{2,30}\/(\d[\d.]*)|^Pinterest for Android\/\S+ \([^;]+; (\d[\d.]*)\)|Android (Cupcake|Donut|Eclair|Froyo|Gingerbread|Honeycomb|KeyLimePie|Lollipop|Marshmallow|[LM](?=;))|Android(?: [A-Za-z.]{2,12}){1,4} (\d\.\d(?:\.\d)?);|[; (](\d{1,2}(?:\.\d){0,2})\/[A-Z]{3}\d{2}[A-Z]?\b|\bAPI (\d\d) on /i,
    ],
    read: "android",
  },
  {
    words: ["fban/fb4a", "fban/orca-android", "fban/ema", "fbpn/com."],
    name: "Android",
    at: [/FBSV\/(\d[\d.]*)/],
  },
  { words: ["exoplayerlib", "dalvik"], name: "Android" },
  { words: ["adr "], name: "Android", only: /Adr \d/, at: [/Adr (\d[\d.]*)/] },
  { words: ["cros "], name: "ChromeOS", at: [/CrOS \S+ (\d[\d.]*)/] },
  {
    words: ["darwin/"],
    name: "iOS",
    only: /Darwin\/\d/,
    at: [/Darwin\/(\d+\.?\d*)/],
    read: "darwin",
    evidence: "pattern",
  },
  { words: ["haiku"], name: "Haiku", at: [/Haiku[ /]?R?(\d[\d.]*)/] },
  // Amazon's tools send Darwin's version.
  {
    words: ["os/macos#", "os/darwin#"],
    name: "macOS",
    at: [/os\/(?:macos|darwin)#(\d+)/],
    read: "mac-darwin",
  },
  {
    words: ["mac os x", "macos", "macosx", "os x", "mac osx", "mac_os_x"],
    name: "macOS",
    // Excludes GNOME's browser on Linux.
    never: /epiphany\//,
    at: [/(?:Mac[ _]?OS[ _]?X|macOS(?:\(Catalyst\))?|OS X|Mac OSX)(?: Version)?[ ,;/_(-]{0,2}v?(\d[\d._]*)/i],
    read: "dots",
  },
  {
    words: ["macintosh; darwin "],
    name: "macOS",
    at: [/Macintosh; Darwin (\d+)/],
    read: "mac-darwin",
  },
  {
    words: ["macintosh", "mac_powerpc", "mac_ppc", "mac os", "macppc"],
    name: "macOS",
    only: /(?<![a-z])Mac OS[ /](?:1\d|2\d)/i,
    at: [/Mac OS[ /](\d[\d._]*)/i],
    read: "dots",
  },
  {
    words: ["macintosh", "mac_powerpc", "mac_ppc", "mac os", "macppc", "mac_68k"],
    name: "Mac OS",
    never: /epiphany\//,
    at: [/Mac OS[ /](\d[\d._]*)/i],
    read: "dots",
  },
  {
    words: ["mingw", "cygwin"],
    name: "Windows",
    at: [/(?:CYGWIN|MINGW\d*)_NT-(\d+\.\d)/i],
    read: "windows",
  },
  { words: ["os=mac"], name: "macOS", at: [/os=Mac (\d[\d.]*)/] },
  { words: ["qtopia"], name: "Qtopia", at: [/Qtopia\/(\d[\d.]*)/] },
  { words: ["opentv"], name: "OpenTV", at: [/OpenTV(?:[ /-]|Core| Build\/)?v?(\d[\d.]*)/i] },
  { words: ["osx/"], name: "macOS" },
  { words: ["win64", "win32"], name: "Windows" },
  {
    words: ["(mobile;", "(tablet;"],
    name: "Firefox OS",
    only: /\((?:Mobile|Tablet);.{0,120}rv:.{0,20}Gecko\/.{0,20}Firefox/,
    at: [/Gecko\/(\d[\d.]*)/],
    read: "gecko",
  },
  { words: ["symbian/3"], name: "Symbian^3", at: [/Series60\/(\d[\d.]*)/] },
  { words: ["uiq/"], name: "UIQ", at: [/\bUIQ\/(\d[\d.]*)/] },
  // Version of the platform, not of the kernel: S60 5.0 runs on Symbian OS 9.4.
  {
    words: ["series60", "series 60", "s60/", "s60;", "s60v"],
    name: "Series60",
    only: /(?<![a-z])S(?:eries ?)?60(?:[/V]\d|(?!.*SymbianOS\/\d)(?<!SymbianOS\/\d.*))/i,
    at: [/S(?:eries ?)?60[/V](\d[\d.]*)/i],
  },
  { words: ["symbianos", "symbos"], name: "Symbian OS", at: [/SymbianOS[/ ](\d[\d.]*)/i] },
  { words: ["symbian", "symbianqtwrt"], name: "Symbian OS", at: [/Symbian ?OS[ /](\d[\d.]*)/i] },
  { words: ["series30plus"], name: "Series30+" },
  { words: ["nokia_asha"], name: "Nokia Asha Platform", at: [/Nokia_Asha_(\d[\d_]*)/], read: "dots" },
  {
    words: ["series40; nokia50"],
    name: "Nokia Asha Platform",
    only: /Nokia50[1-3]/,
    at: [/Nokia501\w?\/(1)(0)\./],
  },
  { words: ["series40", "series 40"], name: "Series40" },
  { words: ["nokiaasha"], name: "Nokia Asha Platform" },
  { words: ["nokia asha"], name: "Nokia Asha Platform" },
  { words: ["sailfish"], name: "Sailfish OS", at: [/Sailfish(?: ?OS)?[ /](\d[\d.]*)/i] },
  { words: ["meego"], name: "MeeGo" },
  { words: ["maemo"], name: "Maemo" },
  { words: ["fuchsia"], name: "Fuchsia" },
  { words: ["(cloud phone "], name: "Puffin OS", at: [/\(Cloud Phone (\d[\d.]*)/] },
  {
    words: ["brewmp", "brew mp", "bmp/", "bmp "],
    name: "Brew MP",
    at: [/(?:Brew ?MP|BMP)[ /](\d[\d.]*)/i],
  },
  { words: ["brew"], name: "Brew", only: /\bbrew(?![a-z])/i, at: [/BREW[ /](\d[\d.]*)/i] },
  {
    words: ["palmos", "palmsource", "palm os", "elaine", "xiino", "avantgo", "blazer", "palmscape"],
    name: "Palm OS",
    at: [/PalmOS(?: |\/)(\d[\d.]*)/],
  },
  { words: ["rim9"], name: "BlackBerry OS" },
  { words: ["mre/"], name: "MRE", at: [/MRE\/(\d[\d.]*)/] },
  { words: ["maui"], name: "MRE" },
  { words: ["nucleus/"], name: "Nucleus", at: [/Nucleus\/(\d[\d.]*)/i] },
  { words: ["threadx"], name: "ThreadX", at: [/ThreadX(?:_OS)?\/(\d[\d.]*)/i] },
  { words: ["wophone"], name: "WoPhone", at: [/WoPhone\/(\d[\d.]*)/] },
  { words: ["hiptop", "danger"], name: "Danger OS", only: /\bhiptop/i },
  { words: ["nintendo switch"], name: "Nintendo Switch OS" },
  { words: ["nintendo wiiu"], name: "Wii U OS" },
  { words: ["nintendo"], name: "Nintendo" },
  {
    words: ["playstation"],
    name: "PlayStation",
    at: [/PlayStation (?:3;?|[45]\/?|Vita) ?(\d+\.\d+)|\(PlayStation (?:Portable|3)\); (\d\.\d+)/i],
  },
  { words: ["os/2", "warp "], name: "OS/2", only: /(?<![A-Za-z])OS\/2|Warp \d/, at: [/Warp (\d[\d.]*)/] },
  { words: ["morphos"], name: "MorphOS", at: [/MorphOS (\d[\d.]*)/] },
  { words: ["amigaos", "amiga"], name: "AmigaOS", at: [/AmigaOS[ /]?(\d[\d.]*)/i] },
  { words: ["aros"], name: "AROS", only: /\bAROS\b/ },
  { words: ["beos"], name: "BeOS", at: [/BeOS (\d[\d.]*)/] },
  { words: ["serenityos"], name: "SerenityOS" },
  { words: ["syllable"], name: "Syllable" },
  { words: ["risc os", "riscos"], name: "RISC OS", at: [/RISC OS[ -](\d[\d.]*)/i] },
  { words: ["solaris", "sunos"], name: "Solaris", at: [/(?:Solaris\/|SunOS )(\d[\d.]*)/], read: "sunos" },
  { words: ["freebsd", "kfreebsd"], name: "FreeBSD", at: [/FreeBSD (\d[\d.]*)/] },
  { words: ["openbsd"], name: "OpenBSD", at: [/OpenBSD (\d[\d.]*)/] },
  { words: ["netbsd"], name: "NetBSD", at: [/NetBSD (\d[\d.]*)/] },
  { words: ["dragonfly"], name: "DragonFly BSD" },
  { words: ["bsd/os", "bsd/386"], name: "BSD/OS", at: [/BSD\/(?:OS|386)[ /](\d[\d.]*)/] },
  { words: ["irix"], name: "IRIX", at: [/IRIX(?:;?64)? (\d[\d.]*)/] },
  { words: ["hp-ux"], name: "HP-UX", at: [/HP-UX [AB]?\.?0?(\d[\d.]*)/] },
  { words: ["aix"], name: "AIX", only: /\bAIX\b/, at: [/AIX (\d[\d.]*)/] },
  { words: ["osf1"], name: "OSF1", at: [/OSF1 V(\d[\d.]*)/] },
  { words: ["qnx"], name: "QNX" },
  { words: ["openvms", "open vms"], name: "OpenVMS", at: [/Open ?VMS V?(\d[\d.]*)/i] },
  { words: ["inferno"], name: "Inferno" },
  { words: ["plan 9"], name: "Plan 9" },
  { words: ["contiki"], name: "Contiki", at: [/Contiki\/(\d[\d.]*)/] },
  { words: ["webtv"], name: "WebTV", at: [/WebTV\/(\d[\d.]*)/] },
  { words: ["brightsign"], name: "BrightSignOS", at: [/BrightSign\/(\d[\d.]*)/] },
  { words: ["linpus"], name: "Linpus", at: [/Linpus\/(\d[\d.]*)/] },
  { words: ["turbolinux"], name: "Turbolinux" },
  { words: ["joli os"], name: "Joli OS", at: [/Joli OS\/(\d[\d.]*)/] },
  { words: ["gnewsense"], name: "gNewSense" },
  { words: ["blackpanther"], name: "blackPanther OS" },
  { words: ["pardus"], name: "Pardus", at: [/Pardus\/(\d[\d.]*)/] },
  { words: ["zenwalk"], name: "Zenwalk" },
  { words: ["kanotix"], name: "Kanotix" },
  { words: ["moonos/"], name: "moonOS", at: [/moonOS\/(\d[\d.]*)/] },
  { words: ["foresight"], name: "Foresight Linux" },
  { words: ["vectorlinux"], name: "VectorLinux", at: [/VectorLinux.*\dvl(\d)(\d)\b/] },
  { words: ["linspire"], name: "Linspire" },
  { words: ["lindowsos"], name: "LindowsOS" },
  { words: ["os rosa;"], name: "Rosa" },
  { words: ["red os;"], name: "RED OS" },
  { words: ["(nova; linux"], name: "Nova" },
  { words: ["(tos; linux"], name: "TmaxOS" },
  { words: ["aosc os"], name: "AOSC OS" },
  { words: [" liri/"], name: "Liri OS" },
  { words: ["caixamagica"], name: "Caixa Mágica" },
  { words: ["ordissimo"], name: "Ordissimo" },
  { words: ["webissimo"], name: "Ordissimo" },
  { words: ["hascodingos"], name: "HasCodingOS", at: [/HasCodingOs (\d[\d.]*)/] },
  { words: ["black lab linux"], name: "Black Lab Linux", at: [/Black Lab Linux (\d[\d.]*)/] },
  { words: ["clear-linux-os/"], name: "Clear Linux OS", at: [/clear-linux-os\/(\d[\d.]*)/] },
  { words: ["scientific/"], name: "Scientific Linux", at: [/scientific\/(\d[\d.]*)/] },
  { words: ["loongnix"], name: "Loongnix", at: [/loongnix-server\/(\d[\d.]*)/] },
  { words: ["librem 5"], name: "PureOS" },
  { words: ["luneos"], name: "LuneOS" },
  { words: ["webian", "webianshell"], name: "Webian" },
  { words: ["kylin"], name: "Kylin" },
  { words: ["linux/"], name: "Oracle Linux", only: /Linux\/\S{0,40}\.el\d\S{0,40}uek/, at: [/\.el(\d+)/] },
  { words: ["-pve"], name: "Proxmox VE", only: /Linux\/[\d.-]+-pve/ },
  { words: ["linux/"], name: "OpenVZ", only: /Linux\/[\d.]+-\w*stab\d/ },
  { words: ["kali"], name: "Kali", only: /kali\d/, at: [/kali(\d)/] },
  { words: ["sles/"], name: "SUSE", at: [/sles\/(\d[\d.]*)/] },
  { words: ["rhel"], name: "Red Hat", at: [/rhel[ /](\d[\d.]*)/] },
  { words: [" uos"], name: "UOS", only: / UOS(?: [A-Z][a-z]+)?$/ },
  { words: ["ubuntu touch"], name: "Ubuntu Touch" },
  { words: ["kubuntu"], name: "Kubuntu", at: [/Kubuntu[ /](?:Linux )?(\d[\d.]*)/i] },
  { words: ["xubuntu"], name: "Xubuntu", at: [/Xubuntu[ /](?:Linux )?(\d[\d.]*)/i] },
  { words: ["lubuntu"], name: "Lubuntu", at: [/Lubuntu[ /](?:Linux )?(\d[\d.]*)/i] },
  {
    words: ["linux mint", "linuxmint", "mint/", "; mint"],
    name: "Linux Mint",
    // Excludes a library for Elixir of the same name.
    only: /^(?!mint\/).*(?<![a-z])mint(?![a-z])|(?<![a-z])LinuxMint/i,
    at: [/Mint[ /](\d[\d.]*)/i],
  },
  {
    words: ["ubuntu"],
    name: "Ubuntu",
    at: [/Ubuntu(?:[ /-]| \(|; (?=\d))(\d[\d.]*|[a-z]{4,8}(?=[ );-]))/i],
    read: "ubuntu",
  },
  { words: ["debian"], name: "Debian", at: [/Debian(?: GNU\/Linux |[ /])(\d[\d.]*)(?![\d.]*[-+~])/i] },
  { words: ["naenarabrowser/"], name: "Red Star", at: [/\.rs(\d[\d.]*)|》\/(\d[\d.]*)/] },
  { words: ["fedora"], name: "Fedora", at: [/Fedora(?: release | Linux |\/[\d.-]*fc|[ /])(\d[\d]*)/i] },
  { words: ["centos"], name: "CentOS", at: [/CentOS Linux (?:release )?(\d[\d.]*)|\.(?:el|centos)(\d+)/i] },
  { words: ["opensuse", "suse"], name: "SUSE", at: [/openSUSE (\d[\d.]*)/i] },
  { words: ["red hat", "redhat"], name: "Red Hat", at: [/\.el(\d+)/i] },
  { words: ["gentoo"], name: "Gentoo" },
  { words: ["arch linux", "archlinux"], name: "Arch Linux" },
  { words: ["antergos"], name: "Antergos Linux" },
  { words: ["manjaro"], name: "Manjaro", at: [/Manjaro[ /](\d[\d.]*)/i] },
  { words: ["sabayon"], name: "Sabayon" },
  { words: ["knoppix"], name: "Knoppix", at: [/Knoppix[ /](\d[\d.]*)/i] },
  {
    words: ["mandriva", "openmandriva"],
    name: "Mandriva",
    at: [/Mandriva(?: Linux)?\/[\d.]+-\S*m(?:dv|ud)(\d[\d.]*)/i],
  },
  { words: ["mageia"], name: "Mageia", at: [/\.mga(\d+)|Mageia[ /](\d)(?![\d.]*-)/i] },
  { words: ["slackware"], name: "Slackware", at: [/Slackware[ /](\d[\d.]*)/i] },
  { words: ["pclinuxos"], name: "PCLinuxOS", at: [/PCLinuxOS\/(\d[\d.]*)/i] },
  { words: ["elementary os"], name: "elementary OS", at: [/elementary OS (\w[\w.]*)/i] },
  { words: ["zorin"], name: "Zorin OS", at: [/Zorin OS (\d[\d.]*)/i] },
  { words: ["deepin"], name: "Deepin", at: [/Deepin (\d[\d.]*)/i] },
  { words: ["raspbian"], name: "Raspbian" },
  { words: ["alpine"], name: "Alpine Linux", at: [/alpine\/(\d[\d.]*)/i], only: /linux/i },
  { words: ["amzn"], name: "Amazon Linux", only: /amzn\d/, at: [/amzn(\d{1,4})/] },
  { words: ["rocky"], name: "Rocky Linux", at: [/rocky\/(\d[\d.]*)/i], only: /linux/i },
  { words: ["hurd"], name: "Hurd", only: /\bHurd\b/, at: [/Hurd[ /](\d[\d.]*)/] },
  { words: ["news-os"], name: "NEWS-OS", at: [/NEWS-OS (\d[\d.]*)/] },
  // Samsung's televisions before Tizen.
  { words: ["maple", "smarthub"], name: "Orsay", only: /Maple[ _;]?\d|SmartHub/ },
  { words: [";samsung;smarttv201"], name: "Orsay", only: /;Samsung;SmartTV201[0-4]/ },
  {
    words: ["silk"],
    name: "Fire OS",
    only: /^Mozilla\/5\.0 \((?:Linux;.*\bKF[A-Z]{2,}|X11; Linux x86_64\).* Silk\/)/,
    evidence: "pattern",
  },
  // Phone browsers that request desktop pages. UC Browser's proxies request pages for Opera Mini.
  {
    words: ["samsungbrowser/", "edga/", "duckduckgo/", "miuibrowser/", "ucbrowser/"],
    name: "Android",
    only: /^Mozilla\/5\.0 \(X11; (?:U; )?Linux \w+[;)](?!.* U2\/)/,
    evidence: "pattern",
  },
  {
    words: ["ucweb/2.0"],
    name: "Android",
    only: /^UCWEB\/2\.0 ?\(Linux; U; Opera Mini/,
    evidence: "pattern",
  },
  // Browser of Android 4, when it requests desktop pages.
  {
    words: ["chrome/11.0.696.34"],
    name: "Android",
    only: /^(?:\S+ )?Mozilla\/5\.0 \(X11; Linux x86_64[;)]/,
    evidence: "pattern",
  },
  // Android's build number after a bare `Linux`.
  {
    words: ["linux"],
    name: "Android",
    only: /^Mozilla\/5\.0 \(Linux;(?:[^)]*;)?[^;)]*Build\/[A-Z]{2,4}\d/,
    at: [/; ?(?:(\d+(?:\.\d+){1,2});[^)]*)?[^;)]*Build\/[A-Z]{2,4}\d/],
    evidence: "pattern",
  },
  {
    words: ["linux", "x11"],
    within: true,
    name: "Linux",
    only: /linux|X11; ?[UI];|X11;?$|X11\)/i,
    at: [/\bLinux[ /](\d\.\d+(?:\.\d+)*)/],
  },
  // Products that exist on one system only, or almost only, and do not name the system.
  { words: ["winmobile/"], name: "Windows Mobile", at: [/WinMobile\/(\d[\d.]*)/] },
  { words: ["nokia"], name: "Series40", only: /MIDP|CLDC|UP\.Browser|^Nokia\w+\/[\d.]+/i },
  { words: ["j2me", "midp", "cldc"], name: "Java ME" },
  {
    words: ["darwin"],
    name: "macOS",
    only: /\bdarwin(?:\d|[;)]| \d\d\.|[ /](?:arm64|amd64|x64)\b)/i,
    at: [/\bdarwin(?: |; (?:\w+; )?)?(\d+)/i],
    read: "mac-darwin",
  },
  { words: ["unix"], name: "Unix", only: /\bunix\b/i },
  { words: ["dorado"], name: "Mocor OS", only: /Dorado/, evidence: "pattern" },
  {
    words: [
      "microsoft office/",
      "microsoft-wns/",
      "microsoft-webdav-miniredir/",
      "microsoft-cryptoapi/",
      "microsoft bits/",
      "microsoft ncsi",
    ],
    name: "Windows",
    only: /^Microsoft(?: Office|-WNS|-WebDAV-MiniRedir|-CryptoAPI| BITS)\/\d|^Microsoft NCSI$/,
    at: [/(?:WNS|MiniRedir|CryptoAPI)\/(\d+\.\d)/],
    read: "windows",
    evidence: "pattern",
  },
  {
    words: ["gvfs/", "evolution/"],
    name: "Linux",
    only: /^(?:gvfs|Evolution)\/|^CamelHttpStream\//,
    evidence: "pattern",
  },
  { words: ["zoom.win"], name: "Windows", at: [/Zoom\.Win (\d[\d.]*)/i], read: "windows" },
  { words: ["zoom.mac"], name: "macOS", at: [/Zoom\.Mac (\d[\d.]*)/i] },
  { words: ["webexplorer"], name: "OS/2", only: /^IBM[- ]WebExplorer/, evidence: "pattern" },
  { words: ["mac_intel", "applesyndication/", "apple-pubsub/"], name: "macOS", evidence: "pattern" },
  { words: ["/unknown/"], name: "Android", only: /^A\/\d/, at: [/^A\/(\d[\d.]*)/], evidence: "pattern" },
];

/** No letter precedes or follows a word. */
function asWholeWords(row: OsRow): OsRow {
  const { words = [], only, within } = row;
  if (only || within) return row;
  const whole = words.map((word) => {
    const text = word.replace(/[.+*?()[\]{}|^$\\/]/g, "\\$&");
    return `${/^[a-z]/.test(word) ? "(?<![a-z])" : ""}${text}${/[a-z]$/.test(word) ? "(?![a-z])" : ""}`;
  });
  return { ...row, only: new RegExp(whole.join("|")) };
}

export const operatingSystems: readonly OsRow[] = rows.map(asWholeWords);

/** Words of processors: each string with a processor contains at least one. */
export const processorWords =
  /x86|x64|win64|wow64|amd64|i386|i486|i586|i686|arm|aarch64|ppc|powerpc|mips|riscv|sparc|s390|ia64|loong|intel mac/;

/**
 * Processors as whole words; the first match counts: `arm64` before `arm`. A 32-bit browser on a 64-bit
 * system sends `WOW64`.
 */
export const processors: readonly (readonly [form: RegExp, architecture: string, bitness?: string])[] = [
  [/\b(?:aarch64|arm_?64|arm64e?|armv[89]l?)\b/, "arm", "64"],
  [/\b(?:x86[_-]64|x64|win64|wow64|amd64)\b/, "x86", "64"],
  [/\bi[3-6]86\b|\bx86\b/, "x86", "32"],
  [/\barm(?:v[4-7]\w{0,3}|eabi\S{0,8}|hf|el)?(?=[;,) ])/, "arm", "32"],
  [/\bppc64(?:le)?\b/, "ppc", "64"],
  [/\bppc\b|[ _]powerpc\b/, "ppc", "32"],
  [/\bmips64(?:el)?\b/, "mips", "64"],
  [/\bmips(?:el)?\b/, "mips", "32"],
  [/\briscv64\b/, "riscv", "64"],
  [/\bsparc64\b|\bsun4u\b/, "sparc", "64"],
  [/\bsparc\b/, "sparc"],
  [/\bs390x\b/, "s390", "64"],
  [/\bia64\b/, "ia64", "64"],
  [/\bloong(?:arch)?64\b/, "loong", "64"],
];

/** macOS before 10.15 runs on Intel only; browsers send 10.15 for all later versions. */
export const intelAlone = /^10\.(?:[0-9]|1[0-4])(?:\.|$)/;

/**
 * Signs of a Mac next to Darwin's name. In Safari's parts the number of macOS precedes the engine's: 20621 is
 * WebKit 621 on macOS 15.
 */
export const macPrograms =
  /^[\w.]+\/(?:1[6-9]|2\d)6\d\d\.\d|^(?:Safari|Xcode|com\.apple\.dt\.)|x86_64|i386|Power ?Mac|\bMac\d|Mac(?:Book|mini|Pro|intosh)|iMac|macOS|Mac OS X/i;

/** Words of Apple's other systems, and CFNetwork, which apps on all of Apple's systems send. */
export const notOnMac = /cfnetwork|ios|iphone|ipad|watch/;
