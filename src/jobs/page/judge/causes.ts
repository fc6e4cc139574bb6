/** Causes that block a resource, one function per cause; each reads a verdict of `headers`. Pure. */

import { PAGE_LOADS } from "../../../../data/browsers/page-loads.ts";
import {
  ALLOWLIST,
  allowsConnection,
  type CspPolicy,
  checkContent,
  checkFraming,
  checkIsolation,
  checkLoad,
  checkOrigin,
  declaredType,
  type EmbedderPolicy,
  type Engine,
  enforcedPolicies,
  isNosniff,
  isOpaqueBlocked,
  type Load,
  mayEmbed,
  mayFrame,
  type Response,
  readPolicies,
} from "../../../headers/verdicts.ts";
import { parsePolicies } from "../../../syntax/csp.ts";
import { type Digests, integrityMatches, integrityTokens } from "../read/digests.ts";
import type { Reference } from "../read/reference.ts";
import type { Blocked } from "../schema.ts";
import { isMixed, type PageContext } from "./page-context.ts";
import { originAlong } from "./request-fields.ts";

/** A load and the responses received so far. */
export interface Attempt {
  readonly reference: Reference;
  /** Requested URLs in order; an upgrade to https is already applied to the first. */
  readonly urls: readonly URL[];
  /** Responses in the order of `urls`; the response to the last URL may be missing. */
  readonly responses: readonly Response[];
  /** Digests of the content, if the element has an integrity attribute. */
  readonly digests?: Digests;
  readonly page: PageContext;
  readonly engine: Engine;
}

type Cause = (attempt: Attempt) => Blocked[];

/** Response to the last URL. */
function answerOf({ urls, responses }: Attempt): Response | undefined {
  return responses.length === urls.length ? responses.at(-1) : undefined;
}

/** Verdict on a load. A policy allows a script if it has all hashes of its integrity (CSP 3 section 6.7.2.3). */
function policyVerdict(load: Load, digests: readonly string[], policy: CspPolicy, { page, engine }: Attempt) {
  const verdict = checkLoad(load, [policy], page.url, engine);
  if (verdict.allowed !== false || digests.length === 0) return verdict;
  const byDigest = digests.map((hash) => checkLoad({ ...load, hash }, [policy], page.url, engine));
  return byDigest.every(({ allowed }) => allowed) ? { ...verdict, allowed: true } : verdict;
}

/** URLs that are checked against a policy, in order. `index` is above 0 for targets of redirects. */
function judgedUrls({
  reference,
  urls,
  responses,
  page,
  engine,
}: Attempt): readonly (readonly [index: number, url: URL])[] {
  // Firefox checks an http URL first, and then upgrades mixed content.
  const isUpgradedFirst =
    engine !== "firefox" || page.enforced(engine, reference.metas).some(({ upgrades }) => upgrades);
  return [...urls.entries()].flatMap(([index, url]) => {
    const location = responses[index - 1]?.lines.find(({ name }) => name === "location")?.value;
    const named = index === 0 ? reference.url : URL.parse(location ?? "", urls[index - 1]?.href);
    const isUpgradedLater = !isUpgradedFirst && named?.protocol === "http:" && url.protocol === "https:";
    return (isUpgradedLater ? [named, url] : [url]).map((one) => [index, one] as const);
  });
}

