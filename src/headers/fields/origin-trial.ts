import { isRecord } from "../../syntax/json-field.ts";
import { field, item, problem, type Report, worded } from "../field.ts";
import type { JsonObject } from "../reading/json.ts";
import { ago, day, quote } from "../wording.ts";

interface Trial {
  readonly origin: string;
  readonly feature: string;
  /** Milliseconds since the epoch. */
  readonly expiry: number;
  /** Also valid for subdomains of the origin. */
  readonly subdomains: boolean;
  /** True if valid on every site on which scripts of the origin run. */
  readonly thirdParty: boolean;
}

const LINK = "https://developer.chrome.com/docs/web-platform/origin-trials";
/** Token for ExampleFeature on https://example.com until 1 January 2026, with an empty signature. */
const TOKEN =
  "AwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABTeyJvcmlnaW4iOiJodHRwczovL2V4YW1wbGUuY29tOjQ0MyIsImZlYXR1cmUiOiJFeGFtcGxlRmVhdHVyZSIsImV4cGlyeSI6MTc2NzIyNTYwMH0=";

const invalid = worded("origin-trial-invalid", "error", LINK, {
  bad: ["Origin-Trial: abc"],
  good: [`Origin-Trial: ${TOKEN}`],
});

/** Origin-Trial: tokens for experimental browser features, separated by commas. */
export const originTrial = field("Origin-Trial", "list", {
  parse(value, report) {
    const trials = value
      .split(",", MOST)
      .flatMap((token) => readToken(token.trim().replace(/^"|"$/g, ""), report));
    return trials.length > 0 ? trials : undefined;
  },
  itemsInMessage: (trials, { now }) =>
    trials.map(({ feature, origin, expiry }) =>
      item(
        feature,
        origin,
        "A feature on trial, and the origin that may use it.",
        `until ${day(expiry)} (${ago(expiry, now)})`,
      ),
    ),
  alternate: (trials) => trials.map(({ feature, expiry }) => `${feature} until ${day(expiry)}`).join("; "),
}).problems({
  named: [invalid],
  eachPart: [
    problem("origin-trial-expired", "warning", LINK, {
      detect: ({ expiry }: Trial, { receivedAt }) => receivedAt !== undefined && receivedAt > expiry,
      title: (_, { feature, expiry }) => `The trial of ${feature} ended on ${day(expiry)}; remove the token.`,
      bad: { lines: [`Origin-Trial: ${TOKEN}`], receivedAt: "2026-11-20T10:00:00Z" },
      good: { lines: [`Origin-Trial: ${TOKEN}`], receivedAt: "2025-11-20T10:00:00Z" },
    }),
    problem("origin-trial-other-origin", "warning", LINK, {
      detect: (trial: Trial, { url }) => url && !trial.thirdParty && !isWithin(url, trial) && url,
      title: (url, { feature, origin }) => `The token for ${feature} is for ${origin}, not ${url.origin}.`,
      bad: { lines: [`Origin-Trial: ${TOKEN}`], url: "https://www.example.com/" },
      good: { lines: [`Origin-Trial: ${TOKEN}`], url: "https://example.com/" },
    }),
  ],
});

const MOST = 100;
/** Byte offset of the payload length, after the version and the signature. */
const LENGTH_AT = 65;
const LENGTH_BYTES = 4;

/** Reads a token in base64: version (1 byte), signature (64), payload length (4, big-endian), JSON. */
function readToken(token: string, report: Report): Trial[] {
  const payload = decodePayload(token);
  const trial = payload && trialOf(payload);
  if (trial) return [trial];
  report(invalid, `${quote(token)} is not a valid token.`);
  return [];
}

function decodePayload(token: string): JsonObject | undefined {
  try {
    const bytes = Uint8Array.fromBase64(token);
    const payload = bytes.subarray(LENGTH_AT + LENGTH_BYTES);
    if (bytes.length < LENGTH_AT + LENGTH_BYTES) return undefined;
    const length = new DataView(bytes.buffer).getUint32(LENGTH_AT);
    if (payload.length !== length) return undefined;
    const parsed: unknown = JSON.parse(new TextDecoder().decode(payload));
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function trialOf({ origin, feature, expiry, isSubdomain, isThirdParty }: JsonObject): Trial | undefined {
  if (typeof origin !== "string" || typeof feature !== "string" || typeof expiry !== "number")
    return undefined;
  if (!Number.isFinite(new Date(expiry * 1000).getTime())) return undefined;
  const name = URL.parse(origin)?.origin ?? origin;
  return {
    origin: name,
    feature,
    expiry: expiry * 1000,
    subdomains: isSubdomain === true,
    thirdParty: isThirdParty === true,
  };
}

function isWithin(url: URL, { origin, subdomains }: Trial): boolean {
  if (url.origin === origin) return true;
  const host = URL.parse(origin)?.hostname;
  return subdomains && host !== undefined && url.hostname.endsWith(`.${host}`);
}
