/** Token files, and the permissions of each token. */

import { describe, expect, test } from "bun:test";
import { timingSafeEqual } from "node:crypto";
import { NetlensError } from "../../src/api/errors.ts";
import {
  CALLS,
  type Grant,
  isOpen,
  isTokenName,
  parseTokens,
  refusal,
  tokenOf,
  tokenRow,
} from "../../src/server/tokens.ts";

const token = (seed: number) => tokenOf(new Uint8Array(32).fill(seed));
const parse = (text: string) => parseTokens(text, "tokens", timingSafeEqual);
const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
const grantOf = (found: Grant | NetlensError): Grant => {
  if (found instanceof NetlensError) throw found;
  return found;
};

describe("a token file", () => {
  const text = [
    "\ufeff# who may call",
    "",
    tokenRow(token(1), "ci", "600/1m", "http,ip"),
    `  ${tokenRow(token(2), "All-of.it_2", "off", "all")}  `,
    tokenRow(token(3), "plain", "-", "ip"),
  ].join("\r\n");
  const { identify, anonymous } = parse(text);

  test("identifies the client, its rate and rights", () => {
    const ci = grantOf(identify(`Bearer ${token(1)}`));
    expect([ci.name, ci.rate]).toEqual(["ci", { requests: 600, window: 60_000 }]);
    expect(CALLS.filter(ci.may)).toEqual(["ip", "http"]);
    const all = grantOf(identify(`bearer   ${token(2)}`));
    expect([all.name, all.rate, CALLS.every(all.may)]).toEqual(["All-of.it_2", "off", true]);
    expect(grantOf(identify(`Bearer ${token(3)}`)).rate).toBe("default");
  });

  test("refuses clients without a token or with an unknown one", () => {
    expect(anonymous).toBeUndefined();
    const cases: readonly (readonly [string | null, string])[] = [
      [null, 'Bearer realm="netlens"'],
      ["Basic YTpi", 'Bearer realm="netlens"'],
      ["Bearerish x", 'Bearer realm="netlens"'],
      ["Bearer", 'Bearer realm="netlens", error="invalid_token"'],
      ["Bearer ", 'Bearer realm="netlens", error="invalid_token"'],
      [`Bearer ${token(4)}`, 'Bearer realm="netlens", error="invalid_token"'],
      [`Bearer ${token(1)}x`, 'Bearer realm="netlens", error="invalid_token"'],
      [`Bearer ${token(1)}, Bearer ${token(1)}`, 'Bearer realm="netlens", error="invalid_token"'],
      [
        `Bearer ${tokenRow(token(1), "a", "-", "all").split(" ")[1]}`,
        'Bearer realm="netlens", error="invalid_token"',
      ],
    ];
    for (const [given, challenge] of cases) {
      const found = identify(given);
      if (!(found instanceof NetlensError)) throw new Error(`${given} is let in`);
      expect([given, found.code, found.headers["www-authenticate"]]).toEqual([
        given,
        "unauthorized",
        challenge,
      ]);
      expect(found.message).not.toContain(token(1));
    }
  });

  test("compares with every row, even after a match", () => {
    for (const [given, compared] of [
      [`Bearer ${token(1)}`, 3],
      [`Bearer ${token(3)}`, 3],
      [`Bearer ${token(9)}`, 3],
      [null, 0],
    ] as const) {
      let calls = 0;
      const counting = (a: Uint8Array, b: Uint8Array) => {
        calls++;
        expect([a.length, b.length]).toEqual([32, 32]);
        return timingSafeEqual(a, b);
      };
      parseTokens(text, "tokens", counting).identify(given);
      expect([given, calls]).toEqual([given, compared]);
    }
  });
});

test("clients without a token have the rights of the anonymous line; an unknown token is still refused", () => {
  const { identify } = parse("anonymous - 10/1m ip,page\n");
  const grant = grantOf(identify(null));
  expect([grant.name, grant.rate, CALLS.filter(grant.may)]).toEqual([
    "",
    { requests: 10, window: 60_000 },
    ["ip", "page"],
  ]);
  expect(refusal(grant, "ip")).toBeUndefined();
  expect(refusal(grant, "http")?.code).toBe("unauthorized");
  expect(identify(`Bearer ${token(1)}`)).toBeInstanceOf(NetlensError);
});

test("the error names the missing right of a token", () => {
  const { identify } = parse(tokenRow(token(1), "ci", "-", "ip"));
  const grant = grantOf(identify(`Bearer ${token(1)}`));
  const refused = refusal(grant, "mcp");
  expect([refused?.code, refused?.headers["www-authenticate"]]).toEqual([
    "forbidden",
    'Bearer realm="netlens", error="insufficient_scope", scope="mcp"',
  ]);
});

describe("an invalid line is reported", () => {
  const good = `a ${hash("0")} - all`;
  const cases: readonly (readonly [text: string, message: string])[] = [
    ["a b c", "tokens:1: expected NAME sha256:HASH RATE CALLS"],
    [`${good} more`, "tokens:1: expected NAME sha256:HASH RATE CALLS"],
    [`\n# x\n.a ${hash("1")} - all`, "tokens:3: expected a name"],
    [`${good}\na ${hash("1")} - all`, 'tokens:2: the name "a" is taken by a line above'],
    [`${good}\nb ${hash("0")} - all`, "tokens:2: another line has the same hash"],
    [`a ${hash("0").slice(1)} - all`, "tokens:1: expected sha256: and 64 hexadecimal digits"],
    [`a ${hash("0").slice(0, -1)} - all`, "tokens:1: expected sha256: and 64 hexadecimal digits"],
    [`a ${hash("g")} - all`, "tokens:1: expected sha256: and 64 hexadecimal digits"],
    [`a ${token(1)} - all`, "tokens:1: expected sha256: and 64 hexadecimal digits"],
    [
      `a ${hash("0")} fast all`,
      "tokens:1: expected REQUESTS/TIME such as 60/1m, or off, or - for --rate-limit",
    ],
    [`a ${hash("0")} - ip,htp`, "tokens:1: expected all, or some of ip,useragent,http,"],
    [`a ${hash("0")} - ip,`, "tokens:1: expected all, or some of"],
    [`a ${hash("0")} - health`, "tokens:1: expected all, or some of"],
    [`anonymous ${hash("0")} - ip`, "tokens:1: anonymous has no token"],
    ["a - - ip", "tokens:1: expected sha256:"],
    [`${token(1)} ${hash("0")} - ip`, "tokens:1: expected a name"],
    [`a ${hash("0")} ${token(1)} ip`, "tokens:1: expected REQUESTS/TIME"],
    [`a ${hash("0")} - ${token(1)}`, "tokens:1: expected all"],
  ];
  test.each(cases)("%j", (text, message) => {
    expect(() => parse(text)).toThrow(message);
    // The error must not quote text that may be a misplaced token.
    expect(() => parse(text)).not.toThrow(token(1));
  });
});

test("names and tokens", () => {
  expect(["a", "A.b-c_9", "x".repeat(64)].filter(isTokenName)).toHaveLength(3);
  expect(["", "-a", "a b", "a:b", "ä", "x".repeat(65), token(1)].filter(isTokenName)).toEqual([]);
  expect(token(255)).toMatch(/^netlens_[\w-]{43}$/);
  expect(["health", "description", "ip", "page"].filter(isOpen)).toEqual(["health", "description"]);
});
