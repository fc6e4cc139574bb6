/** Feature-Policy's grammar: directives parted by semicolons, each a feature and its sources. */

const KEY = /^[a-z][a-z0-9-]*$/;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s"',;/]+\/?$/i;
/** A member as Permissions-Policy has it: the value is a dictionary already. */
const MEMBER = /^[a-z][a-z0-9-]*=[^\s'"]+$/;

/**
 * The same as Permissions-Policy says it; undefined where a part has no one translation: a feature without sources, a
 * source that is none of `'self'`, `'src'`, `'none'`, `*` and origins.
 */
export function asPermissionsPolicy(value: string): string | undefined {
  const features = new Map<string, string>();
  for (const text of value.split(/[;,]/)) {
    const part = text.trim();
    if (part === "") continue;
    const [name = "", ...sources] = part.split(/[ \t]+/);
    const isMember = MEMBER.test(part);
    const key = isMember ? part.slice(0, part.indexOf("=")) : name.toLowerCase();
    const list = isMember ? part.slice(key.length + 1) : allowlist(sources);
    if (list === undefined || !KEY.test(key)) return undefined;
    // Of several the first counts in Feature-Policy, the last in a dictionary.
    if (!features.has(key)) features.set(key, list);
  }
  return features.size > 0 ? [...features].map(([key, list]) => `${key}=${list}`).join(", ") : undefined;
}

function allowlist(sources: readonly string[]): string | undefined {
  if (sources.length === 0) return undefined;
  if (sources.length === 1 && /^'none'$/i.test(sources[0] ?? "")) return "()";
  if (sources.includes("*")) return "*";
  const members = sources.map(member);
  return members.includes(undefined) ? undefined : `(${members.join(" ")})`;
}

function member(source: string): string | undefined {
  const keyword = /^'(self|src)'$/i.exec(source)?.[1];
  if (keyword) return keyword.toLowerCase();
  return ORIGIN.test(source) ? `"${source.replace(/\/$/, "")}"` : undefined;
}
