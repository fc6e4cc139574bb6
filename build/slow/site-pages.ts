/** Site of many pages with planted faults, and the expected findings, independent of the code under test. */

export interface Planted {
  /** Findings as `id URL of the page, line N: title`. */
  readonly found: readonly string[];
  /** Sentences about headers that differ between pages. */
  readonly differs: readonly string[];
  readonly hosts: readonly string[];
  readonly duplicates: readonly string[];
  readonly counts: {
    readonly lookedUp: number;
    readonly pages: number;
    readonly redirects: number;
    readonly broken: number;
    readonly disallowed: number;
  };
}

/** Number of planted faults per kind, and number of kinds. */
const EACH = 4;
export const KINDS = 17;

/** Folders of the site; each lacks a different header. */
const FOLDERS = ["blog", "legacy", "archive", "press", "jobs"] as const;
const FIELDS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=()",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "private, max-age=60",
  ETag: '"1"',
  "Content-Type": "text/html; charset=utf-8",
};
const LACKS: Readonly<Record<string, string>> = {
  legacy: "X-Content-Type-Options",
  archive: "Referrer-Policy",
  press: "Permissions-Policy",
  jobs: "Cross-Origin-Resource-Policy",
};

interface Page {
  readonly head: string[];
  /** Links in the page, each on its own line below the navigation. */
  readonly links: string[];
  readonly fields: [string, string][];
}

const pathOf = (folder: string, index: number) => `/${folder}/the-page-${index}`;
const PAGE_LINES = 4;

