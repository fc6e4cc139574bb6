import { type Context, rule } from "../field.ts";
import { isHtml, isNamedHost, isSuccess } from "../response-kind.ts";
import { rfc6797 } from "../specs.ts";

const HTTP = "http://example.com/";

/** Plain http where https belongs. Silent where the URL is unknown or this machine's own. */
export const transport = rule({
  kinds: {
    "document-over-http": {
      severity: "error",
      link: "https://developer.mozilla.org/docs/Web/Security/Secure_Contexts",
      summary: "A page is served over HTTP: it can be read and changed in transit.",
      bad: { status: 200, url: HTTP, lines: ["Content-Type: text/html"] },
      good: { status: 200, url: "http://localhost:8080/", lines: ["Content-Type: text/html"] },
    },
    "redirect-keeps-http": {
      severity: "warning",
      link: rfc6797("section-7.2"),
      summary: "A redirect leads from HTTP to HTTP instead of HTTPS.",
      bad: { status: 301, url: HTTP, lines: ["Location: http://www.example.com/"] },
      good: { status: 301, url: HTTP, lines: ["Location: https://example.com/"] },
    },
    "redirect-skips-own-https": {
      severity: "warning",
      link: "https://hstspreload.org/#submission-requirements",
      summary:
        "A redirect leads from HTTP to HTTPS of another host, so the first host never sets Strict-Transport-Security.",
      bad: { status: 301, url: HTTP, lines: ["Location: https://www.example.com/"] },
      good: { status: 301, url: HTTP, lines: ["Location: https://example.com/"] },
    },
  },
  check(context, note) {
    const { url } = context;
    if (url?.protocol !== "http:" || !isNamedHost(url.hostname)) return;
    if (isSuccess(context) && isHtml(context))
      note(
        "document-over-http",
        `The page at ${url.host} is served over HTTP, without a redirect to HTTPS: it can be read and changed in transit.`,
      );
    const target = redirectTarget(context, url);
    const line = context.named("location")[0];
    if (target?.protocol === "http:")
      note("redirect-keeps-http", `The redirect leads to ${target.origin}, which is still http.`, line);
    else if (target?.protocol === "https:" && target.hostname !== url.hostname)
      note(
        "redirect-skips-own-https",
        `The redirect leads to ${target.origin} at once, so ${url.hostname} never gets to set Strict-Transport-Security.`,
        line,
      );
  },
});

function redirectTarget({ status, named }: Context, url: URL): URL | undefined {
  if (status === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const value = named("location")[0]?.line.value;
  return value ? (URL.parse(value, url.href) ?? undefined) : undefined;
}
