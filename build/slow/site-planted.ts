/** Small site with planted faults and traps for the checker, and the findings that it must and must not report. */

const html = (title: string, ...body: readonly string[]) =>
  `<!DOCTYPE html>\n<title>${title}</title><meta name="description" content="About ${title}"><h1>${title}</h1>\n${body.join("\n")}`;
const a = (...to: readonly string[]) => to.map((url) => `<a href="${url}">x</a>`).join("\n");
const alternate = (lang: string, to: string) => `<link rel="alternate" hreflang="${lang}" href="${to}">`;
const canonical = (to: string) => `<link rel="canonical" href="${to}">`;

type Answer = string | { readonly to: string } | { readonly html: string; readonly robots: string };

/** Number of months that link onward; a trap is found after 50. */
const ENDLESS = 400;
const HOPS = 25;

/** Pages by path. */
function pagesOf(): Map<string, Answer> {
  const pages = new Map<string, Answer>([
    [
      "/",
      html(
        "Home",
        a("/canonical", "/languages", "/fragments", "/titles", "/links", "/chains", "/robots"),
        a("/posts/1", "/calendar?year=2026&month=1", "/a/b/", "/twins"),
      ),
    ],
    ["/canonical", html("Canonical", a("/c-noindex", "/c-chain", "/c-two", "/c-self", "/c-header"))],
    ["/c-noindex", html("To noindex", canonical("/hidden"))],
    ["/hidden", html("Hidden", '<meta name="robots" content="noindex">')],
    ["/c-chain", html("Chain", canonical("/c-middle"))],
    ["/c-middle", html("Middle", canonical("/c-self"))],
    ["/c-two", html("Two", canonical("/c-two"), canonical("/c-self"))],
    // Traps: the same URL twice, relative and absolute, is one; a page may name itself.
    ["/c-self", html("Self", canonical("/c-self"), canonical("BASE/c-self"))],
    ["/languages", html("Languages", a("/en", "/de", "/fr", "/es", "/en?ref=mail"))],
    ["/en", html("English", alternate("en", "/en"), alternate("de", "/de"), alternate("fr", "/fr"))],
    ["/de", html("Deutsch", alternate("de", "/de"), alternate("en", "/en"), alternate("es", "/moved-es"))],
    ["/fr", html("Français")],
    ["/es", html("Español", alternate("de", "/de"))],
    ["/moved-es", { to: "/es" }],
    // Trap: a duplicate of a page with a canonical URL names versions that do not name the duplicate.
    ["/en?ref=mail", html("English", canonical("/en"), alternate("en", "/en"), alternate("de", "/de"))],
    [
      "/fragments",
      html(
        "Fragments",
        a("/parts#there", "/parts#gone", "#top", "#", "/parts#n%C3%A4me", "/parts#old", "/parts#/route"),
        a("/parts#:~:text=there", "#here", "#nowhere"),
        '<p id="here">',
      ),
    ],
    // Traps: ids within a template are inert; names of anchors count.
    ["/parts", html("Parts", '<i id="there"></i><i id="näme"></i><a name="old"></a><template><i id="gone">')],
    ["/titles", html("Titles", a("/same-1", "/same-2", "/same-3", "/untitled", "/svg-title"))],
    ["/same-1", html("Same", "one")],
    ["/same-2", html("  Same ", "two")],
    // Trap: a page that is not indexed shares the title.
    ["/same-3", { html: html("Same", "three"), robots: "noindex" }],
    ["/untitled", "<!DOCTYPE html><p>No title, h1 or description"],
    // Traps: the title of an image does not count, the text of one in a heading does.
    [
      "/svg-title",
      '<!DOCTYPE html><svg><title>Icon</title></svg><meta name=description content=Icons><h1><img alt="Logo"></h1>',
    ],
    ["/twins", html("Twins", a("/twin-1", "/twin-2", "/twin-3"))],
    ["/twin-1", html("Twin")],
    ["/twin-2", html("Twin")],
    ["/twin-3", html("Twin", canonical("/twin-1"))],
    [
      "/links",
      html(
        "Links",
        a("http://[bad/", "mailto:a@b.example", "tel:1", "javascript:void 0", "/gone", "/soft"),
        // Traps: links in templates and comments are not followed, those for browsers without scripts are.
        `<template>${a("/in-template")}</template><!-- ${a("/in-comment")} -->`,
        `<noscript>${a("/in-noscript")}</noscript><script>"${a("/in-script")}"</script>`,
      ),
    ],
    ["/in-noscript", html("Without scripts")],
    ["/chains", html("Chains", a("/hop/0", "/loop/0", "/short/0"))],
    ["/short/0", { to: "/short/1" }],
    ["/short/1", { to: "/posts/1" }],
    ["/robots", html("Robots", a("/other-bot", "/google-bot", "/search"))],
    // Trap: a rule for a crawler of another engine.
    ["/other-bot", { html: html("Other"), robots: "otherbot: noindex, nofollow" }],
    ["/google-bot", { html: html("Google"), robots: "unavailable_after: 25 Jun 2030 15:00:00 PST, noindex" }],
    ["/search", html("Search", '<form action="/search"></form>')],
    ["/island-1", html("Island 1", a("/island-2"))],
    ["/island-2", html("Island 2", a("/island-1"))],
  ]);
  // Trap: 55 posts that only link onward have content of their own.
  for (let n = 1; n <= 55; n++)
    pages.set(
      `/posts/${n}`,
      html(`Post ${"abcdefghij".charAt(n % 10)}${"klmnop".charAt(n / 10)}`, a(`/posts/${n + 1}`)),
    );
  pages.set("/posts/56", html("The last post"));
  for (let n = 0; n < HOPS; n++) pages.set(`/hop/${n}`, { to: `/hop/${n + 1}` });
  pages.set(`/hop/${HOPS}`, html("After many redirects"));
  for (let n = 0; n < 15; n++) pages.set(`/loop/${n}`, { to: `/loop/${(n + 1) % 15}` });
  return pages;
}

