/** Problems of an exchange and their texts, with both sides of each limit. */

import { describe, expect, test } from "bun:test";
import type { Exchange } from "../../src/http/exchange.ts";
import { stepProblems } from "../../src/http/report/step-problems.ts";
import { checkCertificate, type TlsFacts, tlsReport } from "../../src/http/wire/certificate.ts";
import { HttpFailure } from "../../src/http/wire/failures.ts";
import type { ResponseHead } from "../../src/http/wire/head.ts";
import { parseAddress } from "../../src/syntax/ip-address.ts";
import { defaultSettings } from "./servers.ts";

const NOW = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;
const PLAIN = {
  url: new URL("https://a.example/"),
  askedVersion: "1.1",
  httpVersion: "1.1",
  refused: [],
  unanswered: [],
} as unknown as Exchange;
const reported = (of: object) =>
  stepProblems({ ...PLAIN, ...of } as Exchange, defaultSettings, NOW).map(
    ({ name, title }) => `${name}: ${title}`,
  );

function secured(facts: Partial<TlsFacts> = {}, certificate: object = {}): object {
  const all = {
    protocol: "TLSv1.3",
    cipher: "TLS_AES_128_GCM_SHA256",
    alpn: "",
    verifyError: "",
    forHost: true,
    certificate: {
      valid_from: "2026-01-01",
      valid_to: "2027-01-01",
      fingerprint256: "",
      subject: { CN: "b.example" },
      ...certificate,
    },
    ...facts,
  } as TlsFacts;
  const verdict = checkCertificate(all, NOW);
  return { tls: tlsReport(all, verdict, NOW), verdict };
}
const from = (ms: number) => new Date(NOW + ms).toISOString();

