import { describe, expect, test } from "bun:test";
import { seenTogether } from "../../src/view/log-line.ts";

const LINE =
  '5.0.1.2 - frank [24/Nov/2026:14:03:00 +0100] "GET /a?b=[c] HTTP/1.1" 200 12 "https://a.example/" "Mozilla/5.0 (X \\"Y\\")"';

describe("an address and a user agent in one text", () => {
  test.each([
    ["5.0.1.2 curl/8.5.0", { ip: "5.0.1.2", agent: "curl/8.5.0" }],
    ["2001:db8::1  Mozilla/5.0 (X)", { ip: "2001:db8::1", agent: "Mozilla/5.0 (X)" }],
    ['[2001:db8::1]:443 "curl/8.5.0"', { ip: "[2001:db8::1]:443", agent: "curl/8.5.0" }],
    ["5.0.1.2\ncurl/8.5.0", { ip: "5.0.1.2", agent: "curl/8.5.0" }],
    [LINE, { ip: "5.0.1.2", agent: 'Mozilla/5.0 (X \\"Y\\")', time: Date.UTC(2026, 10, 24, 13, 3) }],
    [LINE.replace("Nov", "Nix"), { ip: "5.0.1.2", agent: 'Mozilla/5.0 (X \\"Y\\")' }],
    ["5.0.1.2", undefined],
    ["curl/8.5.0 5.0.1.2", undefined],
    ["a.example curl/8.5.0", undefined],
    ["", undefined],
  ])("%j", (text, found) => {
    expect(seenTogether(text)).toEqual(found && { time: undefined, ...found });
  });
  test("a long line is read at once", () => {
    const begin = process.threadCpuUsage();
    for (const filler of ["[", '"', "] ", "\\", " "]) seenTogether(`5.0.1.2 ${filler.repeat(16_000)}`);
    const { user, system } = process.threadCpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
