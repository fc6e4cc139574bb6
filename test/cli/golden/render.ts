/**
 * Output of commands as readable text:
 *
 *     $ netlens headers --columns 60        command; --columns and --colour describe the terminal
 *     < Content-Type: text/html             line of standard input
 *     …                                     standard output
 *     ! …                                   line of standard error
 *     [1]                                   exit code, unless 0
 *
 * The command `report` prints the sample report, which has every part, in any `--format`.
 */

import { formatOf } from "../../../src/cli/formats/table.ts";
import { judge, readAssertions } from "../../../src/cli/input/assertions.ts";
import { version } from "../../../src/version.ts";
import { sampleReport } from "../../web/sample-report.ts";
import { cli } from "../fake-io.ts";

export interface Session {
  readonly command: string;
  readonly input: readonly string[];
  readonly whole: string;
}

export function sessionsOf(text: string): Session[] {
  return text
    .split(/^(?=\$ )/m)
    .filter(Boolean)
    .map((whole) => {
      const [first = "", ...rest] = whole.split("\n");
      const input = rest.filter((line) => line.startsWith("< ")).map((line) => line.slice(2));
      return { command: first.slice(2), input, whole };
    });
}

/** The session with its current output. */
export async function renderSession({ command, input }: Session): Promise<string> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
  const columns = words.includes("--columns") ? Number(words[words.indexOf("--columns") + 1]) : 80;
  const colour = words.includes("--colour");
  const own = (at: number) => words[at] === "--colour" || [words[at], words[at - 1]].includes("--columns");
  const args = words.filter((_, at) => at > 0 && !own(at));
  const given = [`$ ${command}`, ...input.map((line) => `< ${line}`)];
  if (words[0] === "report") {
    const format = args.includes("--format") ? { format: args[args.indexOf("--format") + 1] } : {};
    const flags = { verbose: args.includes("-v"), full: args.includes("--full"), ...format };
    const io = { colour, columns, outIsTerminal: false, clock: () => 0 };
    const { write } = await formatOf({ flags });
    const out = write(
      [judge(sampleReport, await readAssertions({ flags: {}, lists: {} }, undefined))],
      { io, flags, lists: {} },
      undefined,
    );
    return sectionOf(given, out, "", 0);
  }
  const { out, err, code } = await cli(args, { input: [`${input.join("\n")}\n`], columns, colour });
  return sectionOf(given, out, err, code);
}

function sectionOf(given: readonly string[], out: string, err: string, code: number): string {
  const lines = [
    ...given,
    // Escape characters are made visible: editors hide or interpret them.
    ...out.trimEnd().replaceAll("\u001b", "␛").replaceAll(version, "VERSION").split("\n"),
    ...(err === ""
      ? []
      : err
          .trimEnd()
          .split("\n")
          .map((line) => `! ${line}`)),
    ...(code === 0 ? [] : [`[${code}]`]),
  ];
  return `${lines.join("\n")}\n\n`;
}
