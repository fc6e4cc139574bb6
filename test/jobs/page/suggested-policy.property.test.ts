/** The suggested policy has the generator's directives and valid sources only, whatever the page contains. */

import { expect, test } from "bun:test";
import fc from "fast-check";
import { POLICY_BY, type PolicyBy } from "../../../src/jobs/page/bounds.ts";
import { pageOfHar } from "../../../src/jobs/page/har-audit.ts";
import { DIRECTIVES, KEPT } from "../../../src/jobs/page/judge/policy-sources.ts";
import { briefOf } from "../../../src/view/brief.ts";

interface Given {
  readonly markup: string;
  readonly policy?: string;
  readonly url?: string;
}

async function reportFor({ markup, policy, url = "https://a.test/" }: Given, by: PolicyBy) {
  const headers = [
    { name: "Content-Type", value: "text/html" },
    ...(policy === undefined ? [] : [{ name: "Content-Security-Policy", value: policy }]),
  ];
  const entry = {
    request: { method: "GET", url, headers: [] },
    response: { status: 200, headers, content: { text: markup } },
  };
  return (await pageOfHar({ log: { entries: [entry] } }, by, briefOf)).report;
}

async function policyFor(given: Given, by: PolicyBy) {
  const { policy } = await reportFor(given, by);
  if (!policy) throw new Error("a page has a policy");
  return policy;
}

