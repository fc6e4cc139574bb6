import { expect, test } from "bun:test";
import { itemLines, readMap } from "./map-text.ts";

const map = (answer: string) =>
  readMap(`map $uri $new { /a /b; }\nmap $uri $else { /c /d; }\nserver { ${answer} }`, { format: "nginx" });

test.each([
  ["return 301 $new;", 301],
  ["if ($new) { return 308 $new; }", 308],
  ["return 307 https://$host$" + "{new};", 307],
  ["return $new;", 302],
  ["rewrite ^ $new permanent;", 301],
  ["rewrite ^ $new? redirect;", 302],
  ["rewrite ^ https://a.test$new;", 302],
  ["return 301 $new; return 301 $new;", 301],
])("a map is used with the status of %s", async (answer, status) => {
  expect(itemLines(await map(answer))).toContain(`1:17 /a → /b ${status}`);
  expect(itemLines(await map(answer))).toContain("2:18 /c → /d");
});

test.each([
  "return 301 $newer;",
  "return 200 $new;",
  "return 304 $new;",
  "rewrite ^ $new last;",
  "rewrite ^ $new;",
  "if ($x) { return 301 $new; } return 302 $new;",
])("and without a status if %s", async (answer) => {
  expect(itemLines(await map(answer))).toContain("1:17 /a → /b");
});

const server = (host: string, listen = "") =>
  `server { ${listen} location = /a { return 301 /b; } server_name ${host}; }`;
const at = async (base: string | undefined, ...servers: string[]) => {
  const read = await readMap(servers.join("\n"), { format: "nginx", ...(base && { base }) });
  return [read.description, ...itemLines(read).map((line) => line.replace(/^\S+ | →.*/g, ""))];
};

test("servers with several names have their sources there", async () => {
  const both = [server("_ *.a.test A.test www.a.test"), server("b.test", "listen [::]:443 ssl;")];
  const apart = ["nginx directives, at the names of 2 servers", "http://a.test/a", "https://b.test/a"];
  expect(await at(undefined, ...both)).toEqual(apart);
  expect(await at("https://b.test/", ...both)).toEqual(apart);
  expect(await at(undefined, ...both, server("_"))).toEqual([...apart, "/a"]);
});

test("one base applies if it belongs to no server, or all have one name", async () => {
  const both = [server("a.test"), server("b.test")];
  expect(await at("https://copy.test/", ...both)).toEqual(["nginx directives", "/a", "/a"]);
  const one = [server("a.test"), server("a.test", "listen 443;")];
  expect(await at(undefined, ...one)).toEqual(["nginx directives", "/a", "/a"]);
});

test("a row with more cells than the header", async () => {
  const rows = async (text: string) => itemLines(await readMap(text));
  const told =
    "2:13 omitted: the row has a cell 4 but the header names 3; quote cells that contain the separator";
  expect(await rows("from,to,code\n/a?x=1,2,/b,301\n/c,/d,301,\n/e,/f")).toEqual([
    told,
    "3:1 /c → /d 301",
    "4:1 /e → /f",
  ]);
  expect(await rows("from,to,code,\n/c,/d,301,")).toEqual(["2:1 /c → /d 301"]);
  expect(await rows("alt,neu\n/a,/b\n/c,/d,x")).toEqual([
    "2:1 /a → /b",
    "3:7 omitted: the row has a cell 3 but the header names 2; quote cells that contain the separator",
  ]);
});
