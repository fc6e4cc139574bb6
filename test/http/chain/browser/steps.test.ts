import { describe, expect, test } from "bun:test";
import { readFieldLines } from "../../../../src/headers/message.ts";
import type { Arrival, Hop } from "../../../../src/http/chain/hop.ts";
import { nextHop } from "../../../../src/http/chain.ts";

interface Answer {
  readonly status?: number;
  readonly lines?: readonly string[];
  /** Refresh by a `meta` element. */
  readonly meta?: readonly [seconds: number, url: string];
  readonly untrusted?: boolean;
}

/** Follows redirects as a browser; returns each request with its Cookie header, and the reason of the end. */
function walk(start: string, serve: (url: string, cookie: string) => Answer): string[] {
  const hops: Hop[] = [];
  const seen: string[] = [];
  let url = new URL(start);
  let arrival: Arrival | undefined;
  for (;;) {
    const cookie = arrival?.cookie ?? "";
    seen.push(`${url.href}${cookie === "" ? "" : ` ${cookie}`}`);
    const { status = 200, lines = [], meta, untrusted = false } = serve(url.href, cookie);
    const [seconds = 0, to = ""] = meta ?? [];
    hops.push({
      url,
      method: "GET",
      status,
      lines: readFieldLines(lines),
      meta: meta && { seconds, url: to },
      untrusted,
      arrival,
    });
    const next = nextHop(hops, { follow: true, maxRedirects: 5, browser: true });
    if (!next.follow) return [...seen, [next.stop, ...next.problems.map(({ name }) => name)].join(" ")];
    url = next.follow;
    arrival = next.arrival;
  }
}

const to = (location: string, ...lines: string[]) => ({
  status: 302,
  lines: [`Location: ${location}`, ...lines],
});
const table = (answers: Readonly<Record<string, Answer>>) => (url: string) => answers[url] ?? {};

describe("cookies", () => {
  test("a gate that sets a cookie and redirects to itself ends", () =>
    expect(walk("https://a.test/", (_, cookie) => (cookie === "" ? to("/", "Set-Cookie: g=1") : {}))).toEqual(
      ["https://a.test/", "https://a.test/ g=1", "done"],
    ));

  test("a rejected cookie leaves a loop", () =>
    expect(walk("https://a.test/", () => to("/", "Set-Cookie: g=1; SameSite=None"))).toEqual([
      "https://a.test/",
      "loop redirect-loop",
    ]));

  test("a new cookie each time leaves too many redirects", () => {
    let count = 0;
    const seen = walk("https://a.test/", () => to("/", `Set-Cookie: g=${count++}`));
    expect(seen.at(-1)).toBe("too-many-redirects redirects-too-many");
    expect(seen.length).toBe(7);
  });

  test("cookies with longer paths come first, those of other hosts and deleted ones are not sent", () =>
    expect(
      walk(
        "https://www.a.test/x/1",
        table({
          "https://www.a.test/x/1": to(
            "/x/2",
            "Set-Cookie: all=1; Path=/; Domain=a.test",
            "Set-Cookie: own=2",
            "Set-Cookie: bare",
          ),
          "https://www.a.test/x/2": to("https://b.test/", "Set-Cookie: own=; Max-Age=0"),
          "https://b.test/": to("https://a.test/"),
          "https://a.test/": to("https://www.a.test/x/3"),
        }),
      ),
    ).toEqual([
      "https://www.a.test/x/1",
      "https://www.a.test/x/2 own=2; bare; all=1",
      "https://b.test/",
      "https://a.test/ all=1",
      "https://www.a.test/x/3 bare; all=1",
      "done",
    ]));

  test("Secure cookies are sent over https only, and http cannot replace them", () =>
    expect(
      walk(
        "https://a.test/",
        table({
          "https://a.test/": to("http://a.test/", "Set-Cookie: s=1; Secure"),
          "http://a.test/": to("https://a.test/end", "Set-Cookie: s=2"),
        }),
      ),
    ).toEqual(["https://a.test/", "http://a.test/", "https://a.test/end s=1", "done"]));

  test("SameSite=Strict cookies are sent along redirects, but not to a link from another site", () =>
    expect(
      walk(
        "https://a.test/",
        table({
          "https://a.test/": to("https://b.test/", "Set-Cookie: s=1; SameSite=Strict", "Set-Cookie: l=1"),
          "https://b.test/": to("https://a.test/1"),
          "https://a.test/1": to("https://b.test/page"),
          "https://b.test/page": { lines: ["Refresh: 0; url=https://a.test/2"] },
          "https://a.test/2": to("/3"),
        }),
      ),
    ).toEqual([
      "https://a.test/",
      "https://b.test/",
      "https://a.test/1 s=1; l=1",
      "https://b.test/page",
      "https://a.test/2 l=1",
      "https://a.test/3 l=1",
      "done",
    ]));

  test("Clear-Site-Data deletes all cookies of the site", () =>
    expect(
      walk(
        "https://a.test/",
        table({
          "https://a.test/": to("/1", "Set-Cookie: c=1"),
          "https://a.test/1": to("/2", 'Clear-Site-Data: "cookies"'),
        }),
      ),
    ).toEqual(["https://a.test/", "https://a.test/1 c=1", "https://a.test/2", "done"]));

  test("180 are kept, and 32 KiB of them sent", () => {
    const lines = Array.from({ length: 181 }, (_, index) => `Set-Cookie: c${index}=${"x".repeat(170)}`);
    const [, second = ""] = walk("https://a.test/", table({ "https://a.test/": to("/1", ...lines) }));
    const sent = second.split(" ").slice(1);
    expect(sent[0]).toStartWith("c1=");
    expect(sent.length).toBe(180);
    const long = lines.map((line) => `${line}${"x".repeat(100)}`);
    const [, cut = ""] = walk("https://a.test/", table({ "https://a.test/": to("/1", ...long) }));
    expect(cut.length).toBeLessThan(32_768 + 30);
    expect(cut.split(" ").length).toBeLessThan(181);
  });
});

