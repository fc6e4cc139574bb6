import { expect, test } from "bun:test";
import { grammars } from "./grammars.ts";

/** Characters in a hostile value. Quadratic work on it would take minutes per test. */
const SIZE = 1 << 17;

/** Repeated parts that cause backtracking, lookahead or nesting in grammars. */
const UNITS = [
  '"',
  '\\"',
  '"\\',
  ",",
  ", ",
  ";",
  "; ",
  ";a",
  ";a=b",
  "a=b,",
  "a ",
  "a\t",
  "a",
  "a,",
  " ",
  "\t,",
  "=",
  "(",
  "(a ",
  ")(",
  "((,",
  "<",
  "<>;",
  "<a>,",
  "<a>;b,",
  "'",
  "%",
  "%4",
  "%41",
  "%e2%82",
  "9",
  "-",
  "+1,",
  "1.1 a,",
  ":",
  "://",
  "[",
  "@",
  "#",
  "?1;a;a,",
  "{",
  '{"a":',
  "'self' ",
  "'sha256-",
  "a.",
  "*.",
  "a/",
  "a/b;",
  "Basic a=b,",
  "Basic a,",
  'Basic a="b" ',
  "Sun, 06 Nov 1994 ",
  "00:00:00 ",
  "é",
  "\u0000",
];

for (const [name, parse] of Object.entries(grammars)) {
  test(`${name} reads long hostile values in linear time`, () => {
    for (const unit of UNITS) expect(parse(unit.repeat(Math.ceil(SIZE / unit.length)))).toBeArray();
    expect(parse(UNITS.join("").repeat(4 * Math.ceil(SIZE / UNITS.join("").length)))).toBeArray();
  });
}

const ALPHABET = [
  ..."aZ09 \t,;=\"\\'/<>()[]{}:%*?@.-+#&~",
  "é",
  "\u0000",
  "UTF-8''",
  "Basic ",
  "W/",
  "::",
  "1.1",
  "q=",
];

/** Seeded generator: each run tests the same values. */
function* randoms(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function texts(count: number): string[] {
  const random = randoms(20_261_120);
  const next = () => random.next().value as number;
  return Array.from({ length: count }, () =>
    Array.from(
      { length: Math.floor(next() * 24) },
      () => ALPHABET[Math.floor(next() * ALPHABET.length)] ?? "",
    ).join(""),
  );
}

for (const [name, parse] of Object.entries(grammars)) {
  test(`${name} never throws, and its flaws quote the value`, () => {
    for (const text of texts(4000)) {
      const strays = parse(text).filter((flaw) => !text.startsWith(flaw.text, flaw.at));
      expect({ text, strays }).toEqual({ text, strays: [] });
    }
  });
}
