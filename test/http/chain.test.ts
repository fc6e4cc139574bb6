import { describe, expect, test } from "bun:test";
import { readFieldLines } from "../../src/headers/message.ts";
import { type Hop, nextHop, type Stop } from "../../src/http/chain.ts";
import { chainProblems } from "../../src/http/chain-problems.ts";
import type { HttpProblem } from "../../src/http/problems.ts";

function hop(url: string, status: number, ...lines: string[]): Hop {
  return { url: new URL(url), method: "GET", status, lines: readFieldLines(lines) };
}

const options = { follow: true, maxRedirects: 5 };
const after = (last: Hop, ...before: Hop[]) => nextHop([...before, last], options);

describe("where a redirect leads", () => {
  const rows: [base: string, location: string, target: string, problem?: HttpProblem][] = [
    ["http://a.test/x/y", "https://b.test/z", "https://b.test/z"],
    ["http://a.test/x/y", "z", "http://a.test/x/z"],
    ["http://a.test/x/y", "/z", "http://a.test/z"],
    ["http://a.test/x/y", "../z", "http://a.test/z"],
    ["http://a.test/x/y", "../../../z/./w", "http://a.test/z/w"],
    ["http://a.test/x/y", "?q=1", "http://a.test/x/y?q=1"],
    ["https://a.test/x", "//b.test/y", "https://b.test/y"],
    ["http://a.test/x#frag", "/z", "http://a.test/z#frag"],
    ["http://a.test/x#frag", "/z#other", "http://a.test/z#other"],
    ["http://a.test/x#frag", "/z#", "http://a.test/z#"],
    ["http://a.test/", "/a b", "http://a.test/a%20b"],
    ["http://a.test/", "/café?q=ü", "http://a.test/caf%C3%A9?q=%C3%BC"],
    ["http://a.test/", "http://bücher.test/", "http://xn--bcher-kva.test/"],
    ["http://a.test/", "\\b\\c", "http://a.test/b/c"],
    ["http://a.test/", "HTTP://B.TEST:80/x", "http://b.test/x"],
    ["http://a.test/", "http:/y", "http://a.test/y"],
    ["http://a.test/", "http://user:pw@b.test/", "http://b.test/"],
  ];
  for (const [base, location, target, problem] of rows)
    test(`${base} to ${location}`, () => {
      const next = after(hop(base, 302, `Location: ${location}`));
      const url = next.follow && new URL(next.follow);
      if (url) {
        url.username = "";
        url.password = "";
      }
      expect(url?.href ?? ("stop" in next ? next.stop : "")).toBe(target);
      expect(next.problems.map(({ name }) => name)).toEqual(problem ? [problem] : []);
    });

  test("bytes that are not UTF-8 are percent-encoded one by one", () => {
    const last = {
      ...hop("http://a.test/", 302),
      lines: readFieldLines([{ text: "Location: /caf\xe9", octets: true }]),
    };
    expect(after(last).follow?.href).toBe("http://a.test/caf%E9");
  });
});

describe("where a chain ends", () => {
  const rows: [name: string, last: Hop, stop: Stop | "follow", problem?: HttpProblem][] = [
    ["200", hop("http://a.test/", 200), "done"],
    ["200 with a Location", hop("http://a.test/", 200, "Location: /b"), "done"],
    ["201 with a Location", hop("http://a.test/", 201, "Location: /b"), "done"],
    ["404", hop("http://a.test/", 404, "Location: /b"), "done"],
    ...[301, 302, 303, 307, 308].map((status): [string, Hop, "follow"] => [
      `${status}`,
      hop("http://a.test/", status, "Location: /b"),
      "follow",
    ]),
    ["300", hop("http://a.test/", 300, "Location: /b"), "not-followed"],
    ["300 without Location", hop("http://a.test/", 300), "done"],
    ["304", hop("http://a.test/", 304), "done"],
    ["305", hop("http://a.test/", 305, "Location: http://proxy.test/"), "not-followed"],
    ["no Location", hop("http://a.test/", 301), "invalid-location"],
    ["empty Location", hop("http://a.test/", 301, "Location:"), "invalid-location"],
    ["one Location twice", hop("http://a.test/", 301, "Location: /b", "Location: /b"), "follow"],
    ["two Locations", hop("http://a.test/", 301, "Location: /b", "Location: /c"), "invalid-location"],
    ["no URL", hop("http://a.test/", 301, "Location: http://["), "invalid-location"],
    ["bad port", hop("http://a.test/", 301, "Location: http://b.test:99999/"), "invalid-location"],
    ["ftp", hop("http://a.test/", 301, "Location: ftp://b.test/"), "not-followed", "redirect-other-scheme"],
    [
      "file",
      hop("http://a.test/", 301, "Location: file:///etc/passwd"),
      "not-followed",
      "redirect-other-scheme",
    ],
    [
      "javascript",
      hop("http://a.test/", 301, "Location: javascript:alert(1)"),
      "not-followed",
      "redirect-other-scheme",
    ],
    [
      "data",
      hop("http://a.test/", 301, "Location: data:text/html,x"),
      "not-followed",
      "redirect-other-scheme",
    ],
    ["to itself", hop("http://a.test/", 301, "Location: /"), "loop", "redirect-loop"],
    ["to itself with another fragment", hop("http://a.test/", 301, "Location: #x"), "loop", "redirect-loop"],
    ["Refresh", hop("http://a.test/", 200, "Refresh: 5; url=/next"), "done", "redirect-by-refresh"],
    [
      "Refresh in other forms",
      hop("http://a.test/", 200, "Refresh: 0;URL='http://b.test/'"),
      "done",
      "redirect-by-refresh",
    ],
    ["Refresh of the same page", hop("http://a.test/", 200, "Refresh: 30"), "done"],
  ];
  for (const [name, last, stop, problem] of rows)
    test(name, () => {
      const next = after(last);
      expect(next.follow ? "follow" : next.stop).toBe(stop);
      expect(next.problems.map((each) => each.name)).toEqual(problem ? [problem] : []);
    });

  test("a circle of two", () => {
    const next = after(
      hop("http://a.test/2", 302, "Location: /1"),
      hop("http://a.test/1", 302, "Location: /2"),
    );
    expect(next).toMatchObject({ stop: "loop", problems: [{ name: "redirect-loop", severity: "error" }] });
  });
  test("the same URL with another method is not a loop", () => {
    const before = { ...hop("http://a.test/1", 302, "Location: /2"), method: "HEAD" };
    expect(after(hop("http://a.test/2", 302, "Location: /1"), before).follow?.href).toBe("http://a.test/1");
  });
  test("too many", () => {
    const hops = [1, 2, 3, 4, 5, 6].map((n) => hop(`http://a.test/${n}`, 302, `Location: /${n + 1}`));
    expect(nextHop(hops.slice(0, 5), options).follow?.href).toBe("http://a.test/6");
    expect(nextHop(hops, options)).toMatchObject({
      stop: "too-many-redirects",
      problems: [{ name: "redirects-too-many" }],
    });
  });
  test("not followed by wish", () => {
    const next = nextHop([hop("http://a.test/", 301, "Location: /b")], { ...options, follow: false });
    expect(next).toMatchObject({ stop: "not-followed", location: new URL("http://a.test/b"), problems: [] });
  });
});

