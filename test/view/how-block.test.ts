/** Configuration for all findings of a response as one block, and its parts shown to users. */

import { describe, expect, test } from "bun:test";
import { RECIPE_PLACES, type RecipePlace } from "../../data/recipe-servers.ts";
import { runSync } from "../../src/api/cooperative.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import { explainingHar } from "../../src/jobs/har/read.ts";
import { type Finding, findingsOf } from "../../src/jobs/project/findings.ts";
import { kindOf } from "../../src/jobs/project/kinds.ts";
import {
  blockText,
  exampleFinding,
  howOfKind,
  recipeBlocks,
  recipesOf,
  recipeText,
} from "../../src/view/how.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const BASE = [
  "Content-Type: image/png",
  "Date: Fri, 20 Nov 2026 10:00:00 GMT",
  'ETag: "a"',
  "Cache-Control: no-cache",
];

function blocks(lines: readonly string[]) {
  const report = decodeHeaders({ headers: [...BASE, ...lines], status: 200, method: "GET" }, NOW, {
    how: "all",
  });
  return { report, found: findingsOf(report), blocks: recipeBlocks(report, findingsOf(report)) };
}

const textOf = (lines: readonly string[], server: "nginx" | "apache" | "caddy" | "cloudflare") =>
  blocks(lines).blocks[0]?.recipes.find(({ place }) => place === server)?.text ?? "";

