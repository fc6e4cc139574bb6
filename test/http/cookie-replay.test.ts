import { expect, test } from "bun:test";
import { openVerdicts } from "../../src/headers/verdicts/index.ts";
import { earlierCookies } from "../../src/http/chain/cookie-replay.ts";

function step(address: string, ...cookies: string[]) {
  const url = new URL(address);
  const lines = cookies.map((value, index) => ({ name: "set-cookie", value, index }));
  return { url, cookies: openVerdicts({ lines, url, status: 302 }).cookies ?? [] };
}

const sent = (...steps: ReturnType<typeof step>[]) =>
  earlierCookies(steps).map((cookies) =>
    cookies.map(({ name, step: from, wouldSend, why }) => `${name}@${from} ${wouldSend ? "sent" : why}`),
  );

test("each step lists cookies set before it", () =>
  expect(
    sent(
      step("https://a.example/", "one=1", "two=2; Path=/x"),
      step("https://a.example/x/y", "three=3; Domain=a.example"),
      step("https://www.a.example/x"),
    ),
  ).toEqual([
    [],
    ["one@0 sent", "two@0 sent"],
    ["one@0 it is for a.example only", "two@0 it is for a.example only", "three@1 sent"],
  ]));

test("browsers that do not send a Strict cookie after another site", () => {
  const strict = "s=1; SameSite=Strict; Path=/";
  const [, , back] = earlierCookies([
    step("https://a.example/", strict),
    step("https://b.example/"),
    step("https://a.example/"),
  ]);
  expect(back).toMatchObject([{ name: "s", wouldSend: true, except: ["Firefox", "Safari"] }]);
  const [, , own] = earlierCookies([
    step("https://a.example/", strict),
    step("https://www.a.example/"),
    step("https://a.example/"),
  ]);
  expect(own?.[0]?.except).toBeUndefined();
});

test("hosts, paths and schemes", () =>
  expect(
    sent(
      step(
        "https://www.a.example/x",
        "all=1; Domain=a.example; Path=/",
        "safe=1; Secure; Path=/",
        "deep=1; Path=/x",
      ),
      step("http://www.a.example/xy"),
      step("https://b.example/"),
    ).slice(1),
  ).toEqual([
    ["all@0 sent", "safe@0 it is for https only", "deep@0 it is for the path /x"],
    [
      "all@0 it is for a.example and its subdomains",
      "safe@0 it is for www.a.example only",
      "deep@0 it is for www.a.example only",
    ],
  ]));

test("a later line replaces or deletes a cookie; a rejected one does not", () =>
  expect(
    sent(
      step("https://a.example/", "a=1", "b=1", "c=1; SameSite=None"),
      step("https://a.example/", "a=2", "b=; Max-Age=0"),
      step("https://a.example/"),
    ).slice(1),
  ).toEqual([["a@0 sent", "b@0 sent"], ["a@1 sent"]]));

test.each([
  ["/x", "/x", true],
  ["/x", "/x/", true],
  ["/x", "/x/y", true],
  ["/x/", "/x/y", true],
  ["/x", "/xy", false],
  ["/x", "/", false],
  ["/x/", "/x", false],
  ["/", "/", true],
])("a cookie for %s is sent to %s: %p", (path, to, isSent) =>
  expect(sent(step("https://a.example/", `a=1; Path=${path}`), step(`https://a.example${to}`))[1]).toEqual([
    isSent ? "a@0 sent" : `a@0 it is for the path ${path}`,
  ]),
);

test("a host with the same ending is different, and localhost counts as https", () => {
  const set = step("https://a.example/", "a=1; Domain=a.example", "b=1; Secure");
  expect(sent(set, step("https://ba.example/"))[1]).toEqual([
    "a@0 it is for a.example and its subdomains",
    "b@0 it is for a.example only",
  ]);
  expect(sent(step("http://localhost/", "a=1; Secure"), step("http://localhost/"))[1]).toEqual(["a@0 sent"]);
});

test("lists the first hundred", () => {
  const set = (count: number) =>
    step("https://a.example/", ...Array.from({ length: count }, (_, n) => `c${n}=1`));
  const reported = (count: number) => sent(set(count), step("https://a.example/"))[1];
  expect([reported(99)?.length, reported(100)?.length, reported(101)?.length]).toEqual([99, 100, 100]);
  expect(reported(101)?.[99]).toBe("c99@0 sent");
});
