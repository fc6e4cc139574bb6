/** Words by which strings are judged where no table knows a name. Source: own collection of strings, 2026-11. */

export const botWords =
  /bot(?:s|box)?(?![a-z])|crawl|spider|robot|headless|\bscan(?:ner)?\b|scanner|fetcher|\bfetch\b|monitor(?:ing)?\b|archiver|\bpreview\b|validator|checker|\bcheck\b|\bhealth-?check|\bindexer\b|\bprobe\b|[a-z]probe(?:\/[\d.]+)?$|scrap(?:er|ing)|transcrib|retriever|harvest|audit|scanning\b|importer|\bimport\b|processor|podcast sync|\bsearch ?engine\b|downloader|\bproxy\b|[a-z]proxy\/\d|lead ?gen(?![a-z])|prospecting|unfurl|webhook|verif(?:ier|ication)|transcod(?:er|ing)|parser(?:\/|$)|health ?(?:check|service)|\bon-behalf-of-|thumbnailer|\bcontact:|\babuse\b|\(contact|analy[sz]er|image ?proxy|pipeline|ingest|enrichment|grabber|classifier|detector\b|prefetch|synthetics?(?![a-z])|diagnostics\b|observatory|lighthouse|uptime|\bnutch|backlink|sitemap|unshort|url ?(?:lookup|resolver|expander)|link ?expander|open ?graph|oembed|phish|malware|vulnerabilit|(?<=[a-z]{3})scan(?:\/[\d.]+|\))$|exporter\b|\btester\b|watchdog|html-to-?(?:pdf|image)|htmlto-?(?:pdf|image)|html2(?:pdf|image|png)|web-?capture|link ?check|(?<=[a-z]{3})-?agent(?:\/[\d.]+)?$/i;

/** Machines, models and products that carry such a word and belong to people. */
export const noBotWords =
  /cubot|spideroak|crawl ?space|\bbotim\b|calendaragent|robot ?(?:mobile|vacuum)|spider ?solitaire|spider-?man|talbot|proxy-connection|wechatdevtools|fetchapi|x-proxy|novarra|proxynet|youtube downloader|video ?downloader|reboot|camscanner|barcode ?scanner|docscanner|scannerapp|tweetbot|storyteldownloader|google wap proxy|^mozilla\/5\.0 \((?:linux; (?:u; )?android|iphone|ipad)\b.*\bproxy\/\d/i;

/** What only robots are called; the other words name what people's apps do too. */
export const plainBotWords = /bot(?:s|box)?(?![a-z])|crawl|spider|robot|fetcher|monitor|validator|preview/i;

/** Those among them that no app on a person's machine is called by. */
export const ownBotWords = /bot(?:s|box)?(?![a-z])|crawl|spider|robot|fetcher/i;

/** A view that an app shows pages in, which robots do not imitate. */
export const inView =
  /; wv\)|electron\/|like mac os x\) applewebkit\/[\d.]+ \(khtml, like gecko\) mobile\/\w+ (?!.*safari)/;

/** What stands behind Android's version: a language or what kind it is, and the model. */
export const modelsPlace =
  /\b(?:Android|Adr) [\d.]+;(?: (?:[a-z]{2}[-_][A-Za-z]{2}|Mobile|Tablet|Linux);)? ?[^;)]*/;

export const peoplesWords =
  /msie|msoffice|windows|\bwin(?:9|nt|3|16|32|;)|linux|x11|\bmac|\bos\b|[a-z]os\b(?!\/)|konqueror|symbian|palm|iphone|android|kht|;.*;.*;|fom|tv|midp|mobile|amiga|\bnt\b|netpositive|hbbtv|ce-html|cellphone|inferno|syllable|playstation|nokia|\bpda|pda\b|wap\b|jig |planetweb|dream|nintendo|psp|operating system|\bsip\b|homepage builder|\b\w?\d{2,3}[a-z]{1,2}\b|\bipad|zoom\./;

