import { permissionsPolicyFeatures } from "../../../data/headers/directives/permissions-policy.ts";
import { type AnyField, type Context, field, item, type Note, type ProblemKind } from "../field.ts";
import { mapping, swapping } from "../fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { kindWords, structuredDictionary } from "../reading/structured.ts";
import { type InvalidId, unparsedKind, withOwn } from "../reading/value-kinds.ts";
import type { Item } from "../schema.ts";
import { mdn } from "../specs.ts";
import { suggest } from "../suggest.ts";
import type { BareItem, Dictionary, Member } from "../syntax/structured-fields.ts";
import { listing, quote } from "../wording.ts";

type Kind =
  | "permissions-policy-old-syntax"
  | "permissions-policy-value-invalid"
  | "permissions-policy-keyword-quoted"
  | "permissions-policy-origin-invalid"
  | "permissions-policy-wildcard"
  | "permissions-policy-feature-misspelt"
  | "permissions-policy-feature-unknown"
  | "permissions-policy-feature-retired";

const SPEC = "https://www.w3.org/TR/permissions-policy/";
const SYNTAX = `${SPEC}#structured-header-serialization`;
const FEATURES = mdn("Permissions-Policy");
const GOOD = ['Permissions-Policy: geolocation=(self "https://maps.example"), camera=()'];

