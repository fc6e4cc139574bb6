/** Rights of other pages and the page's own policy: CORS, policy, framing, embedding, isolation, permissions. */

import { checkPreflight, readableNames } from "../../../../src/headers/verdicts/cors.ts";
import { checkOrigin } from "../../../../src/headers/verdicts/cors-origin.ts";
import { mayEmbed } from "../../../../src/headers/verdicts/embedding.ts";
import { mayFrame } from "../../../../src/headers/verdicts/framing.ts";
import { enforcedPolicies } from "../../../../src/headers/verdicts/policy.ts";
import { checkLoad } from "../../../../src/headers/verdicts/policy-loads.ts";
import type { Load, RawLine, Response } from "../../../../src/headers/verdicts/response.ts";
import type { BrowserCase, Outcome, Outcomes } from "./case.ts";
import { preflightNeeds } from "./preflight.ts";

function rawLine(text: string, index: number): RawLine {
  const colon = text.indexOf(":");
  return {
    name: text.slice(0, colon).trim().toLowerCase(),
    value: text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, ""),
    index,
  };
}

/** Response of a case, with the lines that the recording server added. */
function responseOf(one: BrowserCase, headers: readonly string[], status: number, engine: string): Response {
  const lines = headers.filter((text) => engine === "chromium" || !/^[^:]*[ \t]:/.test(text));
  const added =
    /^content-length\s*:/im.test(headers.join("\n")) || status === 204 ? [] : ["Content-Length: 1"];
  return { lines: [...lines, ...added].map(rawLine), status, url: new URL(one.url), method: one.method };
}

interface CorsCase extends BrowserCase {
  readonly request: readonly string[];
  readonly credentials: string;
  readonly page: string;
  readonly preflight?: { readonly status: number; readonly headers: readonly string[] };
}

const O = "https://cdn.other.example";
const inline = (as: string, kind: string): Load => ({ as, inline: kind });
const shas = (code: string): string[] =>
  (["sha256", "sha384", "sha512"] as const).map(
    (name) => `${name}-${new Bun.CryptoHasher(name).update(code).digest("base64")}`,
  );

/** Hashes of the page's inline code; if its text is unknown, the hashes that policies name. */
const HASHES: Readonly<Record<string, readonly string[]>> = {
  inlineScript: shas('M("inlineScript")'),
  inlineHandler: shas('M("inlineHandler")'),
  javascriptUrl: ["sha256-+bZucAeLybq4bvklIYrg9mtBrrVlGavWtwGza5QWIKc="],
  inlineStyle: ["sha256-yb55Tn4VPWMD+5o6cb0dnGOvC2ej0+sOvhRhGBekEfU="],
  styleAttr: ["sha256-cAG+UFgtkj2tMsgjAxG/Or1x7yAM6SJBjBcEn8YBbdE="],
};

/** Actions of the test page for policies. */
const ACTIONS: Readonly<Record<string, Load>> = {
  inlineScript: inline("script", "element"),
  inlineScriptNonce: { ...inline("script", "element"), nonce: "n1" },
  inlineHandler: inline("script", "attribute"),
  javascriptUrl: inline("script", "javascript-url"),
  eval: inline("script", "eval"),
  wasm: inline("script", "wasm"),
  scriptSelf: { as: "script", url: "/js/self.js" },
  scriptOther: { as: "script", url: `${O}/js/other.js` },
  scriptNonceOther: { as: "script", url: `${O}/js/nonced.js`, nonce: "n1" },
  scriptData: { as: "script", url: "data:text/javascript,1" },
  scriptDynamic: { as: "script", url: `${O}/js/dynamic.js`, parser: false },
  inlineStyle: inline("style", "element"),
  inlineStyleNonce: { ...inline("style", "element"), nonce: "n1" },
  styleAttr: inline("style", "attribute"),
  styleSelf: { as: "style", url: "/css/self.css" },
  styleOther: { as: "style", url: `${O}/css/other.css` },
  imgSelf: { as: "image", url: "/img/self.png" },
  imgOther: { as: "image", url: `${O}/img/other.png` },
  imgData: { as: "image", url: "data:image/png;base64,AA" },
  connectSelf: { as: "connect", url: "/api/self" },
  connectOther: { as: "connect", url: `${O}/api/other` },
  frameSelf: { as: "frame", url: "/frame/self.html" },
  frameOther: { as: "frame", url: `${O}/frame/other.html` },
  objectSelf: { as: "object", url: "/obj/self.html" },
  formSelf: { as: "form", url: "/form" },
  formOther: { as: "form", url: `${O}/form` },
  workerBlob: { as: "worker", url: "blob:https://shop.example.com/1" },
  workerSelf: { as: "worker", url: "/js/worker.js" },
  fontSelf: { as: "font", url: "/font/self.woff2" },
  baseOther: { as: "base", url: `${O}/` },
};

