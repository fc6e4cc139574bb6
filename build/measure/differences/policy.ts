/** A page that tries everything a policy governs, and reports what was allowed. */

import type { Page } from "playwright-core";
import type { Kind } from "./kinds.ts";
import { inPage, inTurn, type Opened, type Stage, went } from "./stage.ts";

const SELF = "https://shop.example.com";
const OTHER = "https://cdn.other.example";

/** Page with actions in its markup; its script takes further actions. N is replaced by the case's ids. */
const PAGE = `<!doctype html><body>
<script>M("inlineScript")</script>
<script nonce="n1">M("inlineScriptNonce")</script>
<script src="/js/self.js"></script>
<script src="${OTHER}/js/other.js"></script>
<script nonce="n1" src="${OTHER}/js/nonced.js"></script>
<script src="data:text/javascript,M('scriptData')"></script>
<button id=b onclick="M('inlineHandler')"></button>
<style>#i{left:7px}</style><style nonce="n1">#n{left:7px}</style>
<p id=i></p><p id=n></p><p id=a style="left:7px"></p><p id=s></p><p id=o></p>
<link rel=stylesheet href="/css/self.css"><link rel=stylesheet href="${OTHER}/css/other.css">
`;

const SCRIPTS = {
  [`${SELF}/js/self.js`]: "scriptSelf",
  [`${OTHER}/js/other.js`]: "scriptOther",
  [`${OTHER}/js/nonced.js`]: "scriptNonceOther",
  [`${OTHER}/js/dynamic.js`]: "scriptDynamic",
};
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const SOURCES = [
  "'self'",
  "'none'",
  "*",
  "https:",
  "http:",
  "data:",
  "blob:",
  "'unsafe-inline'",
  "'unsafe-eval'",
  "'nonce-n1'",
  "'strict-dynamic'",
  "https://cdn.other.example",
  "cdn.other.example",
  "*.other.example",
  "http://cdn.other.example",
  "https://cdn.other.example/js/",
  "https://cdn.other.example:*",
  "'unsafe-hashes'",
  "'wasm-unsafe-eval'",
  "'report-sample'",
  "https://cdn.other.example:443/js/other.js",
];

export const csp: Kind = {
  fields: ["content-security-policy", "content-security-policy-report-only"],
  added: ["Content-Type: text/html; charset=utf-8"],
  seeds: [
    ...["default-src", "script-src", "style-src", "img-src", "connect-src", "script-src-elem"].flatMap(
      (name) =>
        SOURCES.map((source, index) => [
          `Content-Security-Policy: ${name} ${source} ${SOURCES[(index * 5) % SOURCES.length]}`,
        ]),
    ),
    [
      "Content-Security-Policy: default-src 'self'; script-src 'nonce-n1' 'strict-dynamic' 'unsafe-inline' https:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'",
    ],
    ["Content-Security-Policy: sandbox allow-scripts allow-forms allow-same-origin"],
    ["Content-Security-Policy: default-src 'none'; img-src 'self', script-src 'self'"],
    [
      "Content-Security-Policy: frame-src 'self'; child-src https:; worker-src 'self' blob:; form-action 'self'; font-src data:",
    ],
  ],
  // Skips hashes of inline styles and of the javascript: URL, which the corpus has for its own page.
  except: /sha256-(?:yb55Tn4V|cAG\+UFgt|\+bZucAeL)/i,
  surround: (number) => ({ url: `${SELF}/c?${number}-` }),
  async observe(stage, drafts) {
    serveParts(stage);
    const opened = await Promise.all([stage.open(""), stage.open(""), stage.open("")]);
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      const { page } = opened[lane] as Opened;
      stage.answer(url, { headers, body: PAGE });
      if (!(await went(page, url))) return undefined;
      return (await isAlive(page)) ? { actions: await act(page) } : undefined;
    });
    for (const { context } of opened) await context.close();
    return outcomes;
  },
};

function serveParts(stage: Stage): void {
  for (const [url, name] of Object.entries(SCRIPTS))
    stage.answer(url, {
      headers: ["Content-Type: text/javascript", "Access-Control-Allow-Origin: *"],
      body: `M("${name}")`,
    });
  stage.answer(`${SELF}/css/self.css`, { headers: ["Content-Type: text/css"], body: "#s{left:7px}" });
  stage.answer(`${OTHER}/css/other.css`, { headers: ["Content-Type: text/css"], body: "#o{left:7px}" });
  for (const url of [`${SELF}/img/self.png`, `${OTHER}/img/other.png`])
    stage.answer(url, { headers: ["Content-Type: image/png"], body: PNG });
  stage.answer(`${SELF}/js/worker.js`, {
    headers: ["Content-Type: text/javascript"],
    body: "postMessage(1)",
  });
}

/** Whether scripts run in the page. Without them no timer fires, and no action can be tried. */
function isAlive(page: Page): Promise<boolean> {
  const never = Bun.sleep(3_000).then(() => false);
  return Promise.race([
    page.evaluate<boolean>("new Promise((resolve) => setTimeout(resolve, 0, true))"),
    never,
  ]);
}

/** Actions in the page's markup, by their names in the page's scripts. */
const MARKUP = [
  "inlineScript",
  "inlineScriptNonce",
  "scriptSelf",
  "scriptOther",
  "scriptNonceOther",
  "scriptData",
  "inlineHandler",
  "javascriptUrl",
  "scriptDynamic",
];

/** Result on the page, by action: `allowed` or `blocked`. */
async function act(page: Page): Promise<Record<string, string>> {
  const png = `data:image/png;base64,${PNG.toString("base64")}`;
  const { reported, ran } = await inPage<{ reported: Record<string, boolean>; ran: string[] }>(
    page,
    "act",
    OTHER,
    png,
  );
  for (const name of MARKUP) reported[name] = ran.includes(name);
  return Object.fromEntries(
    Object.entries(reported).map(([name, allowed]) => [name, allowed ? "allowed" : "blocked"]),
  );
}