const OWN: ReadonlySet<string> = new Set([
  "default-src",
  "script-src-attr",
  "style-src-attr",
  ...Object.values(DIRECTIVES),
]);
/** Source expressions of CSP 3 section 2.3.1: keyword-source, hash-source, scheme-source and host-source. */
const SOURCE =
  /^(?:'(?:none|self|unsafe-inline|unsafe-hashes)'|'sha256-[A-Za-z0-9+/]{43}='|[a-z][a-z0-9+.-]*:|https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?(?::\d+)?(?:\/[A-Za-z0-9\-._~!$&'()*+=:@%/]*)?)$/;

/**
 * Errors of a policy: invalid characters, repeated, unexpected or missing directives, and invalid sources.
 */
function faultsOf({ enforce, admits }: Awaited<ReturnType<typeof policyFor>>): string[] {
  const value = enforce.replace("Content-Security-Policy: ", "");
  const intended = new Set([
    "default-src",
    "base-uri",
    "form-action",
    ...admits.map(({ directive }) => directive),
  ]);
  const names = value.split(";").map((part) => part.trim().split(" ", 1)[0] ?? "");
  return [
    ...(/^[ -+\--~]*$/.test(value) ? [] : ["a comma, or not visible ASCII"]),
    ...(new Set(names).size === names.length ? [] : ["a directive twice"]),
    ...names.filter((name) => !intended.has(name) && !KEPT.has(name)),
    ...[...intended].filter((name) => !names.includes(name)),
    ...value.split("; ").flatMap((part) => {
      const [name = "", ...sources] = part.split(" ");
      return OWN.has(name) ? sources.filter((source) => !SOURCE.test(source)) : [];
    }),
  ];
}

const word = fc.string({
  unit: fc.constantFrom(
    ...";,' \"\n\t<>&=*@:/?#%[]{}|^`\\()".split(""),
    ...["x", "a.b", "sandbox", "script-src", "'unsafe-eval'", "%3b", "&semi;", "\u00e9", "\u3002", "\0"],
  ),
  maxLength: 12,
});
const url = fc
  .tuple(fc.constantFrom("", "http://", "https://", "//", "/", "data:", "x-y:", "blob:"), word, word)
  .map(([scheme, host, path]) => `${scheme}${host}/${path}`);
const quoted = (text: string) => `"${text.replaceAll('"', "&quot;")}"`;
const element = fc.oneof(
  ...[
    "<img src=URL>",
    "<img srcset=URL>",
    "<script src=URL></script>",
    "<script type=module src=URL></script>",
    "<link rel=stylesheet href=URL>",
    "<link rel=icon href=URL>",
    "<form action=URL>",
    "<base href=URL>",
    "<object data=URL>",
    "<iframe name=f src=URL></iframe><a target=f href=URL>",
    "<p style=URL onclick=URL>",
    "<meta http-equiv=content-security-policy content=URL>",
  ].map((form) => url.map((text) => form.replaceAll("URL", quoted(text)))),
  url.map((text) => `<style>@import url('${text}');a{b:url(${text})}</style>`),
  url.map((text) => `<script type=module>import ${JSON.stringify(text)}</script>`),
  url.map(
    (text) => `<script type=importmap>{"imports":{"k":${JSON.stringify(text)}}}</script>
<script type=module>import "k"</script>`,
  ),
);
const policy = fc.option(
  fc
    .tuple(fc.constantFrom(...KEPT, "script-src"), word)
    .map(([name, text]) => `${name} ${text.replaceAll("\n", "")}`),
  { nil: undefined },
);

test("for any page, the policy has the intended directives and sources", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(element, { minLength: 1, maxLength: 6 }),
      policy,
      fc.constantFrom(...POLICY_BY),
      async (elements, policy, by) => {
        const given = { markup: elements.join(""), ...(policy !== undefined && { policy }) };
        expect(faultsOf(await policyFor(given, by))).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

/** Loads and inline code as on real pages, and sources for them. */
const loads = [
  "<script src=https://a.test/x.js></script>",
  "<script src=https://b.test/lib/x.js></script>",
  "<script src=https://b.test/y.js nonce=n></script>",
  "<script nonce=n>1</script>",
  "<script>2</script>",
  "<p onclick='3()'>",
  "<p style='a:4'>",
  "<style>a{b:5}</style>",
  "<script>document.createElement('style')</script>",
  "<link rel=stylesheet href=https://b.test/x.css>",
  "<img src=https://b.test/x.png>",
  "<img src=data:image/png,x>",
  "<iframe src=https://b.test/></iframe>",
  "<object data=https://b.test/x></object>",
  "<form action=https://b.test/></form>",
  "<link rel=manifest href=/m.json>",
];
const list = fc
  .subarray(
    ["'self'", "https:", "data:", "https://b.test", "https://b.test/lib/", "'unsafe-inline'"].concat([
      "'nonce-n'",
      "'strict-dynamic'",
      "'unsafe-hashes'",
      "'sha256-1DCfk1NYWuHM8DgTqlkOta97gzK+oBDDv4s7woGaPIY='",
    ]),
    { maxLength: 4 },
  )
  .map((sources) => (sources.length === 0 ? "'none'" : sources.join(" ")));
const directives = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom("default-src", ...Object.values(DIRECTIVES), "script-src-attr", "style-src-elem"),
      list,
    ),
    { minLength: 1, maxLength: 4, selector: ([name]) => name },
  )
  .map((all) => all.map(([name, sources]) => `${name} ${sources}`).join("; "));

test("for any current policy, the suggested one blocks all loads and code that it blocks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(loads, { minLength: 1 }),
      directives,
      fc.constantFrom(...POLICY_BY),
      async (elements, today, by) => {
        const markup = `<!doctype html>${elements.join("")}`;
        const blocked = async (policy: string) => {
          const { resources, inline } = await reportFor({ markup, policy }, by);
          return [
            ...resources.filter(({ outcome }) => outcome === "blocked").map(({ url, as }) => `${as} ${url}`),
            ...inline.filter(({ outcome }) => outcome === "blocked").map(({ text }) => text),
          ];
        };
        const { policy } = await reportFor({ markup, policy: today }, by);
        const value = policy?.enforce.replace("Content-Security-Policy: ", "") ?? "";
        const after = new Set(await blocked(value));
        expect((await blocked(today)).filter((load) => !after.has(load))).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  [
    "a host with semicolons",
    '<img src="http://x;sandbox;y.example/">',
    "img-src",
    "http://x;sandbox;y.example/",
  ],
  ["a host with commas", '<script src="https://a,b.example/">', "script-src", "https://a,b.example/"],
  ["a wildcard", "<img src=//*/>", "img-src", "https://*/"],
  ["an IPv6 address", "<img src=http://[::1]/>", "img-src", "http://[::1]/"],
])("%s is not a source: the reference is listed as unusable", async (_, markup, directive, url) => {
  for (const by of POLICY_BY) {
    const { enforce, unusable, notes } = await policyFor({ markup }, by);
    expect(unusable).toEqual([{ directive, url }]);
    expect(enforce).not.toContain("sandbox");
    expect(notes).toContain(`No policy source can match 1 URL of the page, so the policy blocks it: ${url}`);
  }
});

test("a path is encoded, and a long one omitted", async () => {
  const { enforce } = await policyFor({ markup: "<img src='/a;b,c|d%zz'><form action=/x>" }, "path");
  expect(enforce).toContain("https://a.test/a%3Bb%2Cc%7Cd%zz");
  const edge = async (length: number) =>
    (await policyFor({ markup: `<img src='/${"x".repeat(length - 1)}'>` }, "path")).enforce;
  expect(await edge(1024)).toContain("/xx");
  expect(await edge(1025)).not.toContain("/xx");
});

test("the page's own origin is 'self' if no source names it", async () => {
  const { enforce, unusable } = await policyFor({ markup: "<img src=a>", url: "http://[::1]/" }, "path");
  expect(enforce).toContain("img-src 'self'");
  expect(unusable).toEqual([]);
});

test("a directive of the current policy is kept on one line, and only if browsers accept it", async () => {
  const meta = (content: string) => `<meta http-equiv=content-security-policy content="${content}">`;
  const kept = await policyFor({ markup: meta("trusted-types\n a\tb") }, "origin");
  expect(kept.enforce).toEndWith("; trusted-types a b");
  const voided = await policyFor({ markup: meta("trusted-types \u00e9") }, "origin");
  expect(voided.enforce).not.toContain("trusted-types");
});
