import { type Context, type ExplainedLine, type Note, rule } from "../field.ts";
import { rfc9110 } from "../specs.ts";
import { resolveReference } from "../syntax/uri.ts";

type Kind =
  | "redirect-without-location"
  | "redirect-with-refresh"
  | "redirect-to-itself"
  | "redirect-unresolvable"
  | "redirect-method-changed";

/** Status codes that lead elsewhere by Location. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What Location needs to be followed again with the same request. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Redirects: the status code and what goes with it (RFC 9110 section 15.4). */
export const redirect = rule({
  kinds: {
    "redirect-without-location": {
      severity: "error",
      link: rfc9110("section-15.4"),
      summary: "A redirect has no Location, so no client knows where to go.",
      bad: { lines: ["Content-Length: 0"], status: 301 },
      good: { lines: ["Location: https://www.example.com/"], status: 301 },
    },
    "redirect-with-refresh": {
      severity: "warning",
      link: rfc9110("section-15.4"),
      summary: "A redirect has Refresh beside Location: clients that follow Location never see it.",
      bad: { lines: ["Location: /new", "Refresh: 5; url=/other"], status: 302 },
      good: { lines: ["Location: /new"], status: 302 },
    },
    "redirect-to-itself": {
      severity: "warning",
      link: rfc9110("section-15.4"),
      summary:
        "A redirect leads to the URL that was asked for; without a cookie that changes the answer it never ends.",
      bad: { lines: ["Location: /a"], status: 302, method: "GET", url: "https://www.example.com/a" },
      good: { lines: ["Location: /b"], status: 302, method: "GET", url: "https://www.example.com/a" },
    },
    "redirect-method-changed": {
      severity: "info",
      link: rfc9110("section-15.4"),
      summary: "A POST is answered by 301 or 302: most clients go on with GET, some repeat the POST.",
      bad: { lines: ["Location: /done"], status: 302, method: "POST" },
      good: { lines: ["Location: /done"], status: 303, method: "POST" },
    },
    "redirect-unresolvable": {
      severity: "error",
      link: rfc9110("section-10.2.2"),
      summary: "The Location of a redirect is not a URL that a client can go to.",
      bad: {
        lines: ["Location: http://www.example.com:99999/"],
        status: 302,
        url: "https://www.example.com/a",
      },
      good: { lines: ["Location: http://www.example.com/"], status: 302, url: "http://www.example.com/a" },
    },
  },
  check(context, note) {
    const { status } = context;
    if (status === undefined || !REDIRECTS.has(status)) return;
    const line = context.named("location")[0];
    if (!line || line.line.value === "") {
      const what = line ? "Location is empty" : "Location is missing";
      note("redirect-without-location", `${what}: nobody can follow the ${status}.`, line);
      return;
    }
    if (context.method === "POST" && (status === 301 || status === 302))
      note(
        "redirect-method-changed",
        `Location of a ${status} to a POST: browsers go on with GET, other clients may repeat the POST; 303 or 307 says which.`,
        line,
      );
    for (const refresh of context.named("refresh"))
      note(
        "redirect-with-refresh",
        `Refresh is sent beside the Location of a redirect (status ${status}).`,
        refresh,
      );
    checkTarget(line, context, note);
  },
});

function checkTarget(line: ExplainedLine, { url, method, has }: Context, note: Note<Kind>): void {
  const { value } = line.line;
  if (!url || value === "") return;
  const target = resolveReference(value, url);
  if (!target) {
    // What is wrong with its syntax says enough.
    if (!line.header.problems.some(({ name }) => name === "location-syntax"))
      note("redirect-unresolvable", "Location is not a URL that a client can go to.", line);
  } else if (method !== undefined && SAFE.has(method) && target.href === url.href && !has("set-cookie"))
    note("redirect-to-itself", "The redirect leads to the very URL that was asked for.", line);
}