/**
 * Whether the page cannot take an action for another reason than a blocked load: its origin, or trusted
 * types.
 */
function apart(action: string, policies: ReturnType<typeof enforcedPolicies>, url: URL): boolean {
  const sandboxed = policies.some(({ sandbox }) => sandbox && !sandbox.has("allow-same-origin"));
  const typed = policies.some(({ requiresTrustedTypes }) => requiresTrustedTypes);
  const upgraded = url.protocol === "http:" && policies.some(({ upgrades }) => upgrades);
  if (action === "connectSelf") return sandboxed || upgraded;
  if (action === "workerSelf") return sandboxed || typed || upgraded;
  return typed && (action === "scriptDynamic" || action === "workerBlob");
}

export const outcomesB: Readonly<Record<string, Outcomes>> = {
  cors(one, _verdicts, engine) {
    const { request, credentials, page, preflight, outcome } = one as CorsCase;
    const method = /^(?:get|head|post|put|delete|options)$/i.test(one.method)
      ? one.method.toUpperCase()
      : one.method;
    const include = credentials === "include";
    const { needed, fields } = preflightNeeds(method, request.map(rawLine), engine);
    const answer = preflight && responseOf(one, preflight.headers, preflight.status, engine);
    const goes =
      !needed || !answer || checkPreflight(answer, page, method, fields, include).why === "allowed";
    const response = responseOf(one, one.headers, one.status, engine);
    const reads = goes && checkOrigin(response, page, include) === "allowed";
    const outcomes: Outcome[] = [["preflighted", outcome.preflighted, needed]];
    if (outcome.preflighted && needed) outcomes.push(["goes out", outcome.preflightOk, goes]);
    outcomes.push(["allowed", outcome.allowed, reads]);
    if (outcome.allowed && one.status < 300)
      outcomes.push(["readable", [...outcome.readableHeaders].sort(), readableNames(response, include)]);
    return outcomes;
  },
  csp(one, _verdicts, engine) {
    const response = responseOf(one, one.headers, one.status, engine);
    const policies = enforcedPolicies(response, engine);
    const url = new URL(one.url);
    return Object.entries(ACTIONS).flatMap(([name, load]): Outcome[] => {
      const seen = one.outcome.actions[name];
      if (seen === "unknown" || seen === undefined || apart(name, policies, url)) return [];
      if (one.outcome.scriptsDisabled && load.as !== "form" && load.as !== "style") return [];
      const loads = [load, ...(HASHES[name] ?? []).map((hash) => ({ ...load, hash }))];
      const allowed = loads.some((one) => checkLoad(one, policies, url, engine).allowed);
      return [[name, seen, allowed ? "allowed" : "blocked"]];
    });
  },
  framing(one, _verdicts, engine) {
    const response = responseOf(one, one.headers, one.status, engine);
    const scheme = response.url?.protocol ?? "https:";
    const [shop, www, partner] = ["shop.example.com", "www.example.com", "partner.other.example"].map(
      (host) => `${scheme}//${host}/`,
    );
    const parents: Readonly<Record<string, readonly (string | undefined)[]>> = {
      sameOrigin: [shop],
      sameSite: [www],
      crossSite: [partner],
      sameOriginInsideCrossSite: [shop, partner],
    };
    return Object.entries(parents).map(([name, chain]) => [
      name,
      one.outcome[name],
      mayFrame(
        response,
        chain.filter((page) => page !== undefined),
        engine,
      )
        ? "allowed"
        : "blocked",
    ]);
  },
  corp(one, { embedding }, engine) {
    const response = responseOf(one, one.headers, one.status, engine);
    const pages = {
      sameOrigin: ["https://cdn.example.com/", "unsafe-none"],
      sameSite: ["https://shop.example.com/", "unsafe-none"],
      crossSite: ["https://partner.other.example/", "unsafe-none"],
      sameSiteHttp: ["http://shop.example.com/", "unsafe-none"],
      sameSiteRequireCorp: ["https://shop.example.com/", "require-corp"],
      crossSiteRequireCorp: ["https://partner.other.example/", "require-corp"],
      crossSiteCredentialless: ["https://partner.other.example/", "credentialless"],
    } as const;
    const word = (yes: boolean | undefined) => (yes ? "loaded" : "blocked");
    const outcomes = Object.entries(pages).map(
      ([name, [page, policy]]): Outcome => [
        name,
        one.outcome[name]?.fetchNoCors,
        word(mayEmbed(response, new URL(page), policy, engine)),
      ],
    );
    return [
      ...outcomes,
      ["embedding.crossSite", one.outcome.crossSite?.fetchNoCors, word(embedding?.crossSite)],
    ];
  },
  sniffing(one, { content }, engine) {
    if (!content) return [["content", "a verdict", undefined]];
    const { outcome } = one;
    const outcomes: Outcome[] = [
      ["script", outcome.script, content.script ? "runs" : "blocked"],
      ["style", outcome.style, content.style ? "applied" : "refused"],
    ];
    if (outcome.moduleScript !== undefined)
      outcomes.push(["moduleScript", outcome.moduleScript, content.module ? "runs" : "blocked"]);
    // If the type is uncertain, the browser decides by the content, which verdicts do not have.
    const open = content.sniffed || (engine === "firefox" && content.type === "text/plain");
    if (open) return outcomes;
    if (outcome.navigation !== undefined)
      outcomes.push(["download", outcome.navigation === "download", content.download]);
    if (outcome.documentContentType && !content.download)
      outcomes.push(["type", outcome.documentContentType, content.type]);
    return outcomes;
  },
  disposition({ outcome }, { content }) {
    return [
      ["download", outcome.download, content?.download],
      ["filename", outcome.filename ?? undefined, content?.filename],
      ["fails", outcome.failed !== undefined, content?.fails ?? false],
    ];
  },
  isolation({ outcome }, { security }) {
    const outcomes: Outcome[] = [
      ["isSecureContext", outcome.isSecureContext, security?.secureContext],
      ["crossOriginIsolated", outcome.crossOriginIsolated, security?.crossOriginIsolated],
    ];
    if (outcome.originAgentCluster !== undefined)
      outcomes.push(["originAgentCluster", outcome.originAgentCluster, security?.originKeyed]);
    if (outcome.openerKeptCrossSite !== undefined)
      outcomes.push(["openerKeptCrossSite", outcome.openerKeptCrossSite, security?.opener === "unsafe-none"]);
    return outcomes;
  },
  "permissions-policy"({ outcome, url }, { permissions }, engine) {
    if (engine !== "chromium") return [];
    return Object.entries(
      outcome.features as Record<string, { self: boolean; other: boolean; allowlist: string[] } | string>,
    ).flatMap(([name, seen]): Outcome[] => {
      const ours = permissions?.[name];
      if (typeof seen === "string")
        return name === "web-share" || name === "bluetooth" ? [] : [[name, undefined, ours]];
      if (!ours) {
        const own = new URL(url).origin;
        const untouched = seen.allowlist.every((origin) => origin === own || origin === "*") && seen.self;
        return [[name, true, untouched]];
      }
      const list = ours.allowlist;
      return [
        [`${name} self`, seen.self, ours.self],
        [`${name} other`, seen.other, list.some((one) => one === "*" || isOther(one))],
        [`${name} list`, [...seen.allowlist].sort(), [...list].sort()],
      ];
    });
  },
};

/** Whether an origin is the other site's; Chromium keeps a default port in its text. */
function isOther(origin: string): boolean {
  return URL.parse(origin)?.origin === "https://other.example";
}
