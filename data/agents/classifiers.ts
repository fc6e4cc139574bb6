/**
 * Classifies strings that are not a person's browser. Rows are tried in order; the first match decides.
 * `row.ts` defines matching, `src/useragent/read/features.ts` each feature. Each row has an example that only
 * this row matches. Source: own collection of strings, 2026-11.
 */

import type { Condition } from "./row.ts";
import { appWords, featurePhoneWords, libraryWords, personsWords, podcastWords, webWords } from "./words.ts";

export type Feature =
  | "alone"
  | "app"
  | "appInFront"
  | "appsServer"
  | "browserInFront"
  | "browsersHead"
  | "contact"
  | "desktopView"
  | "electron"
  | "feedReader"
  | "finishedApp"
  | "knownLibrary"
  | "knownMachine"
  | "leadingApp"
  | "leadingLibrary"
  | "librarysWord"
  | "makerInFront"
  | "makersHead"
  | "mobile"
  | "modelInFront"
  | "namedApp"
  | "nameless"
  | "newName"
  | "noName"
  | "ofLanguage"
  | "page"
  | "particular"
  | "personsApp"
  | "plainBotWord"
  | "plainTool"
  | "robot"
  | "service"
  | "versioned"
  | "viewName"
  | "worded";

/**
 * The result. A table's entry: the person's browser or device, the bot, feed reader or library (as an app, as
 * a bot), or the app. A bot by its words. The string's own name, with the row's type or that of the first
 * matching row of the kinds below (`program`, `on-system`, `composite`). Apple's mail. The name in an app's
 * view (`view`, `desktop-view`).
 */
type Given =
  | "person"
  | "machine"
  | "machine-app"
  | "machine-bot"
  | "known-app"
  | "worded"
  | "template"
  | "library"
  | "app"
  | "feed"
  | "program"
  | "on-system"
  | "composite"
  | "mail"
  | "view"
  | "desktop-view";

export interface Classifier extends Condition<Feature> {
  readonly id: string;
  readonly why: string;
  /** Evidence: from a table, from the form of such strings, or from a single word. */
  readonly evidence: "listed" | "pattern" | "guess";
  readonly gives: Given;
  readonly example: readonly [agent: string, type: "bot" | "library" | "feed" | "app" | "person"];
}

/** Matches names of libraries: by a library's word such as `sdk`, or by a language next to the name. */
export const libraryName =
  /^lib[a-z]|::|\bsdk\b|SDK|[Hh]ttp[._-]?(?:[Cc]lient|lib|request)|\bHTTP Client\b|\/(?:PHP|[Pp]ython|[Rr]uby|[Jj]ava|[Gg]o|[Nn]ode|JS|[Pp]erl|[Rr]ust|[Ss]wift|Kotlin|CLI)[/ ]v?\d|^[a-z][\w.-]*(?:-(?:client|requests?|fetch|sdk|http|api)|\.js)$/;

/** Matches names that contain a language: `seldom-api-python`, `Seldom PHP Client`, `seldom.js/1.0`. */
export const ofLanguage =
  /^[\w .@-]{1,40}?[-_. ](?:php|python|ruby|java|javascript|typescript|golang|rust|dotnet|csharp|kotlin|perl|elixir|nodejs|powershell|cli|sdk)(?=[-_. ]|$)|^[\w .@-]{1,40}[-_.](?:js|node|go)$/i;

