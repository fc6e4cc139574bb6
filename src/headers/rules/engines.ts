/** Policies that work in one browser and break loads in another. */

import { wordTexts } from "../../../data/headers/words.ts";
import { type Context, problem, rule } from "../field.ts";
import { listing, someOf } from "../wording.ts";

const LOADED = [...wordTexts("nouns of loads")];

const HTML = "Content-Type: text/html; charset=utf-8";
const NONCE = "'nonce-pV3kq9XcT1u0yB7mZr4sLw'";
const ISOLATED = "Cross-Origin-Opener-Policy: same-origin";

const policyLine = ({ named }: Context) => named("content-security-policy")[0];
const admits = (lists: readonly (readonly string[])[] | undefined) =>
  lists === undefined || lists.every(({ length }) => length > 0);

/** Loads that the policy allows in Chromium but blocks in Safari. */
function lostInSafari({ verdicts, has }: Context): string[] | undefined {
  if (!has("content-security-policy")) return undefined;
  const { policy } = verdicts;
  if (!policy?.policies.some((text) => /'strict-dynamic'/i.test(text))) return undefined;
  const safari = verdicts.webkit.policy?.directives;
  const lost = LOADED.filter(
    ([name]) => admits(policy.directives[name]?.sources) && !admits(safari?.[name]?.sources),
  );
  return lost.length > 0 ? lost.map(([, what]) => what) : undefined;
}

export const engines = rule([
  problem("csp-strict-dynamic-default", "warning", "csp3#strict-dynamic-usage", {
    detect: lostInSafari,
    title: (lost) => `'strict-dynamic' in default-src: Safari blocks ${someOf(lost, "and")} named by URL.`,
    at: (_, _seen, context) => policyLine(context),
    bad: [`Content-Security-Policy: default-src 'self' ${NONCE} 'strict-dynamic'; object-src 'none'`, HTML],
    good: [
      `Content-Security-Policy: default-src 'self'; script-src ${NONCE} 'strict-dynamic'; object-src 'none'`,
      HTML,
    ],
  }),
  problem("csp-object-frames", "info", "csp3#directive-object-src", {
    detect({ verdicts, has }) {
      if (!has("content-security-policy")) return undefined;
      const { "object-src": objects, "frame-src": frames } = verdicts.policy?.directives ?? {};
      if (objects?.from !== "object-src" || !frames || frames.sources.flat().includes("*")) return undefined;
      const refused = objects.sources
        .flat()
        .filter((source) => frames.sources.some((list) => !list.includes(source)));
      return refused.length > 0 && [...new Set(refused)];
    },
    title: (refused) =>
      `object-src admits ${listing(refused)}, but the policy for frames does not: only Chromium blocks the object.`,
    at: (_, _seen, context) => policyLine(context),
    bad: ["Content-Security-Policy: object-src 'self'; frame-src 'none'"],
    good: ["Content-Security-Policy: object-src 'self'; frame-src 'self'"],
  }),
  problem("isolation-not-in-safari", "info", "html/browsers.html#the-coep-headers", {
    detect: ({ verdicts, has }) =>
      (has("cross-origin-embedder-policy") || has("document-isolation-policy")) &&
      verdicts.isolation.crossOriginIsolated === true &&
      verdicts.webkit.security?.crossOriginIsolated === false &&
      (verdicts.firefox.security?.crossOriginIsolated ? ["Safari"] : ["Firefox", "Safari"]),
    title: (browsers, { verdicts: { isolation } }) =>
      `${isolation.embedder === "credentialless" ? "Cross-Origin-Embedder-Policy: credentialless" : "Document-Isolation-Policy"} does not isolate the page in ${listing(browsers)}.`,
    at: (_, _seen, { named }) =>
      named("cross-origin-embedder-policy")[0] ?? named("document-isolation-policy")[0],
    bad: { lines: [ISOLATED, "Cross-Origin-Embedder-Policy: credentialless"], url: "https://example.com/" },
    good: { lines: [ISOLATED, "Cross-Origin-Embedder-Policy: require-corp"], url: "https://example.com/" },
  }),
  problem("opener-policy-not-in-firefox", "info", "html/browsers.html#the-coop-headers", {
    detect: ({ verdicts }) =>
      verdicts.isolation.opener === "noopener-allow-popups" &&
      verdicts.firefox.security?.opener === "unsafe-none",
    at: (_, _seen, { named }) => named("cross-origin-opener-policy")[0],
    bad: { lines: ["Cross-Origin-Opener-Policy: noopener-allow-popups"], url: "https://example.com/" },
    good: { lines: [ISOLATED], url: "https://example.com/" },
  }),
  problem("cookie-local-not-in-safari", "info", "https://bugs.webkit.org/show_bug.cgi?id=281149", {
    detect({ verdicts }) {
      const { cookies = [], webkit } = verdicts;
      const lost = cookies.filter(
        ({ outcome }, at) =>
          outcome === "stored" && webkit.cookies?.[at]?.refusals?.some(({ reason }) => reason === "insecure"),
      );
      return lost.length > 0 && lost.map(({ name }) => name);
    },
    title: (names) =>
      `Set-Cookie: Safari does not store ${someOf(names, "and")} here: it refuses Secure without TLS, on localhost too.`,
    bad: { lines: ["Set-Cookie: a=b; Secure; SameSite=Lax"], url: "http://localhost:8080/" },
    good: { lines: ["Set-Cookie: a=b; Secure; SameSite=Lax"], url: "https://localhost:8443/" },
  }),
]);