const byPolicy: Cause = (attempt) => {
  const { reference, page, engine } = attempt;
  const { as, nonce } = reference;
  // WebKit runs modules of the markup as if a trusted script had inserted them.
  const parser = engine === "webkit" && reference.module ? false : reference.parser;
  const digests = as === "script" ? integrityTokens(reference.integrity).map(({ token }) => token) : [];
  const all = [
    ...page.enforced(engine, reference.metas).map((policy) => ({ policy, reportOnly: false })),
    ...page.reportOnly(engine).map((policy) => ({ policy, reportOnly: true })),
  ];
  return all.flatMap(({ policy, reportOnly }) => {
    for (const [index, url] of judgedUrls(attempt)) {
      const load = {
        as,
        url: url.href,
        ...(nonce !== undefined && { nonce }),
        ...(parser === false && { parser }),
        ...(index > 0 && { redirected: true }),
      };
      const { allowed, by } = policyVerdict(load, digests, policy, attempt);
      if (allowed !== false) continue;
      const what = index === 0 ? originName(url, page) : `the redirect to ${originName(url, page)}`;
      const title =
        by === "sandbox"
          ? "The page's sandbox blocks it: allow-scripts or allow-forms is missing."
          : `${by} of the page's policy does not allow ${what}.`;
      return [
        {
          by: "policy",
          policy: page.indexOf(policy),
          directive: by,
          ...(reportOnly && { reportOnly }),
          title,
        } as const,
      ];
    }
    return [];
  });
};

function originName(url: URL, page: PageContext): string {
  if (url.origin === page.url.origin) return "the page's own origin";
  return url.origin === "null" ? url.protocol : url.origin;
}

/** Checks the page's Connection-Allowlist, which applies to every kind of load. */
const byAllowlist: Cause = (attempt) => {
  const { reference, page, engine } = attempt;
  if (reference.as === "base") return [];
  return [ALLOWLIST, `${ALLOWLIST}-report-only`].flatMap((name): Blocked[] => {
    for (const [index, url] of judgedUrls(attempt)) {
      if (allowsConnection(page.response, engine, url, index > 0, name) !== false) continue;
      const what = index === 0 ? `connections to ${originName(url, page)}` : "redirects";
      const title = `Connection-Allowlist of the page does not allow ${what}.`;
      return [{ by: "policy", directive: name, ...(name !== ALLOWLIST && { reportOnly: true }), title }];
    }
    return [];
  });
};

const byMixedContent: Cause = ({ reference, urls, page }) => {
  const found = urls.find((url) => isMixed(url, page));
  // URLs of base and forms are not loads of the page.
  if (!found || reference.as === "form" || reference.as === "base") return [];
  return [
    {
      by: "mixed-content",
      title: `Mixed content: browsers block ${PAGE_LOADS[reference.as].many} from http://${found.host} on an https page.`,
    },
  ];
};

/** CORS check of each response. Redirects may change the origin to `null` (Fetch section 4.4). */
const byCors: Cause = ({ reference, urls, responses, page, engine }) => {
  const { cors, mode } = reference;
  const isForeign = ({ origin }: URL) => page.isOpaque(engine) || origin !== page.url.origin;
  if (mode === "same-origin") {
    const other = urls.find((url) => isForeign(url) && url.protocol !== "data:");
    const title = `It must come from the page's own origin${other ? `, not from ${other.origin}` : ""}.`;
    return other ? [{ by: "cors", title }] : [];
  }
  // WebKitGTK does not require CORS for fonts.
  if (cors === undefined || (engine === "webkit" && reference.as === "font")) return [];
  let isCross = false;
  for (const [index, url] of urls.entries()) {
    const response = responses[index];
    const origin = originAlong(urls.slice(0, index + 1), page, engine);
    isCross ||= isForeign(url);
    if (!isCross || !response || !/^https?:$/.test(url.protocol)) continue;
    const why = checkOrigin(response, origin, cors === "use-credentials");
    if (why === "allowed") continue;
    const wanted = `Access-Control-Allow-Origin: ${cors === "use-credentials" || origin === "null" ? origin : `${origin}" or "*`}`;
    const what = index < urls.length - 1 ? `The redirect at ${url.host}` : url.host;
    const title =
      why === "credentials-not-allowed"
        ? `${what} does not send "Access-Control-Allow-Credentials: true".`
        : `${what} does not send "${wanted}".`;
    return [{ by: "cors", title }];
  }
  return [];
};

/** Whether the load is a document, which needs an embedder policy itself. */
const isContext = (as: string): boolean => as === "frame" || as === "object";

