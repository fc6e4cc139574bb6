/** Replacements for functions that Node 20 and older browsers lack, in every bundle of the library. */

export { URLPattern as $URLPattern } from "urlpattern-polyfill/urlpattern";

/** Map.groupBy of ECMAScript 2024. */
export function $groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export function $parseUrl(url: string | URL, base?: string | URL): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

export const $escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Uint8Array.fromBase64. Missing padding is accepted, wrong padding is not. */
export function $fromBase64(text: string): Uint8Array {
  const bare = text.replace(/[\t\n\f\r ]/g, "");
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/.test(bare))
    throw new SyntaxError("not base64");
  return Uint8Array.from(atob(bare), (char) => char.charCodeAt(0));
}
