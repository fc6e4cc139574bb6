/** Engine versions in which verdicts were last measured, and newer features of headers that have no verdict yet. */

/** Versions as in MDN's compatibility data; WebKitGTK 2.50 has the engine of Safari 26.2. */
export const measuredVersions = { chrome: 156, firefox: 153, safari: 26.2 } as const;

/** Features of MDN's data that a browser has only since a newer version → reason why no verdict counts them. */
export const unmeasured: ReadonlyMap<string, string> = new Map([
  ["Accept-Encoding.zstd safari 26.3", "no verdict on request headers of browsers"],
  ["Content-Encoding.zstd safari 26.3", "lookups decode it; no verdict on which browsers do"],
  [
    "Content-Security-Policy.script-src.inline-speculation-rules safari 27.3",
    "speculation rules have no verdict",
  ],
  ["No-Vary-Search firefox 154", "judged as Firefox 153, which compares the whole URL"],
  ["No-Vary-Search.http_cache firefox 154", "judged as Firefox 153, which compares the whole URL"],
  ["Origin-Agent-Cluster safari 27.3", "judged as Safari 26.2, which keys by site"],
  ["Sec-Speculation-Tags safari 27.3", "no verdict on request headers of browsers"],
  ["Speculation-Rules safari 27.3", "speculation rules have no verdict"],
]);