describe("cached redirects", () => {
  const gate = (status: number, ...lines: string[]) =>
    walk("https://a.test/", (_, cookie) =>
      cookie === "" ? { ...to("/", "Set-Cookie: g=1", ...lines), status } : {},
    ).at(-1);
  test("a gate with a 301 is a loop: no second request is sent", () => {
    expect(gate(301)).toBe("loop redirect-loop");
    expect(gate(308)).toBe("loop redirect-loop");
    expect(gate(302, "Cache-Control: max-age=60")).toBe("loop redirect-loop");
  });
  test("unless it is not stored, or depends on the cookie", () => {
    expect(gate(301, "Cache-Control: no-cache")).toBe("done");
    expect(gate(301, "Vary: Cookie")).toBe("done");
    expect(gate(302)).toBe("done");
  });
  test("lead to the same target as before", () =>
    expect(
      walk("https://a.test/", (url, cookie) => {
        if (url.endsWith("/b")) return cookie === "" ? to("/", "Set-Cookie: g=1") : {};
        return { ...to("/b"), status: 301 };
      }),
    ).toEqual(["https://a.test/", "https://a.test/b", "https://a.test/b g=1", "done"]));
});

describe("HSTS", () => {
  const start = (hsts: string, rest: Readonly<Record<string, Answer>> = {}, untrusted = false) =>
    walk(
      "https://a.test/",
      table({
        "https://a.test/": {
          ...to("http://www.a.test:8080/", `Strict-Transport-Security: ${hsts}`),
          untrusted,
        },
        "https://www.a.test:8080/": to("http://a.test/x"),
        "http://www.a.test:8080/": to("http://a.test/x"),
        ...rest,
      }),
    );
  test("upgrades the host and its subdomains", () =>
    expect(start("max-age=60; includeSubDomains")).toEqual([
      "https://a.test/",
      "https://www.a.test:8080/",
      "https://a.test/x",
      "done",
    ]));
  test("upgrades only the host", () =>
    expect(start("max-age=60")).toEqual([
      "https://a.test/",
      "http://www.a.test:8080/",
      "https://a.test/x",
      "done",
    ]));
  test("0 upgrades nothing", () =>
    expect(start("max-age=0; includeSubDomains")[1]).toBe("http://www.a.test:8080/"));
  test("with an untrusted certificate upgrades nothing", () =>
    expect(start("max-age=60; includeSubDomains", {}, true)[1]).toBe("http://www.a.test:8080/"));
  test("a loop over http is one over https", () =>
    expect(
      walk("https://a.test/", () => to("http://a.test/", "Strict-Transport-Security: max-age=60")),
    ).toEqual(["https://a.test/", "loop redirect-loop"]));
});

