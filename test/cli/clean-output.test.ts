/** Text from servers and files cannot control the terminal, in any output format or error. */

import { describe, expect, test } from "bun:test";
import { visible, withCleanOutput } from "../../src/cli/clean-output.ts";
import { type Io, REPORT_FORMATS } from "../../src/cli/command.ts";
import { ROW_WRITERS } from "../../src/cli/redirects/row-writers.ts";
import { commands } from "../../src/cli/table.ts";
import { createLog } from "../../src/server/log.ts";
import { send, tcpServer } from "../http/servers.ts";
import { cli } from "./fake-io.ts";

/**
 * OSC 52 (sets the clipboard), CSI 2J (clears the screen), hidden text, CSI and OSC as C1 characters, DEL,
 * BS, CR, and a direction override.
 */
const NASTY = "\u001b]52;c;cm0=\u0007\u001b[2J\u001b[8m\u009b2J\u009d0;x\u007f\u0008\r\u202e";
const FORBIDDEN = /(?!\r\n)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

/** First control character in the output that is not one of our colours. */
function acting(text: string, colour: boolean): string | undefined {
  const own = colour ? text.replace(/\u001b\[(?!8m)[\d;]*m/g, "") : text;
  return FORBIDDEN.exec(own)?.[0];
}

/** A server with hostile field values: Latin-1, without characters that end a line. */
const hostile = () => {
  const value = Buffer.from(NASTY.replace(/[\r\u0000\u202e]/g, ""), "latin1").toString("latin1");
  return tcpServer((socket) =>
    send(
      socket,
      `HTTP/1.1 200 O${value}K\r\nServer: ${value}\r\nCache-Control: ${value}\r\nSet-Cookie: a${value}=b; SameSite=None\r\nX-${"A"}: ${value}\r\nAge: ${value}\r\nContent-Length: 0\r\n\r\n`,
    ),
  );
};

describe.each([
  ["a pipe", { colour: false, outIsTerminal: false }],
  ["a terminal", { colour: true, outIsTerminal: true }],
] as const)("to %s", (_, screen) => {
  test.each([...REPORT_FORMATS])(
    "http --format %s has no control characters from a target",
    async (format) => {
      await using server = await hostile();
      for (const more of format === "text" ? [[], ["-v"]] : [[]]) {
        const { out, err } = await cli(
          ["http", "--format", format, ...more, `http://127.0.0.1:${server.port}/`],
          screen,
        );
        expect(out).not.toBe("");
        expect([acting(out, screen.colour), acting(err, false)]).toEqual([undefined, undefined]);
      }
    },
  );

  test.each([...REPORT_FORMATS])(
    "headers --format %s has no control characters from lines",
    async (format) => {
      const input = [`HTTP/1.1 200 ${NASTY}\nServer: ${NASTY}\nAge: ${NASTY}\nX${NASTY}: a\n`];
      const { out, err } = await cli(["headers", "--format", format], { input, ...screen });
      expect([acting(out, screen.colour), acting(err, false)]).toEqual([undefined, undefined]);
    },
  );

  test.each([...ROW_WRITERS.keys()])(
    "redirects --format %s has no control characters from rows",
    async (format) => {
      const files = { "map.csv": `from,to\n"/a${NASTY.replace("\r", "")}",/b\n/b,/c\n` };
      for (const more of [["--dry-run"], ["--base", "http://127.0.0.1:9"]]) {
        const { out, err } = await cli(["redirects", "--format", format, ...more, "map.csv"], {
          files,
          ...screen,
        });
        // CSV and TSV in a pipe are data for programs, so they stay unchanged.
        if (!["csv", "tsv"].includes(format) || screen.outIsTerminal)
          expect(acting(out, screen.colour)).toBeUndefined();
        expect(acting(err, false)).toBeUndefined();
      }
    },
  );

  test.each(["useragent", "ip", "status"])("%s - has no control characters from items", async (command) => {
    const input = [`${NASTY.replace("\r", "")}\n`];
    for (const more of [[], ["--format", "csv"], ["--format", "tsv"], ["--json"]]) {
      const { out, err } = await cli([command, "-", ...more], { input, ...screen });
      if (!more.includes("--format") || screen.outIsTerminal)
        expect(acting(out, screen.colour)).toBeUndefined();
      expect(acting(err, false)).toBeUndefined();
    }
  });

  const calls = commands
    .filter(({ name }) => !["serve", "mcp"].includes(name))
    .flatMap(({ name, flags }) => [
      [name, NASTY],
      [name, NASTY, NASTY],
      [name, `--${NASTY}`],
      [name, `-${NASTY}`],
      [name, "--config", NASTY],
      ...Object.keys(flags).map((flag) => [name, `--${flag}=${NASTY}`]),
    ]);
  test.each([...calls, [NASTY], ["serve", NASTY], ["serve", "--listen", NASTY]])(
    "netlens %j complains cleanly",
    async (...args) => {
      const { out, err } = await cli(args, screen);
      expect([acting(out, screen.colour), acting(err, false)]).toEqual([undefined, undefined]);
    },
  );
});

describe("cleaning", () => {
  test("shows symbols for control characters, and other characters as JSON escapes", () => {
    expect(visible("a\u001bb\u0007")).toBe("a␛b␇");
    expect(JSON.parse(visible(JSON.stringify(NASTY)))).toBe(NASTY);
  });
  test("keeps line ends and tabs", () => {
    expect(visible("a\tb\nc\r\nd")).toBe("a\tb\nc\r\nd");
    expect(visible("a\rb")).toBe("a␍b");
  });
  const clean = (given: Partial<Io>) => {
    const told: (string | Uint8Array)[] = [];
    const io = withCleanOutput({
      out: (text: string | Uint8Array) => void told.push(text),
      err: (text: string) => void told.push(text),
      ...given,
    } as Io);
    return { io, told };
  };
  test("keeps our colours if colours are on", async () => {
    const { io, told } = clean({ colour: true, outIsTerminal: true });
    await io.out("\u001b[31mred\u001b[0m\u001b[2J");
    await io.out(new TextEncoder().encode("\u0007"));
    expect(told).toEqual(["\u001b[31mred\u001b[0m␛[2J", "␇"]);
    const plain = clean({ colour: false, outIsTerminal: false });
    await plain.io.out("\u001b[31mred");
    expect(plain.told).toEqual(["␛[31mred"]);
  });
  test("keeps bytes in a pipe, and the progress line", async () => {
    const { io, told } = clean({ colour: false, outIsTerminal: false });
    const bytes = new Uint8Array([27]);
    await io.out(bytes);
    io.err("\r\u001b[K5 %\u001b[2J");
    expect(told).toEqual([bytes, "\r\u001b[K5 %␛[2J"]);
  });
});

test.each(["text", "json"] as const)("the log as %s has no control characters from facts", (format) => {
  let line = "";
  const log = createLog({
    format,
    level: () => "debug",
    clock: () => 0,
    write: (text) => {
      line += text;
    },
  });
  log("error", `a ${NASTY}`, { reason: NASTY });
  expect(acting(line, false)).toBeUndefined();
});
