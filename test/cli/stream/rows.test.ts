import { describe, expect, test } from "bun:test";
import { itemReader, rowReader } from "../../../src/cli/stream/input.ts";
import { type Line, Lines, LONGEST_LINE } from "../../../src/cli/stream/lines.ts";
import { outputForm } from "../../../src/cli/stream/output.ts";
import { csvFields, tsvField, tsvFields } from "../../../src/cli/stream/rows.ts";
import { csvField, spreadsheetSafe } from "../../../src/view/format.ts";

describe("CSV", () => {
  test.each<[string, string[] | undefined]>([
    ["", [""]],
    ["a", ["a"]],
    ["a,b", ["a", "b"]],
    [",", ["", ""]],
    ['"a",b', ["a", "b"]],
    ['a,"b"', ["a", "b"]],
    ['"a,b","c"', ["a,b", "c"]],
    ['"a""b"', ['a"b']],
    ['"""a"""', ['"a"']],
    ['""', [""]],
    ['"",""', ["", ""]],
    ['"a",', ["a", ""]],
    [',"a"', ["", "a"]],
    ['"a",b,"c"', ["a", "b", "c"]],
    // Text after the closing quote of a field is dropped.
    ['"a"x,b', ["a", "b"]],
    ['x"a",b', ['x"a"', "b"]],
    ['"a\nb"', ["a\nb"]],
    ['"a', undefined],
    ['"', undefined],
    ['"a""', undefined],
    ['a,"b', undefined],
  ])("%j", (line, fields) => expect(csvFields(line)).toEqual(fields));
  test.each([
    ["a", "a"],
    ["", ""],
    ["a b;c", "a b;c"],
    ["a,b", '"a,b"'],
    ['a"b"', '"a""b"""'],
    ["a\nb", '"a\nb"'],
    ["a\rb", '"a\rb"'],
  ])("a field %j", (value, field) => expect(csvField(value)).toBe(field));
});

describe("cells for spreadsheets", () => {
  test.each([
    "=1+1",
    "+x",
    "-x",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "-1+1",
    "-",
    "+5",
  ])("%j begins like a formula", (value) => expect(spreadsheetSafe(value)).toBe(`'${value}`));
  test.each(["", "a", "a=1", "-5", "-122.1", "5", "'=1", " =1", "(x)"])("%j does not", (value) =>
    expect(spreadsheetSafe(value)).toBe(value),
  );
});

describe("TSV", () => {
  test.each([
    ["", [""]],
    ["a\tb", ["a", "b"]],
    ["a\\tb\\n\\r\\\\\tc", ["a\tb\n\r\\", "c"]],
    ["\\x\\", ["\\x\\"]],
  ])("%j", (line, fields) => expect(tsvFields(line)).toEqual(fields));
  test.each([
    ["a b", "a b"],
    ["a\tb\n\r\\", "a\\tb\\n\\r\\\\"],
  ])("a field %j", (value, field) => expect(tsvField(value)).toBe(field));
});

describe("lines from chunks", () => {
  const lines = (...chunks: string[]): Line[] => {
    const joined = new Lines();
    return [...chunks.flatMap((chunk) => joined.feed(chunk)), ...joined.end()];
  };
  test.each([
    [[], []],
    [["a"], ["a"]],
    [["a\n"], ["a"]],
    [["a\r\nb\r"], ["a", "b"]],
    [["a\n\nb\n"], ["a", "", "b"]],
    [
      ["a", "b\nc", "\n"],
      ["ab", "c"],
    ],
    [
      ["a\r", "\nb"],
      ["a", "b"],
    ],
  ])("%j", (chunks, expected) => expect(lines(...chunks)).toEqual(expected));
  const longest = "x".repeat(LONGEST_LINE);
  test("the maximum length of a line, and one more", () => {
    expect(lines(`${longest}\nb\n`)).toEqual([longest, "b"]);
    expect(lines(longest)).toEqual([longest]);
    expect(lines(`${longest}x\nb\n`)).toEqual([undefined, "b"]);
    expect(lines(`${longest}x`, "y\nb\n")).toEqual([undefined, "b"]);
    expect(lines(longest, "x", "y\nb\nc")).toEqual([undefined, "b", "c"]);
    expect(lines(`${longest}x`)).toEqual([undefined]);
    expect(lines(longest, "\nb\n")).toEqual([longest, "b"]);
    expect(LONGEST_LINE).toBe(1_048_576);
  });
});

