/** The operating system a string names. Rules stand in order: what imitates another system comes before that. */

import { osVersions } from "../../data/agents/os-versions.ts";
import type { Agent } from "./agent.ts";
import type { NamedVersion } from "./schema.ts";
import { flagOf } from "./signs.ts";

interface OsRule {
  /** A piece of the string in lower case that must be there; several are alternatives. */
  readonly sign: string | readonly string[];
  readonly name: string;
  /** Where the version stands: the first group that matched. Without a match the version is empty. */
  readonly version?: RegExp;
  /** The rule counts only if this matches. */
  readonly only?: RegExp;
  readonly read?: (version: string, agent: Agent) => string;
}

const dots = (version: string) => version.replaceAll("_", ".");

const WINDOWS_NT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "4.0": "NT 4.0",
    "5.0": "2000",
    "5.01": "2000",
    "5.1": "XP",
    "5.2": "XP",
    "6.0": "Vista",
    "6.1": "7",
    "6.2": "8",
    "6.3": "8.1",
    "6.4": "10",
    "10.0": "10",
    "10": "10",
    "11.0": "11",
  }),
);

const RULES: readonly OsRule[] = [
  { sign: "palmsource", name: "Palm OS" },
  { sign: "risc os", name: "RISC OS", version: /RISC OS[ -](\d[\d.]*)/i },
  { sign: "amiga", name: "AmigaOS", version: /AmigaOS[ /]?(\d[\d.]*)/i },
  { sign: "morphos", name: "MorphOS", version: /MorphOS (\d[\d.]*)/ },
  { sign: "lumia", name: "Windows Phone", only: /Windows NT [\d.]+; ARM/ },
  { sign: ["juc (linux", "juc(linux", "/adr (linux"], name: "Android", version: /U; ?(\d[\d.]*)/ },
  { sign: "pf(windows", name: "Windows Phone", version: /ov\(wds ?(\d[\d.]*)/ },
  { sign: "; wds ", name: "Windows Phone", version: /wds (\d[\d.]*)/ },
  { sign: ["dv(iph", "dv(ipa"], name: "iOS", version: /ov\((\d[\d_]*)/, read: dots },
  { sign: "chromebook", name: "ChromeOS" },
  { sign: "windows phone", name: "Windows Phone", version: /Windows Phone(?: OS)?[ /]?(\d[\d.]*)/i },
  { sign: "wpdesktop", name: "Windows Phone", version: /Windows Phone(?: OS)?[ /]?(\d[\d.]*)/i },
  {
    sign: ["windows mobile", "windowsmobile"],
    name: "Windows Mobile",
    version: /Windows Mobile[ /]?(\d[\d.]*)/i,
  },
  { sign: "xblwp7", name: "Windows Phone", version: /ZuneWP7/i },
  { sign: "kin.", name: "KIN OS", version: /KIN\.\w+ (\d[\d.]*)/ },
  {
    sign: ["iemobile", "windows ce", "wince", "msiemobile", "zunehd"],
    name: "Windows CE",
    version: /(?:Windows CE|WinCE)[ /](\d[\d.]*)/i,
  },
  { sign: "xbox", name: "Xbox", only: /Xbox(?: One| Series|\)|;| X)/i },
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
    read: lgWebos,
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
    version:
      /(?:BlackBerry ?\d{4}[a-z]?\/|BlackBerry; U; BlackBerry [^)]{0,40}\) AppleWebKit[^V]{0,60}Version\/|BlackBerry\/|Version\/)(\d[\d.]*)/i,
  },
  {
    sign: "windows",
    name: "Windows",
    only: /Windows(?: NT|; U; Windows)? ?(?:NT|9|2000|XP|ME|3\.|1|7|8|Vista|\)|;|\/|\()/i,
    version: /Windows(?: |\/)?(NT [\d.]+|NT|9[58]|2000|XP|ME\b|3\.\d+|Vista|RT|[\d.]+)/i,
    read: windowsVersion,
  },
  {
    sign: ["win98", "win95", "winnt", "win 9x", "win32", "win3.1", "win16"],
    name: "Windows",
    only: /(?<!dar)Win/i,
    version: /Win(98|95|NT ?[\d.]*| 9x 4\.90|3\.1|16)/i,
    read: windowsVersion,
  },
  {
    sign: ["watchos", "watch os", "apple watch"],
    name: "watchOS",
    version: /Watch ?OS[ /,](\d[\d._]*)/i,
    read: dots,
  },
  {
    sign: ["tvos", "apple tv", "appletv"],
    name: "tvOS",
    version: /(?:tvOS|CPU OS|Apple TV OS)[ /]?(\d[\d._]*)/i,
    read: dots,
  },
  { sign: ["ipados"], name: "iPadOS", version: /(?:CPU OS|iPad ?OS)[ /;,]*(\d[\d._]*)/i, read: dots },
  {
    sign: ["like mac os x", "iphone os"],
    name: "iOS",
    version: /(?:iPhone[ _]OS|CPU OS|iOS|CPU iPhone OS)[ /,_]*(\d[\d._]*)/i,
    read: dots,
  },
  {
    sign: ["iphone", "ipad", "ipod", "ios"],
    name: "iOS",
    only: /\biP(?:hone|ad|od)|\biOS\b|iOS[ /]?\d|\/iOS|^iOS|ios\/\d/i,
    version: /(?:iPhone[ _]?OS|\biOS|iPadOS|OS|iPhone|ios)[ /,_;-]{0,2}v?(\d[\d._]*)/i,
    read: iosVersion,
  },
  {
    sign: "android",
    name: "Android",
    only: /Android(?!TV\/|_Device)/i,
    version: /Android(?: OS)?(?:[ ;/:_v-]|%20){0,3}(?:\(\d+\/)?(\d+(?:[._]\d+)*)/i,
    read: dots,
  },
  { sign: ["exoplayerlib", "dalvik"], name: "Android" },
  { sign: "adr ", name: "Android", only: /Adr \d/, version: /Adr (\d[\d.]*)/ },
  { sign: "cros ", name: "ChromeOS", version: /CrOS \S+ (\d[\d.]*)/ },
  { sign: "darwin/", name: "iOS", only: /Darwin\/\d/, version: /Darwin\/(\d+\.?\d*)/, read: darwinVersion },
  {
    sign: ["mac os x", "macos", "os x", "mac osx", "mac_os_x"],
    name: "macOS",
    version: /(?:Mac[ _]?OS[ _]?X|macOS|OS X|Mac OSX)(?: Version)?[ ,/_]{0,2}(\d[\d._]*)/i,
    read: dots,
  },
  {
    sign: ["macintosh", "mac_powerpc", "mac_ppc", "mac os", "macppc"],
    name: "Mac OS",
    version: /Mac OS[ /](\d[\d._]*)/i,
    read: dots,
  },
  { sign: "osx/", name: "macOS" },
  { sign: ["win64", "win32"], name: "Windows" },
  {
    sign: ["(mobile;", "(tablet;"],
    name: "Firefox OS",
    only: /\((?:Mobile|Tablet);.{0,120}rv:.{0,20}Gecko\/.{0,20}Firefox/,
    version: /Gecko\/(\d[\d.]*)/,
    read: (gecko) => osVersions.firefoxOsOfGecko[Number(gecko)] ?? "",
  },
  { sign: "symbianos", name: "Symbian OS", version: /SymbianOS\/(\d[\d.]*)/i },
  { sign: ["symbian/3"], name: "Symbian^3", version: /Series60\/(\d[\d.]*)/ },
  {
    sign: ["series60", "series 60", "s60/", "s60;"],
    name: "Symbian OS",
    version: /S(?:eries ?)?60\/(\d[\d.]*)/i,
  },
  { sign: "symbian", name: "Symbian OS", version: /Symbian ?OS[ /](\d[\d.]*)/i },
  { sign: "series30plus", name: "Series30+" },
  { sign: "nokia_asha", name: "Nokia Asha Platform", version: /Nokia_Asha_(\d[\d_]*)/, read: dots },
  { sign: ["series40", "series 40"], name: "Series40" },
  { sign: "nokiaasha", name: "Nokia Asha Platform" },
  { sign: "nokia asha", name: "Nokia Asha Platform" },
  { sign: "sailfish", name: "Sailfish OS" },
  { sign: "meego", name: "MeeGo" },
  { sign: "maemo", name: "Maemo" },
  { sign: "fuchsia", name: "Fuchsia" },
  { sign: ["brewmp", "bmp/", "bmp "], name: "Brew MP", version: /(?:BrewMP|BMP)[ /](\d[\d.]*)/ },
  { sign: "brew", name: "Brew", version: /BREW[ /](\d[\d.]*)/i },
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
  { sign: "playstation", name: "PlayStation", only: /PlayStation|PSP/i },
  { sign: ["os/2", "warp "], name: "OS/2", only: /(?<![A-Za-z])OS\/2|Warp \d/, version: /Warp (\d[\d.]*)/ },
  { sign: ["amigaos", "amiga"], name: "AmigaOS", version: /AmigaOS[ /]?(\d[\d.]*)/i },
  { sign: "morphos", name: "MorphOS", version: /MorphOS (\d[\d.]*)/ },
  { sign: ["aros"], name: "AROS", only: /\bAROS\b/ },
  { sign: "haiku", name: "Haiku", version: /Haiku[ /]?R?(\d[\d.]*)/ },
  { sign: "beos", name: "BeOS", version: /BeOS (\d[\d.]*)/ },
  { sign: "serenityos", name: "SerenityOS" },
  { sign: "syllable", name: "Syllable" },
  { sign: ["risc os", "riscos"], name: "RISC OS", version: /RISC OS[ -](\d[\d.]*)/i },
  { sign: ["solaris", "sunos"], name: "Solaris", version: /(?:Solaris\/|SunOS 5\.|SunOS )(\d[\d.]*)/ },
  { sign: "freebsd", name: "FreeBSD", version: /FreeBSD (\d[\d.]*)/ },
  { sign: "openbsd", name: "OpenBSD", version: /OpenBSD (\d[\d.]*)/ },
  { sign: "netbsd", name: "NetBSD", version: /NetBSD (\d[\d.]*)/ },
  { sign: "dragonfly", name: "DragonFly BSD" },
  { sign: ["bsd/os", "bsd/386"], name: "BSD/OS" },
  { sign: "irix", name: "IRIX", version: /IRIX(?:64)? (\d[\d.]*)/ },
  { sign: "hp-ux", name: "HP-UX", version: /HP-UX [AB]?\.?0?(\d[\d.]*)/ },
  { sign: "aix", name: "AIX", only: /\bAIX\b/, version: /AIX (\d[\d.]*)/ },
  { sign: "osf1", name: "OSF1" },
  { sign: "qnx", name: "QNX" },
  { sign: ["openvms", "open vms"], name: "OpenVMS", version: /Open ?VMS V?(\d[\d.]*)/i },
  { sign: "inferno", name: "Inferno" },
  { sign: "plan 9", name: "Plan 9" },
  { sign: "contiki", name: "Contiki", version: /Contiki\/(\d[\d.]*)/ },
  { sign: "webtv", name: "WebTV", version: /WebTV\/(\d[\d.]*)/ },
  { sign: "brightsign", name: "BrightSignOS", version: /BrightSign\/(\d[\d.]*)/ },
  { sign: "ubuntu touch", name: "Ubuntu Touch" },
  { sign: ["kubuntu"], name: "Kubuntu", version: /Kubuntu[ /](\d[\d.]*)/i },
  { sign: ["xubuntu"], name: "Xubuntu", version: /Xubuntu[ /](\d[\d.]*)/i },
  { sign: ["lubuntu"], name: "Lubuntu", version: /Lubuntu[ /](\d[\d.]*)/i },
  { sign: ["linux mint", "linuxmint", "mint/"], name: "Linux Mint", version: /Mint[ /](\d[\d.]*)/i },
  { sign: "ubuntu", name: "Ubuntu", version: /Ubuntu[ /-](\d[\d.]*)/i },
  { sign: "debian", name: "Debian", version: /Debian(?: GNU\/Linux |[ /])(\d[\d.]*)/i },
  { sign: ["fedora"], name: "Fedora", version: /Fedora(?: release |\/[\d.-]*fc|[ /])(\d[\d]*)/i },
  { sign: "centos", name: "CentOS", version: /CentOS Linux release (\d[\d.]*)|\.(?:el|centos)(\d+)/i },
  { sign: ["opensuse", "suse"], name: "SUSE", version: /openSUSE (\d[\d.]*)/i },
  { sign: ["red hat", "redhat"], name: "Red Hat", version: /\.el(\d+)/i },
  { sign: "gentoo", name: "Gentoo" },
  { sign: ["arch linux", "archlinux"], name: "Arch Linux" },
  { sign: "antergos", name: "Antergos Linux" },
  { sign: "manjaro", name: "Manjaro" },
  { sign: "mandriva", name: "Mandriva", version: /Mandriva(?: Linux)?\/[\d.]+-\S*mdv(\d[\d.]*)/i },
  { sign: "mageia", name: "Mageia", version: /Mageia[ /](\d[\d.]*)/i },
  { sign: "slackware", name: "Slackware", version: /Slackware[ /](\d[\d.]*)/i },
  { sign: "pclinuxos", name: "PCLinuxOS", version: /PCLinuxOS\/(\d[\d.]*)/i },
  { sign: "elementary os", name: "elementary OS", version: /elementary OS (\w[\w.]*)/i },
  { sign: "zorin", name: "Zorin OS", version: /Zorin OS (\d[\d.]*)/i },
  { sign: "deepin", name: "Deepin", version: /Deepin (\d[\d.]*)/i },
  { sign: "raspbian", name: "Raspbian" },
  { sign: ["alpine"], name: "Alpine Linux", version: /alpine\/(\d[\d.]*)/i, only: /linux/i },
  { sign: ["amzn"], name: "Amazon Linux", version: /amzn(\d)/ },
  { sign: "rocky", name: "Rocky Linux", version: /rocky\/(\d[\d.]*)/i, only: /linux/i },
  { sign: ["linux", "x11"], name: "Linux", only: /linux|X11; ?[UI];|X11;?$|X11\)/i },
  { sign: "nokia", name: "Series40", only: /MIDP|CLDC|UP\.Browser|^Nokia\w+\/[\d.]+/i },
  { sign: ["j2me", "midp", "cldc"], name: "Java ME" },
  { sign: "darwin", name: "macOS", only: /\bdarwin\d/ },
  { sign: "unix", name: "Unix", only: /\bunix\b/i },
];