/** Checks Cross-Origin-Resource-Policy and the embedder policy of the page (Fetch section 3.7.2). */
const byEmbedding: Cause = ({ reference, responses, page, engine }) => {
  if (reference.cors !== undefined) return [];
  const embedder = page.embedder(engine);
  // With `credentialless`, only documents need permission: other loads are sent without credentials.
  const required: EmbedderPolicy =
    embedder === "credentialless" && !isContext(reference.as) ? "unsafe-none" : embedder;
  const isFrame = reference.as === "frame";
  for (const response of responses) {
    if (!isFrame && !mayEmbed(response, page.url, "unsafe-none", engine))
      return [
        {
          by: "resource-policy",
          title: `The Cross-Origin-Resource-Policy of ${response.url?.host ?? ""} does not allow the page's site to use it.`,
        },
      ];
    const strict = required === "unsafe-none" ? required : "require-corp";
    if (strict !== "unsafe-none" && !mayEmbed(response, page.url, strict, engine))
      return [
        {
          by: "embedder-policy",
          title: `The page's Cross-Origin-Embedder-Policy requires a Cross-Origin-Resource-Policy, but ${response.url?.host ?? ""} sends none.`,
        },
      ];
  }
  return [];
};

/** Checks the embedder policy of a frame (HTML, navigation response's adherence to its embedder policy). */
const byFrameEmbedder: Cause = (attempt) => {
  const { reference, page, engine } = attempt;
  const answer = answerOf(attempt);
  if (!answer || page.embedder(engine) === "unsafe-none" || !isDocument(reference, answer, engine)) return [];
  if (checkIsolation(answer, engine).embedder !== "unsafe-none") return [];
  const title = "The page's Cross-Origin-Embedder-Policy requires one in the framed document too.";
  return [{ by: "embedder-policy", title }];
};

function isDocument({ as }: Reference, answer: Response, engine: Engine): boolean {
  return as === "frame" || (as === "object" && checkContent(answer, engine)?.type === "text/html");
}

/** Kinds for which Opaque Response Blocking applies. */
const OPAQUE: ReadonlySet<string> = new Set(["script", "image", "media"]);

const byType: Cause = (attempt) => {
  const { reference, page, engine } = attempt;
  const { as, module: isModule, cors } = reference;
  const answer = answerOf(attempt);
  const content = answer && checkContent(answer, engine);
  // Browsers do not use an error page as a script or style sheet, whatever its media type.
  const isError = (answer?.status ?? 200) >= 400 && (as === "script" || as === "style");
  if (!answer || !content || isError) return [];
  const type = declaredType(answer);
  const refused = (what: string): Blocked[] => [
    { by: "nosniff", title: `Its Content-Type ${type === "" ? "is missing" : `is ${type}`}: ${what}.` },
  ];
  const isOwn = answer.url?.origin === page.url.origin;
  if (reference.dest === "json")
    return /^(?:application|text)\/json$|\+json$/.test(type)
      ? []
      : refused("browsers do not run it as a JSON module");
  if (as === "script" && !(isModule ? content.module : content.script))
    return refused(`browsers do not run it as a ${isModule ? "module" : "script"}`);
  if (as === "style" && !content.style && !(page.quirks && isOwn && !isNosniff(answer)))
    return refused("browsers do not apply it as a style sheet");
  if (as === "frame" && content.download)
    return refused("browsers download it instead of showing it in a frame");
  if (OPAQUE.has(as) && cors === undefined && !isOwn && isOpaqueBlocked(answer, engine))
    return refused(`Chromium blocks it for ${PAGE_LOADS[as].many} on pages of other origins`);
  return [];
};