const MISSING = html("We could not find that page");

/** Finds no end of some paths: a calendar, and links relative to a folder. */
function endless(path: string): string | undefined {
  const [, year = "", month = ""] = /^\/calendar\?year=(\d+)&month=(\d+)$/.exec(path) ?? [];
  if (year !== "" && Number(year) < 2026 + ENDLESS / 12)
    return html(
      `Events of ${month}/${year}`,
      a(
        `/calendar?year=${Number(year) + (month === "12" ? 1 : 0)}&amp;month=${(Number(month) % 12) + 1}`,
        `/day/${year}-${month.padStart(2, "0")}-01`,
      ),
    );
  const day = /^\/day\/([\d-]+)$/.exec(path);
  if (day) return html(`Events of ${day[1]}`, a("/"));
  if (/^\/(?:a\/b\/){1,99}$/.test(path)) return html("Folder", a("a/b/"));
  return undefined;
}

export function answer(request: Request): Response {
  const { pathname, search, origin } = new URL(request.url);
  const path = `${pathname}${search}`;
  if (pathname === "/robots.txt")
    return new Response(
      "User-agent: Otherbot\nDisallow: /\nUser-agent: *\nDisallow: /private/\nSitemap: /map.txt",
    );
  if (pathname === "/map.txt")
    return new Response(
      ["/", "/island-1", "/island-2", "/hidden", "/posts/1"].map((to) => `${origin}${to}\n`).join(""),
    );
  const headers = { "content-type": "text/html; charset=utf-8" };
  const found = PAGES.get(path) ?? endless(path);
  if (found === undefined)
    return /^\/(?:gone|private|in-|hop|c-header)/.test(path)
      ? new Response("no", { status: 404 })
      : new Response(MISSING, { headers });
  if (typeof found === "string") return new Response(found.replaceAll("BASE", origin), { headers });
  return "to" in found
    ? new Response(null, { status: 301, headers: { location: found.to } })
    : new Response(found.html, { headers: { ...headers, "x-robots-tag": found.robots } });
}
const PAGES = pagesOf();