describe("a block", () => {
  const TWO = ["X-Frame-Options: SAME-ORIGIN", "X-Pingback: https://example.com/xmlrpc.php"];

  test("has each header once, most severe first", () => {
    const lines = textOf([...TWO, "X-Content-Type-Options: no-sniff"], "nginx").split("\n");
    expect(lines.filter((line) => !line.startsWith("#"))).toEqual([
      "proxy_hide_header X-Frame-Options; fastcgi_hide_header X-Frame-Options; uwsgi_hide_header X-Frame-Options;",
      'add_header X-Frame-Options "SAMEORIGIN" always;',
      "proxy_hide_header X-Content-Type-Options; fastcgi_hide_header X-Content-Type-Options; uwsgi_hide_header X-Content-Type-Options;",
      'add_header X-Content-Type-Options "nosniff" always;',
      "proxy_hide_header X-Pingback; fastcgi_hide_header X-Pingback; uwsgi_hide_header X-Pingback;",
    ]);
  });
  test("is one directive of Caddy", () => {
    expect(textOf(TWO, "caddy")).toContain(
      'header {\n\tX-Frame-Options "SAMEORIGIN"\n\t-X-Pingback\n\tdefer\n}',
    );
  });
  test("does not send a header that another finding removes", () => {
    for (const server of ["nginx", "apache", "caddy", "cloudflare"] as const) {
      const text = textOf(["Access-Control-Allow-Methods: GET POST", "X-Frame-Options: SAME-ORIGIN"], server);
      expect(text).toContain("Access-Control-Allow-Methods");
      expect(text).not.toContain("GET, POST");
      expect(text).toContain("SAMEORIGIN");
    }
  });
  test("does not remove a header that it sends", () => {
    const text = textOf(["Feature-Policy: camera 'none'"], "apache");
    expect(text).toContain("Header always setifempty Permissions-Policy");
    expect(text).not.toContain("Header always unset Permissions-Policy");
    expect(text).toContain("Header always unset Feature-Policy");
  });
  test("has each note once, and lists what it does not fix", () => {
    const all = blocks(["X-Frame-Options: SAME-ORIGIN", "Age: soon"]);
    expect(all.blocks[0]?.recipes[0]?.others).toContain("age-invalid");
    const text = blockText(all.blocks, "nginx");
    expect(text.match(/add_header of its own/g)).toHaveLength(1);
    expect(text).toMatch(/# Still open: .*age-invalid/);
  });
  test("lists findings that this server cannot fix, and those that none can", () => {
    const all = blocks(["X-Frame-Options: SAME-ORIGIN", "Set-Cookie: sid=1; SameSite=None"]).blocks;
    expect(blockText(all, "nginx")).not.toContain("cookie-");
    expect(blockText(all, "lighttpd")).toMatch(/# Still open: .*cookie-/);
  });
  test("without recipes has one sentence", () => {
    const { blocks: none } = blocks(["Age: soon"]);
    expect(blockText(none, "caddy")).toBe(
      "# None of the findings can be fixed in the configuration of Caddy.\n",
    );
    expect(blockText(none, "wordpress")).toBe(
      "<?php\n// None of the findings can be fixed in the configuration of WordPress.\n",
    );
  });
});

describe("the file of a chain", () => {
  // URLs of a redirect and a page that try to end the comment they are written in.
  const urls = ["http://a.example/?q=*/?>%0A\\", `https://a.example/x?q={$HOME}${"$"}{A}\u2028eval(1)\\`];
  const report = runSync(
    explainingHar(
      {
        log: {
          entries: urls.map((url, at) => ({
            request: { method: "GET", url, headers: [] },
            response: {
              status: at === 0 ? 301 : 200,
              headers: [...BASE, "X-Powered-By: PHP/8.1", "X-Frame-Options: SAME-ORIGIN"].map((line) => ({
                name: line.slice(0, line.indexOf(":")),
                value: line.slice(line.indexOf(":") + 2),
              })),
            },
          })),
        },
      },
      NOW,
      "all",
    ),
  );
  const hostile = {
    ...report,
    steps: report.steps.map((step, at) => ({ ...step, request: { ...step.request, url: urls[at] ?? "" } })),
  };
  const all = (place: RecipePlace) => recipeBlocks(hostile, findingsOf(hostile), [place]);

  test.each(RECIPE_PLACES)(
    "for %s is about one step, and names the others in comments of its language",
    (place) => {
      const comment = ["express", "php", "wordpress"].includes(place) ? "//" : "#";
      for (const step of [undefined, 1, 2]) {
        const lines = blockText(all(place), place, step).split("\n");
        if (comment === "//" && place !== "express") expect(lines.shift()).toBe("<?php");
        expect(lines.filter((line) => line.includes("<?php"))).toEqual([]);
        const [about = "", other = ""] = lines;
        expect(about).toStartWith(`${comment} `);
        if (["express", "django", "wordpress"].includes(place))
          expect(about).toContain("None of the findings can be fixed in the configuration of ");
        else {
          expect(about).toContain(step === 1 ? "http://a.example/" : "https://a.example/x");
          expect(other).toStartWith(`${comment} Step ${step === 1 ? 2 : 1} has its own file (--step `);
          expect(`${about}${other}`).not.toMatch(/\*\/|\?>|\{\$|\$\{|\\|[^\x20-\x7e]/);
        }
      }
    },
  );
  test("files of parts have their own names, the complete file the plain one", () => {
    const names = (text: string) => /response[-_]headers[\w-]*\.\w+/.exec(text)?.[0];
    const finding = findingsOf(hostile).find(({ name }) => name === "x-frame-options-unknown");
    const [first, last] = all("php").map(({ recipes }) => names(recipes[0]?.text ?? ""));
    expect([names(finding?.how?.php ?? ""), first, last]).toEqual([
      "response-headers-x-frame-options.php",
      "response-headers-step-1.php",
      "response-headers.php",
    ]);
  });
});

describe("the server shown first", () => {
  test.each([
    ["nginx/1.25.3", "nginx"],
    ["openresty", "nginx"],
    ["Apache/2.4.41 (Ubuntu)", "apache"],
    ["cloudflare", "cloudflare"],
    ["Caddy", "caddy"],
    ["gws", undefined],
    ["constructor", undefined],
  ] as const)("%s", (name, server) => {
    const all = blocks(["X-Frame-Options: SAME-ORIGIN", `Server: ${name}`]);
    expect(all.blocks[0]?.server).toBe(server);
    const finding = all.found.find(({ how }) => how?.header !== undefined) as Finding;
    const labels = { nginx: "nginx", apache: "Apache", cloudflare: "Cloudflare", caddy: "Caddy" };
    expect(recipeText(finding, all.report)).toStartWith(`${labels[server ?? "nginx"]}:\n`);
    expect(recipeText(finding, all.report, "caddy")).toStartWith("Caddy:\n");
  });
  test("a finding without recipe has no text", () => {
    const { found, report } = blocks(["Age: soon"]);
    expect(recipeText(found.find(({ name }) => name === "age-invalid") as Finding, report)).toBe("");
  });
});

describe("a kind of problem", () => {
  const how = (id: string) => howOfKind(id, kindOf(id) ?? { severity: "info", summary: "" });
  test("has the recipe of its example", () => {
    expect(how("x-frame-options-unknown")?.header).toBe("X-Frame-Options: SAMEORIGIN");
  });
  test("has a starting point if only the site can choose", () => {
    const start = how("content-security-policy-missing");
    expect(start?.note).toStartWith("A start that blocks nothing:");
    expect(start?.header).toStartWith("Content-Security-Policy-Report-Only: default-src 'self'");
  });
  test("has the settings of servers", () => {
    expect(how("tls-version-old")?.nginx).toBe("ssl_protocols TLSv1.2 TLSv1.3;");
  });
  test("has none if no server can fix it", () => {
    expect(how("age-invalid")).toBeUndefined();
    expect(exampleFinding("age-invalid", ["Age: 5"])).toBeUndefined();
  });
  test("lists the servers with a recipe, in order", () => {
    const cookie = how("cookie-insecure");
    expect(cookie && recipesOf(cookie).map(({ place }) => place)).toEqual([
      "nginx",
      "apache",
      "htaccess",
      "caddy",
      "cloudflare",
      "express",
      "django",
      "php",
    ]);
  });
});