/** Every rule with the flag of its signs, in order. */
const FLAGGED: readonly (readonly [flag: number, rule: OsRule])[] = RULES.map((rule) => [
  flagOf(typeof rule.sign === "string" ? [rule.sign] : rule.sign),
  rule,
]);

/** The operating system, false where the string names none. */
export function operatingSystem(agent: Agent): NamedVersion | false {
  for (const [flag, rule] of FLAGGED) {
    if (agent.signs[flag] !== 1) continue;
    if (rule.only && !rule.only.test(agent.text)) continue;
    const match = rule.version?.exec(agent.text);
    const found = (match?.[1] ?? match?.[2] ?? "").replace(/[._]+$/, "");
    const version = rule.read ? rule.read(found, agent) : found;
    return refine({ name: rule.name, version }, agent);
  }
  return false;
}

/** Two systems share their sign: Windows CE and Mobile, macOS and iOS under Darwin, iPadOS. */
function refine(os: NamedVersion, agent: Agent): NamedVersion {
  if (os.name === "iOS" && agent.lower.includes("darwin/") && isMacDarwin(agent)) return macDarwin(agent);
  if (os.name === "Mac OS" && os.version.startsWith("10")) return { name: "macOS", version: os.version };
  // Opera Mobile on phones of Windows Mobile gave itself out for a desktop, with the model in front.
  if (os.name === "Windows" && /^[\w-]{4,30} Opera\/9\.[57]\d? \(Windows NT 5/.test(agent.text))
    return { name: "Windows Mobile", version: "" };
  if (os.name === "Linux" && /^Mozilla\/5\.0 \(Linux;/.test(agent.text)) {
    if (agent.lower.includes("silk") && /\bKF[A-Z]{2,}/.test(agent.text))
      return { name: "Fire OS", version: "" };
    const build = /; ?(?:(\d+(?:\.\d+){1,2});[^)]*)?[^;)]*Build\/[A-Z]{2,4}\d/.exec(agent.text);
    if (build) return { name: "Android", version: build[1] ?? "" };
  }
  if (os.name === "Windows CE" && /IEMobile [78]|PPC|Smartphone|WM ?\d/i.test(agent.text))
    return { name: "Windows Mobile", version: "" };
  return os;
}

