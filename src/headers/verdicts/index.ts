/** All verdicts on a response, each computed on first use and then kept. */

import { type Static, type TNull, type TOptional, type TSchema, type TUnion, Type } from "@sinclair/typebox";
import { oncePerObject } from "../../platform/memoize.ts";
import { parseHttpDate } from "../../syntax/dates.ts";
import { type EntityTag, parseEntityTag } from "../../syntax/entity-tags.ts";
import { splitList } from "../../syntax/lists.ts";
import { trimOws } from "../../syntax/tokens.ts";
import { checkSeen } from "./caching/seen.ts";
import { varies } from "./caching/storing.ts";
import { Caching, checkCaching } from "./caching.ts";
import { Content, checkConflict, checkContent, declaredType } from "./content.ts";
import { Cookies } from "./cookies/schema.ts";
import { isThirdParty } from "./cookies/third-party.ts";
import { Clears, checkClears, checkCookies, cookiesAlike } from "./cookies.ts";
import { Cors, checkCors, corsAlike } from "./cors.ts";
import { isOrigin } from "./cors-origin.ts";
import { checkDisposition } from "./disposition.ts";
import { checkEmbedding, Embedding } from "./embedding.ts";
import { checkFraming, Framing, framingAlike } from "./framing.ts";
import { checkHsts, Hsts } from "./hsts.ts";
import { checkIntegrity, Integrity, integrityAlike } from "./integrity.ts";
import { checkIsolation, type Isolation } from "./isolation.ts";
import { checkObservatory, Observatory } from "./observatory.ts";
import { checkPermissions, Permissions } from "./permissions.ts";
import { checkPolicy, checkScriptSources, enforcedPolicies, Policy, policyAlike } from "./policy.ts";
import { checkReads, Reads, readsAlike } from "./reads.ts";
import { checkReferrer, Referrers } from "./referrer.ts";
import { checkRefresh, Refresh } from "./refresh.ts";
import {
  type Engine,
  firstLine,
  joinedValue,
  type Response,
  requestValue,
  splitOutsideQuotes,
} from "./response.ts";

const Security = Type.Object(
  {
    secureContext: Type.Optional(Type.Boolean()),
    crossOriginIsolated: Type.Optional(
      Type.Boolean({ description: "The page may use shared memory and precise timers" }),
    ),
    opener: Type.Optional(Type.String({ description: "The effective opener policy" })),
    embedder: Type.Optional(Type.String({ description: "The effective embedder policy" })),
    originKeyed: Type.Optional(
      Type.Boolean({ description: "The page's agent cluster is keyed by its origin, not its site" }),
    ),
    hsts: Type.Optional(Hsts),
    referrer: Referrers,
    observatory: Type.Optional(Observatory),
  },
  { title: "Security", description: "Members that depend on an unknown fact are absent" },
);
type Security = Static<typeof Security>;

function checkSecurity(
  response: Response,
  engine: Engine,
  { hsts, isolation }: { readonly hsts: Hsts | undefined; readonly isolation: Isolation },
): Security {
  const observatory = checkObservatory(response);
  // An opaque origin is the key of its own agent cluster.
  const isOpaque = enforcedPolicies(response, engine).some(
    ({ sandbox }) => sandbox && !sandbox.has("allow-same-origin"),
  );
  return {
    ...isolation,
    ...(isOpaque && response.url && { originKeyed: true }),
    ...(hsts && { hsts }),
    referrer: checkReferrer(response, engine),
    ...(observatory && { observatory }),
  };
}

// Timing-Allow-Origin (Fetch, TAO check): pages that may read the timing of the response.

const Timing = Type.Union(
  [
    Type.Literal("anyone"),
    Type.Literal("same-origin"),
    Type.Array(Type.String(), {
      description: "Other origins whose pages may read it, in addition to its own",
    }),
  ],
  { title: "Timing", description: "Who may read the response's timing" },
);
type Timing = Static<typeof Timing>;

/** Compares origins exactly; items that are not serialized origins match no page. */
function checkTiming(response: Response, engine: Engine): Timing {
  const value = joinedValue(response, "timing-allow-origin") ?? "";
  // Only Chromium reads quoted strings, as the standard does.
  const items =
    engine === "chromium" ? splitOutsideQuotes(value, ",") : value.split(",").map((item) => trimOws(item));
  if (items.includes("*")) return "anyone";
  const origins = items.filter((item) => item !== response.url?.origin && isOrigin(item));
  return origins.length === 0 ? "same-origin" : [...new Set(origins)];
}

