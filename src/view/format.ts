/** Numbers as people read them. Pure. */

/** Milliseconds: `0.4 ms`, `12 ms`, `2.35 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms >= 10 ? Math.round(ms) : Number(ms.toFixed(1))} ms`;
}

/** What a link to a specification is called: `RFC 9110, section 8.3`, else the name of the site. */
export function linkLabel(url: string): string {
  const rfc = /\/rfc(\d+)(?:\.html)?(?:#section-([\d.]+[a-z]?|[A-Z][\d.]*))?/i.exec(url);
  if (rfc) return `RFC ${rfc[1]}${rfc[2] ? `, section ${rfc[2]}` : ""}`;
  return URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
}
