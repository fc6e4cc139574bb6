/** Compares a cookie line as sent and as fixed, and returns the changed flags. Pure. */

export interface CookieFlags {
  readonly name: string;
  readonly secure?: true;
  readonly httpOnly?: true;
  readonly sameSite?: SameSite;
  /** Flags that the cookie already has; code that sets the cookie again must repeat them. */
  readonly kept?: Omit<CookieFlags, "name" | "kept">;
}

type SameSite = "Strict" | "Lax" | "None";

const SAME_SITE: readonly SameSite[] = ["Strict", "Lax", "None"];

interface Attributes {
  readonly pair: string;
  readonly flags: ReadonlyMap<string, string>;
  /** All other attributes, in order. */
  readonly others: string;
}

/** Flags that `fixed` adds or changes; undefined if anything else differs. */
export function changedFlags(sent: string, fixed: string): CookieFlags | undefined {
  const before = attributesOf(sent);
  const after = attributesOf(fixed);
  const name = before.pair.slice(0, Math.max(before.pair.indexOf("="), 0));
  // Recipes match the cookie by a pattern of its name; names that need escaping get no recipe.
  if (!/^[\w-]+$/.test(name) || before.pair !== after.pair || before.others !== after.others)
    return undefined;
  if ([...before.flags.keys()].some((flag) => !after.flags.has(flag))) return undefined;
  const value = after.flags.get("samesite");
  const sameSite = SAME_SITE.find((one) => one.toLowerCase() === value?.toLowerCase());
  if (value !== undefined && sameSite === undefined) return undefined;
  const gains = (flag: string) => after.flags.get(flag) !== before.flags.get(flag);
  const changes = {
    ...(gains("secure") && { secure: true as const }),
    ...(gains("httponly") && { httpOnly: true as const }),
    ...(gains("samesite") && sameSite && { sameSite }),
  };
  const kept = {
    ...(after.flags.has("secure") && !changes.secure && { secure: true as const }),
    ...(after.flags.has("httponly") && !changes.httpOnly && { httpOnly: true as const }),
    ...(sameSite && !changes.sameSite && { sameSite }),
  };
  if (Object.keys(changes).length === 0) return undefined;
  return { name, ...changes, ...(Object.keys(kept).length > 0 && { kept }) };
}

function attributesOf(value: string): Attributes {
  const [pair = "", ...parts] = value.split(";").map((part) => part.trim());
  const flags = new Map<string, string>();
  const others: string[] = [];
  for (const part of parts) {
    const [name = "", text = ""] = part.split("=").map((side) => side.trim());
    const key = name.toLowerCase();
    if (key === "secure" || key === "httponly" || key === "samesite") flags.set(key, text);
    else others.push(part);
  }
  return { pair, flags, others: others.join("; ") };
}
