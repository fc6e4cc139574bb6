import { describe, expect, test } from "bun:test";
import { seenTogether } from "../../src/view/parse-question.ts";

const LINE =
  '5.0.1.2 - frank [24/Nov/2026:14:03:00 +0100] "GET /a?b=[c] HTTP/1.1" 200 12 "https://a.example/" "Mozilla/5.0 (X \\"Y\\")"';

describe("an address and a user agent in one text", () => {
  test.each([
    ["5.0.1.2 curl/8.5.0", { ip: "5.0.1.2", agent: "curl/8.5.0" }],
    ["2001:db8::1  Mozilla/5.0 (X)", { ip: "2001:db8::1", agent: "Mozilla/5.0 (X)" }],
    ['[2001:db8::1]:443 "curl/8.5.0"', { ip: "[2001:db8::1]:443", agent: "curl/8.5.0" }],
    ["5.0.1.2\ncurl/8.5.0", { ip: "5.0.1.2", agent: "curl/8.5.0" }],
    [LINE, { ip: "5.0.1.2", agent: 'Mozilla/5.0 (X \\"Y\\")', time: Date.UTC(2026, 10, 24, 13, 3) }],
    [`${LINE}\r\n`, { ip: "5.0.1.2", agent: 'Mozilla/5.0 (X \\"Y\\")', time: Date.UTC(2026, 10, 24, 13, 3) }],
    [
      '5.0.1.2 - - [24/Nov/2026:14:03:00 +0100] ""',
      { ip: "5.0.1.2", agent: "", time: Date.UTC(2026, 10, 24, 13, 3) },
    ],
    ['5.0.1.2 - [] [a]b [c] "x" "y"', { ip: "5.0.1.2", agent: "y" }],
    ['5.0.1.2 [a] "b\\\\"', { ip: "5.0.1.2", agent: "b\\\\" }],
    ['5.0.1.2 [a] b"c"', { ip: "5.0.1.2", agent: '[a] b"c"' }],
    ['5.0.1.2 [a] "b\\"', { ip: "5.0.1.2", agent: '[a] "b\\"' }],
    // Text of two log lines is not parsed as one.
    ['5.0.1.2 [a] "b"\n5.0.1.2 [c] "d"', { ip: "5.0.1.2", agent: '[a] "b"\n5.0.1.2 [c] "d"' }],
    [LINE.replace("Nov", "Nix"), { ip: "5.0.1.2", agent: 'Mozilla/5.0 (X \\"Y\\")' }],
    ["5.0.1.2", undefined],
    ["curl/8.5.0 5.0.1.2", undefined],
    ["a.example curl/8.5.0", undefined],
    ["", undefined],
  ])("%j", (text, found) => {
    expect(seenTogether(text)).toEqual(found && { time: undefined, ...found });
  });
  test.each([
    ["a bracket without its end", "[".repeat(1_000_000)],
    ["brackets without a space", "[a]".repeat(300_000)],
    ["empty brackets", "[] ".repeat(300_000)],
    ["quotes", '"'.repeat(1_000_000)],
    ["quotes with a space", ' "'.repeat(500_000)],
    ["escaped quotes", `[a] ${'\\"'.repeat(500_000)}"`],
    ["backslashes", "\\".repeat(1_000_000)],
    ["spaces", `${" ".repeat(1_000_000)}a`],
  ])("reads a million characters: %s", (_, long) => {
    expect(seenTogether(`5.0.1.2 - ${long}`)?.time).toBeUndefined();
    expect(seenTogether(`5.0.1.2 - ${long.replaceAll('"', "'")} [24/Nov/2026:14:03:00 +0100] "-"`)?.ip).toBe(
      "5.0.1.2",
    );
  });
});
