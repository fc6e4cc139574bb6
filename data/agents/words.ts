/** Words that classify strings without a known name. Source: own collection of strings, 2026-11. */

export const botWords =
  /bot(?:s|box)?(?![a-z])|crawl|cralwer|spider|robot|headless|-thumbnails?\/|\bscan(?:ner)?\b|scanner|fetcher|\bfetch\b|monitor(?:ing)?\b|archiver|\bpreview\b|validator|checker|\bcheck\b|\bhealth-?check|\bindexer\b|\bprobe\b|[a-z]probe(?:\/[\d.]+)?$|scrap(?:er|ing)|transcrib|retriever|harvest|audit|scanning\b|importer|\bimport\b|processor|podcast sync|\bsearch ?engine\b|downloader|\bproxy\b|[a-z]proxy\/\d|lead ?gen(?![a-z])|prospecting|unfurl|webhook|verif(?:ier|ication)|transcod(?:er|ing)|parser(?:\/|$)|health ?(?:check|service)|\bon-behalf-of-|thumbnailer|\bcontact:|\babuse\b|\(contact|analy[sz]er|image ?proxy|pipeline|ingest|enrichment|grabber|classifier|detector\b|prefetch|synthetics?(?![a-z])|diagnostics\b|observatory|lighthouse|uptime|\bnutch|backlink|sitemap|unshort|url ?(?:lookup|resolver|expander)|link ?expander|open ?graph|oembed|phish|malware|vulnerabilit|(?<=[a-z]{3})scan(?:\/[\d.]+|\))$|exporter\b|\btester\b|watchdog|html-to-?(?:pdf|image)|htmlto-?(?:pdf|image)|html2(?:pdf|image|png)|web-?capture|link ?check|(?<=[a-z]{3})-?agent(?:\/[\d.]+)?$/i;

/** Devices, models and products of people that contain a bot's word. */
export const noBotWords =
  /cubot|spideroak|crawl ?space|\bbotim\b|calendaragent|robot ?(?:mobile|vacuum)|spider ?solitaire|spider-?man|talbot|proxy-connection|wechatdevtools|fetchapi|x-proxy|novarra|proxynet|youtube downloader|video ?downloader|reboot|camscanner|barcode ?scanner|docscanner|scannerapp|tweetbot|storyteldownloader|google wap proxy|^mozilla\/5\.0 \((?:linux; (?:u; )?android|iphone|ipad)\b.*\bproxy\/\d/i;

/** Words that only robots use; names of people's apps contain the other bot words too. */
export const plainBotWords = /bot(?:s|box)?(?![a-z])|crawl|spider|robot|fetcher|monitor|validator|preview/i;

/** Bot words that no app on a person's device contains. */
export const ownBotWords = /bot(?:s|box)?(?![a-z])|crawl|spider|robot|fetcher/i;

/** A web view of an app, which robots do not imitate. */
export const inView =
  /; wv\)|electron\/|like mac os x\) applewebkit\/[\d.]+ \(khtml, like gecko\) mobile\/\w+ (?!.*safari)/;

/** Text after Android's version: a language or the kind of device, and the model. */
export const modelsPlace =
  /\b(?:Android|Adr) [\d.]+;(?: (?:[a-z]{2}[-_][A-Za-z]{2}|Mobile|Tablet|Linux);)? ?[^;)]*/;

export const peoplesWords =
  /msie|msoffice|windows|\bwin(?:9|nt|3|16|32|;)|linux|x11|\bmac|\bos\b|[a-z]os\b(?!\/)|konqueror|symbian|palm|iphone|android|kht|;.*;.*;|fom|tv|midp|mobile|amiga|\bnt\b|netpositive|hbbtv|ce-html|cellphone|inferno|syllable|playstation|nokia|\bpda|pda\b|wap\b|jig |planetweb|dream|nintendo|psp|operating system|\bsip\b|homepage builder|\b\w?\d{2,3}[a-z]{1,2}\b|\bipad|zoom\./;

