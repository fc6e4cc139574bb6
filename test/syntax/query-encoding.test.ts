import { expect, test } from "bun:test";
import { encodeQuery } from "../../src/syntax/query-encoding.ts";

test.each([
  ["/café?q=é€", "windows-1252", "/café?q=%E9%80"],
  ["/a?q=é€", "utf-8", "/a?q=é€"],
  ["/a?q=é", "utf-16le", "/a?q=é"],
  ["/a?q=é#é?é", "windows-1252", "/a?q=%E9#é?é"],
  ["/é#a?é", "windows-1252", "/é#a?é"],
  ["?é", "windows-1252", "?%E9"],
  ["/é", "windows-1252", "/é"],
  ["/a?Ж", "windows-1252", "/a?%26%231046%3B"],
  ["/a?😀&b", "windows-1252", "/a?%26%23128512%3B&b"],
  ["/a?Ж", "windows-1251", "/a?%C6"],
  ["/a?日本", "shift_jis", "/a?%93%FA%96{"],
  ["/a?日本", "euc-jp", "/a?%C6%FC%CB%DC"],
  ["/a?日本", "gbk", "/a?%C8%D5%B1%BE"],
  // The following are from Chromium, which was compared for each character of U+0080 to U+FFFE.
  ["/a?日本x語", "iso-2022-jp", "/a?%1B$BF|K\\%1B(Bx%1B$B8l%1B(B"],
  ["/a?¥‾−", "euc-jp", "/a?\\~%A1%DD"],
  ["/a?ⅰ\ue000", "shift_jis", "/a?%FA@%26%2357344%3B"],
  ["/a?十卅╪╭é", "big5", "/a?%A4Q%A4%CA%F9%EA%A2~%26%23233%3B"],
  ["/a?€é😀", "gb18030", "/a?%A2%E3%A8%A6%949%FC6"],
  ["/a?€é😀", "gbk", "/a?%80%A8%A6%26%23128512%3B"],
  ["/a?é\uf780", "x-user-defined", "/a?%26%23233%3B%80"],
])("the query of %s in %s", (reference, label, expected) => {
  expect(encodeQuery(reference, label)).toBe(expected);
});