const KINDS: Readonly<Record<Kind, ProblemKind>> = {
  "permissions-policy-old-syntax": {
    severity: "error",
    link: SYNTAX,
    summary: "Permissions-Policy is written as Feature-Policy was: browsers ignore all of it.",
    bad: ["Permissions-Policy: geolocation 'self'; camera 'none'"],
    good: GOOD,
  },
  "permissions-policy-value-invalid": {
    severity: "error",
    link: SYNTAX,
    summary: "A feature's list of origins in Permissions-Policy is of no kind that browsers understand.",
    fix: mapping((member) => member.replace(/=(?:none|\(none\)|'none')$/i, "=()")),
    bad: ["Permissions-Policy: geolocation=none"],
    good: GOOD,
  },
  "permissions-policy-keyword-quoted": {
    severity: "error",
    link: SYNTAX,
    summary: "A keyword in Permissions-Policy is in quotes, which are for origins.",
    fix: swapping(/(["'])(self|src|\*)\1/g, "$2"),
    bad: ['Permissions-Policy: geolocation=("self")'],
    good: GOOD,
  },
  "permissions-policy-origin-invalid": {
    severity: "error",
    link: SYNTAX,
    summary: "A string in Permissions-Policy is not an origin; it needs a scheme and a host.",
    fix: swapping(/"((?:[a-z\d-]+\.)+[a-z]{2,})\/?"/gi, (_all, host = "") => `"https://${host}"`),
    bad: ['Permissions-Policy: geolocation=("maps.example")'],
    good: GOOD,
  },
  "permissions-policy-wildcard": {
    severity: "warning",
    link: SYNTAX,
    summary: "Permissions-Policy opens a powerful feature to every origin.",
    bad: ["Permissions-Policy: geolocation=*"],
    good: GOOD,
  },
  "permissions-policy-feature-misspelt": {
    severity: "warning",
    link: FEATURES,
    summary: "A feature in Permissions-Policy is not a known one but close to one.",
    bad: ["Permissions-Policy: geo-location=()"],
    good: GOOD,
  },
  "permissions-policy-feature-unknown": {
    severity: "info",
    link: FEATURES,
    summary: "A feature in Permissions-Policy is unknown.",
    bad: ["Permissions-Policy: time-travel=()"],
    good: GOOD,
  },
  "permissions-policy-feature-retired": {
    severity: "info",
    link: FEATURES,
    summary: "A feature in Permissions-Policy no longer exists.",
    bad: ["Permissions-Policy: interest-cohort=()"],
    good: GOOD,
  },
};

/** Features that no current browser has. */
const RETIRED: ReadonlySet<string> = new Set([
  ...[
    "interest-cohort",
    "document-domain",
    "vibrate",
    "vr",
    "xr",
    "speaker",
    "popups",
    "wake-lock",
    "font-display-late-swap",
  ],
  ...[
    "conversion-measurement",
    "trust-token-redemption",
    "legacy-image-formats",
    "layout-animations",
    "document-write",
  ],
  ...[
    "oversized-images",
    "unoptimized-images",
    "unoptimized-lossless-images",
    "unoptimized-lossy-images",
    "sync-script",
  ],
  ...["lazyload", "loading-frame-default-eager", "vertical-scroll", "notifications", "push"],
]);

/** Features that reach the person, the device or the network: a star for them is never by design. */
const POWERFUL: ReadonlySet<string> = new Set([
  ...[
    "accelerometer",
    "ambient-light-sensor",
    "bluetooth",
    "camera",
    "clipboard-read",
    "digital-credentials-create",
  ],
  ...[
    "digital-credentials-get",
    "direct-sockets",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
  ],
  ...[
    "identity-credentials-get",
    "local-fonts",
    "local-network",
    "local-network-access",
    "loopback-network",
    "magnetometer",
  ],
  ...[
    "microphone",
    "midi",
    "otp-credentials",
    "payment",
    "publickey-credentials-create",
    "publickey-credentials-get",
  ],
  ...["serial", "smart-card", "usb", "usb-unrestricted", "window-management", "xr-spatial-tracking"],
]);

const KEYWORDS: ReadonlySet<string> = new Set(["self", "src", "none", "*"]);
const FEATURE_POLICY = /'(?:self|none|src)'|^[a-z-]+[ \t]+(?:\*|https?:)/i;

/** sf-dictionary: each key a feature, each value a token or an inner list of tokens and strings. */
function policyField<N extends string>(
  name: N,
  own?: Readonly<Record<Kind, ProblemKind>>,
): AnyField<Dictionary> {
  return field<Dictionary, Kind | InvalidId<N>>({
    name,
    type: "sf-dictionary",
    repeat: "list",
    kinds: withOwn(own, unparsedKind(name, "camera=()")),
    parse(value, note) {
      if (!FEATURE_POLICY.test(value)) return structuredDictionary(name, value, note);
      const part = value.split(/[,;]/).find((text) => FEATURE_POLICY.test(text.trim()));
      note(
        "permissions-policy-old-syntax",
        `${quote((part ?? value).trim())} is the syntax of Feature-Policy: all of ${name} is ignored.`,
      );
      return undefined;
    },
    items: (features, context) => {
      const judged = own && context.once(judgedLists);
      const self = context.url?.origin ?? "self";
      return [...features].map(([feature, member]) =>
        featureItem(
          feature,
          member,
          judged?.get(feature)?.map((origin) => originWords(origin, self)),
        ),
      );
    },
    alternate(features, context) {
      const words = inWords(features, own && context.once(judgedLists));
      if (own === undefined || !isChromiumsAlone(context)) return words;
      return `${words ?? "heeded by Chromium"}; Firefox ignores the field`;
    },
    check(features, context, note, { items }) {
      const isAlone = own !== undefined && isChromiumsAlone(context);
      const where = isAlone ? " in Chromium; Firefox ignores the field" : "";
      for (const [index, [feature, member]] of [...features].entries()) {
        const noteItem: Note<Kind> = (id, title, _at, fix) => note(id, title, items[index], fix);
        checkFeature(feature, noteItem);
        checkMember(feature, member, where, noteItem);
      }
    },
  });
}

function isChromiumsAlone({ verdicts }: Context): boolean {
  return verdicts.permissions !== undefined && verdicts.firefox.permissions === undefined;
}

/** By feature, who may have it. */
type Lists = ReadonlyMap<string, readonly string[]>;

function judgedLists({ verdicts }: Context): Lists {
  return new Map(
    Object.entries(verdicts.permissions ?? {}).map(([feature, { allowlist }]) => [feature, allowlist]),
  );
}

/** `who`: for whom the feature is, where a browser has decided that. */
function featureItem(feature: string, member: Member, who?: readonly string[]): Item {
  const description = permissionsPolicyFeatures.get(feature) ?? "No feature that is known.";
  const sent = values(member).map(valueText).join(" ");
  return item(feature, sent, description, allowedWords(who ?? values(member).map(valueWords)));
}

function values(member: Member): readonly BareItem[] {
  return member.kind === "inner-list"
    ? member.items.slice(0, MOST_MEMBERS).map(({ value }) => value)
    : [member.value];
}

function valueText(value: BareItem): string {
  return value.kind === "binary" ? "" : String(value.value);
}

function valueWords(value: BareItem): string {
  return value.kind === "token" ? originWords(value.value, "self") : valueText(value);
}

function originWords(origin: string, self: string): string {
  if (origin === self) return "this origin";
  return origin === "*" ? "every origin" : origin;
}

function allowedWords(who: readonly string[]): string {
  return who.length === 0 ? "for nobody" : `for ${listing(who)}`;
}

const SHOWN = 6;

/** What is switched off: as a browser has decided it, else what has an empty list. */
function inWords(features: Dictionary, judged?: Lists): string | undefined {
  const isOff = ([feature, member]: readonly [string, Member]) =>
    judged ? judged.get(feature)?.length === 0 : values(member).length === 0;
  const off = [...features].filter(isOff).map(([feature]) => feature);
  if (off.length === 0) return undefined;
  return `switched off: ${off.length > SHOWN ? listing([...off.slice(0, SHOWN - 1), `${off.length - SHOWN + 1} more`]) : listing(off)}`;
}

function checkFeature(feature: string, note: Note<Kind>): void {
  if (RETIRED.has(feature))
    note("permissions-policy-feature-retired", `${feature} no longer exists; the entry does nothing.`);
  if (permissionsPolicyFeatures.get(feature)) return;
  const meant = suggest(feature, [...permissionsPolicyFeatures.keys()], feature.length > 6 ? 2 : 1);
  if (meant)
    note(
      "permissions-policy-feature-misspelt",
      `${quote(feature)} is not a feature; ${meant} may be meant.`,
      undefined,
      [feature, meant],
    );
  else note("permissions-policy-feature-unknown", `${quote(feature)} is not a known feature.`);
}

/** `where`: the engines that open what a star opens. */
function checkMember(feature: string, member: Member, where: string, note: Note<Kind>): void {
  const list = values(member);
  for (const value of list) {
    if (value.kind === "string") checkOrigin(feature, value.value, note);
    else if (value.kind !== "token")
      note(
        "permissions-policy-value-invalid",
        `The value of ${feature} is ${kindWords(value.kind)}; an empty pair of parentheses switches a feature off.`,
      );
    else if (!KEYWORDS.has(value.value) || value.value === "none")
      note(
        "permissions-policy-value-invalid",
        `${quote(value.value)} means nothing for ${feature}; known are *, self, src and origins in double quotes, and () switches it off.`,
      );
    else if (value.value === "*" && POWERFUL.has(feature))
      note("permissions-policy-wildcard", `${feature}=* opens the feature to every origin${where}.`);
  }
}

function checkOrigin(feature: string, text: string, note: Note<Kind>): void {
  const bare = text.replace(/^'|'$/g, "");
  if (KEYWORDS.has(bare)) {
    note(
      "permissions-policy-keyword-quoted",
      `${quote(text)} for ${feature} is a keyword and has no quotes.`,
    );
    return;
  }
  const isOrigin =
    /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+\/?$/i.test(text) && URL.canParse(text.replace("://*.", "://"));
  if (!isOrigin)
    note(
      "permissions-policy-origin-invalid",
      `${quote(text)} for ${feature} is not an origin such as "https://example.com".`,
    );
}

/** Permissions-Policy (W3C): which browser features the page and its frames may use. */
export const permissionsPolicy = policyField("Permissions-Policy", KINDS);
/** The same on trial: reports and allows. */
export const permissionsPolicyReportOnly = policyField("Permissions-Policy-Report-Only");
