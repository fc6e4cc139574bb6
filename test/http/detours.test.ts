import { describe, expect, test } from "bun:test";
import { placeOf, readConnectTo, readResolve } from "../../src/http/wire/detours.ts";
import { formatAddress } from "../../src/syntax/ip-address.ts";

/** Address and port dialled for `url`, as text. */
function placed(url: string, resolve: readonly string[], connectTo: readonly string[] = []): string {
  const detours = [...resolve.map(readResolve), ...connectTo.map(readConnectTo)].flatMap((one) => one ?? []);
  const { host, port, addresses } = placeOf(new URL(url), detours);
  return [host, port, ...(addresses ?? []).map(formatAddress)].join(" ");
}

describe("address of a connection", () => {
  const rows: [url: string, resolve: string[], connectTo: string[], place: string][] = [
    ["https://a.test/", [], [], "a.test 443"],
    ["https://a.test/", ["a.test:443:192.0.2.1"], [], "a.test 443 192.0.2.1"],
    ["https://a.test/", ["A.TEST:443:192.0.2.1,[2001:db8::1]"], [], "a.test 443 192.0.2.1 2001:db8::1"],
    ["http://a.test/", ["a.test:443:192.0.2.1"], [], "a.test 80"],
    ["https://a.test/", ["b.test:443:192.0.2.1", "*:443:192.0.2.2"], [], "a.test 443 192.0.2.2"],
    ["https://a.test/", [], ["a.test:443:b.test:8443"], "b.test 8443"],
    ["https://a.test/", [], ["::b.test:"], "b.test 443"],
    ["https://a.test/", [], ["a.test::[::1]:8443"], "::1 8443"],
    ["https://a.test/", [], ["a.test:80:b.test:"], "a.test 443"],
    ["https://a.test/", ["b.test:8443:192.0.2.1"], ["a.test:443:b.test:8443"], "b.test 8443 192.0.2.1"],
  ];
  for (const [url, resolve, connectTo, place] of rows)
    test(place, () => expect(placed(url, resolve, connectTo)).toBe(place));

  test("invalid detours", () => {
    for (const text of [
      "a.test",
      "a.test:443",
      "a.test:443:b.test",
      "a.test:0:192.0.2.1",
      "a:65536:192.0.2.1",
    ])
      expect(readResolve(text)).toBe(undefined);
    expect(readResolve("a:65535:192.0.2.1")?.port).toBe(65_535);
    for (const text of ["a.test", "a:b:c:d", "a:1:b:65536", "a:1:b"])
      expect(readConnectTo(text)).toBe(undefined);
  });
});
