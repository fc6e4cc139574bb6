/** What servers are told for problems that configuration cures. */

import { expect, test } from "bun:test";
import { remedies } from "../../data/recipes.ts";
import { explainMessage } from "../../src/headers/explain.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { kindOf } from "../../src/view/kinds.ts";
import { recipesFor } from "../../src/view/recipes.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

test.each([...remedies])("%s is a kind of problem, and its line is right", (id, { set }) => {
  expect(kindOf(id)).toBeDefined();
  if (set === undefined) return;
  const { headers } = explainMessage(parseMessage([set], { status: 200, url: "https://example.com/" }), NOW);
  expect(headers.flatMap(({ problems }) => problems).filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
});

test("recipes name the field and its value", () => {
  expect(recipesFor("x-content-type-options-missing").map(({ text }) => text)).toEqual([
    'add_header X-Content-Type-Options "nosniff" always;',
    'Header always set X-Content-Type-Options "nosniff"',
    'header X-Content-Type-Options "nosniff"',
    "Rules, Transform Rules, Modify Response Header: Set static X-Content-Type-Options to nosniff",
  ]);
  expect(recipesFor("toString")).toEqual([]);
});

test("servers have settings of their own, and Cloudflare none for cookies", () => {
  expect(recipesFor("cookie-session-insecure").map(({ server }) => server)).toEqual([
    "nginx",
    "Apache",
    "Caddy",
  ]);
  expect(recipesFor("software-version")[0]?.text).toBe("server_tokens off;");
});