export const featurePhoneWords =
  /midp|cldc|ucweb|^ericsson|^model\/|^machblue|^\d+\/tclwebkit|up\.browser| up\/\d|obigo|netfront|smartphone|\bwap(?:\d|\b)|^xbox|nokia|sonyericsson|profile\/|msie|ppc;|240x320|samsung-|^lg|^mot-|^sie-|dorado|browser\b|^dv\(|^iphone|^ipad|^ipod|vendor|hbbtv|smarttv|^dlnadoc|aquos|^loewe|^linux; u|inettv|docomo\/|^portalmmm\/|^pdxgw\/|^astel\/|^emobile\/|\(ddipocket;|\(willcom;|^j-phone|^softbank\/|^apple-ip|kepler|^lge|^sch-|^sgh|^bird|windows phone ad|^360|baiduhd|browser\/|watchos|watch os|^server-bag|foma|^smarttv_|ce-html|^brightsign\/|^j2me|brew-applet|palmscape|bunjalloo|pocket internet explorer|^epoc|^uc browser|^iuc\(|^palmscape|^bunjalloo/;

/** Languages and runtimes next to a name, and words of libraries and command-line tools. */
export const libraryWords =
  /\b(?:[Gg]o|golang|[Pp]ython|cpython|pypy|[Nn]ode|node\.js|nodejs|[Rr]uby|jruby|php|PHP|[Pp]erl|java|jdk|jvm|graalvm|rustc?|dart|deno|bun|dotnet|\.net|erlang|otp|elixir|kotlin|scala|swift|lua|vert\.x|hhvm|mono)\/v?\d|\bnode-v\d|[(;] ?(?:[Pp]ython|[Nn]ode(?:\.js)?|[Rr]uby|PHP|php|[Pp]erl|[Jj]ava|[Gg]o) v?\d|^lib|http(?:s|x)?(?![a-z:])|http[._-]?(?:client|lib|request|kit)|(?:^|[a-z])Http|HTTP|\bsdk\b|[a-z]Sdk\b|sdk\/|SDK|[a-z]API\b|httpc\b|[(; ]go1\.\d|\.NET (?:Client|SDK)|\\Http|[a-z](?:Fetch|Requests?|Lib|Framework|CLI|Cli|REST|SOAP|GraphQL|G?RPC)\b|[a-z]Client\b|[-_. ]client\b|::|[-_.](?:php|python|py|ruby|rb|java|js|node|go|golang|rust|rs|perl|pm|net|dotnet|swift|kotlin|cpp|lua|cli|api|lib)\b|\bcurl|\brest\b|grpc|soap\b|\bfetch\b|\brpc\b|\bcli\b/;

export const appWords =
  /player|radio|music|audio|podcast|podcat|cast(?:s|er)?\b|pod\b|\bpod|\bfm\b|listen|stream|sound|song|tune|book|video|watch|wear|\btv\b|movie|game|chat|mail|messenger|desktop|mobile|sync\b|backup|launcher|wallet|notes?\b|photo|camera|editor|office|studio|torrent/;

/** Words of people's programs and devices, which decide even if the version looks like a service's. */
export const personsWords =
  /player|\bplay\b|\bott\b|radio|music|printer|watch|wear|tv\b|^com\.apple\.|game|wallet|vpn\b|torrent|messenger|desktop|notes\b|chat\b|calendar|editor|weather|(?<!\.)\bapp\b|browser|updater|installer|launcher/;

/** Words of the web: a program without a system whose name contains one reads the web. */
export const webWords =
  /[Ss]earch|(?<![Bb])[Ll]inks?(?![a-z])|\b[Ww]eb(?![Ee]x|[Kk]it|[Vv]iew|TV|OS|[Mm]ail|[Cc]am|DAV|[Aa]pp|m\b)|[Ss]ite|\b(?:url|URL)s?\b|CMS\b|[a-z]Wiki\b|[Gg]rab(?=[A-Z])|[Ll]eech|[Ee]xtract|[Ss]iphon|[Ss]ucker|\b(?:seo|SEO)/;

/** Category of a robot by the words of its name; the first match counts. */
export const categoryWords = [
  ["security", /secur|vuln|malware|phish|threat|antivirus|pentest/i],
  ["monitoring", /monitor|uptime|\bping|health|heartbeat|synthetic|watchdog|probe\b/i],
  ["archiver", /archiv|wayback|webcapture/i],
  ["social-preview", /preview|unfurl|embed|thumb|link ?expand|open ?graph|oembed|image ?proxy|screenshot/i],
  ["feed", /feed|\brss|rss\b|podcast/i],
  ["advertising", /\bads?(?:bot|[A-Z._-])|adstxt|advert/],
  ["seo", /\bseo|seo(?:bot|\b)|backlink|\bserp|sitemap|site ?audit/i],
  ["search", /(?<!re)search/i],
  ["tool", /validator|tester|webhook|convert|\bpdf/i],
] as const;

/**
 * Category of a robot by its description and the name of its site, if its name has no such word; the first
 * match in the string, in lower case, counts.
 */
export const categoryDescriptions = [
  ["feed", /\d subscribers?\b|feed-?(?:fetcher|reader)/],
  ["archiver", /archiv(?!es?\/)/],
  ["seo", /\bseo|(?<!mu)seo(?![a-z])|backlink/],
  ["monitoring", /monitor|uptime|\bstatus(?:cake|page)/],
  ["security", /security(?! ?(?:contact|policy))|vulnerabilit|malware|phishing/],
  ["advertising", /ads\.?txt|advertis/],
  ["search", /search[ ._-]?engine|[a-z]search\.|\/\/(?:www\.)?search[a-z]{3,}\./],
] as const;

/** Words in names of programs with a web view, for names that no table lists as a browser. */
export const viewAppWords =
  /mail|notes?(?![a-z])|player|studio|client|helper|manager|updat|chat|messenger|desktop|launcher|editor|reader|office|meet|call|music|radio|game|wallet|sync|teams?(?![a-z])|tasks?(?![a-z])|app(?![a-z])/i;

/** Names of podcast clients. */
export const podcastWords = /[Pp]od[Cc](?:ast|atch)|^pod[A-Z]|[a-z]Pod(?:s|der|cast)?$|подкаст|पॉडकास्ट|播客/;

/** Frameworks and players in other apps: the app's own name takes precedence. */
export const frameworks: ReadonlySet<string> = new Set([
  "CFNetwork",
  "ExoPlayer",
  "Dalvik",
  "Electron",
  "AppleCoreMedia",
  "NW.js",
  "LibVLC",
  "Stagefright",
  "Adobe AIR",
  "Crosswalk",
  "Sparkle",
  "uni-app",
]);

/** Frameworks, and apps that host other apps in a web view: WeCom's string also names WeChat. */
export const underApps: ReadonlySet<string> = new Set([...frameworks, "WeChat"]);

/** Languages, runtimes, and words for any fetcher or reader: another name in the string takes precedence. */
export const generalNames: ReadonlySet<string> = new Set([
  "Python",
  "Java",
  "PHP",
  "Ruby",
  "Perl",
  "Node.js",
  "Deno",
  "Bun",
  "Dart",
  "Feed fetcher",
  "Feed reader",
  "RSS reader",
]);

/** Tools that robots use: the name of a robot next to one takes precedence. */
export const tools: ReadonlySet<string> = new Set([
  "HeadlessChrome",
  "PhantomJS",
  "wkhtmltoimage",
  "wkhtmltopdf",
  "Apache Nutch",
  "Heritrix",
  "StormCrawler",
]);

/** Tools, and generic words for readers: another name next to one is the client's. */
export const inOthersPlace: ReadonlySet<string> = new Set([
  ...tools,
  "Feed fetcher",
  "Feed reader",
  "RSS reader",
  "HTTP client",
]);

/** Start of the strings of scripts and frameworks, even on a phone. */
export const scripts =
  /^(?:(?:curl|wget|python|okhttp|dart)(?! ?[a-z])|react-native-|exoplayerplugin|exomedia|just_audio|yourapplicationname)/;

/** Libraries that use CFNetwork, and names of Apple's own programs. */
export const ofApple =
  /^(?:alamofire|afnetworking|asihttp|mknetworkkit|moya|nsurl|urlsession|swift|xcode|nscurl|com\.apple|apple|trustd|git\b)/;

/** Name followed by Android's player or by a system alone: an app, not a service. */
export const onPlayer =
  /^[^()]{1,60} \((?:linux; ?)?(?:u; )?android [\d.]+\) (?:exoplayer|androidxmedia)|^[^()]{1,60} \((?:phone|tablet|mobile); (?:android|ios)\b|^(?!.{0,60}mozilla)[^()]{1,60} \((?:linux; ?(?:u; ?)?android \d|ip(?:hone|ad)[;,] ?ios|[^()]{0,30}\bios [\d.]+, iphone\d)/;

/** Model and build name before a browser's string: `HTC_Dream Mozilla/5.0`. */
export const modelsInFront = /^([A-Za-z][\w-]{3,30})(?:\/[\w.]+)?(?: \(\d+\))? (?:Mozilla|Opera)\/\d/;

/**
 * Programs built with Electron or CEF, before Safari's product: `Chrome/122 AcmeNotes/3 Safari/537.36`; the name in front
 * of Chrome's and Electron's products is the program's, even if a browser has it too.
 */
export const betweenChrome =
  /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)[^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (?:(?:Chrome|Version)\/[\d.]+ |(?!Chrome\/)(?=[^()]* Electron\/))([A-Za-z][\w.-]{2,30})\/(\d[\w.]*)(?: [A-Za-z]+\/[\w.]+)* Safari\/[\d.]+$/;

/**
 * A system and a name without an engine: a program that imitates a browser, `Mozilla/5.0 (Macintosh; …)
 * Word/14.0`.
 */
export const withoutEngine =
  /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)[^()]*\) ([A-Za-z][A-Za-z-]{2,30})\/(\d[\d.]*)$/;

/** Products in all browsers' strings. */
export const ancestors =
  /^(?:mozilla|applewebkit|khtml|like|gecko|chrome|safari|version|mobile|compatible|linux|x11|windows|nt|firefox|msie|android|u|x|os|nexus|opera|build|trident|toolbar|html)$/;

/** Signs of an address whose part looks like a product. */
export const addressSigns = /[@:]|www\./;

/**
 * Last word of a web view's string, after a browser's own products; its version may follow an underscore:
 * `acme_2go_1.4`.
 */
export const lastWord =
  /(?:(?:Safari|Firefox)\/[\d.]+;?|Mobile\/\w+|like Gecko\)) +(?!Safari|Version|Mobile|Chrome)[[_]?([A-Za-z][\w.-]{1,30}?[A-Za-z\d])_?(?:[/_ ](\d[\d.]*))?(?:[;()\]]|\/?$| (?!Browser))/;

/** Systems of phones, tablets and Apple's boxes. */
export const mobileWords =
  /\biphone\b|\bipad\b|\biphone\d+,\d|\bipad\d+,\d|\bipod\d+,\d|\bios\b|\bandroid\b|\bdalvik\b|\bcfnetwork\b|\bmidp\b|\bcldc\b|\bappletv\b|\btvos/;

/** A word with a digit before a browser's string is a model: `TBDC1093 Mozilla/5.0 (X11; …)`. */
export const codeInFront = /^[A-Za-z][A-Za-z-]*-?\d[\w-]{0,20}(?: [\w.]{1,3})? (?:Mozilla|Opera)\/\d/;

/** Phone's web view, Electron or Apple's libraries: a bot named there is an app that chats with a person. */
export const talkersPlace =
  /^(?!.*(?:crawl|spider|fetcher)).*(?:; wv\)|like mac os x\) applewebkit|cfnetwork\/|; scale\/\d|; build:\d|electron\/|^[\w .-]+\/[\d.]+ \(android [\d.]+;)/;

/** Systems in strings of apps on a person's phone. */
export const phonesSystem =
  /\bcfnetwork\/|\b(?:iphone|ipad|ios)[ /]\d|\bandroid\b|[(;] ?ios(?:[;)]| podcast| app)/;

/** End of an app's name in a web view: the system, and the kind of view. */
export const endOfApp = /^(?:[-_. ]?(?:android|ios|iphone|ipad|app|mobile|webview|inapp|wv))*$/i;

/** Podcast clients by the name at the start. */
export const podcastHead = /(?:podcast(?!-?dl\b)|podcatch|\bpod\b|radio|player)/i;

/** Name after `compatible`, if nothing else is in the comment or a system follows. */
export const compatibleName =
  /(?:compatible;(?!\s*MSIE )|^Mozilla\/5\.0 \((?!compatible|windows|linux|mac|x11)(?=[^;()]*\)$|[\w-]*; (?:Windows NT|X11|Macintosh)))\s*([\w .!-]{2,40}?)(?:\s+v?\d[\d.]*)?\s*(?:[/;)(+]|\s-|$)/i;

/** Text before a phone's model, in lower case. */
export const beforeModel =
  /^mozilla\/5\.0 \(linux;(?: u;| arm;| arm_64;)? android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?(?:[\w-]+ |[^();]{1,60} build\/)?$/;

/** Misspellings to correct, in lower case. */
export const misspelt: readonly string[] = [
  " khtml, like gecko ",
  "/android-",
  "/ios-",
  "/ipados-",
  "/tvos-",
  "/watchos-",
  ...Array.from("0123456789v", (sign) => `+/${sign}`),
  "andr0id",
  "_diordna_",
  "_enohpi_",
  "mac+os+x/",
  "## ",
  "ht tp",
  "user-agent: mozilla/",
  ...Array.from({ length: 10 }, (_, digit) => `${digit}+(`),
];

/** Reading of a misspelt part: `+` as spaces, percent-encoding, both, or a version written backwards. */
export type ReadSpelling = "spaces" | "decoded" | "decoded-spaces" | "backwards";

interface Spelling {
  readonly written: RegExp;
  readonly meant?: string;
  readonly read?: ReadSpelling;
}

/**
 * IIS logs have `+`, others `%20` (as in the name of Apple's Calendar), for a space; some keep the semicolon:
 * `(Linux## U## Android 5.0)`. Vewd's televisions spell Android with a zero, old Baidu apps write backwards.
 */
export const spellings: readonly Spelling[] = [
  { written: /^Mozilla%2F\d\.\d\+.*/s, read: "decoded-spaces" },
  { written: /^User-Agent: (?=Mozilla\/\d)/, meant: "" },
  { written: /##(?= )/g, meant: ";" },
  { written: /ht tp:\/\//, meant: "http://" },
  { written: /^Mozilla\/\d\.\d\+\([^ ]*$/, read: "spaces" },
  { written: /^Mac\+OS\+X\//, meant: "Mac OS X/" },
  {
    written:
      /^(Mozilla\/5\.0) ((?:Linux|Windows|Macintosh|iPhone|iPad|X11)[;,][^()]{2,200}?) (AppleWebKit\/[\d.]+) KHTML, like Gecko(?= )/,
    meant: "$1 ($2) $3 (KHTML, like Gecko)",
  },
  // Non-ASCII letters and harmless punctuation: Apple percent-encodes app names.
  { written: /%2[0167bd]|(?:%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3})+/gi, read: "decoded" },
  { written: /; Andr0id /, meant: "; Android " },
  {
    written: /^([\w. ]{1,40})\/(android|(?:i|ipad|tv|watch)os)-(\d[\w.]*)(?=$|[ ;(])/i,
    meant: "$1/$3 $2",
  },
  { written: /(?<=[A-Za-z])\+\/(?=v?\d)/g, meant: "/" },
  { written: /\/\w{1,4}_([\d.]{1,12})_(?:diordna|enohpi)\w*/, read: "backwards" },
];

/** A name of several words with a version, after a browser's own products, at the end or before a comment. */
export const severalLast =
  /(?:Safari\/[\d.]+|Mobile\/\w+|like Gecko\)) ((?:(?!(?:Safari|Version|Mobile|Chrome|Language|NetType|Build|App|Android|iOS|Cordova|ReactNative|Capacitor|Ionic|Flutter|Hybrid|InApp|WebView\w*|BROWSER)\b)[A-Z][\w&-]* ){1,3}(?!(?:Version|Build|Android|iOS|Browser|Safari)\b)[A-Z][\w&-]*)\/v?(\d[\w.]*)(?=$| \()/;

/**
 * Position of an app's version that does not directly follow the name: `Seldom/Android/1.2`,
 * `Seldom;1.2.3;Android`.
 */
export const behindHead =
  /^(?:\/(?:Android|iOS|PHP|Python|Ruby|Java|JS|Go|Node|CLI)[/ ]v?(?=\d+\.\d)|\/[A-Z][A-Za-z]+ [A-Z][A-Za-z]+ (?=\d+\.\d)|\/version-|[;|] ?v?(?=\d+\.\d+\.\d))(\d[\w.]*)/i;

/** Version at the end of a name. */
export const versionAtEnd = /(?:[\s-]|_(?=v?\d+\.\d))v?(?<version>\d[\d.]{0,20}[a-z]?)\s*$/i;

/** First names of browsers' strings and of systems' players, which name no program. */
export const nobodysName =
  /^(?:mozilla|opera(?! [a-z])|dalvik|applecoremedia|stagefright|cfnetwork|server-bag)/i;

/** Product in lower case that may be the name of an unlisted program. */
export const newNameForm = /^_?\d{0,4}[a-z][a-z_.-]{2,24}\d?[a-z]*$/;

/**
 * A name, and a version that other text follows up to the end: `Seldom v7.4.8 IOS en`, `Seldom 1.2 build 36`,
 * `Seldom-iOS-2.20.3-116`, `seldom-cli 6.46.0+29d6257f1.2025-07-09`.
 */
export const versionInside =
  /^(?!(?:android|ios|windows|mac|linux)\b)(.{2,40}?)[\s-](?:(?:iOS|Android)-)?v?(?<version>\d{1,5}\.\d[\d.]*)(?=[\s+-]).*$/i;

/**
 * Names with digits that are not a version: in `N26/3.1` it follows the slash; npm packages have a scope
 * before the name, or Node's version after it.
 */
export const wholeName =
  /^(?:@[a-z][\w.-]*[:/][a-z][\w.-]*|[a-z]+\d+(?=\/)|[a-z][\w-]*(?= \d[\d.]* node-v))/i;

/** Names of apps that may be another app's: only Apple's libraries send them for Apple's Podcasts. */
const sharedNames = /^(?:podcast|podcaster|podcasty|balados)\/$/;

/** Systems, in the string in lower case. */
const androidSystem = /\bandroid\b|dalvik|exoplayer|androidxmedia/;
const appleSystem = /\bip(?:hone|ad|od)\b|\b(?:ipad|i|tv|watch)os\b|cfnetwork|applecoremedia/;
const windowsSystem = /\bwindows\b/;
const linuxSystem = /\blinux\b|\btizen\b|\bkaios\b/;

/** Programs of a platform's maker, by their sites; the systems that they do not run on; and phrases of exceptions. */
const makersPrograms: readonly (readonly [site: RegExp, systems: readonly RegExp[], but?: RegExp])[] = [
  [/^https:\/\/[a-z]+\.apple\.com\//, [androidSystem, linuxSystem], /apple ?(?:music|tv)/],
  [
    /^https:\/\/[a-z]+\.apple\.com\//,
    [windowsSystem],
    /apple ?(?:music|tv)|itunes|quicktime|coremedia|cfnetwork/,
  ],
  [/^https:\/\/(?:[a-z]+\.)?(?:samsung|huawei)\.com\//, [appleSystem], /samsung health/],
];

/** Whether a listed app is another's of the same name: its maker's programs do not run on the string's system. */
export const isAnothers = (phrase: string, url: string, lower: string): boolean =>
  (sharedNames.test(phrase) && !/cfnetwork|applecoremedia/.test(lower)) ||
  makersPrograms.some(
    ([site, systems, but]) =>
      site.test(url) && !but?.test(phrase) && systems.some((system) => system.test(lower)),
  );
