/** The words by which caches say what they did. */

export interface Verdict {
  /** Begins a sentence: `Hit`. */
  readonly words: string;
  readonly description: string;
  /** Did a stored copy serve? Then its age is worth telling. */
  readonly stored: boolean;
}

type Row = readonly [names: string, words: string, description: string, stored?: "stored"];

/** Sources: documentation of Cloudflare, CloudFront, Fastly, Akamai, Azure, nginx, Squid, Varnish, LiteSpeed and Vercel. */
const ROWS: readonly Row[] = [
  ["hit tcp_hit cache_hit", "Hit", "The cache had a copy and sent it.", "stored"],
  ["tcp_mem_hit mem_hit", "Hit in memory", "The cache had a copy in memory and sent it.", "stored"],
  ["tcp_disk_hit disk_hit", "Hit on disk", "The cache had a copy on disk and sent it.", "stored"],
  [
    "tcp_ims_hit",
    "Hit, answered a conditional request",
    "The cache had a copy and told the client that its own is still good.",
    "stored",
  ],
  [
    "tcp_remote_hit remote_hit originshieldhit hit-cluster hit-remote",
    "Hit in another cache of the network",
    "A cache further in had a copy and sent it.",
    "stored",
  ],
  [
    "tcp_refresh_hit refresh_hit refreshhit revalidated tcp_refresh_unmodified revalidate",
    "Stored copy, found to be still good",
    "The copy was stale; the origin said that it is still good.",
    "stored",
  ],
  [
    "stale hit-stale hit_stale tcp_expired_hit tcp_stale_hit stale-hit",
    "Stale copy",
    "The cache sent a copy past its life, as its rules allow or because the origin did not answer.",
    "stored",
  ],
  [
    "updating hit-stale-cluster stale-while-revalidate tcp_swr_hit",
    "Stale copy, while a new one is fetched",
    "The cache sent a stale copy and fetches a new one for those who come later.",
    "stored",
  ],
  [
    "tcp_negative_hit negative_hit",
    "Stored error",
    "The cache had stored an error of the origin and sent it.",
    "stored",
  ],
  ["prerender", "Page made beforehand", "A page that was made at build time and stored came back.", "stored"],
  [
    "miss tcp_miss cache_miss miss-cluster tcp_mem_miss",
    "Miss",
    "The cache had no copy and fetched one from the origin.",
  ],
  ["rmiss", "Miss in the second tier", "Neither the cache nor the one behind it had a copy."],
  [
    "expired tcp_refresh_miss refresh_miss tcp_expired_miss tcp_refresh_modified",
    "Copy too old, fetched anew",
    "The copy was past its life; the cache fetched a new one.",
  ],
  [
    "tcp_client_refresh_miss tcp_swapfail_miss refresh_bypass",
    "Fetched anew at the client's wish",
    "The request asked for a fresh copy, so the cache went to the origin.",
  ],
  [
    "bypass cache_bypass",
    "Cache bypassed",
    "A rule, a cookie or a field of the request or response kept the cache out.",
  ],
  [
    "pass hit-for-pass hitpass hitmiss pass-cluster tcp_pass",
    "Passed to the origin",
    "The cache has marked this as not to be stored and hands each request on.",
  ],
  [
    "dynamic",
    "Not considered for caching",
    "By its kind of file and its settings the cache did not try to store it.",
  ],
  [
    "uncacheable config_nocache private_nostore nocache no-cache non-cacheable not-cacheable n/a tcp_uncacheable",
    "Not cacheable",
    "The settings or the response forbid to store it.",
  ],
  [
    "none unknown none/unknown",
    "Made without the cache",
    "The answer came from the network itself, such as a redirect or a block.",
  ],
  ["error tcp_error", "Error", "The cache sends an error: the origin's or its own."],
  ["tcp_denied denied tcp_cookie_deny", "Refused", "The cache refused the request by its rules."],
  ["redirect tcp_redirect", "Redirect made by the network", "The network itself sent a redirect."],
  ["lambdageneratedresponse", "Made by Lambda@Edge", "A function at the edge made the response."],
  ["functiongeneratedresponse", "Made by a CloudFront function", "A function at the edge made the response."],
  [
    "limitexceeded capacityexceeded",
    "Refused because of a limit",
    "The network had no room for the request or a quota was used up.",
  ],
  ["ignored disabled off", "Cache off", "The cache takes no part in this."],
  ["ignore", "Cache off", "The cache was told to take no part in this."],
  ["on", "Cache on", "The cache takes part, without saying whether it had a copy."],
  ["fresh", "Hit", "The cache had a fresh copy and sent it.", "stored"],
  ["store stored", "Stored for later", "The cache has put the response away for the next request."],
  ["invalid", "Copy invalid, fetched anew", "The copy could not be used; the cache fetched a new one."],
  ["scarce", "Not stored: asked for too rarely", "The network keeps only what is asked for often."],
];

const verdicts: ReadonlyMap<string, Verdict> = new Map(
  ROWS.flatMap(([names, words, description, stored]) =>
    names.split(" ").map((name) => [name, { words, description, stored: stored !== undefined }] as const),
  ),
);

/** What a cache did by its word; words that are not in the table count by the hit or miss in them. */
export function verdictOf(word: string): Verdict | undefined {
  const lower = word.toLowerCase();
  const known = verdicts.get(lower);
  if (known) return known;
  if (/^tcp_.*hit|(?:^|[_-])hit$/.test(lower)) return verdicts.get("hit");
  return /^tcp_.*miss|(?:^|[_-])miss$/.test(lower) ? verdicts.get("miss") : undefined;
}
