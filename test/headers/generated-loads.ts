/** Lines of generated responses about other sites' access: framing, policy, CORS, embedding, content. */

import type { Check, Seen } from "./generated.ts";

export const LOAD_LINES: readonly string[] = [
  ...["DENY", "SAMEORIGIN", "DENY;", "DENY, SAMEORIGIN", "ALLOWALL", "ALLOW-FROM https://a.example"].map(
    (value) => `X-Frame-Options: ${value}`,
  ),
  ...[
    "frame-ancestors 'none'",
    "frame-ancestors 'self' https://a.example",
    "frame-ancestors *",
    "script-src 'self' 'unsafe-inline'",
    "script-src 'nonce-kJ4mUyZ9tQ3xW8vB2nE5rA==' 'unsafe-inline'",
    "default-src \u2018self\u2019",
    "sandbox",
    "script-src 'self', https://cdn.example",
    "object-src 'none'",
  ].map((value) => `Content-Security-Policy: ${value}`),
  ...["https://app.example", "null", "https://a.example, https://b.example", "https://app.example/"].map(
    (value) => `Access-Control-Allow-Origin: ${value}`,
  ),
  ...["true", "TRUE"].map((value) => `Access-Control-Allow-Credentials: ${value}`),
  "Vary: Origin",
  ...["same-origin", "SAME-ORIGIN", "cross-origin", "same-site"].map(
    (value) => `Cross-Origin-Resource-Policy: ${value}`,
  ),
  ...["geolocation=()", "geolocation=(),", "geolocation=none, camera=*", "time-travel=()", "usb=(self)"].map(
    (value) => `Permissions-Policy: ${value}`,
  ),
  ...["same-origin", "same-origin,", "Same-Origin", "same-origin-allow-popups"].map(
    (value) => `Cross-Origin-Opener-Policy: ${value}`,
  ),
  ...["require-corp", "credentialless; report-to=x", "none"].map(
    (value) => `Cross-Origin-Embedder-Policy: ${value}`,
  ),
  ...["?1", "?0", "1"].map((value) => `Origin-Agent-Cluster: ${value}`),
  ...[
    "attachment",
    'attachment; filename="a/b.txt"',
    "attachment; filename=a,b",
    "inline",
    "filename=a",
    '"attachment"',
    "foo",
  ].map((value) => `Content-Disposition: ${value}`),
  ...["text/plain", "text/html, text/plain", "application/zip", "foo", "image/png", "font/woff2"].map(
    (value) => `Content-Type: ${value}`,
  ),
  ...["nosniff", "foo, nosniff"].map((value) => `X-Content-Type-Options: ${value}`),
  ...["Integrity-Policy", "Integrity-Policy-Report-Only"].map(
    (name) => `${name}: blocked-destinations=(script)`,
  ),
  'Clear-Site-Data: "storage", cookies',
  'Clear-Site-Data: "*"',
];

/** Readable form of a header that occurs once; undefined otherwise. */
function wordsOf({ headers }: Seen, name: string): string | undefined {
  const lines = headers.filter((header) => header.name === name);
  return lines.length === 1 ? (lines[0]?.alternate ?? "") : undefined;
}

function differs(words: string | undefined, wanted: boolean, pattern: RegExp, what: string) {
  if (words === undefined || pattern.test(words) === wanted) return undefined;
  return `"${words}", but ${what} is ${wanted}`;
}