export function plantedSite(count: number, base: string, secure: string) {
  const each = Math.floor(count / FOLDERS.length);
  const pages = new Map<string, Page>();
  const answers = new Map<string, { readonly status: number; readonly location?: string }>();
  const sitemap: string[] = [];
  const found: string[] = [];
  const hosts: string[] = [];
  const duplicates: string[] = [];
  let next = 0;
  /** A page without other faults. */
  const fresh = (): readonly [string, Page] => {
    const path = pathOf("blog", 10 + 3 * next++);
    const page: Page = { head: [], links: [], fields: [] };
    pages.set(path, page);
    return [path, page];
  };
  const answer = (path: string, status: number, location?: string) =>
    void answers.set(path, { status, ...(location && { location }) });
  const at = (path: string, line?: number) => `${base}${path}${line === undefined ? "" : `, line ${line}`}`;
  const linked = (to: string): string => {
    const [path, page] = fresh();
    page.links.push(to);
    return at(path, PAGE_LINES + 1);
  };
  for (let k = 0; k < EACH; k++) {
    const good = `${base}${pathOf("blog", 1)}`;
    const broken = (to: string, reported: string) =>
      found.push(`site-link-broken ${linked(to)}: The link to ${base}${to} fails: ${reported}.`);
    answer(`/failing/${k}`, 500);
    answer(`/away/${k}`, 301, `/nothing/${k}`);
    answer(`/circle-a/${k}`, 302, `/circle-b/${k}`);
    answer(`/circle-b/${k}`, 302, `/circle-a/${k}`);
    answer(`/old/${k}`, 301, pathOf("blog", 1));
    answer(`/hop/${k}`, 301, `/hop-on/${k}`);
    answer(`/hop-on/${k}`, 301, pathOf("blog", 1));
    answer(`/old-canonical/${k}`, 301, pathOf("blog", 1));
    answer(`/listed-moved/${k}`, 301, pathOf("blog", 1));
    broken(`/missing/${k}`, "404 Not Found");
    broken(`/failing/${k}`, "500 Internal Server Error");
    broken(`/away/${k}`, `it redirects to ${base}/nothing/${k}: 404 Not Found`);
    broken(`/circle-a/${k}`, "its redirects form a loop");
    for (const [a, b] of [
      ["a", "b"],
      ["b", "a"],
    ])
      found.push(
        `site-redirect-loop ${base}/circle-${a}/${k}: Redirect loop: ${[a, b, a].map((name) => `${base}/circle-${name}/${k}`).join(" → ")}.`,
      );
    for (const from of [`/old/${k}`, `/hop/${k}`])
      found.push(`site-link-redirects ${linked(from)}: The link to ${base}${from} redirects to ${good}.`);
    found.push(
      `site-redirect-chain ${base}/hop/${k}: 2 redirects in a row: ${base}/hop/${k} → ${base}/hop-on/${k} → ${good}.`,
    );
    const canonical = (to: string): string => {
      const [path, page] = fresh();
      page.head.push(`<link rel="canonical" href="${to}">`);
      return path;
    };
    found.push(
      `site-canonical-broken ${at(canonical(`/no-canonical/${k}`))}: The canonical URL ${base}/no-canonical/${k} fails: 404 Not Found.`,
    );
    duplicates.push(`${base}/no-canonical/${k} 1`);
    found.push(
      `site-canonical-redirects ${at(canonical(`/old-canonical/${k}`))}: The canonical URL ${base}/old-canonical/${k} redirects to ${good}.`,
    );
    duplicates.push(`${base}/old-canonical/${k} 1`);
    canonical(pathOf("blog", 2 + k));
    canonical(pathOf("blog", 2 + k));
    duplicates.push(`${base}${pathOf("blog", 2 + k)} 2`);
    const [hidden, noindex] = fresh();
    noindex.head.push('<meta name="robots" content="noindex">');
    sitemap.push(hidden);
    found.push(
      `site-sitemap-noindex ${at(hidden)}: A sitemap lists this page, but it forbids indexing: meta robots: noindex.`,
    );
    sitemap.push(`/listed-gone/${k}`, `/listed-moved/${k}`, `/private/${k}`);
    found.push(
      `site-sitemap-broken ${base}/listed-gone/${k}: A sitemap lists this URL, but it fails: 404 Not Found.`,
    );
    found.push(
      `site-sitemap-redirects ${base}/listed-moved/${k}: A sitemap lists this URL, but it redirects to ${good}.`,
    );
    found.push(
      `site-sitemap-disallowed ${base}/private/${k}: A sitemap lists this URL, but robots.txt disallows it.`,
    );
    // The same server serves pages over https.
    linkedSecure(k);
    const [tracked, cookie] = fresh();
    cookie.fields.push(["Set-Cookie", "sid=1; SameSite=None; HttpOnly"]);
    found.push(
      `cookie-samesite-none-insecure ${at(tracked)}: Chromium and Firefox reject Set-Cookie "sid": SameSite=None needs Secure.`,
    );
    const [foreign, image] = fresh();
    image.links.push(`img http://cdn-${k}.example/x.png`);
    hosts.push(`cdn-${k}.example image 1 ${base}${foreign}`);
  }
  function linkedSecure(k: number): void {
    const path = `/secure/${k}`;
    const [, page] = fresh();
    page.links.push(`${secure}${path}`);
    pages.set(path, {
      head: [],
      links: [`img ${base}/dot.png`],
      fields: [["Strict-Transport-Security", "max-age=63072000; includeSubDomains"]],
    });
    found.push(
      `site-mixed-content ${secure}${path}, line ${PAGE_LINES + 1}: The image ${base}/dot.png is loaded over http.`,
    );
  }

  for (let index = 0; index < each; index++)
    for (const folder of FOLDERS) if (index % 2 === 0) sitemap.push(pathOf(folder, index));
  const isPage = (path: string) => {
    const [, folder = "", index = ""] = /^\/(\w+)\/the-page-(\d+)$/.exec(path) ?? [];
    return FOLDERS.some((one) => one === folder) && Number(index) < each
      ? ([folder, Number(index)] as const)
      : undefined;
  };

  function html(path: string, { head, links }: Page): string {
    const place = isPage(path);
    const way = (n: number) => (place ? pathOf(place[0], (place[1] + n) % each) : `${base}/`);
    const lines = links.map((link) =>
      link.startsWith("img ") ? `<img src="${link.slice(4)}">` : `<a href="${link}">link</a>`,
    );
    return `<!DOCTYPE html><title>${path}</title>${head.join("")}\n<p>A page of many.\n<a href="${way(1)}">next</a> <a href="${base}/">all</a>\n<a href="${way(7)}">later</a>\n${lines.join("\n")}\n`;
  }

  const redirects = [...answers.values()].filter(({ location }) => location !== undefined).length;
  const gone = 4 * EACH;
  const all = each * FOLDERS.length + 1 + EACH;
  return {
    planted: {
      found,
      differs: Object.entries(LACKS).map(
        ([folder, name]) =>
          `${name}: ${FIELDS[name]} on all but ${each.toLocaleString("en")} of ${each.toLocaleString("en")} of /${folder}/*`,
      ),
      hosts,
      duplicates,
      counts: {
        lookedUp: all + answers.size + gone,
        pages: all,
        redirects,
        broken: gone + EACH,
        disallowed: EACH,
      },
    } satisfies Planted,
    answer(request: Request): Response {
      const { pathname } = new URL(request.url);
      if (pathname === "/robots.txt")
        return new Response("User-agent: *\nDisallow: /private/\nSitemap: /maps.xml\n");
      if (pathname === "/maps.xml")
        return new Response(
          `<?xml version="1.0"?><sitemapindex><sitemap><loc>${base}/map.xml.gz</loc></sitemap></sitemapindex>`,
        );
      if (pathname === "/map.xml.gz")
        return new Response(
          Bun.gzipSync(
            `<?xml version="1.0"?><urlset>${sitemap.map((path) => `<url><loc>${base}${path}</loc></url>\n`).join("")}</urlset>`,
          ),
        );
      const set = answers.get(pathname);
      if (set)
        return new Response(null, {
          status: set.status,
          headers: set.location ? { Location: set.location, "Cache-Control": "max-age=60" } : {},
        });
      const place = isPage(pathname);
      const page =
        pages.get(pathname) ?? (place || pathname === "/" ? { head: [], links: [], fields: [] } : undefined);
      if (pathname === "/")
        return new Response(
          html("/", { head: [], links: FOLDERS.map((folder) => pathOf(folder, 0)), fields: [] }),
          { headers: FIELDS },
        );
      if (!page) return new Response("There is nothing.", { status: 404 });
      const headers = new Headers(FIELDS);
      if (place) headers.delete(LACKS[place[0]] ?? "x-none");
      for (const [name, value] of page.fields) headers.append(name, value);
      return new Response(html(pathname, page), { headers });
    },
  };
}
