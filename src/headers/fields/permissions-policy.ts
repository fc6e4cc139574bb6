import { permissionsPolicyFeatures } from "../../../data/headers/directives/permissions-policy.ts";
import { wordList } from "../../../data/headers/words.ts";
import { oncePerObject } from "../../platform/memoize.ts";
import { asPermissionsPolicy } from "../../syntax/feature-policy.ts";
import {
  type BareItem,
  type Dictionary,
  type Member,
  parseDictionary,
} from "../../syntax/structured-fields.ts";
import {
  type AnyField,
  type Context,
  firstOf,
  groupsOf,
  type Item,
  item,
  judge,
  problem,
  worded,
} from "../field.ts";
import { corrected, mapping, swapping } from "../reading/fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { kindWords, readStructured, structuredField, unparsedValue } from "../reading/structured.ts";
import { suggest } from "../suggest.ts";
import { listing, quote } from "../wording.ts";

const SPEC = "https://www.w3.org/TR/permissions-policy/";
const SYNTAX = `${SPEC}#structured-header-serialization`;
const FEATURES = "mdn/Permissions-Policy";
const GOOD = ['Permissions-Policy: geolocation=(self "https://maps.example"), camera=()'];

/** Features that browsers removed or never shipped. */
const RETIRED = wordList("retired features");

/** Proposals that no browser supports: Chromium 156 logs each as unrecognized. */
const PROPOSED = wordList("proposed features");

/** Features that access the user, the device or the network: allowing all origins is a mistake. */
const POWERFUL = wordList("powerful features");

const KEYWORDS: ReadonlySet<string> = new Set(["self", "src", "none", "*"]);
const FEATURE_POLICY = /'(?:self|none|src)'|^[a-z-]+[ \t]+(?:\*|https?:)/i;

const oldSyntax = worded("permissions-policy-old-syntax", "error", SYNTAX, {
  fix: asPermissionsPolicy,
  bad: ["Permissions-Policy: geolocation 'self'; camera 'none'"],
  good: GOOD,
});

type Part = readonly [feature: string, member: Member];

const featureRows = [
  problem("permissions-policy-feature-retired", "info", FEATURES, {
    detect: ([feature]: Part) => RETIRED.has(feature),
    title: (_, [feature]) => `${feature} no longer exists; the entry has no effect.`,
    bad: ["Permissions-Policy: interest-cohort=()"],
    good: GOOD,
  }),
  firstOf(
    problem("permissions-policy-feature-misspelt", "warning", FEATURES, {
      detect([word]: Part) {
        if (permissionsPolicyFeatures.get(word)) return undefined;
        const likely = suggest(word, [...permissionsPolicyFeatures.keys()], word.length > 6 ? 2 : 1);
        return likely !== undefined && { word, likely };
      },
      title: ({ word, likely }) => `${quote(word)} is not a feature (did you mean ${likely}?).`,
      fix: corrected,
      bad: ["Permissions-Policy: geo-location=()"],
      good: GOOD,
    }),
    problem("permissions-policy-feature-unknown", "info", FEATURES, {
      detect: ([feature]: Part) => !permissionsPolicyFeatures.get(feature) || PROPOSED.has(feature),
      title: (_, [feature]) =>
        PROPOSED.has(feature)
          ? `${feature} is a proposal that no browser supports; the entry has no effect.`
          : `${quote(feature)} is not a known feature.`,
      bad: ["Permissions-Policy: time-travel=()"],
      good: GOOD,
    }),
  ),
] as const;

/** An entry in the allowlist of a feature. `isAlone`: only Chromium supports the header. */
interface Value {
  readonly feature: string;
  readonly value: BareItem;
  readonly isAlone: boolean;
}

function isKeyword(text: string): boolean {
  return KEYWORDS.has(text.replace(/^'|'$/g, ""));
}

function isOrigin(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+\/?$/i.test(text) && URL.canParse(text.replace("://*.", "://"));
}