describe("certificates", () => {
  test.each([
    ["sound", {}, {}, []],
    ["14 days left", {}, { valid_to: from(14 * DAY) }, []],
    [
      "less than 14 days left",
      {},
      { valid_to: from(14 * DAY - 1) },
      ["certificate-expires-soon: The certificate expires in 13 days."],
    ],
    [
      "a day left",
      {},
      { valid_to: from(DAY) },
      ["certificate-expires-soon: The certificate expires in 1 day."],
    ],
    [
      "less than a day left",
      {},
      { valid_to: from(DAY - 1) },
      ["certificate-expires-soon: The certificate expires in less than a day."],
    ],
    [
      "now",
      {},
      { valid_to: from(0) },
      ["certificate-expires-soon: The certificate expires in less than a day."],
    ],
    [
      "over since two days",
      { verifyError: "CERT_HAS_EXPIRED" },
      { valid_to: from(-2 * DAY) },
      ["certificate-expired: The certificate expired 2 days ago."],
    ],
    [
      "from tomorrow on",
      { verifyError: "CERT_NOT_YET_VALID" },
      { valid_from: from(DAY) },
      ["certificate-not-yet-valid: The certificate will not be valid for another 1 day."],
    ],
    [
      "for another name",
      { forHost: false },
      {},
      ["certificate-wrong-name: The certificate is not for a.example but for CN=b.example."],
    ],
    [
      "for other names",
      { forHost: false },
      { subjectaltname: "DNS:c.example, IP Address:192.0.2.1" },
      ["certificate-wrong-name: The certificate is not for a.example but for c.example, 192.0.2.1."],
    ],
    [
      "for no name",
      { forHost: false },
      { subject: {} },
      ["certificate-wrong-name: The certificate is not for a.example but for no name."],
    ],
    [
      "signed by itself",
      { verifyError: "DEPTH_ZERO_SELF_SIGNED_CERT" },
      {},
      ["certificate-self-signed: The certificate is self-signed, so browsers do not trust it."],
    ],
    [
      "of a private authority",
      { verifyError: "SELF_SIGNED_CERT_IN_CHAIN" },
      {},
      ["certificate-self-signed: The certificate was issued by a private CA, which browsers do not trust."],
    ],
    [
      "that leads nowhere",
      { verifyError: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" },
      {},
      ["certificate-untrusted: The certificate is not trusted: its intermediate certificate is missing."],
    ],
    [
      "a short key",
      {},
      { bits: 1024 },
      ["certificate-weak-key: The certificate's key has 1024 bits, too few to be safe."],
    ],
    [
      "a key of one bit",
      {},
      { bits: 1 },
      ["certificate-weak-key: The certificate's key has 1 bits, too few to be safe."],
    ],
    [
      "over SHA-1",
      {},
      { raw: Buffer.from("06092a864886f70d010105", "hex") },
      ["certificate-sha1: The certificate is signed with SHA-1, which browsers reject."],
    ],
    ["TLS 1.2 with GCM", { protocol: "TLSv1.2", cipher: "ECDHE-RSA-AES128-GCM-SHA256" }, {}, []],
    [
      "TLS 1.2 with CBC",
      { protocol: "TLSv1.2", cipher: "ECDHE-RSA-AES128-SHA" },
      {},
      [
        "tls-cipher-cbc: The server chose ECDHE-RSA-AES128-SHA, a CBC cipher, which attacks such as Lucky 13 target.",
      ],
    ],
    ["TLS 1.3 with an unknown cipher", { cipher: "X" }, {}, []],
    [
      "TLS 1.1",
      { protocol: "TLSv1.1", cipher: "X" },
      {},
      ["tls-version-old: The server uses TLSv1.1, which browsers refuse."],
    ],
    [
      "TLS 1.0",
      { protocol: "TLSv1", cipher: "X" },
      {},
      ["tls-version-old: The server uses TLSv1, which browsers refuse."],
    ],
  ] as const)("%s", (_, facts, certificate, wanted) => {
    expect(reported(secured(facts, certificate))).toEqual([...wanted]);
  });

  test("several faults are reported in order", () => {
    const all = secured(
      { protocol: "TLSv1", verifyError: "CERT_HAS_EXPIRED", forHost: false },
      { valid_to: from(-DAY), bits: 512 },
    );
    expect(reported(all).map((line) => line.split(":")[0] as string)).toEqual([
      "certificate-expired",
      "certificate-wrong-name",
      "certificate-weak-key",
      "tls-version-old",
    ]);
  });
});

describe("versions", () => {
  const HTTP = new URL("http://a.example/");
  test.each([
    [{ downgraded: new HttpFailure("http1-required", "") }, "http2-refused"],
    [{ downgraded: new HttpFailure("http2-error", ""), httpVersion: "1.1" }, "http2-broken"],
    [{ askedVersion: "3", httpVersion: "1.1", url: HTTP }, "http3-needs-tls"],
    [{ askedVersion: "3", httpVersion: "3" }, ""],
    [{ askedVersion: "3", httpVersion: "1.1" }, ""],
    [{ askedVersion: "2", httpVersion: "1.1", url: HTTP }, "http2-needs-tls"],
    [{ askedVersion: "2", httpVersion: "1.1" }, "http2-not-offered"],
    [{ askedVersion: "2", httpVersion: "2" }, ""],
    [{ askedVersion: "2", httpVersion: "" }, ""],
    [{ askedVersion: "1.1", httpVersion: "1.1", url: HTTP }, ""],
  ] as const)("%j: %s", (of, wanted) => {
    expect(reported(of).map((line) => line.split(":")[0] as string)).toEqual(wanted === "" ? [] : [wanted]);
  });
});

describe("heads, content and addresses", () => {
  const head = (of: Partial<ResponseHead>) => ({ head: { flaws: [], status: 200, lines: [], ...of } });
  const lines = (count: number) => new Array(count).fill("a: b");
  const content = (of: object) => ({ content: { body: { encoding: "gzip" }, ...of } });
  const address = parseAddress("192.0.2.1");

  test.each([
    [head({}), []],
    [
      head({ status: 101 }),
      ["unexpected-upgrade: The server switches protocols (101) although the request has no Upgrade header."],
    ],
    [head({ status: 100 }), []],
    [head({ lines: lines(256) }), []],
    [
      head({ lines: lines(257) }),
      ["fields-too-many: The response has 257 headers; clients that accept at most 256 reject it."],
    ],
    [head({ flaws: ["nul-in-head"] }), ["nul-in-head: The header section has a NUL byte."]],
    [
      head({ padded: ["a", "b", "a", "c", "d", "e", "f"] }),
      ["http2-value-spaces: The value of a, b, c, d, e has white space around it, which HTTP/2 forbids."],
    ],
    [content({}), []],
    [
      content({ limit: "maxBodyBytes" }),
      [
        `content-limit: The content is larger than ${defaultSettings.maxBodyBytes} bytes; netlens stopped reading.`,
      ],
    ],
    [
      content({ limit: "maxDecodedBytes" }),
      [
        `content-limit: The content is larger than ${defaultSettings.maxDecodedBytes} bytes when decoded (gzip); netlens stopped reading.`,
      ],
    ],
    [
      content({ limit: "timeout" }),
      [
        `content-limit: The content has no declared length and was still arriving after ${defaultSettings.timeout / 1000} s; netlens stopped reading.`,
      ],
    ],
    [
      content({ undecodable: true }),
      ["content-undecodable: The content is not valid gzip, although Content-Encoding declares it."],
    ],
    [
      { extraBytes: true },
      [
        "bytes-after-content: The server sends bytes after the declared end of the content: clients cut them off.",
      ],
    ],
    [
      { extraBytes: true, method: "HEAD" },
      [
        "bytes-after-content: The server sends content with the response to HEAD, which clients may read as the next response.",
      ],
    ],
    [
      { asksForCertificate: true },
      [
        "tls-client-certificate: The server requests a client certificate but continues without one; browsers that have one prompt the user.",
      ],
    ],
    [
      { refused: [address] },
      [
        "address-not-permitted: The name also has the address 192.0.2.1, which is not permitted here; netlens skipped it.",
      ],
    ],
    [{ unanswered: [address] }, ["address-unanswered: The address 192.0.2.1 of this name did not answer."]],
  ] as const)("%j", (of, wanted) => {
    expect(reported(of)).toEqual([...wanted]);
  });
});

describe("IPv6 without a response", () => {
  const silent = "no answer before another address";
  const found = (...tries: object[]) =>
    reported({ tries }).filter((one) => one.startsWith("ipv6-unanswered"));
  const four = { ip: "192.0.2.1", ms: 20 };
  test("is reported after 250 ms", () => {
    expect(found({ ip: "2001:db8::1", ms: 250, error: silent }, four)).toEqual([
      "ipv6-unanswered: 2001:db8::1 did not answer within 250 ms, but IPv4 did: visitors with IPv6 wait 250 ms for nothing.",
    ]);
    expect(found({ ip: "2001:db8::1", ms: 249, error: silent }, four)).toEqual([]);
  });
  test("not if one of its addresses responds, or IPv4 does not", () => {
    const silentSix = { ip: "2001:db8::1", ms: 300, error: silent };
    expect(found(silentSix, { ip: "2001:db8::2", ms: 1, error: "ECONNREFUSED" }, four)).toEqual([]);
    expect(found(silentSix, { ...four, error: "ECONNREFUSED" })).toEqual([]);
    expect(found(four)).toEqual([]);
  });
});

describe("a certificate without its intermediate", () => {
  const url = (length: number) => `http://ca.example/${"i".repeat(length - 18)}`;
  const raw = (text: string) =>
    Buffer.concat([
      Buffer.from("300d06082b0601050507300286", "hex"),
      Buffer.from([text.length]),
      Buffer.from(`${text}\x30`),
    ]);
  const found = (verifyError: string, certificate: object) =>
    reported(secured({ verifyError }, certificate)).filter((one) => one.startsWith("certificate-"));
  const alone = "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
  test("has the URL of its issuer's certificate", () => {
    expect(found(alone, { raw: raw(url(30)) })).toEqual([
      `certificate-intermediate-missing: The issuer's certificate is missing; browsers may fetch it from ${url(30)}, other clients refuse to connect.`,
    ]);
    expect(found(alone, { raw: raw(url(127)) })[0]).toStartWith("certificate-intermediate-missing");
  });
  test("or has none", () => {
    const untrusted = [expect.stringContaining("certificate-untrusted")];
    expect(found(alone, {})).toEqual(untrusted);
    expect(found(alone, { raw: raw("ldap://ca.example/") })).toEqual(untrusted);
    expect(found("UNABLE_TO_GET_ISSUER_CERT_LOCALLY", { raw: raw(url(30)) })).toEqual(untrusted);
  });
});