function windowsVersion(found: string): string {
  const version = found.replace(/^NT ?/i, "");
  if (/^ ?9x 4\.90$/i.test(found) || /^me$/i.test(found)) return "ME";
  return WINDOWS_NT.get(version) ?? version.replace(/^vista$/i, "Vista").replace(/^xp$/i, "XP");
}

function iosVersion(found: string): string {
  return /^\d{1,2}(?:[._]|$)/.test(found) && found !== "" ? dots(found) : "";
}

function isMacDarwin(agent: Agent): boolean {
  const script = !/cfnetwork|ios|iphone|ipad|watch/.test(agent.lower);
  return (
    script ||
    agent.head.startsWith("Safari") ||
    /x86_64|i386|Power ?Mac|Mac(?:Book|mini|Pro|intosh)|iMac|macOS|Mac OS X/i.test(agent.text)
  );
}

function darwinVersion(found: string): string {
  const major = Number(found.split(".")[0]);
  return osVersions.iosOfDarwin[major] ?? "";
}

function macDarwin(agent: Agent): NamedVersion {
  const named = /(?:Mac OS X|macOS)[ /,]?(\d[\d._]*)/i.exec(agent.text)?.[1];
  const major = Number(/Darwin\/(\d+)/i.exec(agent.text)?.[1]);
  return { name: "macOS", version: named ? dots(named) : (osVersions.macosOfDarwin[major] ?? "") };
}

/** LG's televisions say the year's engine, not the system: the version of Chrome tells it. */
function lgWebos(found: string, agent: Agent): string {
  if (found !== "" && !/^20\d\d/.test(found)) return found;
  const chrome = Number(
    agent.versions.get("chrome")?.split(".")[0] ?? agent.versions.get("chr0me")?.split(".")[0],
  );
  return osVersions.webosOfChrome[chrome] ?? "";
}
