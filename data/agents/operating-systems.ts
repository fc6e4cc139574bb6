/**
 * Systems by what stands in a string. Rows are in order: what imitates another system comes before that. Source: own
 * collection of strings, makers' and projects' pages, 2026-11.
 */

/** How the version is written there: with underscores, as Windows, iOS, Darwin, LG's webOS or Gecko number it, by Ubuntu's name. */
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
  | "ubuntu"
  | "mac-darwin";

export interface OsRow {
  /** A piece of the string in lower case that must be there; several are alternatives. */
  readonly sign: string | readonly string[];
  readonly name: string;
  /** Where the version stands: the first group that matched. Without a match the version is empty. */
  readonly version?: RegExp;
  /** The row counts only if this matches. */
  readonly only?: RegExp;
  readonly read?: ReadAs;
}

export const operatingSystems: readonly OsRow[] = [
  { sign: "palmsource", name: "Palm OS" },
  { sign: "risc os", name: "RISC OS", version: /RISC OS[ -](\d[\d.]*)/i },
  { sign: "amiga", name: "AmigaOS", version: /AmigaOS[ /]?(\d[\d.]*)/i },
  { sign: "morphos", name: "MorphOS", version: /MorphOS (\d[\d.]*)/ },
  { sign: "xbox", name: "Xbox", only: /(?<![a-z])Xbox(?: One| Series|\)|;| X)/i },
  {
    sign: ["lumia", "; rm-"],
    name: "Windows Phone",
    only: /Windows NT [\d.]+; ARM/,
    version: /Windows NT (\d+\.\d)/,
    read: "windows-phone",
  },
  { sign: "puffin/", name: "iOS", only: /X11;.*Puffin\/[\d.]+I[PT]\b/ },
  { sign: "puffin/", name: "Android", only: /X11;.*Puffin\/[\d.]+A[PT]\b/ },
  {
    sign: ["juc (linux", "juc(linux", "/adr (linux"],
    name: "Android",
    version: /U; ?(?:Android ?)?(\d[\d.]*)/i,
  },
  { sign: "pf(windows", name: "Windows Phone", version: /ov\(wds ?(\d+\.\d+)/, read: "windows-phone" },
  { sign: "; wds ", name: "Windows Phone", version: /wds (\d+\.\d+)/, read: "windows-phone" },
  // WhatsApp says its system by a letter.
  { sign: "whatsapp/", name: "Android", only: /^WhatsApp\/[\d.]+ A$/ },
  { sign: "whatsapp/", name: "iOS", only: /^WhatsApp\/[\d.]+ i$/ },
  { sign: "whatsapp/", name: "Windows", only: /^WhatsApp\/[\d.]+ W$/ },
  { sign: ["dv(iph", "dv(ipa"], name: "iOS", version: /ov\((\d[\d_]*)/, read: "dots" },
  { sign: "chromebook", name: "ChromeOS", version: /Build\/R\d+-(\d[\d.]*)/ },
  { sign: "windows phone", name: "Windows Phone", version: /Windows Phone(?: OS)?[ /]?(\d[\d.]*)/i },
  { sign: "wpdesktop", name: "Windows Phone", version: /Windows NT (\d+\.\d)/, read: "windows-phone" },
  { sign: " wp7/", name: "Windows Phone", version: / WP7\/(\d[\d.]*)/ },
  { sign: "tpapi", name: "Fire OS", only: /^Amazon;/ },
  { sign: "smarttv_aft", name: "Fire OS" },
  { sign: ["aphone browser", "ninesky-android"], name: "Android", only: /\(Windows NT/ },
  // What asks a Sonos speaker.
  { sign: "(icru_ip", name: "iOS" },
  { sign: "(mdcr_", name: "macOS" },
  { sign: "/fzz", name: "webOS", version: /Android\/(\d[\d.]*)/ },
  { sign: "pico ", name: "PICO OS", only: /PICO [\w ]{1,12} OS\d/, version: / OS(\d[\d.]*)/ },
  {
    sign: ["windows mobile", "windowsmobile"],
    name: "Windows Mobile",
    version: /Windows Mobile[ /]?(\d[\d.]*)/i,
  },
  { sign: "; ppc", name: "Windows Mobile", only: /\(Microsoft Windows; PPC;/ },
  { sign: "xblwp7", name: "Windows Phone", version: /ZuneWP7/i },
  { sign: "kin.", name: "KIN OS", version: /KIN\.\w+ (\d[\d.]*)/ },
  {
    sign: ["iemobile", "windows ce", "windowsce", "wince", "msiemobile", "zunehd"],
    name: "Windows CE",
    version: /(?:Windows ?CE|WinCE)[ /](\d[\d.]*)/i,
  },
  {
    sign: ["openharmony", "harmonyos", "harmony"],
    name: "HarmonyOS",
    only: /harmony ?os|openharmony/i,
    version: /(?:OpenHarmony|HarmonyOS)[ /]?(\d[\d.]*)/i,
  },
  { sign: "kaios", name: "KaiOS", version: /KAIOS\/(\d[\d.]*)/i },
  { sign: ["yunos", "aliyunos"], name: "YunOS", version: /(?:Ali)?YunOS[ /](\d[\d.]*)/i },
  { sign: "kepler", name: "Vega OS", version: /Kepler[ /](\d[\d.]*)/ },
  { sign: "tizen", name: "Tizen", version: /Tizen[ /](\d[\d.]*)/i },
  { sign: "bada", name: "Bada", only: /\bBada\b/i, version: /Bada[ /](\d[\d.]*)/i },
  {
    sign: ["web0s", "webos"],
    name: "webOS",
    version: /(?:webOS|Web0S)(?:[ /.]|\.TV-)(\d[\d.]*)/i,
    read: "webos",
  },
  { sign: "hpwos", name: "webOS", version: /hpwOS\/(\d[\d.]*)/i },
  { sign: ["vidaa", "hisense-mt"], name: "VIDAA", version: /VIDAA[ /](\d[\d.]*)/i },
  { sign: "vizio", name: "ViziOS", version: /ViziOS\/(\d[\d.]*)/i },
  { sign: ["tivoos", "tivo os"], name: "TiVo OS", version: /TiVo ?OS[ /](\d[\d.]*)/i },
  { sign: "titan os", name: "Titan OS", version: /Titan OS\/?(\d[\d.]*)/i },
  { sign: "titanos", name: "Titan OS", version: /TitanOS\/?(\d[\d.]*)/i },
  { sign: "whaleos", name: "Whale OS", version: /WhaleOS[ /]?(\d[\d.]*)/i },
  { sign: "zeasn", name: "Whale OS", version: /Zeasn\/(\d[\d.]*)/i },
  { sign: "coolita", name: "Coolita OS", version: /Coolita OS \w+\/(\d[\d.]*)/i },
  { sign: ["rokubrowser", "roku"], name: "Roku OS", version: /(?:DVP-|TV-\w+-|Roku\/)(\d[\d.]*)/ },
  { sign: "googletv", name: "Google TV", version: /GoogleTV (\d[\d.]*)/i },
  {
    sign: "playbook",
    name: "BlackBerry Tablet OS",
    version: /(?:RIM Tablet OS |Build\/|Version\/)(\d[\d.]*)/,
  },
  { sign: "rim tablet os", name: "BlackBerry Tablet OS", version: /RIM Tablet OS (\d[\d.]*)/ },
  { sign: "bb10", name: "BlackBerry", only: /\bBB10\b/, version: /Version\/(\d+\.\d+)/ },
  {
    sign: "blackberry",
    name: "BlackBerry OS",
    // From the Priv on its phones have Android.
    only: /^(?!.*\bAndroid \d)/i,
    version:
      /(?:BlackBerry ?\d{4}[a-z]?\/|BlackBerry; U; BlackBerry [^)]{0,40}\) AppleWebKit[^V]{0,60}Version\/|BlackBerry\/|AppleWebKit.{0,80}Version\/)(\d[\d.]*)/i,
  },
  {
    sign: "windows",
    name: "Windows",
    only: /Windows(?: NT|; U; Windows)?[ -]?(?:NT|9|2000|XP|ME|3\.|1|7|8|Vista|Server|Update|\)|;|\/|\(|_)/i,
    version:
      /Windows(?: |\/|-|_|-Update-Agent\/)?(NT[ _][\d.]+|NT|9[58]|2000|XP|ME\b|3\.\d+|Vista|RT|Server \d{4}(?: R2)?|[\d.]+)/i,
    read: "windows",
  },
  {
    sign: [
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
    only: /(?<!dar)Win/i,
    version: /Win(98|95|NT ?[\d.]*| 9x 4\.90|3\.1\d?|16|1[01](?=[ ;)])|[78](?:\.1)?(?=[ ;)]))/i,
    read: "windows",
  },
  {
    sign: ["watchos", "watch os", "apple watch", "watch"],
    name: "watchOS",
    only: /Watch ?OS|Apple Watch|^Watch\d,\d{1,2}\//i,
    version: /Watch ?OS[ /,](\d[\d._]*)|^Watch\d,\d{1,2}\/(\d[\d.]*)|Apple Watch; U; CPU OS (\d[\d_]*)/i,
    read: "dots",
  },
  {
    sign: ["tvos", "apple tv", "appletv"],
    name: "tvOS",
    version: /(?:tvOS|CPU OS|Apple TV OS|; iOS)[ /]?(\d[\d._]*)|^AppleTV\d{1,2},\d\/(\d[\d.]*)/i,
    read: "dots",
  },
  { sign: ["ipados"], name: "iPadOS", version: /(?:CPU OS|iPad ?OS)[ /;,]*(\d[\d._]*)/i, read: "dots" },
  { sign: "nintendo 3ds", name: "Nintendo 3DS OS" },
  {
    sign: ["visionos", "realitydevice", "xros", "apple vision"],
    name: "visionOS",
    version: /(?:visionOS|xrOS)[ /,_]{0,2}(\d[\d._]*)|Apple Vision(?: Pro)?; (?:U; )?CPU OS (\d[\d_]*)/i,
    read: "dots",
  },
  {
    sign: ["fbsn/android"],
    name: "Android",
    only: /^\[FB/,
    version: /FBSV\/(\d[\d.]*)/,
  },
  {
    sign: ["fbsn/ios", "fbsn/iphone os"],
    name: "iOS",
    // From 26 on the engine says an older one.
    only: /^\[FB|;FBSV\/(?:2[6-9]|[3-9]\d)/,
    version: /FBSV\/(\d[\d.]*)/,
  },
  {
    sign: ["like mac os x", "iphone os"],
    name: "iOS",
    version: /(?:iPhone[ _]OS|iPad OS|\bOS|iOS)[ /,_]*(\d[\d._]*)/i,
    read: "dots",
  },
  {
    sign: ["iphone", "ipad", "ipod", "ios"],
    name: "iOS",
    // axios is a library.
    only: /(?<!compatible )\biP(?:hone|ad|od)|\biOS\b|(?<!ax)iOS[ /]?\d|\/iOS|^iOS/i,
    version:
      /(?:iPhone[ _]?OS|(?<![\w-])iOS(?:[ /]Version)?|iPadOS|iP(?:hone|ad|od)\d+,\d+; Version|OSVer=|(?<![a-z-])OS)[ /,_;:-]{0,2}v?(\d[\d._]*)|iP(?:hone|ad|od)\d+,\d+[/_](\d+\.\d[\d.]*)/i,
    read: "ios",
  },
  {
    sign: "android",
    name: "Android",
    only: /(?<!like )Android(?!TV\/|_Device)/i,
    version:
      /\(Android; \d\d; (\d{1,2}(?:\.\d){0,2});|(?<![\w-])(?<!for (?=Android\/\d))Android(?: OS| API| mobile)?(?:[ ;/:_v-]|%20){0,3}(?:\(\d+\/)?(\d{1,2}(?:[._]\d+)*)(?!\d)|^TwitterAndroid\/\S+ \(\S+\) [^/]{2,30}\/(\d[\d.]*)|Android(?: [A-Za-z.]{2,12}){1,4} (\d\.\d(?:\.\d)?);|[; (](\d{1,2}(?:\.\d){0,2})\/[A-Z]{3}\d{2}[A-Z]?\b/i,
    read: "android",
  },
  {
    sign: ["fban/fb4a", "fban/orca-android", "fban/ema", "fbpn/com."],
    name: "Android",
    version: /FBSV\/(\d[\d.]*)/,
  },
  { sign: ["exoplayerlib", "dalvik"], name: "Android" },
  { sign: "adr ", name: "Android", only: /Adr \d/, version: /Adr (\d[\d.]*)/ },
  { sign: "cros ", name: "ChromeOS", version: /CrOS \S+ (\d[\d.]*)/ },
  { sign: "darwin/", name: "iOS", only: /Darwin\/\d/, version: /Darwin\/(\d+\.?\d*)/, read: "darwin" },
  { sign: "haiku", name: "Haiku", version: /Haiku[ /]?R?(\d[\d.]*)/ },
  {
    sign: ["mac os x", "macos", "os x", "mac osx", "mac_os_x"],
    name: "macOS",
    version: /(?:Mac[ _]?OS[ _]?X|macOS|OS X|Mac OSX)(?: Version)?[ ,/_(-]{0,2}v?(\d[\d._]*)/i,
    read: "dots",
  },
  {
    sign: ["macintosh", "mac_powerpc", "mac_ppc", "mac os", "macppc"],
    name: "Mac OS",
    version: /Mac OS[ /](\d[\d._]*)/i,
    read: "dots",
  },
  {
    sign: ["mingw", "cygwin"],
    name: "Windows",
    version: /(?:CYGWIN|MINGW\d*)_NT-(\d+\.\d)/i,
    read: "windows",
  },
  { sign: "os=mac", name: "macOS", version: /os=Mac (\d[\d.]*)/ },
  { sign: "qtopia", name: "Qtopia", version: /Qtopia\/(\d[\d.]*)/ },
  { sign: "opentv", name: "OpenTV", version: /OpenTV(?:[ /-]|Core)?v?(\d[\d.]*)/i },
  { sign: "osx/", name: "macOS" },
  { sign: ["win64", "win32"], name: "Windows" },
  {
    sign: ["(mobile;", "(tablet;"],
    name: "Firefox OS",
    only: /\((?:Mobile|Tablet);.{0,120}rv:.{0,20}Gecko\/.{0,20}Firefox/,
    version: /Gecko\/(\d[\d.]*)/,
    read: "gecko",
  },
  { sign: ["symbian/3"], name: "Symbian^3", version: /Series60\/(\d[\d.]*)/ },
  { sign: "uiq/", name: "UIQ", version: /\bUIQ\/(\d[\d.]*)/ },
  // The platform counts, not the kernel below it: S60 5.0 runs on Symbian OS 9.4.
  {
    sign: ["series60", "series 60", "s60/", "s60;", "s60v"],
    name: "Series60",
    only: /S(?:eries ?)?60[/V]\d|^(?!.*SymbianOS\/\d)/i,
    version: /S(?:eries ?)?60[/V](\d[\d.]*)/i,
  },
  { sign: ["symbianos", "symbos"], name: "Symbian OS", version: /SymbianOS[/ ](\d[\d.]*)/i },
  { sign: "symbian", name: "Symbian OS", version: /Symbian ?OS[ /](\d[\d.]*)/i },
  { sign: "series30plus", name: "Series30+" },
  { sign: "nokia_asha", name: "Nokia Asha Platform", version: /Nokia_Asha_(\d[\d_]*)/, read: "dots" },
  { sign: ["series40", "series 40"], name: "Series40" },
  { sign: "nokiaasha", name: "Nokia Asha Platform" },
  { sign: "nokia asha", name: "Nokia Asha Platform" },
  { sign: "sailfish", name: "Sailfish OS", version: /Sailfish(?: ?OS)?[ /](\d[\d.]*)/i },
  { sign: "meego", name: "MeeGo" },
  { sign: "maemo", name: "Maemo" },
  { sign: "fuchsia", name: "Fuchsia" },
  {
    sign: ["brewmp", "brew mp", "bmp/", "bmp "],
    name: "Brew MP",
    version: /(?:Brew ?MP|BMP)[ /](\d[\d.]*)/i,
  },
  { sign: "brew", name: "Brew", only: /\bbrew/i, version: /BREW[ /](\d[\d.]*)/i },
  {
    sign: ["palmos", "palmsource", "palm os", "elaine", "xiino", "avantgo", "blazer"],
    name: "Palm OS",
    version: /PalmOS(?: |\/)(\d[\d.]*)/,
  },
  { sign: "rim9", name: "BlackBerry OS" },
  { sign: "mre/", name: "MRE", version: /MRE\/(\d[\d.]*)/ },
  { sign: "maui", name: "MRE" },
  { sign: ["nucleus/"], name: "Nucleus", version: /Nucleus\/(\d[\d.]*)/i },
  { sign: "threadx", name: "ThreadX", version: /ThreadX(?:_OS)?\/(\d[\d.]*)/i },
  { sign: "wophone", name: "WoPhone", version: /WoPhone\/(\d[\d.]*)/ },
  { sign: ["hiptop", "danger"], name: "Danger OS", only: /hiptop/i },
  { sign: "nintendo switch", name: "Nintendo Switch OS" },
  { sign: "nintendo wiiu", name: "Wii U OS" },
  { sign: "nintendo", name: "Nintendo" },
  {
    sign: "playstation",
    name: "PlayStation",
    version: /PlayStation (?:3;?|4|5[ /]|Vita) ?(\d+\.\d+)|\(PlayStation (?:Portable|3)\); (\d\.\d+)/i,
  },
  { sign: ["os/2", "warp "], name: "OS/2", only: /(?<![A-Za-z])OS\/2|Warp \d/, version: /Warp (\d[\d.]*)/ },
  { sign: ["amigaos", "amiga"], name: "AmigaOS", version: /AmigaOS[ /]?(\d[\d.]*)/i },
  { sign: "morphos", name: "MorphOS", version: /MorphOS (\d[\d.]*)/ },
  { sign: ["aros"], name: "AROS", only: /\bAROS\b/ },
  { sign: "beos", name: "BeOS", version: /BeOS (\d[\d.]*)/ },
  { sign: "serenityos", name: "SerenityOS" },
  { sign: "syllable", name: "Syllable" },
  { sign: ["risc os", "riscos"], name: "RISC OS", version: /RISC OS[ -](\d[\d.]*)/i },
  { sign: ["solaris", "sunos"], name: "Solaris", version: /(?:Solaris\/|SunOS )(\d[\d.]*)/, read: "sunos" },
  { sign: "freebsd", name: "FreeBSD", version: /FreeBSD (\d[\d.]*)/ },
  { sign: "openbsd", name: "OpenBSD", version: /OpenBSD (\d[\d.]*)/ },
  { sign: "netbsd", name: "NetBSD", version: /NetBSD (\d[\d.]*)/ },
  { sign: "dragonfly", name: "DragonFly BSD" },
  { sign: ["bsd/os", "bsd/386"], name: "BSD/OS", version: /BSD\/(?:OS|386)[ /](\d[\d.]*)/ },
  { sign: "irix", name: "IRIX", version: /IRIX(?:;?64)? (\d[\d.]*)/ },
  { sign: "hp-ux", name: "HP-UX", version: /HP-UX [AB]?\.?0?(\d[\d.]*)/ },
  { sign: "aix", name: "AIX", only: /\bAIX\b/, version: /AIX (\d[\d.]*)/ },
  { sign: "osf1", name: "OSF1", version: /OSF1 V(\d[\d.]*)/ },
  { sign: "qnx", name: "QNX" },
  { sign: ["openvms", "open vms"], name: "OpenVMS", version: /Open ?VMS V?(\d[\d.]*)/i },
  { sign: "inferno", name: "Inferno" },
  { sign: "plan 9", name: "Plan 9" },
  { sign: "contiki", name: "Contiki", version: /Contiki\/(\d[\d.]*)/ },
  { sign: "webtv", name: "WebTV", version: /WebTV\/(\d[\d.]*)/ },
  { sign: "brightsign", name: "BrightSignOS", version: /BrightSign\/(\d[\d.]*)/ },
  { sign: "ubuntu touch", name: "Ubuntu Touch" },
  { sign: ["kubuntu"], name: "Kubuntu", version: /Kubuntu[ /](?:Linux )?(\d[\d.]*)/i },
  { sign: ["xubuntu"], name: "Xubuntu", version: /Xubuntu[ /](?:Linux )?(\d[\d.]*)/i },
  { sign: ["lubuntu"], name: "Lubuntu", version: /Lubuntu[ /](?:Linux )?(\d[\d.]*)/i },
  {
    sign: ["linux mint", "linuxmint", "mint/", "; mint"],
    name: "Linux Mint",
    // A library of Elixir is called so too.
    only: /^(?!mint\/)/i,
    version: /Mint[ /](\d[\d.]*)/i,
  },
  { sign: "ubuntu", name: "Ubuntu", version: /Ubuntu[ /-](\d[\d.]*|[a-z]{5,8}(?=[ );]))/i, read: "ubuntu" },
  { sign: "debian", name: "Debian", version: /Debian(?: GNU\/Linux |[ /])(\d[\d.]*)(?![\d.]*[-+~])/i },
  { sign: ["fedora"], name: "Fedora", version: /Fedora(?: release |\/[\d.-]*fc|[ /])(\d[\d]*)/i },
  { sign: "centos", name: "CentOS", version: /CentOS Linux (?:release )?(\d[\d.]*)|\.(?:el|centos)(\d+)/i },
  { sign: ["opensuse", "suse"], name: "SUSE", version: /openSUSE (\d[\d.]*)/i },
  { sign: ["red hat", "redhat"], name: "Red Hat", version: /\.el(\d+)/i },
  { sign: "gentoo", name: "Gentoo" },
  { sign: ["arch linux", "archlinux"], name: "Arch Linux" },
  { sign: "antergos", name: "Antergos Linux" },
  { sign: "manjaro", name: "Manjaro", version: /Manjaro[ /](\d[\d.]*)/i },
  { sign: "sabayon", name: "Sabayon" },
  { sign: "knoppix", name: "Knoppix", version: /Knoppix[ /](\d[\d.]*)/i },
  { sign: "mandriva", name: "Mandriva", version: /Mandriva(?: Linux)?\/[\d.]+-\S*mdv(\d[\d.]*)/i },
  { sign: "mageia", name: "Mageia", version: /Mageia[ /](\d[\d.]*)/i },
  { sign: "slackware", name: "Slackware", version: /Slackware[ /](\d[\d.]*)/i },
  { sign: "pclinuxos", name: "PCLinuxOS", version: /PCLinuxOS\/(\d[\d.]*)/i },
  { sign: "elementary os", name: "elementary OS", version: /elementary OS (\w[\w.]*)/i },
  { sign: "zorin", name: "Zorin OS", version: /Zorin OS (\d[\d.]*)/i },
  { sign: "deepin", name: "Deepin", version: /Deepin (\d[\d.]*)/i },
  { sign: "raspbian", name: "Raspbian" },
  { sign: ["alpine"], name: "Alpine Linux", version: /alpine\/(\d[\d.]*)/i, only: /linux/i },
  { sign: ["amzn"], name: "Amazon Linux", only: /amzn\d/, version: /amzn(\d)/ },
  { sign: "rocky", name: "Rocky Linux", version: /rocky\/(\d[\d.]*)/i, only: /linux/i },
  { sign: "hurd", name: "Hurd", only: /\bHurd\b/, version: /Hurd[ /](\d[\d.]*)/ },
  { sign: "news-os", name: "NEWS-OS", version: /NEWS-OS (\d[\d.]*)/ },
  // Samsung's televisions before Tizen.
  { sign: ["maple", "smarthub"], name: "Orsay", only: /Maple[ _;]?\d|SmartHub/ },
  {
    sign: ["linux", "x11"],
    name: "Linux",
    only: /linux|X11; ?[UI];|X11;?$|X11\)/i,
    version: /\bLinux[ /](\d\.\d+(?:\.\d+)*)/,
  },
  { sign: "nokia", name: "Series40", only: /MIDP|CLDC|UP\.Browser|^Nokia\w+\/[\d.]+/i },
  { sign: ["j2me", "midp", "cldc"], name: "Java ME" },
  {
    sign: "darwin",
    name: "macOS",
    only: /\bdarwin(?:\d|[;)])/,
    version: /\bdarwin(\d+)/,
    read: "mac-darwin",
  },
  { sign: "unix", name: "Unix", only: /\bunix\b/i },
];
