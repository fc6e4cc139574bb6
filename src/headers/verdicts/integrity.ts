/** Integrity-Policy and its Report-Only form (Subresource Integrity 2): loads that require a hash. */

import { type Static, Type } from "@sinclair/typebox";
import { type Dictionary, type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { isOldMember } from "./permissions.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

const Destinations = (description: string) =>
  Type.Array(Type.Union([Type.Literal("script"), Type.Literal("style")]), { description });

export const Integrity = Type.Object(
  {
    blocked: Destinations(
      "What browsers do not load without an integrity hash; with `reportOnly`, what they report",
    ),
    sources: Type.Array(Type.String(), { description: "Where the hash may be: `inline`, in the markup" }),
    reportOnly: Type.Boolean({
      description: "Integrity-Policy blocks nothing: this is Integrity-Policy-Report-Only",
    }),
    reported: Type.Optional(
      Destinations("What Integrity-Policy-Report-Only reports in addition to what Integrity-Policy blocks"),
    ),
    unsupported: Type.Optional(Destinations("What the policy names but the browser does not block yet")),
  },
  { title: "Integrity", description: "What Integrity-Policy blocks" },
);
export type Integrity = Static<typeof Integrity>;
type Destination = Integrity["blocked"][number];

interface IntegrityPolicy {
  readonly sources: readonly string[];
  readonly named: readonly Destination[];
}

export function checkIntegrity(response: Response, engine: Engine): Integrity | undefined {
  const enforced = readPolicy(joinedValue(response, "integrity-policy"), engine);
  const trial = readPolicy(joinedValue(response, "integrity-policy-report-only"), engine);
  const reported = trial ? demanded(trial) : [];
  const isEnforced = enforced !== undefined && (demanded(enforced).length > 0 || reported.length === 0);
  const policy = isEnforced ? enforced : trial;
  if (!policy) return undefined;
  const unsupported = policy.named.filter((name) => !isSupported(name));
  return {
    blocked: demanded(policy),
    sources: [...policy.sources],
    reportOnly: !isEnforced,
    ...(isEnforced && reported.length > 0 && { reported }),
    ...(unsupported.length > 0 && { unsupported }),
  };
}

/** Whether all engines agree: they do on values of this form, which Chromium accepts. */
export function integrityAlike(response: Response): boolean {
  return ["integrity-policy", "integrity-policy-report-only"].every((name) => {
    const value = joinedValue(response, name);
    return value === undefined || /^blocked-destinations=\([a-z ]*\)$/.test(value);
  });
}

/** Chromium 156, Firefox 153 and WebKit 2.50 block scripts; they block style sheets only behind a flag, if at all. */
const isSupported = (name: Destination): boolean => name === "script";

function demanded({ named, sources }: IntegrityPolicy): Destination[] {
  return sources.includes("inline") ? named.filter(isSupported) : [];
}

/** Parses the policy; a value that is not a dictionary sets none. */
function readPolicy(value: string | undefined, engine: Engine): IntegrityPolicy | undefined {
  if (value === undefined) return undefined;
  const members: Dictionary = parseDictionary(value).value ?? new Map();
  const isRead = engine === "firefox" || [...members.values()].every(isOldMember);
  if (!isRead || members.size === 0) return { sources: [], named: [] };
  const sources = members.get("sources");
  // If `sources` is not a list, Chromium treats it as empty, the others as absent.
  const isDefault = sources === undefined || (engine !== "chromium" && sources.kind !== "inner-list");
  const blocked = wordsOf(members.get("blocked-destinations"), engine);
  return {
    sources: isDefault ? ["inline"] : wordsOf(sources, engine).filter((word) => word === "inline"),
    named: (["script", "style"] as const).filter((name) => blocked.includes(name)),
  };
}

/** The tokens of a list; WebKit skips those with parameters. */
function wordsOf(member: Member | undefined, engine: Engine): string[] {
  if (member?.kind !== "inner-list") return [];
  return member.items.flatMap(({ value, parameters }) =>
    value.kind === "token" && (engine !== "webkit" || parameters.size === 0) ? [value.value] : [],
  );
}