const valueProblems = groupsOf<Value, unknown>(
  firstOf(
    problem("permissions-policy-keyword-quoted", "error", SYNTAX, {
      detect: ({ value }: Value) => value.kind === "string" && isKeyword(value.value) && value.value,
      title: (text, { feature }) => `${quote(text)} for ${feature} is a keyword and must not be quoted.`,
      fix: swapping(/(["'])(self|src|\*)\1/g, "$2"),
      bad: ['Permissions-Policy: geolocation=("self")'],
      good: GOOD,
    }),
    problem("permissions-policy-origin-invalid", "error", SYNTAX, {
      detect: ({ value }: Value) =>
        value.kind === "string" && !isOrigin(value.value) && { text: value.value },
      title: ({ text }, { feature }) =>
        `${quote(text)} for ${feature} is not an origin like "https://a.example".`,
      fix: swapping(/"((?:[a-z\d-]+\.)+[a-z]{2,})\/?"/gi, (_all, host = "") => `"https://${host}"`),
      bad: ['Permissions-Policy: geolocation=("maps.example")'],
      good: GOOD,
    }),
    worded("permissions-policy-value-invalid", "error", SYNTAX, {
      detect({ feature, value }: Value) {
        if (value.kind === "string") return undefined;
        if (value.kind !== "token")
          return `The value of ${feature} is ${kindWords(value.kind)}; to turn a feature off, use ().`;
        return (
          (!KEYWORDS.has(value.value) || value.value === "none") &&
          `${quote(value.value)} is not a value for ${feature}; use *, self, src, quoted origins, or () to turn it off.`
        );
      },
      fix: mapping((member) => member.replace(/=(?:none|\(none\)|'none')$/i, "=()")),
      bad: ["Permissions-Policy: geolocation=none"],
      good: GOOD,
    }),
    problem("permissions-policy-wildcard", "warning", SYNTAX, {
      detect: ({ feature, value }: Value) =>
        value.kind === "token" && value.value === "*" && POWERFUL.has(feature),
      title: (_, { feature, isAlone }) =>
        `${feature}=* allows the feature for every origin${isAlone ? " in Chromium; others ignore the header" : ""}.`,
      bad: ["Permissions-Policy: geolocation=*"],
      good: GOOD,
    }),
  ),
);

/** sf-dictionary: features with a token or an inner list of tokens and strings. */
function policyField(name: string, isEnforced: boolean): AnyField<Dictionary> {
  const unparsed = unparsedValue(name, parseDictionary, "camera=()");
  return structuredField(unparsed, {
    parse(value, report) {
      if (!FEATURE_POLICY.test(value)) return readStructured(unparsed, value, report);
      const part = value.split(/[,;]/).find((text) => FEATURE_POLICY.test(text.trim()));
      return void report(
        oldSyntax,
        `${quote((part ?? value).trim())} is old syntax: browsers ignore ${name}.`,
      );
    },
    itemsInMessage: (features, context) => {
      const judged = isEnforced ? judgedLists(context) : undefined;
      const self = context.url?.origin ?? "self";
      return [...features].map(([feature, member]) =>
        featureItem(
          feature,
          member,
          judged?.get(feature)?.map((origin) => originWords(origin, self)),
        ),
      );
    },
    alternateInMessage(features, context) {
      const words = inWords(features, isEnforced ? judgedLists(context) : undefined);
      if (!isEnforced || !isChromiumsAlone(context)) return words;
      return `${words ?? "applied by Chromium"}; Firefox and Safari ignore the header`;
    },
  }).problems({
    named: [oldSyntax, ...valueProblems.flat()],
    eachPart: featureRows,
    check(features, context, report, line) {
      const isAlone = isEnforced && isChromiumsAlone(context);
      for (const [index, [feature, member]] of [...features].entries())
        for (const value of values(member))
          judge(valueProblems, { feature, value, isAlone }, context, line, report, line.items[index]);
    },
  });
}

function isChromiumsAlone({ verdicts }: Context): boolean {
  return verdicts.permissions !== undefined && verdicts.firefox.permissions === undefined;
}

/** Allowed origins by feature. */
type Lists = ReadonlyMap<string, readonly string[]>;

const judgedLists = oncePerObject(({ verdicts }: Context): Lists => {
  return new Map(
    Object.entries(verdicts.permissions ?? {}).map(([feature, { allowlist }]) => [feature, allowlist]),
  );
});

/** Item of a feature. `who`: allowed origins from the verdict, if known. */
function featureItem(feature: string, member: Member, who?: readonly string[]): Item {
  const description = permissionsPolicyFeatures.get(feature) ?? "Not a known feature.";
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
  return who.length === 0 ? "for no origin" : `for ${listing(who)}`;
}

const SHOWN = 6;

/** Names of features that are turned off; with `judged`, according to the verdict. */
function inWords(features: Dictionary, judged?: Lists): string | undefined {
  const isOff = ([feature, member]: readonly [string, Member]) =>
    judged ? judged.get(feature)?.length === 0 : values(member).length === 0;
  const off = [...features].filter(isOff).map(([feature]) => feature);
  if (off.length === 0) return undefined;
  return `turned off: ${off.length > SHOWN ? listing([...off.slice(0, SHOWN - 1), `${off.length - SHOWN + 1} more`]) : listing(off)}`;
}

/** Permissions-Policy (W3C): browser features that the page and its frames may use. */
export const permissionsPolicy = policyField("Permissions-Policy", true);
export const permissionsPolicyReportOnly = policyField("Permissions-Policy-Report-Only", false);