export const classifiers: readonly Classifier[] = [
  {
    id: "previewing-app",
    why: "WhatsApp on a phone says which; its preview fetcher does not",
    evidence: "listed",
    needs: ["knownMachine"],
    words: ["whatsapp"],
    only: /device\/|iphone_os/,
    gives: "machine-app",
    example: ["WhatsApp/2.22.9.76 iPhone_OS/15.4 Device/iPhone_13", "app"],
  },
  {
    id: "known-feed-robot",
    why: "a feed reader's name beside a word for robots, a page of its fetcher or its subscribers is a service's fetcher",
    evidence: "listed",
    needs: ["feedReader"],
    only: /(?<!rss|like \w{0,20})bot\b|feed[ _-]?(?:bot|crawler|validator)|\bweb-?hooks?\b|(?<!feed ?)parser\/|crawler|-feed-fetcher| (?:feed|page|favicon) fetcher|\/[\w-]*fetcher\b|\d subscribers?\b/i,
    gives: "machine-bot",
    example: ["FeedLookout Parser/2.0 Feedly/1.0", "bot"],
  },
  {
    id: "generated-library",
    why: "names that services' generators give clients in each language",
    evidence: "pattern",
    words: ["/python ", "/js ", "/go ", "/java ", "/kotlin ", "/ruby ", "/php ", "/cli "],
    only: /^[A-Z][\w .-]{1,40}\/(?:Python|JS|Go|Java|Kotlin|Ruby|PHP|CLI) v?\d/,
    not: ["mobile", "feedReader", "knownLibrary", "plainBotWord"],
    gives: "library",
    example: ["SeldomAI/Python 1.2.3", "library"],
  },
  {
    id: "package-of-scope",
    why: "a package of npm by its scope, as the libraries of services name themselves",
    evidence: "pattern",
    only: /^@[a-z][\w.-]*[:/][a-z][\w.-]*(?:[/ ]v?\d|$)/,
    gives: "library",
    example: ["@seldom:web-api/7.6.0 node/20.18.0 linux/6.5.0", "library"],
  },
  {
    id: "module",
    why: "a module of Perl or Ruby by its whole name",
    evidence: "pattern",
    only: /^[A-Z]\w*(?:::[A-Z]\w*)+$/,
    not: ["knownLibrary", "robot"],
    gives: "library",
    example: ["Seldom::Agent", "library"],
  },
  {
    id: "script-of-reddit",
    why: "how Reddit wants scripts to name themselves: the system, the script, its version and whose it is",
    evidence: "pattern",
    words: ["(by /u/", "(by u/"],
    only: /^[\w .-]+:[\w. -]+:v?[\w.-]+ \(by \/?u\//,
    gives: "worded",
    example: ["linux:com.seldom.reader:v1.2.3 (by /u/seldom)", "bot"],
  },
  {
    id: "library-of-service",
    why: "a language behind the name of a service that the tables know: what programs call it with",
    evidence: "pattern",
    needs: ["service", "ofLanguage"],
    not: ["mobile", "feedReader", "knownLibrary", "plainBotWord"],
    gives: "library",
    example: ["spotify-python/3.8", "library"],
  },
  {
    id: "known-machine",
    why: "the name of a bot or a feed reader stands in the tables",
    evidence: "listed",
    needs: ["robot"],
    gives: "machine",
    example: ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "bot"],
  },
  {
    id: "webhook-of-library",
    why: "what calls others' pages when something happened, in the name of a service whose libraries the tables know",
    evidence: "pattern",
    needs: ["knownLibrary"],
    head: /\bweb-?hooks?\b/i,
    gives: "worded",
    example: ["CircleCI-Webhook/1.0", "bot"],
  },
  {
    id: "leading-library",
    why: "a library in front, or behind a name that is no robot's, made the request",
    evidence: "listed",
    needs: ["leadingLibrary"],
    gives: "machine",
    example: ["curl/8.5.0", "library"],
  },
  {
    id: "compatible-library",
    why: "a library that calls itself compatible with Mozilla",
    evidence: "listed",
    needs: ["knownMachine"],
    not: ["worded"],
    only: /^mozilla\/\d\.\d (?:\(compatible;|[a-z]\S*$)/,
    gives: "machine",
    example: ["Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)", "library"],
  },
  {
    id: "app-by-bundle",
    why: "an app of a Mac by its bundle and build, as Apple's and others' libraries write them in front of their own name",
    evidence: "pattern",
    words: ["; build:"],
    not: ["namedApp"],
    only: /^[^()/]{1,60}\/\S{1,30} \([\w.-]+; build:[^;]*; (?:macos|os x)/,
    gives: "app",
    example: ["Seldom/1.0 (com.example.seldom; build:1; macOS 13.1.0) Alamofire/5.6.4", "app"],
  },
  {
    id: "library-of-tool",
    why: "what is not a browser's string and carries a library was made with it",
    evidence: "listed",
    needs: ["knownMachine", "plainTool"],
    not: ["worded", "appInFront"],
    gives: "machine",
    example: ["Seldom/2.0.49-1 (libwww-perl/6.36)", "library"],
  },
  {
    id: "leading-app",
    why: "an app of the tables in front, without a bot's word, that is not its own server",
    evidence: "listed",
    needs: ["leadingApp"],
    not: ["worded", "appsServer"],
    gives: "known-app",
    example: ["Spotify/8.9.0", "app"],
  },
  {
    id: "app-with-site",
    why: "an app of the tables, not what others are made with, on a person's system, that names its site",
    evidence: "listed",
    needs: ["finishedApp", "page"],
    not: ["worded"],
    only: /\b(?:windows|macintosh|iphone|ipad|android|cfnetwork)\b/,
    gives: "known-app",
    example: ["Foo (iPhone; iOS 17.2) Spotify/8.9 (+http://spotify.com/)", "app"],
  },
  {
    id: "template",
    why: "a script that did not fill in its template, or has a shell's function in its place",
    evidence: "pattern",
    only: /^(?:(?:GET|POST|HEAD) \/|\{\{|\$\{|\(\) ?\{|<%|%\{|\{[a-z_]+\}|\[?<?(?:your|my|custom)[ _-]?(?:user[ _-]?agent|app[ _-]?name)\b)/i,
    gives: "template",
    example: ["{{user_agent}}", "bot"],
  },
  {
    id: "cfnetwork-engine",
    why: "Apple's network library speaks for a browser or its engine",
    evidence: "listed",
    words: ["cfnetwork/"],
    head: /^(?:mobile)?safari$|^com\.apple\.(?:webkit|safari)|^chrome$|^firefox$/i,
    gives: "person",
    example: ["MobileSafari/604.1 CFNetwork/1107.1 Darwin/19.0.0", "person"],
  },
  {
    id: "cfnetwork-browser",
    why: "Apple's network library speaks for a browser of the tables by its whole name",
    evidence: "listed",
    needs: ["browsersHead"],
    words: ["cfnetwork/"],
    head: /^(?:[a-z]{6,}|opera)(?: \w+)*$/i,
    gives: "person",
    example: ["Vivaldi/604.1 CFNetwork/1107.1 Darwin/19.0.0", "person"],
  },
  {
    id: "client-of-assistants",
    why: "a client of the Model Context Protocol by its name",
    evidence: "pattern",
    words: ["mcp"],
    head: /^[\w. @-]*(?:\b|_)mcp(?:\b|_)/i,
    version: /^\d/,
    never: /\+|https?:/,
    gives: "library",
    example: ["seldom-mcp/1.0.0", "library"],
  },
  {
    id: "bot-word",
    why: "it calls itself a bot, a crawler, a monitor or the like",
    evidence: "pattern",
    needs: ["worded"],
    not: ["personsApp"],
    gives: "worded",
    example: ["SomethingNewBot/0.1", "bot"],
  },
  {
    id: "library-with-page",
    why: "a library's name, and its page; whoever runs a robot gives an address too",
    evidence: "pattern",
    needs: ["page", "librarysWord", "plainTool"],
    never: /@/,
    gives: "library",
    example: ["seldom.php 3.0.8; (http://example.org/api/docs)", "library"],
  },
  {
    id: "contact",
    why: "robots name a page or an address for whoever is annoyed by them, browsers do not",
    evidence: "pattern",
    needs: ["contact"],
    not: ["personsApp"],
    gives: "worded",
    example: ["Mozilla/5.0 (Seldom; +https://example.org/about)", "bot"],
  },
  {
    id: "word-in-front",
    why: "a single word and a comma in front of a browser's string, or two products run together",
    evidence: "pattern",
    only: /^[a-z]{3,20}[,|] ?mozilla\/5\.0 \(| chrome\/[\d.]{1,20}mqqbrowser\//,
    gives: "worded",
    example: ["Seldom, Mozilla/5.0 (X11; Linux x86_64)", "bot"],
  },
  {
    id: "foreign-mark",
    // Early versions of Safari have `Safari` after `like Gecko`, inside the brackets.
    why: "browsers never make it: words beside `like Gecko`, a name where the system belongs, `compatible` behind the end, a site in front of the string or behind Internet Explorer's, a time stamp as a product, no comment where it belongs",
    evidence: "pattern",
    only: /\(khtml, like gecko[,;]? (?!safari|googleweblight)[a-z][^)]*\)| (?:safari|firefox|chrome|edg)\/[\d.]+ \(compatible;(?! msie)|^mozilla\/0\.|^mozilla\/5\.0 \((?!x11|windows|macintosh|linux|mobile|tablet|android|iphone|ipad|tv|unknown)[a-z][\w.-]{3,30}\) applewebkit\/[\d.]+ \(khtml, like gecko\)$|^[a-z0-9-]+(?:\.[a-z0-9-]+){0,2}\.(?:ai|com|org|net|io|co|dev|app|de|eu|fr|uk)(?:\/[a-z]\S*)? mozilla\/|^mozilla\/[45]\.0 \(compatible; msie [^()]*\)[^()]* [a-z0-9-]+\.(?:com|net|org|io|de|fr)$| time\/\d{13}$|^mozilla\/(?:[45]\.0 (?:gecko|firefox)\b|[67]\.[1-9])|^mozilla\/5\.0 \((?!compatible|windows|macintosh|x11|linux|unknown|smart|ubuntu|fedora|debian|suse)[a-z][\w-]{3,20}; (?:windows nt|x11|macintosh)|^mozilla\/5\.0 \((?:windows nt|macintosh|x11)[^()]*; [a-z][a-z-]+\.(?:com|net|org|io|ai)\)|^mozilla\/5\.0 applewebkit\/[\d.]+ \(khtml, like gecko\) (?!version|chrom|mobile|safari)[a-z]/,
    gives: "worded",
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Seldomware) Chrome/120.0.0.0 Safari/537.36",
      "bot",
    ],
  },
  {
    id: "nameless-chrome",
    why: "Safari's end of Chrome's engine, but another name in Chrome's place",
    evidence: "pattern",
    not: ["namedApp", "particular"],
    only: /^mozilla\/5\.0 \((?:windows|macintosh|x11)[^()]*\) applewebkit\/[\d.]+ \(khtml, like gecko\) (?!version|chrom|opr|qtwebengine|webkit)[a-z][\w.-]+\/[\d.]+ safari\/537\.36$/,
    gives: "worded",
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Seldomware/1.0 Safari/537.36",
      "bot",
    ],
  },
  {
    id: "site-as-product",
    why: "a site as the last product of a desktop's string; on phones apps have their name there",
    evidence: "pattern",
    not: ["namedApp"],
    words: [".com", ".net", ".org", ".io", ".ai", ".dev"],
    only: /^mozilla\/5\.0 \((?:windows nt|macintosh|x11).* (?:safari|firefox)\/[\d.]+ [a-z0-9-]+\.(?:com|net|org|io|ai|dev)(?:\/[\d.]+| [a-z]+)?$/,
    never: /electron\//,
    gives: "worded",
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 seldom.com/1.0",
      "bot",
    ],
  },
  {
    id: "misspelt",
    why: "on a desktop somebody typed it; phones have left their factories with `Mozzila`",
    evidence: "pattern",
    only: /^moz(?!illa)[a-z]{2,6}\/\d\.\d \((?:windows|macintosh|x11)|^mozlila\//,
    gives: "worded",
    example: ["Mozila/5.0 (Windows NT 10.0) Seldom/1.0", "bot"],
  },
  {
    id: "tail",
    why: "bare words where the string of Chrome or Firefox on Linux, where robots live, has ended, two of them elsewhere; a product behind a semicolon anywhere, one that searches, draws or takes out on any desktop",
    evidence: "pattern",
    not: ["particular"],
    only: /^Mozilla\/5\.0 (?:\((?:X11|(?:Windows|Macintosh)(?=.* [A-Z][A-Za-z-]+ [A-Zv\d][\w.-]*$))[^()]*\) (?:AppleWebKit\/[\d.]+ ?\(KHTML, like Gecko\) Chrome\/\d{2,3}[\d.]+ Safari|Gecko\/\d+ Firefox)\/\d{2,3}[\d.]+(?: [A-Z][A-Za-z-]+){1,3}(?: v?\d[\d.]*)?|\([^()]*\) AppleWebKit\/[\d.]+ ?\(KHTML, like Gecko\) (?:Chrome|Version)\/[\d.]+ (?:Mobile )?Safari\/[\d.]+; [A-Z][\w-]+(?:\/[\d.]+)?|\((?:Windows|Macintosh|X11)[^()]*\) .* (?:Safari|Firefox)\/[\d.]+ [\w.-]*(?:[a-z]AI|[Ss]earch|[Rr]ender(?:er)?|[Ss]creenshots?|[Ss]napshot|[Ee]xtract(?:or)?|[Rr]eview|[Ss]tatus)(?:\/[\d.]+)?)$/,
    never:
      /(?:safari|firefox)\/[\d.]{1,20}[^()]{0,60}(?:browser|chrom|linux|ubuntu|fedora|debian|mint|suse|gentoo|manjaro|centos|mageia|mandriva|\barch\b|edition|https| build| uos)/,
    gives: "worded",
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Seldomware",
      "bot",
    ],
  },
  {
    id: "compatible-alone",
    why: "compatible with Mozilla and nothing else; people's browsers say more",
    evidence: "pattern",
    needs: ["alone"],
    not: ["particular", "personsApp"],
    gives: "worded",
    example: ["Mozilla/5.0 (compatible; Positronic/1.0)", "bot"],
  },
  {
    id: "compatible-with-system",
    why: "its own name where Internet Explorer has its, and a system: browsers of people that do so are known",
    evidence: "pattern",
    not: ["particular", "namedApp", "personsApp"],
    words: ["(compatible;"],
    only: /^mozilla\/\d\.\d+ \(compatible; (?!msie|windows|linux|mac|x11)[a-z][\w.-]{2,30}(?:[/ ][\w.]+)?; ?(?:u; ?)?(?:windows|linux|mac(?!intosh; [iu];)|freebsd|x11|unix)[^()]*\)$/,
    gives: "worded",
    example: ["Mozilla/5.0 (compatible; Seldomware/1.0; Linux x86_64)", "bot"],
  },
  {
    id: "leading-browser",
    why: "it begins with a browser's name",
    evidence: "listed",
    needs: ["browserInFront"],
    gives: "person",
    example: ["UCBrowser/9.4.1 (Java; U; MIDP-2.0)", "person"],
  },
  {
    id: "known-browser-on-electron",
    why: "a browser that is built on Electron",
    evidence: "listed",
    needs: ["electron", "particular"],
    never:
      /gecko\) (?!chrome\/|version\/|beaker|brave\/|colibri\/|dbrowser\/|min\/|szn-prohlizec\/|wexond\/)[a-z]/,
    gives: "person",
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Min/1.28 Chrome/114.0.0.0 Electron/25.0 Safari/537.36",
      "person",
    ],
  },
  {
    id: "browsers-name-on-electron",
    why: "a program built on Electron, although a browser has its name too",
    evidence: "pattern",
    needs: ["electron", "desktopView"],
    not: ["newName"],
    words: [" electron/"],
    only: /gecko\) (?!chrome\/)\S+ /,
    gives: "desktop-view",
    example: [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Vivaldi/1.0.0 Chrome/120.0.0.0 Electron/28.1.0 Safari/537.36",
      "app",
    ],
  },
  {
    id: "browser-with-kit",
    why: "a kit for advertising in a browser is no app of Alibaba's",
    evidence: "listed",
    needs: ["particular"],
    words: ["aliapp(tunionsdk"],
    gives: "person",
    example: [
      "Mozilla/5.0 (Windows; U; Windows NT 5.2; en-US) AppleWebKit/537.51.1 (KHTML, like Gecko) Chrome/40.0.2214.89 Safari/537.36 UCBrowser/11.4.7.931 AliApp(TUnionSDK/0.1.12)",
      "person",
    ],
  },
  {
    id: "nobody-on-electron",
    why: "nobody by name, built on Electron",
    evidence: "listed",
    needs: ["electron"],
    words: ["electron/"],
    not: ["newName"],
    // Excludes apps that are named `electron` or `app`.
    never: /electron\/(?:(?!electron\/).)* (?:electron|app)\/|\) (?:electron|app)\//,
    gives: "person",
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Electron/25.0 Safari/537.36",
      "person",
    ],
  },
  {
    id: "app-anywhere",
    why: "an app of the tables somewhere in the string",
    evidence: "listed",
    needs: ["app"],
    gives: "known-app",
    example: [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21C62 Instagram 312.0.0",
      "app",
    ],
  },
  {
    id: "library-anywhere",
    why: "a library of the tables in what is nobody's phone",
    evidence: "listed",
    needs: ["knownMachine"],
    not: ["mobile"],
    gives: "machine",
    example: ["Mozilla/5.0 (Windows NT 10.0) WindowsPowerShell/5.1.22621", "library"],
  },
  {
    id: "view-on-ios",
    why: "an app shows its pages in a web view, which does not end as Safari does, and adds its name",
    evidence: "pattern",
    not: ["particular"],
    only: /^[Mm]ozilla.*like Mac OS X/,
    never: /Version\/[\d.]+ Mobile\/\w+ Safari\/[\d.]+$/,
    needs: ["viewName"],
    gives: "view",
    example: [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21C62 Seldomapp/2.1",
      "app",
    ],
  },
  {
    id: "view-on-android",
    why: "an app shows its pages in a web view, whose model ends in `wv`, and adds its name",
    evidence: "pattern",
    not: ["particular"],
    only: /^(?=.*android)mozilla.*; wv\)/,
    words: ["; wv)"],
    needs: ["viewName"],
    gives: "view",
    example: [
      "Mozilla/5.0 (Linux; Android 11; Pixel 4a; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 Seldomapp/2.1",
      "app",
    ],
  },
  {
    id: "old-view-on-android",
    why: "before there was `wv`, a web view had a version of its own in front of Chrome's",
    evidence: "pattern",
    not: ["particular"],
    only: /^(?=.*android)mozilla.*version\/4\.0 chrome\//,
    never: /ucbrowser|qqbrowser/,
    words: ["version/4.0 chrome/"],
    needs: ["viewName"],
    gives: "view",
    example: [
      "Mozilla/5.0 (Linux; Android 4.4; Nexus 5) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36 Seldomapp/2.1",
      "app",
    ],
  },
  {
    id: "view-on-kaios",
    why: "an app adds its name behind KaiOS or the engine of HarmonyOS",
    evidence: "pattern",
    not: ["particular"],
    words: ["kaios/", "arkweb/"],
    only: /^mozilla.*(?:kaios\/[\d.]+|arkweb\/[\d.]+(?: mobile)?) +(?!mobile)[a-z]/,
    needs: ["viewName"],
    gives: "view",
    example: [
      "Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5 Seldomapp/2.1",
      "app",
    ],
  },
  {
    id: "bare-view",
    why: "on a Mac, but for its own previews, the engine without Safari's or Chrome's end; on Android a name where the engine belongs",
    evidence: "pattern",
    not: ["particular"],
    only: /^mozilla\/5\.0 (?:\(macintosh;[^()]*\) applewebkit\/[\d.+]+ \(khtml, like gecko\) (?!quicklook|.*(?:safari|chrome)\/)[a-z]|\((?:linux;[^()]{0,20}|)android [^()]*\) (?!version|gecko|mobile|\S{0,60}(?:webkit|http))[a-z][\w .-]{2,40}\/[\d.]+$)/,
    needs: ["viewName"],
    gives: "view",
    example: [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Seldomapp/2.1",
      "app",
    ],
  },
  {
    id: "app-on-desktop",
    why: "a program of the desktop shows its pages in a view and adds its name",
    evidence: "pattern",
    not: ["particular"],
    needs: ["desktopView"],
    gives: "desktop-view",
    example: [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 AcmeBoard/3.1 Safari/537.36",
      "app",
    ],
  },
  {
    id: "app-on-engine",
    why: "a program of the desktop adds its name behind the view of Edge or of Qt that it shows its pages in",
    evidence: "pattern",
    words: ["edg/", "qtwebengine/"],
    only: /(?:edg|qtwebengine.* safari)\/[\d.]+ [a-z][\w.-]*\/[\d.]+$/,
    needs: ["desktopView"],
    gives: "desktop-view",
    example: [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 Edg/122.0.0.0 SeldomApp/3.1",
      "app",
    ],
  },
  {
    id: "nameless-view",
    why: "Apple's engine with neither the end of a browser nor the name of an app, as the system's mail shows pages",
    evidence: "pattern",
    words: ["applewebkit"],
    only: /^mozilla\/5\.0 \((?:macintosh|iphone|ipad|ipod)[^()]*\) applewebkit(?:\/[\d.+]+)? \(khtml, like gecko\)$/,
    gives: "mail",
    example: [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
      "app",
    ],
  },
  {
    id: "browser-string",
    why: "the form of a browser's string",
    evidence: "pattern",
    only: /^(?:[\w.-]{0,40}mozz?ill?a|opera)\b/,
    gives: "person",
    example: ["Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0", "person"],
  },
  {
    id: "engine",
    why: "a browser's engine in a string that does not begin with a product of its own",
    evidence: "pattern",
    words: ["applewebkit"],
    never: /^[a-z][\w .-]{1,40}[/ ]v?\d[\w.]*(?: \([^)]{0,80}\))* (?:mozilla\/|\(?.{0,60}applewebkit)/,
    gives: "person",
    example: ["(Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36", "person"],
  },
  {
    id: "feature-phone",
    why: "phones and televisions that put their model in front; `LG ThinQ/4.1 (iPhone; iOS 16.0)` is an app of their maker",
    evidence: "pattern",
    only: featurePhoneWords,
    never: /^[^(]{3,40}\/\d[\d.]* \((?:iphone|ipad|watchos)[; ]/,
    gives: "person",
    example: ["Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1", "person"],
  },
  {
    id: "device-in-front",
    why: "Android speaks for itself, a player whose fields are its television's, or a model's code stands alone",
    evidence: "pattern",
    only: /^Android [\d.]+;|^A\/\d[\d.]*\/[^/]*\/[^/]*\/|^[A-Z]{2,4}-?\d{2,4}[A-Z]{0,2}$/,
    gives: "person",
    example: ["Android 4.2.1;Build/JOP40D;Seldom One Build/JOP40D", "person"],
  },
  {
    id: "no-letters",
    why: "no letter in it: a model's number",
    evidence: "pattern",
    never: /[a-z]/i,
    gives: "person",
    example: ["6300/2.0", "person"],
  },
  {
    id: "apple-system",
    why: "Apple's system speaks for itself with the device's identifier",
    evidence: "pattern",
    only: /^(?:iPhone|iPad|iPod|AppleTV|Watch|AudioAccessory|RealityDevice|Mac(?:BookPro|BookAir|Book|mini|Pro)?|iMac(?:Pro)?)\d{1,2},\d{1,2}(?:\/\d[\d.]*(?: \(\w+\))?)?$/,
    gives: "person",
    example: ["AudioAccessory5,1/16.0 (20J373)", "person"],
  },
  {
    id: "maker-in-front",
    why: "a maker's name and a number, a word in capitals or one of his models is a device, but for apps on another maker's",
    evidence: "pattern",
    needs: ["makerInFront"],
    never: /\(ip(?:hone|ad)[;,] ?i(?:pad)?os\b/,
    gives: "person",
    example: ["Samsung Galaxy S5", "person"],
  },
  {
    id: "nameless",
    why: "no letters in front: nothing to call it by",
    evidence: "guess",
    needs: ["nameless"],
    gives: "person",
    example: ["(something)", "person"],
  },
  {
    id: "package-id",
    why: "the id of a package, a domain backwards, is an app's name for itself; a host is none, and Apple's daemons have such ids too",
    evidence: "pattern",
    not: ["librarysWord"],
    only: /^(?!com\.apple\.)(?:com|org|net|app|dev|air|[a-z]{2})(?:\.[a-z][\w-]*){2,6}(?<!\.(?:com|org|net|io|de|fr|uk|jp|dev|app))(?:[/ ]|$)/i,
    gives: "app",
    example: ["com.seldom.reader", "app"],
  },
  {
    id: "package-of-vendor",
    why: "a vendor, its package and a version, as PHP's packages are called",
    evidence: "pattern",
    not: ["mobile", "modelInFront"],
    only: /^[a-z][a-z0-9_.-]{1,30}\/[a-z][a-z0-9_.-]{2,40} v?\d[\w.]*(?: \([^()]*\))?$/,
    gives: "library",
    example: ["seldom/api-client 3.2.1 (PHP/8.3.1)", "library"],
  },
  {
    id: "lone-product",
    why: "a product and its version, alone or with a comment, and nothing of a browser is a program; its words tell which kind",
    evidence: "guess",
    only: /^(?:[a-z][a-z0-9_.-]*\/v?\d[\d.]*(?: \(|$)|[A-Z][\w.-]*\/v?\d[\d.]*$)/,
    never: /macos|windows|ios\b/,
    not: ["mobile", "modelInFront"],
    gives: "program",
    example: ["MyCompanySync/1.2", "app"],
  },
  {
    id: "program-on-phone",
    why: "a name on a phone's system is an app",
    evidence: "pattern",
    needs: ["mobile"],
    gives: "on-system",
    example: ["Seldom App (iPhone; iOS 17.1; Scale/3.00)", "app"],
  },
  {
    id: "program-with-version",
    why: "a name and a version at its end is a program",
    evidence: "pattern",
    needs: ["versioned"],
    never: /^[^/(;]* \d+\.\d[\d.]* [a-z ]+$/,
    gives: "on-system",
    example: ["Seldom Studio/1.4 (Windows 10)", "app"],
  },
  {
    id: "program-on-desktop",
    why: "a name and a desktop's system is a program",
    evidence: "pattern",
    only: /macos|windows|linux/,
    gives: "on-system",
    example: ["Seldom Studio (Windows 10)", "app"],
  },
  {
    id: "podcast-word",
    why: "what is called as clients of podcasts are reads feeds",
    evidence: "guess",
    head: podcastWords,
    only: /podcast|podcat|radio|player|music|cast\b|\bfm\b/,
    gives: "feed",
    example: ["Seldom Podcasts", "feed"],
  },
  {
    id: "player-word",
    why: "what plays, sings and casts is a person's app",
    evidence: "guess",
    only: /podcast|podcat|radio|player|music|cast\b|\bfm\b/,
    gives: "app",
    example: ["Seldom Radio", "app"],
  },
  {
    id: "composite-name",
    // Excludes a system in the brackets, and Apple's daemons (`com.apple…`), which are not robots.
    why: "several words put together, as nobody types them; a lone word says nothing",
    evidence: "guess",
    not: ["noName"],
    only: /^(?!com\.)(?=.{5})[\p{L}\d](?:(?:.*[a-z][A-Z]|.*\p{L}[ _.-]+\p{L}|.*\p{L}\d|.*\d\p{L})[^;()[\]]*|[^;()[\]]*(?:[a-z][A-Z]|\p{L}[ _-]+\p{L})[^;()[\]]* \([^()]*\)(?:\/[\d.]+)?)$/u,
    gives: "composite",
    example: ["KvshClient", "bot"],
  },
];

/** A kind of program; `test/useragent/programs.test.ts` has an example of each. */
export interface ProgramKind extends Condition<Feature> {
  readonly gives: "bot" | "library" | "feed" | "app";
}

/** Kind of a program that sends one name, by words of the string: the first matching row. */
export const programKinds: readonly ProgramKind[] = [
  { only: libraryWords, gives: "library" },
  { needs: ["ofLanguage"], gives: "library" },
  { head: /\brss|feed|\batom\b|syndication|news ?reader/i, gives: "feed" },
  { head: /[a-z]RSS/, gives: "feed" },
  // Apps may be named like sites in `.fm`, `.tv` and `.app`; names in the domains below are a site's fetcher.
  { head: /^[a-z0-9-]+\.(?:com|org|net|ru|info|biz|cz|pl|io|ai|dev)$/i, gives: "bot" },
  { head: webWords, never: personsWords, gives: "bot" },
  // Services often send `/1.0` and nothing else.
  { version: /^(?:0\.1|[12](?:\.0)?(?:\.0)?)$/, never: personsWords, gives: "bot" },
  { head: podcastWords, gives: "feed" },
  { only: appWords, gives: "app" },
  { head: /^[a-z][a-z0-9_-]*$/, gives: "library" },
  { gives: "app" },
];

/** Kinds of names next to a system that decides the kind; the rows above are for other names. */
export const systemKinds: readonly ProgramKind[] = [
  { head: podcastWords, gives: "feed" },
  { needs: ["mobile"], gives: "app" },
];

/** Programs next to a desktop system or a device's name: apps of a person, unless they are libraries. */
export const personsKinds: readonly ProgramKind[] = [
  { only: /windows|linux|mac|darwin|\bwin\d|x11|tvos|watchos/, gives: "app" },
  { needs: ["modelInFront"], gives: "app" },
];

/** Kind of a composite name. Names of apps end in a phone's system, or start with a maker of devices. */
export const compositeKinds: readonly ProgramKind[] = [
  { needs: ["librarysWord"], gives: "library" },
  // These makers run services too.
  { needs: ["makersHead"], never: /^(?:amazon|google|microsoft|meta)\b/, gives: "app" },
  { only: /(?:Android|iOS|iPhone|iPad)$/, gives: "app" },
  { only: /player|radio|desktop$|studio|launcher|messenger/, gives: "app" },
  { gives: "bot" },
];