describe("items in lines", () => {
  const read = (flags: Record<string, string>, ...lines: Line[]) => {
    const item = itemReader({ flags }, { name: "ip", ofLog: (line) => /^\d\S*/.exec(line)?.[0] });
    return lines.map((line) => {
      try {
        return item(line);
      } catch (error) {
        return (error as Error).message;
      }
    });
  };
  test.each<[Record<string, string>, Line[], (string | undefined)[]]>([
    [{}, ["a", " ", "", " b "], ["a", undefined, undefined, " b "]],
    [{}, [undefined], ["A line is longer than 1048576 characters."]],
    [{ input: "csv" }, ["x,ip", "1,2", "3", '4,"5'], [undefined, "2", "The row has no column 2.", undefined]],
    [{ input: "csv", column: "1" }, ["1,2", "3"], ["1", "3"]],
    [{ input: "csv", column: "2" }, ["1,2", "3"], ["2", "The row has no column 2."]],
    [{ input: "csv" }, ["\ufeff ip ,x", "1,2"], [undefined, "1"]],
    [{ input: "csv", column: "0" }, ["0,x", "1,2"], [undefined, "1"]],
    [{ input: "csv", column: "1.5" }, ["a,1.5", "1,2"], [undefined, "2"]],
    [{ input: "tsv" }, ["a\tip", "1\t2"], [undefined, "2"]],
    [{ input: "log" }, ["1 - -", "x"], ["1", "The line is not from an access log: it has no ip."]],
    [
      { input: "ndjson" },
      ['{"ip":"1"}', " ", "[]", "null"],
      ["1", undefined, 'The object has no string member "ip".', "The line is not a JSON object."],
    ],
  ])("%j %j", (flags, lines, items) => expect(read(flags, ...lines)).toEqual(items));
  test("rows have all their cells, and column names come first", () => {
    const seen: unknown[] = [];
    const rows = (flags: Record<string, string>, ...lines: Line[]) => {
      const row = rowReader({ flags }, { name: "ip" }, (columns) => seen.push(columns));
      seen.push(...lines.map(row));
      return seen.splice(0);
    };
    expect(rows({ input: "csv" }, "\ufeffx,ip", '1,"2,2"')).toEqual([
      { names: ["x", "ip"], at: 1 },
      undefined,
      { item: "2,2", cells: ["1", "2,2"] },
    ]);
    expect(rows({ input: "tsv", column: "2" }, "1\t2", "3\t4\t5")).toEqual([
      { names: ["1", "2"], at: 1 },
      { item: "2", cells: ["1", "2"] },
      { item: "4", cells: ["3", "4", "5"] },
    ]);
  });
  test("an unterminated row", () => {
    const half = "x".repeat(LONGEST_LINE / 2);
    expect(read({ input: "csv", column: "1" }, `"${half.slice(2)}`, half, "1", '"a"')).toEqual([
      undefined,
      undefined,
      "A row is longer than 1048576 characters.",
      "a",
    ]);
  });
  test("a missing column is reported with a shortened list of the existing ones", () => {
    const names = Array.from({ length: 100 }, (_, index) => `c${index}`).join(",");
    const [message = ""] = read({ input: "csv" }, names);
    const listed = names.replaceAll(",", ", ");
    expect(message).toBe(`--column: no column is named "ip"; the first line names ${listed.slice(0, 200)}`);
  });
});

describe("printed members of an answer", () => {
  const answer = { a: 1, b: { c: [true, null] }, d: false, e: "x,\ty" };
  const form = (format: string | undefined, field: readonly string[], given: unknown = answer) => {
    const lists = field.length > 0 ? { field } : {};
    const { header, line } = outputForm({ flags: { format }, lists }, ["a", "b.c"]);
    return [header(), line?.(given)];
  };
  test.each([
    [undefined, [], ["", undefined]],
    ["json", ["a", "b.c", "x"], ["", '{"a":1,"b.c":[true,null]}']],
    ["csv", [], ["a,b.c,error,message\n", '1,"[true,null]",,']],
    ["tsv", ["e", "d"], ["", "x,\\ty\t"]],
    [undefined, ["e", "a"], ["", "x,\\ty\t1"]],
  ])("%j, %j", (format, field, expected) => expect(form(format, field)).toEqual(expected));
  test("adds columns after those of the row, with a name that the table lacks", () => {
    const { header, line } = outputForm({ flags: { format: "csv" }, lists: {} }, ["a", "e", "d"]);
    expect(header({ names: ["x", "e", "a"], at: 2 })).toBe("x,e,a,answer.e,d,error,message\n");
    expect(line?.(answer, ["1", "2,", "3"])).toBe('1,"2,",3,"x,\ty",,,');
    // Missing cells become empty, and extra cells are dropped.
    expect(line?.(answer, ["1"])).toBe('1,,,"x,\ty",,,');
    expect(line?.(answer, ["1", "2", "3", "4"])).toBe('1,2,3,"x,\ty",,,');
    expect(line?.({ error: "e", message: "m" })).toBe(",,,,,e,m");
  });
  test("cells of answer and row in CSV are guarded against formulas", () => {
    const form = (format: string) => {
      const { header, line } = outputForm({ flags: { format }, lists: {} }, ["a"]);
      return [header({ names: ["=x"], at: 0 }), line?.({ a: "@y" }, ["+z"])];
    };
    expect(form("tsv")).toEqual(["=x\ta\terror\tmessage\n", "+z\t@y\t\t"]);
    expect(form("csv")).toEqual(["'=x,a,error,message\n", "'+z,'@y,,"]);
  });
  test("an error is included in chosen fields, and is not mistaken for a member", () => {
    expect(form("json", ["a"], { error: "e", message: "m" })[1]).toBe('{"error":"e","message":"m"}');
    expect(form("json", ["a"], { a: 1, message: "m" })[1]).toBe('{"a":1}');
    expect(form("json", ["message"], { a: 1, message: "m" })[1]).toBe('{"message":"m"}');
    expect(form("json", ["error.a"], { error: "e" })[1]).toBe('{"error":"e"}');
  });
});
