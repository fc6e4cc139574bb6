import { type Context, type Note, rule } from "../field.ts";
import { cacheControl } from "../fields/cache-control/cache-control.ts";
import { knownCookie } from "../fields/cookies/known.ts";
import { setCookie } from "../fields/cookies/set-cookie.ts";
import { rfc6265bis, rfc9111 } from "../specs.ts";
import { bytes, plural } from "../wording.ts";

type Kind = "cookies-in-shared-cache" | "cookies-many" | "cookies-large";

/** RFC 6265bis section 6.1: what browsers keep at least, for each domain. */
const MOST_COOKIES = 50;
/** Bytes that come back with every request; servers take header sections of 8 KB by their usual settings. */
const LARGE = 4096;
/** Cookies of these kinds are added by the network in front of the cache. */
const OF_THE_NETWORK: ReadonlySet<string> = new Set(["load-balancing", "rate-limiting", "bot-defence"]);
const PRIVATE: ReadonlySet<string> = new Set(["private", "no-store", "no-cache"]);

/** Cookies together, and with caches. */
export const cookies = rule({
  kinds: {
    "cookies-in-shared-cache": {
      severity: "warning",
      link: rfc9111("section-7.3"),
      summary: "A response that shared caches may store sets a cookie: they can hand it to other visitors.",
      bad: ["Cache-Control: public, max-age=600", "Set-Cookie: id=1; Secure"],
      good: ["Cache-Control: private, max-age=600", "Set-Cookie: id=1; Secure"],
    },
    "cookies-many": {
      severity: "warning",
      link: rfc6265bis("section-6.1"),
      summary: "A response sets more cookies than browsers have to keep for a domain.",
      bad: Array.from({ length: 51 }, (_, at) => `Set-Cookie: c${at}=1`),
      good: ["Set-Cookie: c=1"],
      edge: [
        Array.from({ length: 51 }, (_, at) => `Set-Cookie: c${at}=1`),
        Array.from({ length: 50 }, (_, at) => `Set-Cookie: c${at}=1`),
      ],
    },
    "cookies-large": {
      severity: "info",
      link: rfc6265bis("section-6.1"),
      summary: "The cookies of a response are so large together that they weigh on every request to come.",
      bad: [`Set-Cookie: a=${"x".repeat(2500)}`, `Set-Cookie: b=${"x".repeat(2500)}`],
      good: ["Set-Cookie: a=x"],
    },
  },
  check(context, note) {
    const lines = context.lines(setCookie);
    const first = lines.find(
      ({ parsed }) => parsed && !OF_THE_NETWORK.has(knownCookie(parsed.name)?.purpose ?? ""),
    );
    if (lines.length === 0) return;
    if (first && mayBeShared(context))
      note(
        "cookies-in-shared-cache",
        "Shared caches may store this response with its cookie, and hand it to other visitors.",
        first,
      );
    checkAmount(context, note);
  },
});

/** Expressly cacheable by caches that serve several people; what is only heuristically cacheable is left alone. */
function mayBeShared(context: Context): boolean {
  const directives = context.values(cacheControl).flatMap((parsed) => parsed.directives);
  if (directives.some(({ name }) => PRIVATE.has(name))) return false;
  return directives.some(({ name, value = "" }) => {
    if (name === "public") return true;
    return (name === "s-maxage" || name === "max-age") && Number(value) > 0 && !hasShared(directives, name);
  });
}

/** s-maxage overrides max-age in shared caches. */
function hasShared(
  directives: readonly { readonly name: string; readonly value?: string }[],
  name: string,
): boolean {
  return name === "max-age" && directives.some((one) => one.name === "s-maxage" && Number(one.value) === 0);
}

function checkAmount(context: Context, note: Note<Kind>): void {
  const values = context.values(setCookie);
  const names = new Set(values.map(({ name }) => name));
  const last = context.lines(setCookie).at(-1);
  if (names.size > MOST_COOKIES)
    note(
      "cookies-many",
      `The response sets ${plural(names.size, "cookie")}; browsers need to keep ${MOST_COOKIES}.`,
      last,
    );
  const size = values.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  if (values.length > 1 && size > LARGE)
    note(
      "cookies-large",
      `The cookies have ${bytes(size)} together, which come back with every request.`,
      last,
    );
}