export const featurePhoneWords =
  /midp|cldc|ucweb|^ericsson|^model\/|^machblue|^\d+\/tclwebkit|up\.browser| up\/\d|obigo|netfront|smartphone|\bwap(?:\d|\b)|^xbox|nokia|sonyericsson|profile\/|msie|ppc;|240x320|samsung-|^lg|^mot-|^sie-|dorado|browser\b|^dv\(|^iphone|^ipad|^ipod|vendor|hbbtv|smarttv|^dlnadoc|aquos|^loewe|^linux; u|inettv|docomo\/|^portalmmm\/|^pdxgw\/|^astel\/|^emobile\/|\(ddipocket;|\(willcom;|^j-phone|^softbank\/|^apple-ip|kepler|^lge|^sch-|^sgh|^bird|windows phone ad|^360|baiduhd|browser\/|watchos|watch os|^server-bag|foma|^smarttv_|ce-html|^brightsign\/|^j2me|brew-applet|palmscape|bunjalloo|pocket internet explorer|^epoc|^uc browser|^iuc\(|^palmscape|^bunjalloo/;

/** Languages and runtimes beside a name, and the words of libraries and command-line tools. */
export const libraryWords =
  /\b(?:[Gg]o|golang|[Pp]ython|cpython|pypy|[Nn]ode|node\.js|nodejs|[Rr]uby|jruby|php|PHP|[Pp]erl|java|jdk|jvm|graalvm|rustc?|dart|deno|bun|dotnet|\.net|erlang|otp|elixir|kotlin|scala|swift|lua|vert\.x|hhvm|mono)\/v?\d|\bnode-v\d|[(;] ?(?:[Pp]ython|[Nn]ode(?:\.js)?|[Rr]uby|PHP|php|[Pp]erl|[Jj]ava|[Gg]o) v?\d|^lib|http(?:s|x)?(?![a-z:])|http[._-]?(?:client|lib|request|kit)|(?:^|[a-z])Http|HTTP|\bsdk\b|[a-z]Sdk\b|sdk\/|SDK|[a-z]API\b|httpc\b|[(; ]go1\.\d|\.NET (?:Client|SDK)|\\Http|[a-z](?:Fetch|Requests?|Lib|Framework|CLI|Cli|REST|SOAP|GraphQL|G?RPC)\b|[a-z]Client\b|[-_. ]client\b|::|[-_.](?:php|python|py|ruby|rb|java|js|node|go|golang|rust|rs|perl|pm|net|dotnet|swift|kotlin|cpp|lua|cli|api|lib)\b|\bcurl|\brest\b|grpc|soap\b|\bfetch\b|\brpc\b|\bcli\b/;

export const appWords =
  /player|radio|music|audio|podcast|podcat|cast(?:s|er)?\b|pod\b|\bpod|\bfm\b|listen|stream|sound|song|tune|book|video|watch|wear|\btv\b|movie|game|chat|mail|messenger|desktop|mobile|sync\b|backup|launcher|wallet|notes?\b|photo|camera|editor|office|studio|torrent/;

/** Programs and things of people, though their version is the one that services give themselves. */
export const personsWords =
  /player|radio|music|printer|watch|wear|tv\b|^com\.apple\.|game|wallet|vpn\b|torrent|messenger|desktop|notes\b|chat\b|calendar|editor|weather|(?<!\.)\bapp\b|browser|updater|installer|launcher/;

/** What the web is made of: programs without a system that are called so look through it. */
export const webWords =
  /[Ss]earch|(?<![Bb])[Ll]inks?(?![a-z])|\b[Ww]eb(?![Ee]x|[Kk]it|[Vv]iew|TV|OS|[Mm]ail|[Cc]am|DAV|[Aa]pp|m\b)|[Ss]ite|\b(?:url|URL)s?\b|CMS\b|[a-z]Wiki\b|[Gg]rab(?=[A-Z])|[Ll]eech|[Ee]xtract|[Ss]iphon|[Ss]ucker|\b(?:seo|SEO)/;

/** What a robot is for, by the words of its name; the first that stands in it. */
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
 * What a robot is for, by its own description and its site's name, where its name says nothing; the first that stands
 * in the string, in lower case.
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

/** What people's own programs are called that show pages in a view, where the name is a browser's for no table. */
export const viewAppWords =
  /mail|notes?(?![a-z])|player|studio|client|updat|chat|messenger|desktop|launcher|editor|reader|office|meet|call|music|radio|game|wallet|sync|teams?(?![a-z])|tasks?(?![a-z])|app(?![a-z])/i;

/** What clients of podcasts are called. */
export const podcastWords = /[Pp]od[Cc](?:ast|atch)|^pod[A-Z]|[a-z]Pod(?:s|der|cast)?$|подкаст|पॉडकास्ट|播客/;

/** Frameworks and players that other apps are made with: the app names itself in front. */
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

/** Those, and apps in whose view others stand: WeCom names itself beside WeChat. */
export const underApps: ReadonlySet<string> = new Set([...frameworks, "WeChat"]);

/** Languages, what runs them, and words for any fetcher or reader: where another name stands too, that one made the request. */
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

/** Tools that robots are made with: the robot named beside one made the request. */
export const tools: ReadonlySet<string> = new Set([
  "HeadlessChrome",
  "PhantomJS",
  "wkhtmltoimage",
  "wkhtmltopdf",
  "Apache Nutch",
  "Heritrix",
  "StormCrawler",
]);

/** Those, and words for any reader: beside another name they say what that is, not who. */
export const inOthersPlace: ReadonlySet<string> = new Set([
  ...tools,
  "Feed fetcher",
  "Feed reader",
  "RSS reader",
  "HTTP client",
]);

/** What scripts and frameworks begin with, on a phone too. */
export const scripts =
  /^(?:curl|wget|python|okhttp|dart|react-native-|exoplayerplugin|exomedia|just_audio|yourapplicationname)/;

/** Libraries that use Apple's network library, and what Apple's own programs are called. */
export const ofApple =
  /^(?:alamofire|afnetworking|asihttp|mknetworkkit|moya|nsurl|urlsession|swift|xcode|nscurl|com\.apple|apple|trustd|git\b)/;

/** Android's player behind a name, and apps that say their system alone. */
export const onPlayer =
  /^[^()]{1,60} \((?:linux; ?)?(?:u; )?android [\d.]+\) (?:exoplayer|androidxmedia)|^[^()]{1,60} \((?:phone|tablet|mobile); (?:android|ios)\b|^(?!.{0,60}mozilla)[^()]{1,60} \((?:linux; ?(?:u; ?)?android \d|ip(?:hone|ad)[;,] ?ios|[^()]{0,30}\bios [\d.]+, iphone\d)/;

/** The model, and what its build is called, in front of a browser's string: `HTC_Dream Mozilla/5.0`. */
export const modelsInFront = /^([A-Za-z][\w-]{3,30})(?:\/[\w.]+)?(?: \(\d+\))? (?:Mozilla|Opera)\/\d/;

/** Electron's and CEF's programs stand between Chrome's version and Safari's end: `Chrome/122 AcmeNotes/3 Safari/537.36`. */
export const betweenChrome =
  /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)[^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (?:Chrome|Version)\/[\d.]+ ([A-Za-z][\w.-]{2,30})\/(\d[\w.]*)(?: [A-Za-z]+\/[\w.]+)* Safari\/[\d.]+$/;

/** A system and a name with no engine at all: no browser, but a program in its dress, `Mozilla/5.0 (Macintosh; …) Word/14.0`. */
export const withoutEngine =
  /^Mozilla\/5\.0 \((?:Windows|Macintosh|X11)[^()]*\) ([A-Za-z][A-Za-z-]{2,30})\/(\d[\d.]*)$/;

/** Products of all browsers' strings. */
export const ancestors =
  /^(?:mozilla|applewebkit|khtml|like|gecko|chrome|safari|version|mobile|compatible|linux|x11|windows|nt|firefox|msie|android|u|x|os|nexus|opera|build|trident|toolbar)$/;

/** A part of an address that looks like a product. */
export const addressSigns = /[@:]|www\./;

/** The last word of a view's string, behind a browser's own products; its version may stand behind a line: `acme_2go_1.4`. */
export const lastWord =
  /(?:(?:Safari|Firefox)\/[\d.]+;?|Mobile\/\w+|like Gecko\)) +(?!Safari|Version|Mobile|Chrome)_?([A-Za-z][\w.-]{1,30}?[A-Za-z\d])_?(?:[/_ ](\d[\d.]*))?(?:[;()]|$| (?!Browser))/;

/** Systems of phones, tablets and Apple's boxes. */
export const mobileWords =
  /\biphone\b|\bipad\b|\biphone\d+,\d|\bipad\d+,\d|\bipod\d+,\d|\bios\b|\bandroid\b|\bdalvik\b|\bcfnetwork\b|\bmidp\b|\bcldc\b|\bappletv\b|\btvos/;

/** Nobody's name has a digit in it and stands before a browser's string: `TBDC1093 Mozilla/5.0 (X11; …)` is a model. */
export const codeInFront = /^[A-Za-z][A-Za-z-]*-?\d[\w-]{0,20}(?: [\w.]{1,3})? (?:Mozilla|Opera)\/\d/;

/** A phone's view, Electron's windows and what Apple's libraries send: what is called a bot there talks with a person. */
export const talkersPlace =
  /^(?!.*(?:crawl|spider|fetcher)).*(?:; wv\)|like mac os x\) applewebkit|cfnetwork\/|; scale\/\d|; build:\d|electron\/|^[\w .-]+\/[\d.]+ \(android [\d.]+;)/;

/** Systems that an app on a person's phone names. */
export const phonesSystem =
  /\bcfnetwork\/|\b(?:iphone|ipad|ios)[ /]\d|\bandroid\b|[(;] ?ios(?:[;)]| podcast| app)/;

/** What may stand behind an app's name in its view's: the system, and what it is. */
export const endOfApp = /^(?:[-_. ]?(?:android|ios|iphone|ipad|app|mobile|webview|inapp|wv))*$/i;

/** Clients of podcasts by the name in front. */
export const podcastHead = /(?:podcast(?!-?dl\b)|podcatch|\bpod\b|radio|player)/i;

/** The name behind `compatible`, or where a robot writes nothing else into the comment or stands in front of a system. */
export const compatibleName =
  /(?:compatible;(?!\s*MSIE )|^Mozilla\/5\.0 \((?!compatible|windows|linux|mac|x11)(?=[^;()]*\)$|[\w-]*; (?:Windows NT|X11|Macintosh)))\s*([\w .!-]{2,40}?)(?:\s+v?\d[\d.]*)?\s*(?:[/;)(+]|\s-|$)/i;

/** What stands in front of a phone's model, in lower case. */
export const beforeModel =
  /^mozilla\/5\.0 \(linux;(?: u;| arm;| arm_64;)? android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?(?:[\w-]+ )?$/;

/** What stands in strings that have to be put right, in lower case. */
export const misspelt: readonly string[] = [
  " khtml, like gecko ",
  "/android-",
  "/ios-",
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

/** A name of several words with a version, behind a browser's own products, where a string ends or a comment follows. */
export const severalLast =
  /(?:Safari\/[\d.]+|Mobile\/\w+|like Gecko\)) ((?:(?!(?:Safari|Version|Mobile|Chrome|Language|NetType|Build|App|Android|iOS|Cordova|ReactNative|Capacitor|Ionic|Flutter|Hybrid|InApp|WebView\w*|BROWSER)\b)[A-Z][\w&-]* ){1,3}(?!(?:Version|Build|Android|iOS|Browser|Safari)\b)[A-Z][\w&-]*)\/v?(\d[\w.]*)(?=$| \()/;

/** Where an app's version stands behind the name in front, if not at once: `Seldom/Android/1.2`, `Seldom;1.2.3;Android`. */
export const behindHead =
  /^(?:\/(?:Android|iOS)[/ ]v?(?=\d+\.\d)|\/version-|[;|] ?v?(?=\d+\.\d+\.\d))(\d[\w.]*)/i;

/** Digits of a name, `N26/3.1`, are no version where one stands behind the slash; a package of npm has a scope in front, or Node's version behind it. */
export const wholeName =
  /^(?:@[a-z][\w.-]*[:/][a-z][\w.-]*|[a-z]+\d+(?=\/)|[a-z][\w-]*(?= \d[\d.]* node-v))/i;

/** Names that Apple's Podcasts has in some languages are others' too, which do not use its network library. */
export const isOthersPodcasts = (phrase: string, lower: string): boolean =>
  /^(?:podcast|podcaster|podcasty|balados)\/$/.test(phrase) && !/cfnetwork|applecoremedia/.test(lower);
