/**
 * Types of reports, and what to do about violations. Names of types from the Reporting API and the specifications that
 * use it; sources as Chromium 156, Firefox 153 and WebKitGTK 2.50 report them (November 2026); the sentences are ours.
 */

/** Types of reports that browsers send. */
export const REPORT_TYPES: readonly string[] = [
  "csp-violation",
  "csp-hash",
  "integrity-violation",
  "permissions-policy-violation",
  "potential-permissions-policy-violation",
  "document-policy-violation",
  "coep",
  "coop",
  "deprecation",
  "intervention",
  "crash",
  "network-error",
];

/** Extensions of browsers. The scheme of a blocked URL, or of the file whose script caused the violation. */
export const EXTENSION = /^(?:chrome|moz|safari|safari-web|ms-browser)-extension\b/;

/** Directives that sources are added to, with their loads. */
export const LOADS: ReadonlyMap<string, string> = new Map([
  ["connect-src", "connect"],
  ["font-src", "font"],
  ["form-action", "form"],
  ["frame-src", "frame"],
  ["img-src", "image"],
  ["manifest-src", "manifest"],
  ["media-src", "media"],
  ["script-src", "script"],
  ["style-src", "style"],
  ["worker-src", "worker"],
]);

export const ADVICE = ["add-to-policy", "investigate", "ignore"] as const;

interface AdviceRow {
  readonly advice: (typeof ADVICE)[number];
  /** Directive, space and source. */
  readonly of: RegExp;
  readonly why: string;
}

/** The first row that matches applies. */
export const violationAdvice: readonly AdviceRow[] = [
  {
    advice: "ignore",
    of: / extension$/,
    why: "A browser extension of the visitor caused this, not your page.",
  },
  {
    advice: "ignore",
    // Kaspersky and AdGuard, in every page.
    of: / https?:\/\/(?:[a-z0-9.-]{1,100}\.kaspersky-labs\.com|local\.adguard\.(?:com|org))$/,
    why: "Security software of the visitor added this to your page.",
  },
  { advice: "ignore", of: / about:$/, why: "An empty frame, usually of a browser extension." },
  {
    advice: "investigate",
    of: /^(?:require-)?trusted-types/,
    why: "A script passes a string where the policy requires a trusted type. Create it by a trusted type policy.",
  },
  {
    advice: "investigate",
    of: /^script-src-attr inline$/,
    why: "An event handler attribute, such as onclick. Use addEventListener in a script instead.",
  },
  {
    advice: "investigate",
    of: /^(?:script|default)-src inline$/,
    why: "If this inline code is yours, give it a nonce or hashes. If not, your page has injected code.",
  },
  {
    advice: "investigate",
    of: / inline$/,
    why: "Move inline styles to a style sheet, or give style elements a nonce or hashes.",
  },
  {
    advice: "investigate",
    of: / eval$/,
    why: "A script turns strings into code. 'unsafe-eval' would allow this to injected strings too.",
  },
  {
    advice: "investigate",
    of: / wasm-eval$/,
    why: "If your page needs WebAssembly, add 'wasm-unsafe-eval' to script-src.",
  },
  {
    advice: "investigate",
    of: /^frame-ancestors /,
    why: "Another site shows your page in a frame. Add its origin only if you want this.",
  },
  {
    advice: "investigate",
    of: /^object-src /,
    why: "Plug-ins are obsolete. Keep object-src 'none', and use an image, video or frame instead.",
  },
  {
    advice: "investigate",
    of: /^script-src(?:-attr)? (?:data|blob|mediastream):$/,
    why: "data: and blob: would allow injected scripts. Load the script from a file.",
  },
  {
    advice: "investigate",
    of: / (?:http|ws):/,
    why: "Anyone on the network can change what http: loads. Use https: in the page.",
  },
  {
    advice: "investigate",
    of: /^[a-z-]+ (?!'self'$|(?:data|blob|mediastream):$|(?:https|wss):\/\/)/,
    why: "Not a source of the web: usually an app or the browser itself.",
  },
  {
    advice: "investigate",
    of: /^(?!(?:connect|font|frame|img|manifest|media|script|style|worker)-src |form-action )/,
    why: "This directive restricts more than single loads. Find the cause before you change it.",
  },
];
