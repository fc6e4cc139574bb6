/** Responses as bytes, each with at most one fault, from a seed. */

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { type Chance, chance } from "./random.ts";

export interface WireForm {
  readonly name: string;
  /** All bytes that the server sends before it closes the connection. */
  readonly bytes: Buffer;
}

interface Draft {
  statusLine: string;
  readonly fields: string[];
  body: Buffer;
  /** Content-Length values to send; by default the length of the body. */
  length?: string[];
  lineEnd: string;
  before: string;
}

type Change = (draft: Draft, random: Chance) => void;

function textOf(random: Chance): Buffer {
  const words = ["alpha ", "beta ", "gamma ", "delta\n", "0123456789 "];
  return Buffer.from(Array.from({ length: 5 + random.number(300) }, () => random.pick(words)).join(""));
}

type Packer = (text: Buffer) => Buffer;
const PACKERS: Readonly<Record<string, Packer>> = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  GZIP: gzipSync,
  deflate: deflateSync,
  "deflate raw": deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
};

/** Kinds of damage to encoded content. */
const DAMAGES: Readonly<Record<string, (data: Buffer, random: Chance, pack: Packer) => Buffer>> = {
  none: (data) => data,
  "bad checksum": (data) =>
    Buffer.concat([data.subarray(0, -5), Buffer.from([~(data.at(-5) ?? 0)]), data.subarray(-4)]),
  "bad last byte": (data) => Buffer.concat([data.subarray(0, -1), Buffer.from([~(data.at(-1) ?? 0)])]),
  "without checksum": (data) => data.subarray(0, -8),
  "cut short": (data, random) => data.subarray(0, data.length - 1 - random.number(7)),
  "cut in half": (data, random) => data.subarray(0, 12 + random.number(Math.max(1, data.length - 24))),
  "cut in the header": (data, random) => data.subarray(0, 1 + random.number(9)),
  "bytes behind": (data, random) => Buffer.concat([data, Buffer.from("x".repeat(1 + random.number(30)))]),
  "zeros behind": (data, random) => Buffer.concat([data, Buffer.alloc(1 + random.number(600))]),
  "second member": (data, random, pack) => Buffer.concat([data, pack(textOf(random))]),
  "wrong byte": (data, random) => {
    const copy = Buffer.from(data);
    const at = 12 + random.number(Math.max(1, data.length - 24));
    copy[at] = ~(copy[at] ?? 0);
    return copy;
  },
  "wrong magic": (data) => Buffer.concat([Buffer.from([0x1e]), data.subarray(1)]),
  empty: () => Buffer.alloc(0),
};

const coded: Change = (draft, random) => {
  const name = random.pick(Object.keys(PACKERS));
  const pack = PACKERS[name] ?? gzipSync;
  const text = random.number(8) === 0 ? Buffer.from("not encoded at all") : undefined;
  const damage = random.pick(Object.keys(DAMAGES));
  draft.fields.push(`Content-Encoding: ${name.split(" ")[0]}`);
  draft.body = text ?? DAMAGES[damage]?.(pack(draft.body), random, pack) ?? draft.body;
  draft.statusLine += ` ${name.replace(" ", "-")}/${text ? "plain" : damage.replaceAll(" ", "-")}`;
};

const lengths: Readonly<Record<string, (bytes: number, random: Chance) => string[]>> = {
  minus: () => ["-1"],
  "minus-right": (bytes) => [`-${bytes}`],
  plus: (bytes) => [`+${bytes}`],
  word: () => ["two"],
  empty: () => [""],
  hex: (bytes) => [`0x${bytes.toString(16)}`],
  "with-a-dot": (bytes) => [`${bytes}.0`],
  "with-letters": (bytes) => [`${bytes}b`],
  zeros: (bytes) => [`000${bytes}`],
  huge: () => ["99999999999999999999"],
  twice: (bytes) => [`${bytes}`, `${bytes}`],
  differing: (bytes) => [`${bytes}`, `${bytes - 1}`],
  "differing-first-bad": (bytes) => ["-1", `${bytes}`],
  "list-alike": (bytes) => [`${bytes}, ${bytes}`],
  "list-differing": (bytes) => [`${bytes}, ${bytes - 1}`],
  less: (bytes, random) => [`${Math.max(1, bytes - 1 - random.number(20))}`],
  more: (bytes, random) => [`${bytes + 1 + random.number(2000)}`],
  zero: () => ["0"],
  none: () => [],
};

const lengthened: Change = (draft, random) => {
  const name = random.pick(Object.keys(lengths));
  draft.length = lengths[name]?.(draft.body.length, random) ?? [];
  draft.statusLine += ` length-${name}`;
};

/** Replaces a part of the status line. */
const instead = (part: string, text: string) => (draft: Draft) => ({
  statusLine: draft.statusLine.replace(part, text),
});

const STARTS: Readonly<Record<string, (draft: Draft, random: Chance) => Partial<Draft>>> = {
  junk: (_, random) => ({ before: "x y;z!ab".slice(0, 1 + random.number(7)) }),
  blank: (_, random) => ({ before: "\r\n".repeat(1 + random.number(3)) }),
  "blank-LF": (_, random) => ({ before: "\n".repeat(1 + random.number(6)) }),
  "1.10": instead("1.1", "1.10"),
  "lower-case": instead("HTTP", "http"),
  "mixed-case": instead("HTTP", "Http"),
  "1": instead("1.1", "1"),
  "2": instead("1.1", "2"),
  "2.0": instead("1.1", "2.0"),
  "0.9": instead("1.1", "0.9"),
  "1.2": instead("1.1", "1.2"),
  "3.0": instead("1.1", "3.0"),
  "no-reason": () => ({ statusLine: "HTTP/1.1 200" }),
  spaces: instead(" 200", "   200"),
  tab: instead(" 200", "\t200"),
  letters: instead("200", "2xx"),
  "four-digits": instead("200", "2000"),
  "no-status": () => ({ statusLine: "HTTP/1.1" }),
  ICY: instead("HTTP/1.1", "ICY"),
  LF: () => ({ lineEnd: "\n" }),
};