describe("pages that refresh", () => {
  const onward = (refresh: string, meta?: readonly [number, string]) =>
    walk("https://a.test/", (url) =>
      url === "https://a.test/" ? { lines: [`Refresh: ${refresh}`], ...(meta && { meta }) } : {},
    );
  test("Refresh", () => expect(onward("0; url=/b")).toEqual(["https://a.test/", "https://a.test/b", "done"]));
  test("up to 30 s", () => {
    expect(onward("30; url=/b")).toEqual(["https://a.test/", "https://a.test/b", "done"]);
    expect(onward("31; url=/b")).toEqual(["https://a.test/", "done redirect-by-refresh"]);
  });
  test("the meta element, unless Refresh is earlier", () => {
    expect(onward("1; url=/b", [1, "https://a.test/c"])[1]).toBe("https://a.test/c");
    expect(onward("1; url=/b", [2, "https://a.test/c"])[1]).toBe("https://a.test/b");
  });
  test("another scheme and a fragment are ignored", () => {
    expect(onward("0; url=mailto:x@a.test").length).toBe(2);
    expect(onward("0; url=#x")).toEqual(["https://a.test/", "done"]);
  });
  test("a page that reloads itself is the end, unless it sets a cookie first", () => {
    expect(onward("5")).toEqual(["https://a.test/", "done"]);
    expect(
      walk("https://a.test/", (_, cookie) => ({
        lines: ["Refresh: 5", ...(cookie ? [] : ["Set-Cookie: a=1"])],
      })),
    ).toEqual(["https://a.test/", "https://a.test/ a=1", "done"]);
  });
  test("two pages that lead to each other", () =>
    expect(
      walk("https://a.test/", (url) => ({
        meta: [0, url.endsWith("b") ? "https://a.test/" : "https://a.test/b"],
      })),
    ).toEqual(["https://a.test/", "https://a.test/b", "loop refresh-loop"]));
  test("a download does not refresh", () =>
    expect(
      walk("https://a.test/", () => ({ lines: ["Refresh: 0; url=/b", "Content-Disposition: attachment"] })),
    ).toEqual(["https://a.test/", "done"]));
});

describe("hints about browsers in a client's report", () => {
  const hop = (url: string, ...lines: string[]): Hop => ({
    url: new URL(url),
    method: "GET",
    status: 302,
    lines: readFieldLines(lines),
  });
  const found = (...hops: Hop[]) => {
    const next = nextHop(hops, { follow: true, maxRedirects: 5 });
    return next.problems.map(({ name, title }) => `${name}: ${title}`);
  };
  test("a cookie that would be sent", () =>
    expect(found(hop("https://a.test/", "Location: /", "Set-Cookie: g=1"))).toEqual([
      "redirect-needs-cookie: Without cookies the redirects loop back to https://a.test/; browsers send the cookie g, which may end the loop.",
    ]));
  test("a cookie for an earlier step", () =>
    expect(
      found(
        hop("https://a.test/", "Location: /b"),
        hop("https://a.test/b", "Location: /", "Set-Cookie: g=1; Path=/"),
      ),
    ).toEqual([expect.stringContaining("redirect-needs-cookie")]));
  test("a cookie for another host", () =>
    expect(found(hop("https://a.test/", "Location: /", "Set-Cookie: g=1; Path=/x"))).toEqual([
      "redirect-loop: https://a.test/ redirects to itself, so browsers give up: a proxy that terminates TLS requests the application over http; have it send X-Forwarded-Proto.",
    ]));
  test("a cached redirect", () =>
    expect(found({ ...hop("https://a.test/", "Location: /", "Set-Cookie: g=1"), status: 301 })).toEqual([
      "redirect-loop: https://a.test/ redirects to itself; browsers cache the 301 and send no new request, whatever cookies it sets.",
    ]));
  test("a meta refresh", () =>
    expect(
      nextHop([{ ...hop("https://a.test/"), status: 200, meta: { seconds: 3, url: "https://b.test/" } }], {
        follow: true,
        maxRedirects: 5,
      }),
    ).toMatchObject({ stop: "done", problems: [{ name: "redirect-by-meta-refresh" }] }));
});
