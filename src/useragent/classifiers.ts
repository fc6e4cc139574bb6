/**
 * Whether somebody other than a person's browser speaks, and who: classifiers in order, the first that matches decides.
 * Each has an example that it alone decides.
 */

import { isBrowserName } from "./browsers.ts";
import type { Features } from "./features.ts";
import type { Identity } from "./identity-rows.ts";
import { type Client, fromApp, fromHit } from "./naming.ts";
import { newName } from "./new-names.ts";
import {
  appNamed,
  byWords,
  COMPOSITE,
  FEED_ROBOT,
  give,
  isAppWithSite,
  isLeadingApp,
  isMakerInFront,
  isModel,
  isNameless,
  isNoNames,
  isPersonsApp,
  isPlainTool,
  isPodcastClient,
  isWholeHead,
  leads,
  named,
  PACKAGE_ID,
  person,
  typeOfComposite,
  typeOnSystem,
  UNFILLED,
} from "./products.ts";
import type { Evidence } from "./schema.ts";
import {
  appInWebview,
  appOnDesktop,
  isBrowserForm,
  isCfnetworkBrowser,
  isFeaturePhone,
  isLibraryOfService,
  isLibraryWorded,
  isLoneProduct,
  isMarkedBrowser,
  programType,
  standsAlone,
} from "./ua-patterns.ts";

export interface Classifier {
  readonly id: string;
  readonly why: string;
  readonly evidence: Evidence;
  /** It never matches without this feature. */
  readonly needs?: "machine" | "app";
  readonly when: (features: Features) => boolean;
  /** The kind of client; undefined for a person's browser or device. */
  readonly give: (features: Features) => Client | undefined;
  readonly example: readonly [agent: string, type: Identity["type"] | "person"];
}