export const LOAD_CHECKS: readonly Check[] = [
  function framing(seen) {
    const { by = "anyone", from = "none" } = seen.verdicts.framing ?? {};
    if (seen.names.has("x-frame-options-missing") && from !== "none")
      return `framing missing, but from ${from}`;
    if (from !== "x-frame-options") return undefined;
    const words = wordsOf(seen, "x-frame-options");
    return (
      differs(words, by === "nobody", /^no site may frame it/, "nobody") ??
      differs(words, by === "same-origin", /^only its own origin may frame it/, "same-origin")
    );
  },
  function policy(seen) {
    const { scripts } = seen.verdicts;
    const isWeak = /does not stop injected scripts/.test(seen.intent);
    if (isWeak && (!scripts || scripts.sandboxed)) return `"${seen.intent}", but scripts do not run`;
    if (isWeak && scripts?.elements && !scripts.elements.inline)
      return `"${seen.intent}", but inline is refused`;
    return seen.names.has("csp-script-unsafe-inline") &&
      scripts?.elements?.inline === false &&
      !isSeveral(seen)
      ? "csp-script-unsafe-inline, but inline is refused"
      : undefined;
  },
  function reading({ names, intent, verdicts: { cors } }) {
    const refused = [...names].filter((name) =>
      /^cors-(?:origin-mismatch|not-allowed|font-refused)$/.test(name),
    );
    if (refused.length > 0 && cors?.allowed) return `${refused}, but it may be read`;
    return /may not read it/.test(intent) && cors?.allowed !== false && cors?.withCredentials !== false
      ? `"${intent}", but it may be read`
      : undefined;
  },
  function embedding(seen) {
    const { sameSite = true, crossSite = true } = seen.verdicts.embedding ?? {};
    const words = wordsOf(seen, "cross-origin-resource-policy");
    return (
      differs(words, !sameSite, /own origin only/, "same-origin") ??
      differs(words, sameSite && !crossSite, /own site/, "same-site")
    );
  },
  function permissions(seen) {
    const judged = new Map(Object.entries(seen.verdicts.permissions ?? {}));
    const words = wordsOf(seen, "permissions-policy");
    return differs(
      words,
      judged.get("geolocation")?.self === false,
      /turned off: geolocation/,
      "geolocation off",
    );
  },
  function isolation(seen) {
    const { isolation: verdict } = seen.verdicts;
    const cluster = wordsOf(seen, "origin-agent-cluster") ?? "";
    if (/^isolated from sibling/.test(cluster) && verdict.originKeyed === false)
      return `"${cluster}", but it is not`;
    if (/^shares/.test(cluster) && verdict.originKeyed) return `"${cluster}", but it is origin-keyed`;
    const words = wordsOf(seen, "cross-origin-opener-policy");
    return differs(
      words,
      verdict.opener === "same-origin",
      /^isolated from windows of other origins$/,
      "same-origin",
    );
  },
  function download(seen) {
    const { content, disposition } = seen.verdicts;
    if (!content) return undefined;
    const isAttached = disposition?.attachment === true && !seen.verdicts.conflict;
    if (isAttached && !content.download) return "an attachment that is not saved";
    const saves = content.download && !content.fails;
    const words = wordsOf(seen, "content-disposition");
    return (
      differs(words, saves, /^saved as a file/, "saved") ??
      differs(words, seen.verdicts.conflict === "Content-Disposition", /rejects the response/, "refused") ??
      (/for download/.test(seen.intent) && !content.download
        ? `"${seen.intent}", but it is shown`
        : undefined)
    );
  },
  function sniffing(seen) {
    const { content } = seen.verdicts;
    const words = wordsOf(seen, "x-content-type-options");
    if (content && words !== undefined && /must not guess/.test(words) && content.sniffed)
      return `"${words}", but it is sniffed`;
    const nouns: readonly (readonly [RegExp, string])[] = [
      [/\ban HTML page\b/, "text/html"],
      [/\bplain text\b/, "text/plain"],
      [/\ba font\b/, "font/woff2"],
      [/\bJSON data\b/, "application/json"],
    ];
    const said = nouns.find(([noun]) => noun.test(seen.intent))?.[1];
    const { declared } = seen.verdicts;
    return said !== undefined && said !== declared
      ? `"${seen.intent}", but the type is ${declared}`
      : undefined;
  },
  function clearing(seen) {
    const { clears } = seen.verdicts;
    const words = wordsOf(seen, "clear-site-data");
    if (!clears) return undefined;
    return differs(words, clears.storage, /clears (?:everything|.*storage)/, "storage");
  },
];

function isSeveral({ headers }: Seen): boolean {
  return headers.filter(({ name }) => name === "content-security-policy").length > 1;
}
