/**
 * The output of commands, as text that a person can read:
 *
 *     $ netlens headers --columns 60        the command; --columns and --colour describe the terminal
 *     < Content-Type: text/html             a line of standard input
 *     …                                     what is printed
 *     ! …                                   a line of standard error
 *     [1]                                   the exit code, where it is not 0
 *
 * `report` in place of a command draws the report of a lookup that has every part there is, in any `--format`.
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

/** A session with what is printed now. */
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
    const io = { colour, columns, outIsTerminal: false };
    const { write } = await formatOf({ flags });
    const out = write(
      [judge(sampleReport, await readAssertions({ flags: {}, lists: {} }, undefined))],
      { io, flags },
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
    // Escapes are shown as such: an editor would act on them or hide them.
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
