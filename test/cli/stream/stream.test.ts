import { describe, expect, test } from "bun:test";
import { NetlensError } from "../../../src/api/errors.ts";
import type { Call, Io } from "../../../src/cli/command.ts";
import { type Stream, stream } from "../../../src/cli/stream/stream.ts";
import { cli, fleeting } from "../fake-io.ts";

/** Output of `netlens ip -` for these arguments and this standard input. */
async function ip(args: readonly string[], ...input: readonly string[]) {
  return await cli(["ip", "-", ...args], { input });
}

describe("input", () => {
  test.each([
    [
      "csv, by the name of the column",
      ["--input", "csv", "--column", "from"],
      'name,from\n"Doe, ""J""",10.0.0.1\r\nx,::1\n',
    ],
    ["csv, by its own name", ["--input", "csv"], "ip,name\n10.0.0.1,x\n::1,y\n"],
    ["csv with a byte order mark", ["--input", "csv"], "\ufeffip,name\n10.0.0.1,x\n::1,y\n"],
    ["csv, by number, without names", ["--input", "csv", "--column", "2"], "x,10.0.0.1\ny,::1\n"],
    ["csv with a row over several lines", ["--input", "csv"], 'note,ip\n"a\nb, ""c""\n",10.0.0.1\n"",::1'],
    ["tsv", ["--input", "tsv", "--column", "2"], "a\\tb\t10.0.0.1\n\t::1\n"],
    ["ndjson", ["--input", "ndjson"], '{"ip":"10.0.0.1"}\n\n{"ip":"::1","more":[1]}\n'],
    ["ndjson, another member", ["--input", "ndjson", "--column", "a"], '{"a":"10.0.0.1"}\n{"a":"::1"}\n'],
    ["an access log", ["--input", "log"], '10.0.0.1 - - [x] "GET /"\n::1 - - [x] "GET /"\n'],
    ["lines", [], "10.0.0.1\n\n ::1 "],
  ])("%s", async (_name, args, input) => {
    const { out, code, err } = await ip([...args, "--format", "json", "--field", "ip"], input);
    expect(out).toBe('{"ip":"10.0.0.1"}\n{"ip":"::1"}\n');
    expect(err).toBe("");
    expect(code).toBe(0);
  });

  test.each([
    ["--input csv --column nobody", "ip\n::1\n", 'no column is named "nobody"; the first line names ip'],
    ["--column x", "", "--column"],
    ["--format csv --field ip --field", "", "--field"],
    ["--field nobody", "", 'there is no field "nobody"; fields are ip, ipType'],
    ["--no-header", "", "unknown option --no-header; use --field, which"],
    ["--input xml", "", "--input"],
  ])("ip - %s is wrong usage", async (args, input, message) => {
    const { code, err } = await ip(args.split(" "), input);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  test("the flags are refused without standard input", async () => {
    const { code, err } = await cli(["ip", "10.0.0.1", "--input", "csv"]);
    expect(err).toContain("--input");
    expect(code).toBe(2);
  });

  test("the agent of an access log is its last quoted text", async () => {
    const line = '::1 - - [x] "GET / HTTP/1.1" 200 5 "https://a.example/" "curl/8.5 (say \\"hi\\")"';
    const { out } = await cli(
      ["useragent", "-", "--input", "log", "--json", "--field", "agent", "--field", "browser.name"],
      {
        input: [`${line}\n`],
      },
    );
    expect(JSON.parse(out).agent).toStartWith("curl/8.5 (say ");
  });
});

describe("a table keeps its columns and gets those of the answers", () => {
  const agents = async (args: readonly string[], input: string) =>
    (await cli(["useragent", "-", ...args], { input: [input] })).out;
  const CURL = 'id,agent,note\n1,curl/8.5.0,"a, b"\n=2,"x\ny",c\n';

  test("by a column's name, which must be unique", async () => {
    const args = ["--input", "csv", "--column", "agent", "--format", "csv"];
    const [head, ...rows] = (await agents(args, 'id,agent,note\n1,curl/8.5.0,"a, b"\n')).trim().split("\n");
    expect(head).toStartWith("id,agent,note,device.type,device.formFactor,");
    expect(head).toEndWith(",url,error,message");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toStartWith('1,curl/8.5.0,"a, b",library,');
  });
  test("named fields are the only output, whatever the table has", async () => {
    const args = ["--input", "csv", "--format", "csv", "--field", "browser.name", "--field", "agent"];
    expect(await agents([...args, "--column", "x"], "agent,x\n7,curl/8.5.0\n")).toBe("curl,curl/8.5.0\n");
    const tsv = ["--input", "tsv", "--column", "2", "--field", "browser.name"];
    expect(await agents(tsv, "a\tcurl/8.5.0\n")).toBe("curl\n");
  });
  test("a column of the answer is renamed if the table has its name", async () => {
    const [head] = (
      await agents(["--input", "csv", "--format", "csv", "--column", "x"], "url,x\n7,curl/8.5.0\n")
    ).split("\n");
    expect(head).toStartWith("url,x,");
    expect(head).toContain(",answer.url,error,message");
  });
  test("by a column's number, columns are numbered", async () => {
    const args = ["--input", "tsv", "--column", "2", "--format", "csv"];
    const [head, first, second] = (await agents(args, "a\tcurl/8.5.0\nb\n")).split("\n");
    expect(head).toStartWith("1,2,agent,device.type,");
    expect(first).toStartWith("a,curl/8.5.0,curl/8.5.0,library,");
    expect(second).toStartWith(",,");
  });
  test("a bad item keeps its row, also with several concurrent lookups", async () => {
    const args = ["--input", "csv", "--format", "csv"];
    const rowsOf = (out: string) => out.trim().split("\n").slice(1);
    const [bad, good] = rowsOf((await ip(args, "ip,n\nx,1\n::1,2\n")).out);
    expect(bad).toMatch(/^x,1,.*,invalid-ip,/);
    expect(good).toMatch(/^::1,2,/);
    const { out } = await cli(["http", "-", "--input", "csv", "--format", "tsv", "--column", "u"], {
      input: ["n,u\n1,ftp://x\n2,ftp://y\n"],
    });
    const [first, second] = rowsOf(out);
    expect(first).toMatch(/^1\tftp:\/\/x\t.*\tinvalid-url\t/);
    expect(second).toMatch(/^2\tftp:\/\/y\t.*\tinvalid-url\t/);
  });
  test("a table without rows has its header line, and no input the answer's", async () => {
    const args = ["--input", "csv", "--format", "csv"];
    expect(await agents(args, "id,agent\n")).toMatch(/^id,agent,device\.type,.*\n$/);
    expect(await agents(args, "")).toMatch(/^agent,device\.type,.*\n$/);
  });
  test("pipes get unchanged text, spreadsheets no formulas", async () => {
    const args = ["--input", "csv", "--format", "csv"];
    expect(await agents(args, CURL)).toContain("\n'=2,");
    expect(await agents(["--input", "csv", "--format", "tsv"], CURL)).toContain("\n=2\t");
  });
  test("a single field is the only output", async () => {
    expect(await agents(["--input", "csv", "--field", "browser.name"], "id,agent\n1,curl/8.5.0\n")).toBe(
      "curl\n",
    );
    const { out } = await ip(["--input", "csv", "--json", "--field", "ip"], "ip,n\n::1,2\n");
    expect(out).toBe('{"ip":"::1"}\n');
  });
});

describe("bad lines are reported in their place, and the others are looked up", () => {
  test.each([
    [[], "nonsense", "invalid-ip"],
    [["--input", "csv", "--column", "2"], "only one", "invalid-param"],
    [["--input", "ndjson"], "{", "invalid-json"],
    [["--input", "ndjson"], "5", "invalid-json"],
    [["--input", "ndjson"], '{"__proto__":1}', "invalid-param"],
    [["--input", "ndjson"], '{"ip":5}', "invalid-param"],
  ])("%j: %s", async (args, line, error) => {
    const good = args.includes("csv") ? "x,::1" : args.includes("ndjson") ? '{"ip":"::1"}' : "::1";
    const { out, code } = await ip(args, `${good}\n${line}\n${good}\n`);
    const answers = out
      .trim()
      .split("\n")
      .map((each) => JSON.parse(each));
    expect(answers.map((answer) => answer.error ?? answer.ip)).toEqual(["::1", error, "::1"]);
    expect(answers[1].message).toBeString();
    expect(code).toBe(1);
  });

  test("a line that is too long, in many chunks, is not kept in memory", async () => {
    const long = Array.from({ length: 40 }, () => "x".repeat(100_000));
    const { out } = await ip([], "::1\n", ...long, "\n", "10.0.0.1\n", ...long);
    const answers = out
      .trim()
      .split("\n")
      .map((each) => JSON.parse(each));
    expect(answers.map((answer) => answer.error ?? answer.ip)).toEqual([
      "::1",
      "too-large",
      "10.0.0.1",
      "too-large",
    ]);
  });

  test("an error keeps its names among chosen fields, and has its own columns in a table", async () => {
    expect((await ip(["--json", "--field", "code"], "x\n")).out).toMatch(
      /^{"error":"invalid-ip","message":".*"}\n$/,
    );
    const { out } = await ip(["--format", "csv"], '::1\n"\n');
    const [names = "", good = "", bad = ""] = out.trim().split("\n");
    expect(names.split(",").slice(0, 3)).toEqual(["ip", "ipType", "code"]);
    expect(names.split(",").slice(-2)).toEqual(["error", "message"]);
    expect(good).toStartWith("::1,6,private,,,");
    expect(bad).toMatch(/^,+invalid-ip,"""\\"""" is not an IPv4 or IPv6 address\."$/);
  });
});

describe("output", () => {
  test("TSV with paths, empty cells for absent members, and names like those of Object.prototype", async () => {
    const fields = ["ip", "asn.number", "asn.constructor", "special"].flatMap((field) => ["--field", field]);
    expect((await ip(fields, "10.0.0.1\n")).out).toBe("10.0.0.1\t\t\tprivate-use\n");
  });

  test("quotes and tabs in values", async () => {
    const input = ['a,"b"\n', "c\td\n"];
    const csv = await cli(["useragent", "-", "--format", "csv", "--field", "agent"], {
      input,
    });
    expect(csv.out).toBe('"a,""b"""\nc\td\n');
    const tsv = await cli(["useragent", "-", "--field", "agent"], {
      input,
    });
    expect(tsv.out).toBe('a,"b"\nc\\td\n');
  });

  test("each chunk is answered before the next is read", async () => {
    const { promise: typed, resolve: type } = Promise.withResolvers<void>();
    let out = "";
    const done = cli(["ip", "-"], {
      out: (text: string | Uint8Array) => {
        out += typeof text === "string" ? text : new TextDecoder().decode(text);
        type();
      },
      input: (async function* () {
        yield "::1\n";
        await typed;
        expect(out).toContain('"ip":"::1"');
        yield "10.0.0.1\n";
      })(),
    });
    expect((await done).code).toBe(0);
    expect(out.split("\n")).toHaveLength(3);
  });

  test("the output of a stream is the API's object", async () => {
    const { out } = await ip([], "8.8.8.8\n2001:db8::1\n");
    for (const line of out.trim().split("\n")) {
      const one = await cli(["ip", "--json", JSON.parse(line).ip]);
      expect(one.out).toBe(`${line}\n`);
    }
  });
});

test("an answer that became invalid is rewritten once, with errors in place", async () => {
  let out = "";
  let state = 0;
  const answers = [true, false, true];
  const code = await stream(
    {
      flags: { input: "csv" },
      lists: {},
      io: {
        out: (text: string | Uint8Array) => {
          out += typeof text === "string" ? text : new TextDecoder().decode(text);
        },
        input: () => fleeting(["ip\na\n", "b\nbad\nc\n"]),
        err: () => {},
        errIsTerminal: false,
        clock: () => 0,
        columns: 80,
      } as unknown as Io,
    } as unknown as Call,
    {
      items: { name: "ip" },
      columns: [],
      answer: () => ({ value: null, code: 0 }),
      text: (item) => {
        if (item === "bad") throw new NetlensError("invalid-ip", "bad");
        return `${item}${state}`;
      },
      holds: () => {
        state++;
        return answers.shift() ?? true;
      },
      width: 1,
    },
  );
  expect(out).toBe('a0\nb2\n{"error":"invalid-ip","message":"bad"}\nc2\n');
  expect(code).toBe(1);
});

describe("immediate answers are written promptly", () => {
  /** Sizes in bytes of the writes for one chunk of standard input. */
  const writes = async (chunk: string, ...args: string[]) => {
    const sizes: number[] = [];
    await cli(["ip", "-", ...args], {
      input: [chunk],
      out: (text: string | Uint8Array) => void sizes.push(text.length),
    });
    return sizes;
  };
  const line = '{"ip":"::1"}\n'.length;
  test("after a number of input characters", async () => {
    expect(await writes("::1\n".repeat(4096), "--json", "--field", "ip")).toEqual([4096 * line]);
    expect(await writes("::1\n".repeat(4097), "--json", "--field", "ip")).toEqual([4096 * line, line]);
    expect(await writes("::1\n".repeat(10), "--json", "--field", "ip")).toEqual([10 * line]);
    expect(await writes("\n\n", "--json", "--field", "ip")).toEqual([]);
  });
  test("and before they use much memory", async () => {
    const [one = 0] = await writes("::1\n");
    const [first = 0, second = 0, ...more] = await writes("::1\n".repeat(4096));
    expect(more).toEqual([]);
    expect(first).toBeGreaterThanOrEqual(262_144);
    expect(first - one).toBeLessThan(262_144);
    expect(first + second).toBe(4096 * one);
  });
  test("the header of a table comes first", async () => {
    const [header = 0, row = 0] = await writes("::1\n", "--format", "csv");
    expect(header).toBeGreaterThan(row);
    expect(await writes("", "--format", "csv")).toEqual([header]);
  });
});

describe("lines that are items as they are", () => {
  const LINES = ["1", "22\r", "", "bad", " 3 ", "\r", "4444", "\ufeff5", "ü", "66", "bad\r", "7 7", "8"];
  const text: Stream["text"] = (item) => {
    if (item.includes("bad")) throw new NetlensError("invalid-ip", "bad");
    return `<${item.trim()}>`;
  };
  const run = async (chunks: readonly string[], more: Partial<Stream>, flags = {}) => {
    let out = "";
    const io = {
      out: (bytes: Uint8Array) => {
        out += Buffer.from(bytes).toString();
      },
      input: () => fleeting(chunks),
      err: () => {},
      clock: () => 0,
      columns: 80,
    };
    const answer = () => ({ value: null, code: 0 });
    const how = { items: { name: "ip" }, columns: [], answer, text, width: 1, ...more };
    const code = await stream({ flags, lists: {}, io } as unknown as Call, how);
    return { out, code };
  };
  const lines = LINES.join("\n");

  test("have the same answers for any chunks", async () => {
    const expected = await run([lines], {});
    expect([expected.code, expected.out.match(/<[^>]*>/g)]).toEqual([
      1,
      ["<1>", "<22>", "<3>", "<4444>", "<5>", "<ü>", "<66>", "<7 7>", "<8>"],
    ]);
    expect(await run([`${lines}\n`], {})).toEqual(expected);
    for (let at = 1; at < lines.length; at++)
      for (const chunks of [
        [lines.slice(0, at), lines.slice(at)],
        [lines.slice(0, at), lines.slice(at, at + 3), lines.slice(at + 3)],
      ])
        expect([at, await run(chunks, {})]).toEqual([at, expected]);
  });

  test("many, and one that is too long", async () => {
    const many = Array.from({ length: 3000 }, (_, i) => LINES[(i * 7) % LINES.length]).join("\n");
    const chunks = [many, many, "9".repeat(2 ** 20), "9", `\n${many}\n`];
    expect(await run(chunks, {})).toEqual(await run([chunks.join("")], {}));
  });

  test("are repeated until the answers are valid", async () => {
    const looks = [false, false];
    expect(await run([lines], { holds: () => looks.pop() ?? true })).toEqual(await run([lines], {}));
    expect(looks).toEqual([]);
  });

  test("in a column of a table", async () => {
    expect((await run(["1\n2\n"], {}, { input: "csv", column: "1" })).out).toBe("<1>\n<2>\n");
    expect((await run(["1\n2\n"], {}, { format: "json" })).out).toBe("<1>\n<2>\n");
  });
});
