import { describe, expect, test } from "bun:test";
import { readFieldLines } from "../../src/headers/message.ts";
import type { Hop } from "../../src/http/chain/hop.ts";
import { nextHop } from "../../src/http/chain.ts";
import { chainProblems } from "../../src/http/report/chain-problems.ts";
import type { Stop } from "../../src/http/schema.ts";

function hop(url: string, status: number, ...lines: string[]): Hop {
  return { url: new URL(url), method: "GET", status, lines: readFieldLines(lines) };
}

const options = { follow: true, maxRedirects: 5 };
const after = (last: Hop, ...before: Hop[]) => nextHop([...before, last], options);

describe("target of a redirect", () => {
  const rows: [base: string, location: string, target: string, problem?: string][] = [
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

describe("end of a chain", () => {
  const rows: [name: string, last: Hop, stop: Stop | "follow", problem?: string][] = [
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

  test("a loop of two", () => {
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
  test("too many redirects", () => {
    const hops = [1, 2, 3, 4, 5, 6].map((n) => hop(`http://a.test/${n}`, 302, `Location: /${n + 1}`));
    expect(nextHop(hops.slice(0, 5), options).follow?.href).toBe("http://a.test/6");
    expect(nextHop(hops, options)).toMatchObject({
      stop: "too-many-redirects",
      problems: [{ name: "redirects-too-many" }],
    });
  });
  test("redirects are not followed on request", () => {
    const next = nextHop([hop("http://a.test/", 301, "Location: /b")], { ...options, follow: false });
    expect(next).toMatchObject({ stop: "not-followed", location: new URL("http://a.test/b"), problems: [] });
  });
});

describe("findings about the chain", () => {
  const HSTS = "Strict-Transport-Security: max-age=31536000";
  const rows: [name: string, hops: Hop[], problems: string[]][] = [
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
    [
      "http of a host that has sent HSTS",
      [hop("https://a.test/", 302, "Strict-Transport-Security: max-age=60"), hop("http://a.test/x", 200)],
      ["redirect-downgrade", "redirect-upgraded-by-hsts"],
    ],
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

  test("the last step counts although its target failed", () => {
    const chain = chainProblems({
      hops: [hop("https://a.test/", 302)],
      end: new URL("http://b.test/"),
      stop: "error",
    });
    expect(chain.map(({ name }) => name)).toEqual(["redirect-downgrade", "redirect-cross-site"]);
  });
});

describe("problems of a chain", () => {
  const reported = (hops: readonly Hop[], end?: string, stop: Stop = "done") =>
    chainProblems({
      hops,
      end: end === undefined ? (hops.at(-1)?.url ?? new URL("http://x/")) : new URL(end),
      stop,
    }).map(({ title }) => title);
  const to = (next: { problems: readonly { title: string }[] }) => next.problems.map(({ title }) => title);

  test.each<[string, Hop[], string[]]>([
    [
      "a downgrade to another site",
      [hop("https://a.test/x", 302), hop("http://b.test/", 200)],
      [
        "https://a.test/x redirects from HTTPS to HTTP (http://b.test/), where others can read and change the traffic.",
        "a.test redirects to another site, b.test.",
      ],
    ],
    [
      "an upgrade",
      [hop("http://a.test/", 301), hop("https://a.test/", 200)],
      ["a.test redirects from http without Strict-Transport-Security, so every visit can begin unprotected."],
    ],
    [
      "a slash",
      [hop("https://a.test/x", 301), hop("https://a.test/x/", 200)],
      ["https://a.test/x redirects to https://a.test/x/, which differs only in a slash or letter case."],
    ],
    [
      "permanent and not, one too many, a cookie",
      [
        hop("https://a.test/1", 308, "Set-Cookie: a=1"),
        hop("https://a.test/2", 302),
        hop("https://a.test/3", 301),
        hop("https://a.test/4", 200),
      ],
      [
        "2 of the 3 redirects are permanent and the other temporary.",
        "The redirects set a cookie along the way (a).",
        "3 redirects follow one another; one could go straight to https://a.test/4.",
      ],
    ],
    [
      "many cookies, some of one name, one refused",
      [
        hop(
          "https://a.test/1",
          302,
          ..."abcd".split("").map((name) => `Set-Cookie: ${name}=1`),
          "Set-Cookie: x=1; Domain=b.test",
        ),
        hop("https://b.test/2", 200),
      ],
      [
        "a.test redirects to another site, b.test.",
        "The redirects set 4 cookies along the way (a, b, c and 1 more).",
      ],
    ],
    [
      "parameters",
      [
        hop(
          "https://a.test/?utm_a=1&utm_b=1&utm_c=1&utm_d=1&utm_e=1&utm_f=1&utm_g=1&utm_h=1&utm_i=1&utm_i=2&q=1",
          302,
        ),
        hop("https://a.test/", 200),
      ],
      [
        "The redirects drop utm_a, utm_b, utm_c, utm_d, utm_e, utm_f, utm_g, utm_h and 1 more, so the visit does not count towards its campaign.",
      ],
    ],
    [
      "one that goes on to another site",
      [
        hop("https://a.test/1", 301),
        hop("https://a.test/2", 301),
        hop("https://a.test/3", 301),
        hop("https://b.test/", 200),
      ],
      [
        "a.test redirects to another site, b.test.",
        "3 redirects follow one another; one could go straight to https://b.test/.",
      ],
    ],
    [
      "all permanent",
      [hop("https://a.test/1", 301), hop("https://a.test/2", 308), hop("https://www.a.test/3", 200)],
      ["2 redirects follow one another; one could go straight to https://www.a.test/3."],
    ],
    ["no redirect at all", [hop("https://a.test/?gclid=1", 200)], []],
    ["one that nobody follows", [hop("https://a.test/", 304), hop("http://a.test/", 200)], []],
  ])("%s", (_name, hops, titles) => {
    expect(reported(hops)).toEqual(titles);
  });

  test("HSTS counts on the final host, wherever it was set", () => {
    const HSTS = "Strict-Transport-Security: max-age=31536000";
    const secured = (...hops: Hop[]) =>
      reported(hops).some((title) => title.includes("Strict-Transport-Security"));
    const plain = hop("http://a.test/", 301);
    expect(secured(plain, hop("https://a.test/", 301, HSTS), hop("https://www.a.test/", 200))).toBe(true);
    expect(secured(plain, hop("https://a.test/", 301, HSTS), hop("https://a.test/x", 200))).toBe(false);
    expect(secured(plain, hop("https://a.test/", 301), hop("http://a.test/x", 200))).toBe(false);
    expect(reported([plain, hop("https://a.test/", 301)], undefined, "loop").join()).not.toContain("Strict");
  });

  test("180 cookies of one response are counted", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `Set-Cookie: c${n}=1`);
    const counted = (count: number) =>
      reported([hop("https://a.test/1", 302, ...many(count)), hop("https://a.test/2", 200)]).join();
    expect(counted(180)).toContain("set 180 cookies");
    expect(counted(181)).toContain("set 180 cookies");
    expect(counted(179)).toContain("set 179 cookies");
  });

  test("reason for the end", () => {
    expect(to(after(hop("http://a.test/", 301, "Location: ftp://b.test/")))).toEqual([
      "The redirect goes to a ftp: URL, which is not HTTP.",
    ]);
    expect(to(after(hop("http://a.test/", 301, "Location: /")))).toEqual([
      "http://a.test/ redirects to itself, so browsers give up.",
    ]);
    const circle = [
      hop("http://a.test/0", 302),
      hop("http://a.test/1", 302),
      hop("http://a.test/2", 302, "Location: /1"),
    ];
    expect(to(nextHop(circle, options))).toEqual([
      "2 redirects loop back to http://a.test/1, so browsers give up.",
    ]);
    const many = [1, 2, 3, 4, 5, 6].map((n) => hop(`http://a.test/${n}`, 302, `Location: /${n + 1}`));
    expect(to(nextHop(many, options))).toEqual([
      "There are more than 5 redirects; the next one would go to http://a.test/7.",
    ]);
    expect(to(after(hop("http://a.test/", 200, "Refresh: 5; url=/next")))).toEqual([
      "Browsers go to http://a.test/next after 5 s (Refresh header); most other clients stay here.",
    ]);
  });

  test("a Location of 8,192 characters is followed, a longer one is not", () => {
    const long = (length: number) =>
      after(hop("http://a.test/", 302, `Location: /${"x".repeat(length - 1)}`));
    expect(long(8192).follow?.pathname.length).toBe(8192);
    expect(long(8193)).toMatchObject({
      stop: "invalid-location",
      problems: [
        {
          name: "location-too-long",
          title: "Location has 8193 characters; netlens follows at most 8192, and servers refuse more.",
        },
      ],
    });
  });

  test.each([
    ["GET", 301, "GET"],
    ["HEAD", 302, "HEAD"],
    ["OPTIONS", 307, "OPTIONS"],
    ["OPTIONS", 303, "GET"],
    ["HEAD", 303, "HEAD"],
    ["POST", 303, "GET"],
  ])("%s after %d is %s", (method, status, next) => {
    const last = { ...hop("http://a.test/", status, "Location: /b"), method };
    expect(after(last)).toMatchObject({ method: next });
  });

  test.each([
    [299, "done"],
    [300, "not-followed"],
    [306, "not-followed"],
    [309, "not-followed"],
    [399, "not-followed"],
    [400, "done"],
  ])("a Location next to %d: %s", (status, stop) => {
    expect(after(hop("http://a.test/", status, "Location: /b"))).toMatchObject({ stop, problems: [] });
  });
});

describe("the likely cause of a loop", () => {
  const title = (...hops: Hop[]) => nextHop(hops, options).problems[0]?.title ?? "";
  const to = (url: string, location: string, ...lines: string[]) =>
    hop(url, 301, `Location: ${location}`, ...lines);
  test.each([
    ["Flexible", [to("https://a.test/", "https://a.test/", "CF-Ray: 8a1b-FRA")]],
    ["X-Forwarded-Proto", [to("https://a.test/x", "/x")]],
    ["wp-config.php", [to("https://a.test/", "/", "X-Redirect-By: WordPress")]],
    ["X-Forwarded-Proto", [to("https://a.test/", "http://a.test/"), to("http://a.test/", "https://a.test/")]],
    ["www", [to("https://a.test/", "https://www.a.test/"), to("https://www.a.test/", "https://a.test/")]],
    [
      "cloudflare adds www, WordPress removes it",
      [
        to("https://a.test/", "https://www.a.test/", "Server: cloudflare"),
        to("https://www.a.test/", "https://a.test/", "Server: cloudflare", "X-Redirect-By: WordPress"),
      ],
    ],
    [
      "nginx adds www, Apache removes it",
      [
        to("https://www.a.test/", "https://a.test/", "Server: Apache/2.4.58"),
        to("https://a.test/", "https://www.a.test/", "Server: nginx"),
      ],
    ],
    [
      "one rule adds www",
      [
        to("https://a.test/", "https://www.a.test/", "Server: nginx"),
        to("https://www.a.test/", "https://a.test/", "Server: nginx"),
      ],
    ],
    ["slash", [to("https://a.test/x", "/x/"), to("https://a.test/x/", "/x")]],
  ])("%s", (words, hops) => expect(title(...hops)).toContain(words));
  test.each([[[to("http://a.test/", "/")]], [[to("https://a.test/x", "/y"), to("https://a.test/y", "/x")]]])(
    "none: %#",
    (hops) => expect(title(...hops)).toEndWith("so browsers give up."),
  );
  test("credentials in a Location make a different request, once", () => {
    const first = to("https://a.test/", "https://u:p@a.test/");
    expect(nextHop([first], options).follow?.username).toBe("u");
    expect(nextHop([first, first], options)).toMatchObject({ stop: "loop" });
  });
});

test("a Strict cookie after redirects through another site", () => {
  const hops = (cookie: string, between: string) => [
    hop("https://a.test/login", 302, `Location: ${between}`, `Set-Cookie: s=1; Path=/; Secure; ${cookie}`),
    hop(between, 302, "Location: https://a.test/back"),
    hop("https://a.test/back", 200),
  ];
  const found = (cookie: string, between: string) =>
    chainProblems({ hops: hops(cookie, between), end: new URL("https://a.test/back"), stop: "done" }).filter(
      ({ name }) => name === "redirect-strict-cookie",
    );
  expect(found("SameSite=Strict", "https://b.test/auth")[0]?.title).toContain(
    "Firefox and Safari do not send s",
  );
  expect(found("SameSite=Lax", "https://b.test/auth")).toEqual([]);
  expect(found("SameSite=Strict", "https://www.a.test/auth")).toEqual([]);
});

describe("cookies of the http step", () => {
  const HSTS = "Strict-Transport-Security: max-age=63072000";
  const plain = (...lines: string[]) => hop("http://a.test/", 301, "Location: https://a.test/", ...lines);
  const found = (...hops: Hop[]) => {
    const end = hops.at(-1)?.url ?? new URL("http://a.test/");
    const problems = chainProblems({ hops, end, stop: "done" });
    return problems.find(({ name }) => name === "cookie-on-http-step")?.title;
  };
  test.each([
    ["lang", [plain("Set-Cookie: lang=de"), hop("https://a.test/", 200, HSTS)]],
    [
      "lang, ab",
      [plain("Set-Cookie: lang=de", "Set-Cookie: ab=1; Path=/"), hop("https://a.test/", 200, HSTS)],
    ],
    ["ab", [plain("Set-Cookie: ab=1"), hop("https://a.test/", 200, HSTS, "Set-Cookie: lang=de; Secure")]],
  ])("%s", (names, hops) =>
    expect(found(...hops)).toStartWith(`Only the http step sets ${names}, in clear text`),
  );
  test.each([
    ["without HSTS", [plain("Set-Cookie: a=1"), hop("https://a.test/", 200)]],
    ["set again", [plain("Set-Cookie: a=1"), hop("https://a.test/", 200, HSTS, "Set-Cookie: a=1; Secure")]],
    ["refused", [plain("Set-Cookie: a=1; Secure"), hop("https://a.test/", 200, HSTS)]],
    ["another host", [plain("Set-Cookie: a=1"), hop("https://b.test/", 200, HSTS)]],
  ])("none: %s", (_, hops) => expect(found(...hops)).toBeUndefined());
});
