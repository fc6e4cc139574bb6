/** Numbers as people read them. Pure. */

/** Milliseconds: `0.4 ms`, `12 ms`, `2.35 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms >= 10 ? Math.round(ms) : Number(ms.toFixed(1))} ms`;
}

/** Bytes: `512 bytes`, `12.3 kB`, `4.1 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `1 error`, `3 errors`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** What a link to a specification is called: `RFC 9110, section 8.3`, else the name of the site. */
export function linkLabel(url: string): string {
  const rfc = /\/rfc(\d+)(?:\.html)?(?:#section-([\d.]+[a-z]?|[A-Z][\d.]*))?/i.exec(url);
  if (rfc) return `RFC ${rfc[1]}${rfc[2] ? `, section ${rfc[2]}` : ""}`;
  return URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
}

const LENGTHS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Seconds in the largest unit that fits, to one decimal: `1 hour`, `2.5 days`. */
export function durationWords(seconds: number): string {
  const [unit, length] = LENGTHS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const number = Number((seconds / length).toFixed(1));
  return count(number, unit);
}
