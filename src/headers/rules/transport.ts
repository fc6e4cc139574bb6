import { type Context, firstOf, problem, ruleOn } from "../field.ts";
import { isHtml, isNamedHost, isSuccess } from "../reading/response-kind.ts";

const HTTP = "http://example.com/";

interface OverHttp {
  readonly url: URL;
  /** Target of a redirect. */
  readonly target: URL | undefined;
}

/** undefined if the URL is unknown or on this machine. */
function overHttp(context: Context): OverHttp | undefined {
  const { url } = context;
  if (url?.protocol !== "http:" || !isNamedHost(url.hostname)) return undefined;
  return { url, target: redirectTarget(context, url) };
}

function redirectTarget({ status, named }: Context, url: URL): URL | undefined {
  if (status === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const value = named("location")[0]?.line.value;
  return value ? (URL.parse(value, url.href) ?? undefined) : undefined;
}

const atLocation = (_found: unknown, _subject: OverHttp, { named }: Context) => named("location")[0];

/** Plain HTTP instead of HTTPS. */
export const transport = ruleOn(overHttp, [
  problem({
    id: "document-over-http",
    severity: "error",
    link: "https://developer.mozilla.org/docs/Web/Security/Secure_Contexts",
    summary: "A page is served over plain HTTP, so others can read and change it in transit.",
    detect: (_, context) => isSuccess(context) && isHtml(context),
    title: (_, { url }) =>
      `The page at ${url.host} is served over plain HTTP: others can read and change it.`,
    bad: { status: 200, url: HTTP, lines: ["Content-Type: text/html"] },
    good: { status: 200, url: "http://localhost:8080/", lines: ["Content-Type: text/html"] },
  }),
  firstOf(
    problem({
      id: "redirect-keeps-http",
      severity: "warning",
      link: "rfc6797#section-7.2",
      summary: "A redirect goes from HTTP to HTTP instead of HTTPS.",
      detect: ({ target }) => target?.protocol === "http:",
      title: (_, { target }) => `The redirect goes to ${target?.origin}, which is still plain HTTP.`,
      at: atLocation,
      bad: { status: 301, url: HTTP, lines: ["Location: http://www.example.com/"] },
      good: { status: 301, url: HTTP, lines: ["Location: https://example.com/"] },
    }),
    problem({
      id: "redirect-skips-own-https",
      severity: "warning",
      link: "https://hstspreload.org/#submission-requirements",
      summary:
        "A redirect goes from HTTP to another host over HTTPS, so the first host never sets Strict-Transport-Security.",
      detect: ({ target, url }) => target?.protocol === "https:" && target.hostname !== url.hostname,
      title: (_, { target, url }) =>
        `The redirect goes straight to ${target?.origin}, so ${url.hostname} never sets Strict-Transport-Security.`,
      at: atLocation,
      bad: { status: 301, url: HTTP, lines: ["Location: https://www.example.com/"] },
      good: { status: 301, url: HTTP, lines: ["Location: https://example.com/"] },
    }),
  ),
]);