const byIntegrity: Cause = (attempt) => {
  const { reference, urls, page, digests, engine } = attempt;
  if (reference.as !== "script" && reference.as !== "style") return [];
  const tokens = integrityTokens(reference.integrity);
  const isOpaque = reference.cors === undefined && urls.some((url) => url.origin !== page.url.origin);
  const causes: Blocked[] = [];
  if (tokens.length > 0 && isOpaque)
    causes.push({
      by: "integrity",
      title: "Browsers block integrity from another origin without CORS. Add crossorigin.",
    });
  else if (tokens.length > 0 && digests && answerOf(attempt) && !integrityMatches(tokens, digests))
    causes.push({
      by: "integrity",
      title: "The content does not match the hash in the integrity attribute.",
    });
  if (/^(?:data|blob):$/.test(urls[0]?.protocol ?? "")) return causes;
  if (tokens.length > 0 && reference.cors !== undefined) return causes;
  const { enforced, reported } = page.integrity(engine);
  const title = `Integrity-Policy requires a hash. Add integrity and crossorigin to the element.`;
  if (enforced.includes(reference.as)) causes.push({ by: "integrity", directive: "integrity-policy", title });
  else if (reported.includes(reference.as))
    causes.push({ by: "integrity", directive: "integrity-policy-report-only", reportOnly: true, title });
  return causes;
};

const byFraming: Cause = (attempt) => {
  const { reference, page, engine } = attempt;
  const answer = answerOf(attempt);
  if (!answer || !isDocument(reference, answer, engine)) return [];
  if (mayFrame(answer, page.url.href, engine)) return [];
  const { from } = checkFraming(answer, engine);
  const field = from === "x-frame-options" ? "X-Frame-Options" : "frame-ancestors";
  return [
    {
      by: "framing",
      directive: field.toLowerCase(),
      title: `${field} of ${answer.url?.host ?? ""} does not allow this page to frame it.`,
    },
  ];
};

/** Checks the policy that the csp attribute of a frame requires (CSP: Embedded Enforcement section 3). */
const byRequiredPolicy: Cause = (attempt) => {
  const { reference, page, engine } = attempt;
  const answer = answerOf(attempt);
  if (reference.csp === undefined || engine !== "chromium" || !answer) return [];
  const line = { name: "content-security-policy", value: reference.csp, index: 0 };
  const [required, ...others] = readPolicies(line, engine);
  if (!required || required.lists.size === 0 || others.length > 0 || /report-(?:uri|to)/i.test(required.text))
    return [];
  const [accepted, ...more] = answer.lines.filter(({ name }) => name === "allow-csp-from");
  const isAccepted = accepted?.value === "*" || URL.parse(accepted?.value ?? "")?.origin === page.url.origin;
  if (isAccepted && more.length === 0) return [];
  const isStricter = ({ text }: CspPolicy) =>
    [...required.lists.keys()].every((name) => {
      const most = tokensIn(required.text, name) ?? [];
      const isOwn = (token: string) => URL.parse(token)?.origin === answer.url?.origin;
      const isAllowed = (token: string) =>
        token === "'none'" ||
        most.some((one) => one === token || one === "*" || (one === "'self'" && isOwn(token)));
      return tokensIn(text, name)?.every(isAllowed);
    });
  if (enforcedPolicies(answer, engine).some(isStricter)) return [];
  const title = `${answer.url?.host ?? ""} does not accept the frame's csp attribute. Send "Allow-CSP-From: ${page.url.origin}".`;
  return [{ by: "framing", directive: "csp", title }];
};

function tokensIn(policy: string, name: string): string[] | undefined {
  const directives = parsePolicies(policy)[0]?.directives ?? [];
  const found = [name, "default-src"].map((one) => directives.find((directive) => directive.name === one));
  return found.find((directive) => directive)?.tokens.map(({ text }) => text.toLowerCase());
}

/** In the order of the browsers' checks. */
const CAUSES: readonly Cause[] = [
  byPolicy,
  byAllowlist,
  byMixedContent,
  byCors,
  byEmbedding,
  byFrameEmbedder,
  byFraming,
  byRequiredPolicy,
  byType,
  byIntegrity,
];

/** All causes that block a load, including report-only ones. */
export function causesOf(attempt: Attempt): Blocked[] {
  return CAUSES.flatMap((cause) => cause(attempt));
}