const started: Change = (draft, random) => {
  const name = random.pick(Object.keys(STARTS));
  draft.statusLine += ` start-${name}`;
  Object.assign(draft, STARTS[name]?.(draft, random));
};

const FIELDS: Readonly<Record<string, string>> = {
  nul: "X-A: a\0b",
  "nul-first": "X-A: \0",
  "nul-name": "X\0A: a",
  CR: "X-A: a\rb",
  control: "X-A: a\x01b",
  DEL: "X-A: a\x7fb",
  "no-colon": "nothing here",
  "no-name": ": a",
  space: "X-A : a",
  folded: "X-A: a\r\n b",
  latin1: "X-A: \xe9",
  "long-name": `${"X".repeat(5000)}: a`,
  "two-locations": "Location: /a\r\nLocation: /b",
  "one-location-empty": "Location:\r\nLocation: /b",
  "same-locations": "Location: /a\r\nLocation: /a",
  "two-dispositions": "Content-Disposition: inline\r\nContent-Disposition: INLINE",
  "same-dispositions": "Content-Disposition: inline\r\nContent-Disposition: inline",
};

const fielded: Change = (draft, random) => {
  const name = random.pick(Object.keys(FIELDS));
  draft.fields.push(FIELDS[name] ?? "");
  draft.statusLine += ` field-${name}`;
};

const hex = (data: Buffer) => data.length.toString(16);
const around = (before: string, data: Buffer, after: string) =>
  Buffer.concat([Buffer.from(before), data, Buffer.from(after)]);
const CHUNKS: Readonly<Record<string, (data: Buffer, random: Chance) => Buffer>> = {
  right: (data) => around(`${hex(data)}\r\n`, data, "\r\n0\r\n\r\n"),
  extension: (data) => around(`${hex(data)};a=b\r\n`, data, "\r\n0\r\n\r\n"),
  trailer: (data) => around(`${hex(data)}\r\n`, data, "\r\n0\r\nX-A: b\r\n\r\n"),
  "space-behind": (data) => around(`${hex(data)} \r\n`, data, "\r\n0\r\n\r\n"),
  "space-before": (data) => around(` ${hex(data)}\r\n`, data, "\r\n0\r\n\r\n"),
  "0x": (data) => around(`0x${hex(data)}\r\n`, data, "\r\n0\r\n\r\n"),
  plus: (data) => around(`+${hex(data)}\r\n`, data, "\r\n0\r\n\r\n"),
  "no-last": (data) => around(`${hex(data)}\r\n`, data, "\r\n"),
  "last-not-ended": (data) => around(`${hex(data)}\r\n`, data, "\r\n0\r\n"),
  "cut-inside": (data, random) =>
    around(`${hex(data)}\r\n`, data.subarray(0, 1 + random.number(Math.max(1, data.length - 1))), ""),
  "bad-second": (data) => around(`${hex(data)}\r\n`, data, "\r\nzz\r\nabc\r\n0\r\n\r\n"),
  "not-at-all": (data) => data,
  "too-long": (data) => around(`${Math.max(1, data.length - 3).toString(16)}\r\n`, data, "\r\n0\r\n\r\n"),
  LF: (data) => around(`${hex(data)}\n`, data, "\n0\n\n"),
  behind: (data) => around(`${hex(data)}\r\n`, data, "\r\n0\r\n\r\nmore"),
  zeros: (data) => around(`0000${hex(data)}\r\n`, data, "\r\n000\r\n\r\n"),
};

const chunked: Change = (draft, random) => {
  const name = random.pick(Object.keys(CHUNKS));
  draft.fields.push("Transfer-Encoding: chunked");
  draft.body = Buffer.from(CHUNKS[name]?.(draft.body, random) ?? draft.body);
  draft.length = random.number(4) === 0 ? [`${random.number(50)}`] : [];
  draft.statusLine += ` chunks-${name}`;
};

const CHANGES: readonly (readonly Change[])[] = [
  [coded],
  [coded],
  [coded, chunked],
  [lengthened],
  [lengthened],
  [coded, lengthened],
  [started],
  [started],
  [fielded],
  [chunked],
];

/** Form number `index` of a seed. Its reason phrase contains its name, unless it has none. */
export function wireForm(seed: number, index: number): WireForm {
  const random = chance(seed * 100_000 + index);
  const draft: Draft = {
    statusLine: "HTTP/1.1 200 OK",
    fields: ["Content-Type: text/html"],
    body: textOf(random),
    lineEnd: "\r\n",
    before: "",
  };
  const changes = random.pick(CHANGES);
  const names: string[] = [];
  for (const change of changes) {
    const before = draft.statusLine;
    change(draft, random);
    names.push(
      draft.statusLine.startsWith(before) ? draft.statusLine.slice(before.length + 1) : draft.statusLine,
    );
  }
  const lengthLines = (draft.length ?? [`${draft.body.length}`]).map((value) => `Content-Length: ${value}`);
  const head = [draft.statusLine, ...draft.fields, ...lengthLines, "Connection: close", "", ""].join(
    draft.lineEnd,
  );
  return {
    name: names.join(" ").trim() || draft.statusLine,
    bytes: Buffer.concat([Buffer.from(draft.before + head, "latin1"), draft.body]),
  };
}
