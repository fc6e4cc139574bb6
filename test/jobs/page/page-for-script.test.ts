import { expect, test } from "bun:test";
import { isPageForScript } from "../../../src/jobs/page/read/read-content.ts";

test.each([
  ["<!doctype html><p>x", true],
  ["\ufeff\n <HTML>", true],
  ['<script src="/a.js"></script>', true],
  ["<div>404</div>", true],
  ["</body>", true],
  ['<?xml version="1.0"?>', true],
  ["<!-- a comment of one line\nf()", false],
  ["f('<html>')", false],
  ["", false],
  ["// <html>", false],
])("%j as a script is a page: %p", (text, isPage) => {
  expect(isPageForScript({ as: "script" }, text)).toBe(isPage);
  expect(isPageForScript({ as: "style" }, text)).toBe(false);
});
