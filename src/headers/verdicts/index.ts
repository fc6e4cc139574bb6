/** All verdicts of a response, each made when first asked for and then kept. */

import { type Static, type TNull, type TOptional, type TSchema, type TUnion, Type } from "@sinclair/typebox";
import { oncePerObject } from "../../cache/memoize.ts";
import { checkSeen } from "./caching/seen.ts";
import { varies } from "./caching/storing.ts";
import { Caching, checkCaching } from "./caching.ts";
import { Clears, checkClears, clearsAlike } from "./clears.ts";
import { checkConditions } from "./conditions.ts";
import { checkConflict } from "./conflict.ts";
import { Content, checkContent, declaredType } from "./content.ts";
import { Cookies } from "./cookies/schema.ts";
import { isThirdParty } from "./cookies/third-party.ts";
import { checkCookies, cookiesAlike } from "./cookies.ts";
import { Cors, checkCors, corsAlike } from "./cors.ts";
import { checkDisposition } from "./disposition.ts";
import { checkEmbedding, Embedding } from "./embedding.ts";
import { checkFraming, Framing, framingAlike } from "./framing.ts";
import { checkHsts } from "./hsts.ts";
import { checkIntegrity, Integrity, integrityAlike } from "./integrity.ts";
import { checkIsolation } from "./isolation.ts";
import { checkPermissions, Permissions } from "./permissions.ts";
import { checkPolicy, checkScriptSources, Policy, policyAlike } from "./policy.ts";
import { checkReads, Reads, readsAlike } from "./reads.ts";
import { checkRefresh, Refresh } from "./refresh.ts";
import type { Engine, Response } from "./response.ts";
import { checkSecurity, Security } from "./security.ts";
import { checkTiming, Timing, timingAlike } from "./timing.ts";

/** Undefined where a fact is missing that the verdict needs, or where there is nothing to tell. */
type Judge = (response: Response, engine: Engine, others: never) => unknown;

type Alike = true | ((response: Response) => boolean);

/**
 * One row a verdict: its shape, who makes it, and whether (or when) all engines come to the same from the same lines.
 * @internal for tests: a test holds engines beside each other
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
  clears: { schema: Clears, judge: checkClears, alike: clearsAlike },
  refresh: { schema: Refresh, judge: checkRefresh, alike: true },
  security: { schema: Security, judge: checkSecurity },
} as const satisfies Record<
  string,
  { readonly schema: TSchema; readonly judge: Judge; readonly alike?: Alike }
>;

/** Parts of verdicts that are looked at by themselves: what else the verdict holds costs much more. */
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

/** The verdicts on a response, as one engine reads it. */
export type Verdicts = {
  readonly [Name in VerdictName]: Static<Judges[Name]["schema"]> | undefined;
};

/** Engines whose verdicts stand beside Chromium's. */
const OTHER_ENGINES = ["firefox", "webkit"] as const;
type OtherEngine = (typeof OTHER_ENGINES)[number];

/** Chromium's verdicts, and those of Firefox and of WebKit (Safari) beside them. */
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
      { description: `Verdicts in which ${browser} differs; null where it has none` },
    ),
  );

/** The verdicts as the API reports them: without what is unknown, and of other engines' those that differ. */
export const ToldVerdicts = Type.Object(
  {
    ...Type.Partial(Type.Object(shapes)).properties,
    firefox: otherVerdicts("Firefox"),
    webkit: otherVerdicts("WebKit (Safari)"),
  },
  { title: "Verdicts", description: "What recipients do with the response, as Chromium sees it" },
);
export type ToldVerdicts = Static<typeof ToldVerdicts>;

type AnyJudge = (response: Response, engine: Engine, others: AllVerdicts) => unknown;

const rows = Object.entries<{ readonly judge: unknown; readonly alike?: Alike }>({ ...judges, ...parts });

/** Stands for a verdict that nobody has asked for. */
const NOT_MADE = Symbol();

/** Nothing is computed before it is asked for, and nothing twice. */
class LazyVerdicts {
  readonly response: Response;
  readonly engine: Engine;
  /** In the order of the rows. */
  readonly made: unknown[] = rows.map(() => NOT_MADE);
  /** Another engine's verdicts of the very same lines. */
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

  /** The verdicts that hold this one too, where the engines come to the same. */
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

/** The verdicts of a response, each made when asked for. */
export function openVerdicts(response: Response): AllVerdicts {
  return new LazyVerdicts(response, "chromium") as unknown as AllVerdicts;
}

/** Firefox ignores a line with white space before its colon. */
function asFirefoxReads(response: Response): Response {
  return response.lines.some(({ spaceBeforeColon }) => spaceBeforeColon)
    ? { ...response, lines: response.lines.filter(({ spaceBeforeColon }) => !spaceBeforeColon) }
    : response;
}

/** All verdicts as one object of data, which nobody changes. */
export const tellVerdicts = oncePerObject((verdicts: AllVerdicts): ToldVerdicts => {
  const reported: Record<string, unknown> = {};
  for (const name of names) if (verdicts[name] !== undefined) reported[name] = verdicts[name];
  for (const engine of OTHER_ENGINES) {
    const others = verdicts[engine];
    const differing = names.filter((name) => !isSame(verdicts[name], others[name]));
    if (differing.length > 0)
      reported[engine] = Object.fromEntries(differing.map((name) => [name, others[name] ?? null]));
  }
  return reported as ToldVerdicts;
});

function isSame(own: unknown, other: unknown): boolean {
  if (own === other) return true;
  return own !== undefined && other !== undefined && Bun.deepEquals(own, other);
}