/** Engines differ only on quotes. */
function timingAlike(response: Response): boolean {
  return joinedValue(response, "timing-allow-origin")?.includes('"') !== true;
}

// The request's conditions compared with this response's validators (RFC 9110 sections 8.8 and 13).

/** Conditions that give 304 when false; the others give 412. Lower case. */
const CACHED: readonly string[] = ["if-none-match", "if-modified-since"];
const PRECONDITIONS: readonly string[] = [...CACHED, "if-match", "if-unmodified-since", "if-range"];

interface Conditions {
  readonly cached: boolean;
  readonly any: boolean;
  /** Condition that decides; absent if none can be compared. */
  readonly by?: "if-none-match" | "if-modified-since";
  readonly same: boolean;
}

/** Result of the request's conditions; undefined if the request is unknown. */
function checkConditions(response: Response): Conditions | undefined {
  if (!response.request) return undefined;
  const has = (names: readonly string[]) => names.some((name) => requestValue(response, name) !== undefined);
  return { cached: has(CACHED), any: has(PRECONDITIONS), ...compared(response) };
}

/** Section 13.2.2: If-Modified-Since counts only without If-None-Match. */
function compared(response: Response): Pick<Conditions, "by" | "same"> {
  const tags = requestValue(response, "if-none-match");
  const own = firstLine(response, "etag");
  if (tags !== undefined) {
    const tag = own && parseEntityTag(own.value);
    if (tags.trim() === "*" || !tag || !isSound(tag)) return { same: false };
    // Weak comparison (section 8.8.3.2).
    const theirs = splitList(tags).members.map(({ text }) => parseEntityTag(text));
    return { by: "if-none-match", same: theirs.some((one) => isSound(one) && one.opaque === tag.opaque) };
  }
  const since = dateMs(requestValue(response, "if-modified-since"));
  const modified = dateMs(firstLine(response, "last-modified")?.value);
  if (since === undefined || modified === undefined) return { same: false };
  return { by: "if-modified-since", same: modified <= since };
}

function isSound({ flaws }: EntityTag): boolean {
  return flaws.length === 0;
}

function dateMs(value: string | undefined): number | undefined {
  return value === undefined ? undefined : parseHttpDate(value)?.ms;
}

/** Computes a verdict; undefined if a needed fact is unknown or the verdict does not apply. */
type Judge = (response: Response, engine: Engine, others: never) => unknown;

type Alike = true | ((response: Response) => boolean);

/**
 * One row per verdict: schema, function, and whether (or when) all engines agree on the same lines.
 * @internal for tests: a test compares engines
 */
export const judges = {
  caching: { schema: Caching, judge: checkCaching },
  reads: { schema: Reads, judge: checkReads, alike: readsAlike },
  cookies: { schema: Cookies, judge: checkCookies, alike: cookiesAlike },
  cors: { schema: Cors, judge: checkCors, alike: corsAlike },
  policy: { schema: Policy, judge: checkPolicy, alike: policyAlike },
  framing: { schema: Framing, judge: checkFraming, alike: framingAlike },
  embedding: { schema: Embedding, judge: checkEmbedding },
  timing: { schema: Timing, judge: checkTiming, alike: timingAlike },
  integrity: { schema: Integrity, judge: checkIntegrity, alike: integrityAlike },
  content: { schema: Content, judge: checkContent },
  permissions: { schema: Permissions, judge: checkPermissions },
  clears: { schema: Clears, judge: checkClears, alike: true },
  refresh: { schema: Refresh, judge: checkRefresh, alike: true },
  security: { schema: Security, judge: checkSecurity },
} as const satisfies Record<
  string,
  { readonly schema: TSchema; readonly judge: Judge; readonly alike?: Alike }
>;

/** Parts of verdicts that are cheap to compute without the rest of the verdict. */
const parts = {
  conditions: { judge: checkConditions },
  conflict: { judge: checkConflict },
  declared: { judge: declaredType },
  disposition: { judge: checkDisposition },
  hsts: { judge: checkHsts },
  isolation: { judge: checkIsolation },
  isThirdParty: { judge: isThirdParty },
  scripts: { judge: checkScriptSources },
  seen: { judge: checkSeen },
  varies: { judge: varies },
} as const;

type Parts = { readonly [Name in keyof typeof parts]: ReturnType<(typeof parts)[Name]["judge"]> };

type Judges = typeof judges;
type VerdictName = keyof Judges;

export type Verdicts = {
  readonly [Name in VerdictName]: Static<Judges[Name]["schema"]> | undefined;
};

const OTHER_ENGINES = ["firefox", "webkit"] as const;
type OtherEngine = (typeof OTHER_ENGINES)[number];

