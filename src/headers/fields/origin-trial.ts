import { type Context, field, item, type Note } from "../field.ts";
import type { JsonObject } from "../reading/json.ts";
import { isJsonObject } from "../syntax/json-field.ts";
import { ago, day, quote } from "../wording.ts";

interface Trial {
  readonly origin: string;
  readonly feature: string;
  /** Milliseconds since the epoch. */
  readonly expiry: number;
  /** It also holds for subdomains of the origin. */
  readonly subdomains: boolean;
  /** It holds wherever scripts of the origin run. */
  readonly thirdParty: boolean;
}

type Kind = "origin-trial-invalid" | "origin-trial-expired" | "origin-trial-other-origin";

const LINK = "https://developer.chrome.com/docs/web-platform/origin-trials";
/** For ExampleFeature on https://example.com until 1 January 2026; signed with nothing. */
const TOKEN =
  "AwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABTeyJvcmlnaW4iOiJodHRwczovL2V4YW1wbGUuY29tOjQ0MyIsImZlYXR1cmUiOiJFeGFtcGxlRmVhdHVyZSIsImV4cGlyeSI6MTc2NzIyNTYwMH0=";

/** Origin-Trial: tokens that switch on features which browsers are still trying out. A line is a list of them. */
export const originTrial = field({
  name: "Origin-Trial",
  type: "list",
  repeat: "list",
  kinds: {
    "origin-trial-invalid": {
      severity: "error",
      link: LINK,
      summary: "An Origin-Trial token cannot be read, so browsers ignore it.",
      bad: ["Origin-Trial: abc"],
      good: [`Origin-Trial: ${TOKEN}`],
    },
    "origin-trial-expired": {
      severity: "warning",
      link: LINK,
      summary: "An Origin-Trial token has expired, so its feature is off.",
      bad: { lines: [`Origin-Trial: ${TOKEN}`], receivedAt: "2026-11-20T10:00:00Z" },
      good: { lines: [`Origin-Trial: ${TOKEN}`], receivedAt: "2025-11-20T10:00:00Z" },
    },
    "origin-trial-other-origin": {
      severity: "warning",
      link: LINK,
      summary: "An Origin-Trial token is for another origin, so browsers ignore it.",
      bad: { lines: [`Origin-Trial: ${TOKEN}`], url: "https://www.example.com/" },
      good: { lines: [`Origin-Trial: ${TOKEN}`], url: "https://example.com/" },
    },
  },
  parse(value, note) {
    const trials = value
      .split(",", MOST)
      .flatMap((token) => readToken(token.trim().replace(/^"|"$/g, ""), note));
    return trials.length > 0 ? trials : undefined;
  },
  items: (trials, { now }) =>
    trials.map(({ feature, origin, expiry }) =>
      item(
        feature,
        origin,
        "A feature on trial, and the origin that may use it.",
        `until ${day(expiry)} (${ago(expiry, now)})`,
      ),
    ),
  alternate: (trials) => trials.map(({ feature, expiry }) => `${feature} until ${day(expiry)}`).join("; "),
  check(trials, context, note, { items }) {
    for (const [index, trial] of trials.entries())
      checkTrial(trial, context, (id, title, _at, fix) => note(id, title, items[index], fix));
  },
});

const MOST = 100;
/** A version byte and a signature stand before the length of the payload. */
const LENGTH_AT = 65;
const LENGTH_BYTES = 4;

/** version (1 byte), signature (64), length of the payload (4, big-endian), payload (JSON); all of it in base64. */
function readToken(token: string, note: Note<Kind>): Trial[] {
  const payload = decodePayload(token);
  const trial = payload && trialOf(payload);
  if (trial) return [trial];
  note("origin-trial-invalid", `${quote(token)} is not a token that can be read.`);
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
    return isJsonObject(parsed) ? parsed : undefined;
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

function checkTrial(trial: Trial, { receivedAt, url }: Context, note: Note<Kind>): void {
  if (receivedAt !== undefined && receivedAt > trial.expiry)
    note(
      "origin-trial-expired",
      `The trial of ${trial.feature} ended on ${day(trial.expiry)}: the token can go.`,
    );
  if (url && !trial.thirdParty && !isWithin(url, trial))
    note(
      "origin-trial-other-origin",
      `The token for ${trial.feature} is for ${trial.origin}, not for ${url.origin}.`,
    );
}

function isWithin(url: URL, { origin, subdomains }: Trial): boolean {
  if (url.origin === origin) return true;
  const host = URL.parse(origin)?.hostname;
  return subdomains && host !== undefined && url.hostname.endsWith(`.${host}`);
}
