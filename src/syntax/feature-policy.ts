/** Grammar of Feature-Policy: directives separated by semicolons, each a feature and its sources. */

const KEY = /^[a-z][a-z0-9-]*$/;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s"',;/]+\/?$/i;
/** A member in Permissions-Policy syntax: the value is already a dictionary. */
const MEMBER = /^[a-z][a-z0-9-]*=[^\s'"]+$/;

/** Translates to Permissions-Policy; undefined for a feature without sources or a source without an equivalent. */
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
    // Of repeats, the first counts in Feature-Policy, but the last in a dictionary.
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
