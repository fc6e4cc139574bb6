/** Two layers that both set a policy, and software that sets caching headers. */

import { wordTexts } from "../../../data/headers/words.ts";
import { type Context, problem, rule } from "../field.ts";
import { contentSecurityPolicy } from "../fields/csp/content-security-policy.ts";
import { isHtml } from "../reading/response-kind.ts";
import { checkLoad } from "../verdicts/policy-loads.ts";
import { readPolicies } from "../verdicts/policy-parse.ts";

const WITH_IMAGES = "Content-Security-Policy: default-src 'self'; img-src https://cdn.example";
const CSS = "Content-Type: text/css";
const SPRING = "Cache-Control: no-cache, no-store, max-age=0, must-revalidate";
const STYLE = { status: 200, url: "https://shop.example/app.css" };

const SIGNATURES = wordTexts("software by its caching headers");
const PHP = "PHP's session_start()";
const UNCHANGING = /^(?:text\/css|image\/(?!.*icon)|font\/|audio\/|video\/)|javascript$/;

/** Kinds of loads whose hosts are compared between two policies. */
const LOADS = ["script", "style", "image", "connect", "font", "frame"];
const HOST = /^(?:https:\/\/)?([\w-]+(?:\.[\w-]+)+)$/i;
const MOST_HOSTS = 20;
/** A policy without scripts, and one with a nonce for them. */
const CLOSED = /^(?!.*script-src(?!\s+'none'\s*(?:;|$))).*(?:script|default)-src\s+'none'\s*(?:;|$)/i;
const hasNonce = (value: string) => value.split(";").some((one) => /^\s*script-src.*'nonce-/i.test(one));
const ELSEWHERE = "https://netlens.invalid/";

/** A host that one policy lists and another blocks; nonces and hashes may allow it. */
function hostOfOne(context: Context) {
  const lines = context.lines(contentSecurityPolicy).slice(0, 3);
  if (lines.length < 2) return undefined;
  const closed = lines.find(({ line }) => CLOSED.test(line.value));
  if (closed && lines.some(({ line }) => hasNonce(line.value)))
    return { host: "every script", by: "'none'", line: closed };
  const policies = lines.map(({ line }) => readPolicies({ ...line, index: 0 }, "chromium"));
  for (const [at, { line }] of lines.entries()) {
    const hosts = line.value.split(/[\s;]+/).flatMap((word) => HOST.exec(word)?.[1]?.toLowerCase() ?? []);
    for (const as of LOADS)
      for (const host of [...new Set(hosts)].slice(0, MOST_HOSTS)) {
        const checked = (url: string) =>
          policies.map((own) => checkLoad({ as, url }, own, context.url, "chromium"));
        const [found, others] = [checked(`https://${host}/`), checked(ELSEWHERE)];
        if (!found[at]?.allowed || others[at]?.allowed !== false) continue;
        const blocking = found.findIndex(({ allowed }) => allowed === false);
        const other = lines[blocking];
        if (other && !/'(?:nonce|sha\d|strict-dynamic)/i.test(other.line.value))
          return { host: `https://${host}`, by: found[blocking]?.by ?? "", line: other };
      }
  }
  return undefined;
}

export const causes = rule([
  problem("csp-policies-conflict", "warning", "csp3#csp-header", {
    detect: hostOfOne,
    severityOf: ({ by }) => (by === "'none'" ? "error" : "warning"),
    title: ({ host, by }) =>
      `Two policies apply, probably of application and server: ${by} of one blocks ${host}.`,
    at: ({ line }) => line,
    bad: ["Content-Security-Policy: default-src 'self'", WITH_IMAGES],
    good: ["Content-Security-Policy: frame-ancestors 'self'", WITH_IMAGES],
  }),
  problem("caching-off-by-software", "warning", "rfc9111#section-5.2.2.5", {
    detect(context) {
      const { status, verdicts } = context;
      const lines = context.named("cache-control").map(({ line }) => line.value.toLowerCase());
      const software = SIGNATURES.get(`${lines.join(", ")}; ${context.named("expires")[0]?.line.value}`);
      const isFile = UNCHANGING.test(verdicts.declared);
      // Software may mean it for pages; the session of PHP begins on pages that need none, too.
      const isFound = isFile || (software === PHP && isHtml(context));
      return status === 200 && isFound && software;
    },
    severityOf: (_, context) => (isHtml(context) ? "info" : "warning"),
    title: (software, context) =>
      isHtml(context)
        ? `Cache-Control and Expires are those of ${software}, which forbid storing the page.`
        : `Cache-Control is probably that of ${software}: every visit downloads this file.`,
    at: (_, { named }) => named("cache-control")[0],
    bad: { ...STYLE, lines: [CSS, SPRING, "Expires: 0"] },
    good: { ...STYLE, lines: [CSS, "Cache-Control: no-store", "Expires: 0"] },
  }),
]);