/** Verdicts of Chromium at the top level, of Firefox and WebKit (Safari) below. */
export interface AllVerdicts extends Verdicts, Parts, Readonly<Record<OtherEngine, Verdicts & Parts>> {}

const names = Object.keys(judges) as VerdictName[];

type Shapes = { [Name in VerdictName]: Judges[Name]["schema"] };
const shapes = Object.fromEntries(names.map((name) => [name, judges[name].schema])) as Shapes;

type OtherShapes = { [Name in VerdictName]: TOptional<TUnion<[Shapes[Name], TNull]>> };

const otherVerdicts = (browser: string) =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        names.map((name) => [name, Type.Optional(Type.Union([shapes[name], Type.Null()]))]),
      ) as OtherShapes,
      { description: `Verdicts in which ${browser} differs; null if it has none` },
    ),
  );

/** Verdicts in the API, without unknown ones; of other engines only verdicts that differ from Chromium's. */
export const ReportedVerdicts = Type.Object(
  {
    ...Type.Partial(Type.Object(shapes)).properties,
    firefox: otherVerdicts("Firefox"),
    webkit: otherVerdicts("WebKit (Safari)"),
  },
  { title: "Verdicts", description: "What recipients do with the response, as Chromium sees it" },
);
export type ReportedVerdicts = Static<typeof ReportedVerdicts>;

type AnyJudge = (response: Response, engine: Engine, others: AllVerdicts) => unknown;

const rows = Object.entries<{ readonly judge: unknown; readonly alike?: Alike }>({ ...judges, ...parts });

const NOT_MADE = Symbol();

/** Computes each verdict once, on first use. */
class LazyVerdicts {
  readonly response: Response;
  readonly engine: Engine;
  /** Results in the order of the rows. */
  readonly made: unknown[] = rows.map(() => NOT_MADE);
  readonly twin: LazyVerdicts | undefined;

  constructor(response: Response, engine: Engine, twin?: LazyVerdicts) {
    this.response = response;
    this.engine = engine;
    this.twin = twin;
  }

  get firefox(): LazyVerdicts {
    return firefoxOf(this);
  }

  get webkit(): LazyVerdicts {
    return webkitOf(this);
  }

  /** The instance that computes this verdict: the twin if the engines agree. */
  sharing(alike: Alike | undefined): LazyVerdicts {
    const { twin } = this;
    return twin && alike && (alike === true || alike(this.response)) ? twin : this;
  }
}

const firefoxOf = oncePerObject((verdicts: LazyVerdicts) => {
  const read = asFirefoxReads(verdicts.response);
  return new LazyVerdicts(read, "firefox", read === verdicts.response ? verdicts : undefined);
});
const webkitOf = oncePerObject((verdicts: LazyVerdicts) => {
  return new LazyVerdicts(verdicts.response, "webkit", verdicts);
});

function defineVerdicts(): void {
  for (const [at, [name, { judge, alike }]] of rows.entries())
    Object.defineProperty(LazyVerdicts.prototype, name, {
      get(this: LazyVerdicts) {
        const verdicts = this.sharing(alike);
        if (verdicts.made[at] === NOT_MADE)
          verdicts.made[at] = (judge as AnyJudge)(
            verdicts.response,
            verdicts.engine,
            verdicts as unknown as AllVerdicts,
          );
        return verdicts.made[at];
      },
    });
}
defineVerdicts();

export function openVerdicts(response: Response): AllVerdicts {
  return new LazyVerdicts(response, "chromium") as unknown as AllVerdicts;
}

/** Firefox ignores a line with white space before its colon. */
function asFirefoxReads(response: Response): Response {
  return response.lines.some(({ spaceBeforeColon }) => spaceBeforeColon)
    ? { ...response, lines: response.lines.filter(({ spaceBeforeColon }) => !spaceBeforeColon) }
    : response;
}

export const reportedVerdicts = oncePerObject((verdicts: AllVerdicts): ReportedVerdicts => {
  const reported: Record<string, unknown> = {};
  for (const name of names) if (verdicts[name] !== undefined) reported[name] = verdicts[name];
  for (const engine of OTHER_ENGINES) {
    const others = verdicts[engine];
    const differing = names.filter((name) => !isSame(verdicts[name], others[name]));
    if (differing.length > 0)
      reported[engine] = Object.fromEntries(differing.map((name) => [name, others[name] ?? null]));
  }
  return reported as ReportedVerdicts;
});

function isSame(own: unknown, other: unknown): boolean {
  if (own === other) return true;
  return own !== undefined && other !== undefined && Bun.deepEquals(own, other);
}