/** @internal for tests: tests run the examples of its rows */
export const CLASSIFIERS: readonly Classifier[] = [
  {
    id: "previewing-app",
    why: "WhatsApp on a phone says which; its preview fetcher does not",
    evidence: "listed",
    needs: "machine",
    when: ({ machine, agent }) =>
      machine?.value.name === "WhatsApp" && /device\/|iphone_os/.test(agent.lower),
    give: (features) =>
      features.machine && { ...fromApp(features, features.machine), type: "app", category: "unknown" },
    example: ["WhatsApp/2.22.9.76 iPhone_OS/15.4 Device/iPhone_13", "app"],
  },
  {
    id: "known-feed-robot",
    why: "a feed reader's name beside a word for robots is a service's fetcher",
    evidence: "listed",
    needs: "machine",
    when: ({ machine, agent }) => machine?.value.type === "feed" && FEED_ROBOT.test(agent.text),
    give: (features) => features.machine && { ...fromHit(features, features.machine), type: "bot" },
    example: ["FeedLookout Parser/2.0 Feedly/1.0", "bot"],
  },
  {
    id: "library-of-service",
    why: "a language behind the name of a service: what programs call it with",
    evidence: "pattern",
    when: isLibraryOfService,
    give: (features) => named(features, "library"),
    example: ["SeldomAI/Python 1.2.3", "library"],
  },
  {
    id: "known-machine",
    why: "the name of a bot or a feed reader stands in the tables",
    evidence: "listed",
    needs: "machine",
    when: ({ machine }) => machine !== undefined && machine.value.type !== "library",
    give: (features) => give(features, "machine"),
    example: ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "bot"],
  },
  {
    id: "leading-library",
    why: "a library in front, or behind a name that is no robot's, made the request",
    evidence: "listed",
    needs: "machine",
    when: (features) =>
      features.machine !== undefined &&
      leads(features, features.machine.at) &&
      (features.machine.at < 3 || !features.worded) &&
      (!features.mobile || isWholeHead(features, features.machine)),
    give: (features) => give(features, "machine"),
    example: ["curl/8.5.0", "library"],
  },
  {
    id: "compatible-library",
    why: "a library that calls itself compatible with Mozilla",
    evidence: "listed",
    needs: "machine",
    when: ({ machine, agent, worded }) =>
      machine !== undefined && /^mozilla\/\d\.\d \(compatible;/.test(agent.lower) && !worded,
    give: (features) => give(features, "machine"),
    example: ["Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)", "library"],
  },
  {
    id: "library-of-tool",
    why: "what is not a browser's string and carries a library was made with it",
    evidence: "listed",
    needs: "machine",
    when: (features) =>
      features.machine !== undefined && isPlainTool(features) && !features.worded && features.app?.at !== 0,
    give: (features) => give(features, "machine"),
    example: ["Seldom/2.0.49-1 (libwww-perl/6.36)", "library"],
  },
  {
    id: "leading-app",
    why: "an app of the tables in front, without a bot's word, that is not its own server",
    evidence: "listed",
    needs: "app",
    when: isLeadingApp,
    give: (features) => give(features, "app"),
    example: ["Spotify/8.9.0", "app"],
  },
  {
    id: "app-with-site",
    why: "an app of the tables on a person's system that names its site",
    evidence: "listed",
    needs: "app",
    when: isAppWithSite,
    give: (features) => give(features, "app"),
    example: ["Foo (iPhone; iOS 17.2) Spotify/8.9 (+http://spotify.com/)", "app"],
  },
  {
    id: "template",
    why: "a script that did not fill in its template",
    evidence: "pattern",
    when: ({ agent }) => UNFILLED.test(agent.text),
    give: ({ agent, contact }) => ({
      type: "bot",
      name: agent.head,
      version: "",
      category: "unknown",
      operator: "",
      url: contact.page || contact.site,
    }),
    example: ["{{user_agent}}", "bot"],
  },
  {
    id: "cfnetwork-browser",
    why: "Apple's network library speaks for a browser by its name",
    evidence: "listed",
    when: isCfnetworkBrowser,
    give: person,
    example: ["MobileSafari/604.1 CFNetwork/1107.1 Darwin/19.0.0", "person"],
  },
  {
    id: "bot-word",
    why: "it calls itself a bot, a crawler, a monitor or the like",
    evidence: "pattern",
    when: (features) => features.worded && !isPersonsApp(features),
    give: byWords,
    example: ["SomethingNewBot/0.1", "bot"],
  },
  {
    id: "library-with-page",
    why: "a library's name, and its page; whoever runs a robot gives an address too",
    evidence: "pattern",
    when: (features) =>
      features.contact.page !== "" &&
      !features.agent.lower.includes("@") &&
      isLibraryWorded(features.agent) &&
      isPlainTool(features),
    give: (features) => named(features, "library"),
    example: ["seldom.php 3.0.8; (http://example.org/api/docs)", "library"],
  },
  {
    id: "contact",
    why: "robots name a page or an address for whoever is annoyed by them, browsers do not",
    evidence: "pattern",
    when: (features) => features.contact.given && !isPersonsApp(features),
    give: byWords,
    example: ["Mozilla/5.0 (Seldom; +https://example.org/about)", "bot"],
  },
  {
    id: "marked-browser",
    why: "a robot in a browser's dress puts its name where browsers have nothing",
    evidence: "pattern",
    when: isMarkedBrowser,
    give: byWords,
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Seldomware) Chrome/120.0.0.0 Safari/537.36",
      "bot",
    ],
  },
  {
    id: "compatible-alone",
    why: "compatible with Mozilla and nothing else; people's browsers say more",
    evidence: "pattern",
    when: (features) =>
      standsAlone(features.agent) && features.particular === undefined && !isPersonsApp(features),
    give: byWords,
    example: ["Mozilla/5.0 (compatible; Positronic/1.0)", "bot"],
  },
  {
    id: "leading-browser",
    why: "it begins with a browser's name",
    evidence: "listed",
    when: ({ agent }) => isBrowserName(agent),
    give: person,
    example: ["UCBrowser/9.4.1 (Java; U; MIDP-2.0)", "person"],
  },
  {
    id: "known-browser-on-electron",
    why: "a browser, or nobody by name, that is built on Electron",
    evidence: "listed",
    needs: "app",
    when: (features) =>
      appNamed(features)?.value.name === "Electron" &&
      (features.particular !== undefined || newName(features.agent) === undefined),
    give: person,
    example: [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Min/1.28 Chrome/114.0.0.0 Electron/25.0 Safari/537.36",
      "person",
    ],
  },
  {
    id: "app-anywhere",
    why: "an app of the tables somewhere in the string",
    evidence: "listed",
    needs: "app",
    when: (features) => appNamed(features) !== undefined,
    give: (features) => give(features, "app"),
    example: [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21C62 Instagram 312.0.0",
      "app",
    ],
  },
  {
    id: "library-anywhere",
    why: "a library of the tables in what is nobody's phone",
    evidence: "listed",
    needs: "machine",
    when: ({ machine, mobile }) => machine !== undefined && !mobile,
    give: (features) => give(features, "machine"),
    example: ["Mozilla/5.0 (Windows NT 10.0) WindowsPowerShell/5.1.22621", "library"],
  },
  {
    id: "app-in-webview",
    why: "an app shows its pages in a web view and adds its name",
    evidence: "pattern",
    when: (features) => appInWebview(features) !== undefined,
    give: appInWebview,
    example: [
      "Mozilla/5.0 (Linux; Android 11; Pixel 4a; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 Seldomapp/2.1",
      "app",
    ],
  },
  {
    id: "app-on-desktop",
    why: "a program of the desktop shows its pages in a view and adds its name",
    evidence: "pattern",
    when: (features) => appOnDesktop(features) !== undefined,
    give: appOnDesktop,
    example: [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 AcmeBoard/3.1 Safari/537.36",
      "app",
    ],
  },
  {
    id: "browser-string",
    why: "the form of a browser's string",
    evidence: "pattern",
    when: isBrowserForm,
    give: person,
    example: ["Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0", "person"],
  },
  {
    id: "feature-phone",
    why: "phones and televisions that put their model in front",
    evidence: "pattern",
    when: isFeaturePhone,
    give: person,
    example: ["Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1", "person"],
  },
  {
    id: "maker-in-front",
    why: "a maker's name and a number is a device",
    evidence: "pattern",
    when: isMakerInFront,
    give: person,
    example: ["Samsung Galaxy S5", "person"],
  },
  {
    id: "nameless",
    why: "no letters in front: nothing to call it by",
    evidence: "guess",
    when: isNameless,
    give: person,
    example: ["(something)", "person"],
  },
  {
    id: "package-id",
    why: "the id of a package, a domain backwards, is an app's name for itself",
    evidence: "pattern",
    when: ({ agent }) => PACKAGE_ID.test(agent.text) && !isLibraryWorded(agent),
    give: (features) => named(features, "app"),
    example: ["com.seldom.reader", "app"],
  },
  {
    id: "lone-product",
    why: "a product and its version with nothing of a browser is a program; its words tell which kind",
    evidence: "guess",
    when: (features) => isLoneProduct(features) && !isModel(features.agent.head),
    give: (features) => named(features, programType(features.agent)),
    example: ["MyCompanySync/1.2", "app"],
  },
  {
    id: "program-on-system",
    why: "a name, a version and a system is an app",
    evidence: "pattern",
    when: ({ agent, mobile }) =>
      mobile || agent.headVersion !== "" || /macos|windows|linux/.test(agent.lower),
    give: (features) => named(features, typeOnSystem(features)),
    example: ["Seldom App/1.4 (iPhone; iOS 17.1; Scale/3.00)", "app"],
  },
  {
    id: "player-word",
    why: "what plays, sings and casts is a person's app",
    evidence: "guess",
    when: ({ agent }) => /podcast|podcat|radio|player|music|cast\b|\bfm\b/.test(agent.lower),
    give: (features) => named(features, isPodcastClient(features) ? "feed" : "app"),
    example: ["Seldom Radio", "app"],
  },
  {
    id: "composite-name",
    why: "several words put together, as nobody types them; a lone word says nothing",
    evidence: "guess",
    when: ({ agent }) => COMPOSITE.test(agent.text) && !isNoNames(agent),
    give: (features) => named(features, typeOfComposite(features.agent)),
    example: ["KvshClient", "bot"],
  },
];

/** The classifier that decides a string; undefined where none matches. */
export function classify(features: Features): Classifier | undefined {
  const named = features.machine !== undefined || features.app !== undefined;
  return (named ? CLASSIFIERS : ON_NOBODY).find(({ when }) => when(features));
}

/** Those on strings in which the tables know no name: nearly all of people's browsers. */
const ON_NOBODY = CLASSIFIERS.filter(({ needs }) => needs === undefined);
