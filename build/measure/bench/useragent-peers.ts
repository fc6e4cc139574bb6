/** Other user agent parsers, each adapted to our form of result. Peers that are not installed are skipped. */

import { lookupUserAgent } from "../../../src/useragent/lookup.ts";
import { absent } from "./figures.ts";

export interface Peer {
  readonly name: string;
  readonly look: (agent: string) => unknown;
}

type Loaded = Record<string, unknown>;
type Parts = {
  name?: string;
  version?: string;
  type?: string;
  vendor?: string;
  model?: string;
  brand?: string;
};

const pair = (part: Parts | undefined) =>
  part?.name ? { name: part.name, version: part.version ?? "" } : false;

/** Converts a peer's classes of device and client to ours. */
function shape(kind: string | undefined, os: string | undefined) {
  const forms: Readonly<Record<string, string>> = {
    smartphone: "mobile",
    mobile: "mobile",
    "feature phone": "mobile",
    phablet: "mobile",
    tablet: "tablet",
    television: "tv",
    tv: "tv",
    smarttv: "tv",
    console: "console",
    wearable: "wearable",
    car: "car",
    "car browser": "car",
    xr: "xr",
    embedded: "embedded",
    desktop: "desktop",
  };
  const known = forms[kind ?? ""];
  if (known) return known;
  return /^(?:windows|mac ?os|linux|ubuntu|chrom|gnu)/i.test(os ?? "") ? "desktop" : "";
}

function result(
  device: Parts,
  kind: string | undefined,
  os: Parts | undefined,
  browser: Parts | undefined,
  engine?: Parts,
) {
  const formFactor = shape(kind, os?.name);
  const type = formFactor === "desktop" ? "desktop" : "unknown";
  return {
    device: { vendor: device.vendor ?? device.brand ?? "", name: device.model ?? "", type, formFactor },
    os: pair(os),
    browser: pair(browser),
    engine: pair(engine),
    url: false,
  };
}

const CLIENT_TYPES: Readonly<Record<string, string>> = {
  "feed reader": "feed",
  library: "library",
  "mobile app": "app",
  mediaplayer: "app",
  pim: "app",
};

interface MatomoResult {
  readonly device?: Parts | null;
  readonly client?: (Parts & { engine?: string }) | null;
  readonly os?: Parts | null;
}

function matomo(found: MatomoResult, bot: Parts | null | undefined) {
  if (bot?.name)
    return { device: { vendor: "", name: bot.name, type: "bot", formFactor: "" }, os: false, browser: false };
  const { client, os } = found;
  const device = found.device ?? {};
  const plain = result(
    device,
    device.type,
    os ?? undefined,
    client ?? undefined,
    client?.engine ? { name: client.engine } : undefined,
  );
  const type = CLIENT_TYPES[client?.type ?? ""];
  return type ? { ...plain, device: { ...plain.device, type } } : plain;
}

async function load(name: string): Promise<Loaded | undefined> {
  try {
    return (await import(name)) as Loaded;
  } catch {
    return undefined;
  }
}

type UaParser = new (agent: string) => { getResult(): Record<"device" | "os" | "browser" | "engine", Parts> };

function uaParser(name: string, loaded: Loaded): Peer {
  const Parser = (loaded["UAParser"] ?? loaded["default"]) as UaParser;
  return {
    name,
    look: (agent) => {
      const { device, os, browser, engine } = new Parser(agent).getResult();
      return result(device, device.type, os, browser, engine);
    },
  };
}

type Adapter = (loaded: Loaded) => Peer;

const adapters: readonly (readonly [module: string, adapter: Adapter])[] = [
  ["./node_modules/ua-parser-js/src/ua-parser.js", (loaded) => uaParser("ua-parser-js 1", loaded)],
  ["./node_modules/ua-parser-js-2/src/main/ua-parser.js", (loaded) => uaParser("ua-parser-js 2", loaded)],
  [
    "./node_modules/bowser/es5.js",
    (loaded) => {
      const bowser = loaded["default"] as {
        parse(agent: string): { browser: Parts; os: Parts; platform: Parts; engine: Parts };
      };
      return {
        name: "bowser",
        look: (agent) => {
          if (agent === "") return false;
          const { browser, os, platform, engine } = bowser.parse(agent);
          return platform.type === "bot"
            ? { device: { vendor: "", name: browser.name ?? "", type: "bot", formFactor: "" } }
            : result(platform, platform.type, os, browser, engine);
        },
      };
    },
  ],
  [
    "./node_modules/device-detector-js/dist/index.js",
    (loaded) => {
      const Detector = constructorIn(loaded) as new () => {
        parse(agent: string): MatomoResult & { bot?: Parts | null };
      };
      const detector = new Detector();
      return {
        name: "device-detector-js",
        look: (agent) => {
          const found = detector.parse(agent);
          return matomo(found, found.bot);
        },
      };
    },
  ],
  [
    "./node_modules/node-device-detector/index.js",
    (loaded) => {
      const Detector = constructorIn(loaded) as new (
        options: object,
      ) => {
        detect(agent: string): MatomoResult;
        parseBot(agent: string): Parts;
      };
      const detector = new Detector({ clientIndexes: true, deviceIndexes: true, deviceAliasCode: false });
      return {
        name: "node-device-detector",
        look: (agent) => matomo(detector.detect(agent), detector.parseBot(agent)),
      };
    },
  ],
  [
    "./node_modules/isbot/index.mjs",
    (loaded) => {
      const isbot = loaded["isbot"] as (agent: string) => boolean;
      return { name: "isbot", look: (agent) => ({ device: { type: isbot(agent) ? "bot" : "unknown" } }) };
    },
  ],
];

function constructorIn(loaded: Loaded): unknown {
  const inner = loaded["default"];
  return typeof inner === "function"
    ? inner
    : ((inner as Loaded | undefined)?.["default"] ?? loaded["DeviceDetector"]);
}

/** netlens, then every installed peer. */
export async function useragentPeers(): Promise<Peer[]> {
  const peers: Peer[] = [{ name: "netlens", look: lookupUserAgent }];
  for (const [module, adapter] of adapters) {
    const loaded = await load(module);
    if (!loaded) {
      absent(module.replace(/^.*node_modules\/([^/]+).*$/, "$1"), "its package is not installed");
      continue;
    }
    try {
      peers.push(adapter(loaded));
    } catch (error) {
      absent(module, error instanceof Error ? error.message : String(error));
    }
  }
  return peers;
}