describe("findings about the chain", () => {
  const HSTS = "Strict-Transport-Security: max-age=31536000";
  const rows: [name: string, hops: Hop[], problems: HttpProblem[]][] = [
    ["one good answer", [hop("https://a.test/", 200)], []],
    ["http to https with HSTS", [hop("http://a.test/", 301), hop("https://a.test/", 200, HSTS)], []],
    [
      "http to https without",
      [hop("http://a.test/", 301), hop("https://a.test/", 200)],
      ["upgrade-without-hsts"],
    ],
    [
      "HSTS that is switched off",
      [hop("http://a.test/", 301), hop("https://a.test/", 200, "Strict-Transport-Security: max-age=0")],
      ["upgrade-without-hsts"],
    ],
    ["https to http", [hop("https://a.test/", 302), hop("http://a.test/", 200)], ["redirect-downgrade"]],
    ["another site", [hop("https://a.test/", 302), hop("https://b.test/", 200)], ["redirect-cross-site"]],
    [
      "another host of the site",
      [hop("https://example.co.uk/", 302), hop("https://www.example.co.uk/", 200)],
      [],
    ],
    [
      "another customer of a host",
      [hop("https://a.github.io/", 302), hop("https://b.github.io/", 200)],
      ["redirect-cross-site"],
    ],
    ["a slash", [hop("https://a.test/x", 301), hop("https://a.test/x/", 200)], ["redirect-trivial"]],
    [
      "letter case",
      [hop("https://a.test/About", 301), hop("https://a.test/about", 200)],
      ["redirect-trivial"],
    ],
    [
      "permanent, then temporary",
      [hop("https://a.test/1", 301), hop("https://a.test/2", 302), hop("https://a.test/3", 200)],
      ["redirect-mixed-permanence", "redirect-needless"],
    ],
    [
      "cookies on the way",
      [hop("https://a.test/1", 302, "Set-Cookie: s=1"), hop("https://a.test/2", 200, "Set-Cookie: t=1")],
      ["redirect-sets-cookie"],
    ],
    [
      "tracking lost",
      [hop("https://a.test/?utm_source=x&gclid=y&q=z", 302), hop("https://a.test/b?gclid=y", 200)],
      ["redirect-loses-parameters"],
    ],
    [
      "tracking kept",
      [hop("https://a.test/?utm_source=x", 302), hop("https://a.test/b?utm_source=x", 200)],
      [],
    ],
    [
      "http, https, www: as HSTS wants it",
      [
        hop("http://example.com/", 301),
        hop("https://example.com/", 301),
        hop("https://www.example.com/", 200, HSTS),
      ],
      [],
    ],
    [
      "two hops within a site",
      [
        hop("https://example.com/", 301),
        hop("https://www.example.com/", 301),
        hop("https://www.example.com/en", 200),
      ],
      ["redirect-needless"],
    ],
  ];
  for (const [name, hops, problems] of rows)
    test(name, () => {
      const last = hops.at(-1);
      const chain = chainProblems({ hops, end: last?.url ?? new URL("http://x/"), stop: "done" });
      expect(chain.map((problem) => problem.name)).toEqual(problems);
    });

  test("the last hop counts although its target failed", () => {
    const chain = chainProblems({
      hops: [hop("https://a.test/", 302)],
      end: new URL("http://b.test/"),
      stop: "error",
    });
    expect(chain.map(({ name }) => name)).toEqual(["redirect-downgrade", "redirect-cross-site"]);
  });
});
