/** Complete completion scripts and manual page for a small table of commands. */

import { expect, test } from "bun:test";
import type { Command } from "../../src/cli/command.ts";
import { completionScript } from "../../src/cli/manual/completion.ts";
import { manualPage } from "../../src/cli/manual/manual.ts";
import { optionNames } from "../../src/settings/options.ts";

const commands: readonly Command[] = [
  {
    name: "look",
    usage: "URL",
    completes: ["here", "there"],
    summary: "Look at [it]: 'now'",
    notes: ["A note - with a dash.", ".A request"],
    examples: ["netlens look -v"],
    flags: {
      verbose: { type: "boolean", short: "v", help: "more of it" },
      form: { type: "string", words: ["text", "json"], help: "which form" },
      to: { type: "string", value: "FILE", file: true, help: "a file\\path" },
      ignore: { type: "string", value: "ID", ids: true, help: "ids" },
      count: { type: "string", value: "N", help: "a number" },
    },
    run: async () => 0,
  },
  { name: "rest", usage: "", summary: "Do the rest", flags: {}, run: async () => 0 },
];
const settingsOf = ({ name }: Command) => (name === "look" ? (["geo-load", "geo-asn", "cors"] as const) : []);
const script = (shell: "bash" | "zsh" | "fish") =>
  completionScript(shell, commands, settingsOf, ["a-one", "b-two"]);

test("bash", () => {
  const lines = script("bash").split("\n");
  expect(lines.filter((line) => /^ {4}(?:"look|"rest|look|rest)/.test(line))).toEqual([
    '    "look --form") words="text json" ;;',
    '    "look --to") COMPREPLY=($(compgen -f -- "$cur")); return ;;',
    '    "look --ignore") list=1 ;;',
    '    "look --count") return ;;',
    '    "look --geo-load") words="map memory" ;;',
    '    "look --geo-asn") COMPREPLY=($(compgen -f -- "$cur")); return ;;',
    '    "look --cors") return ;;',
    '    "look --config") COMPREPLY=($(compgen -f -- "$cur")); return ;;',
    '    "rest --config") COMPREPLY=($(compgen -f -- "$cur")); return ;;',
    '    look) words="--verbose --form --to --ignore --count --geo-load --geo-asn --cors --config --help" ;;',
    '    rest) words="--config --help" ;;',
    '    look) words="here there" ;;',
  ]);
  expect(script("bash")).toContain('compgen -W "look rest help --help --version"');
  expect(script("bash")).toContain('-W "a-one b-two"');
});

test("zsh", () => {
  const text = script("zsh");
  expect(text).toContain("    'look:Look at \\[it\\]\\: '\\''now'\\'''\n    'rest:Do the rest'\n");
  expect(text).toContain(`    look)
      _arguments \\
      '--verbose[more of it]' \\
      '--form=[which form]:value:(text json)' \\
      '--to=[a file\\path]:value:_files' \\
      '--ignore=[ids]:value:_netlens_ids' \\
      '--count=[a number]:value: ' \\
`);
  expect(text).toContain(`      '--config=[settings file in TOML]:value:_files' \\
      '--help[explain the command]' \\
      '*:argument:(here there)'
      ;;
    rest)
      _arguments \\
      '--config=[settings file in TOML]:value:_files' \\
      '--help[explain the command]' \\
      '*:argument: '
      ;;
`);
  expect(text).toContain("_values -s , id a-one b-two");
});

test("fish", () => {
  const seen = "complete -c netlens -n '__fish_seen_subcommand_from look'";
  // The tab after a value gives it an empty description; otherwise fish shows that of the flag.
  const lines = script("fish").replaceAll("\\t\n", "\\t ").split("\n");
  expect(lines.slice(0, 12)).toEqual([
    "# fish completion of netlens",
    "set -g __netlens_ids a-one b-two",
    "complete -c netlens -n __fish_use_subcommand -f -a help -d 'Explain a command'",
    "complete -c netlens -n '__fish_seen_subcommand_from help' -f -a 'look rest'",
    "complete -c netlens -n __fish_use_subcommand -f -a look -d 'Look at [it]: \\'now\\''",
    `${seen} -f -a 'here there'`,
    `${seen} -l verbose -d 'more of it'`,
    `${seen} -l form -x -a 'text\\\\t json\\\\t' -d 'which form'`,
    `${seen} -l to -r -F -d 'a file\\\\path'`,
    `${seen} -l ignore -x -a '(__fish_append , $__netlens_ids)' -d 'ids'`,
    `${seen} -l count -x -d 'a number'`,
    expect.stringContaining(`${seen} -l geo-load -x -a 'map\\\\t memory\\\\t' -d `),
  ]);
  const other = "complete -c netlens -n '__fish_seen_subcommand_from rest'";
  expect(lines.slice(16)).toEqual([
    "complete -c netlens -n __fish_use_subcommand -f -a rest -d 'Do the rest'",
    `${other} -f`,
    `${other} -l config -r -F -d 'settings file in TOML'`,
    `${other} -l help -d 'explain the command'`,
    "",
  ]);
});

test("the manual page", () => {
  const page = manualPage(commands, settingsOf, "1.2-3");
  expect(page).toStartWith(
    '.TH NETLENS 1 "" "netlens 1.2-3" "User Commands"\n.SH NAME\nnetlens \\- identify user agents',
  );
  expect(page).toContain(`.SH COMMANDS
.SS
netlens look URL
Look at [it]: 'now'.
.PP
A note \\- with a dash.
.PP
\\&.A request
.TP
.B \\-v, \\-\\-verbose
more of it
.TP
.B \\-\\-form text|json
which form
.TP
.B \\-\\-to FILE
a file\\epath
.TP
.B \\-\\-ignore ID
ids
.TP
.B \\-\\-count N
a number
.PP
Settings used: \\-\\-geo\\-load, \\-\\-geo\\-asn, \\-\\-cors.
.PP
.nf
netlens look \\-v
.fi
.SS
netlens rest
Do the rest.
.SH SETTINGS
`);
  expect(page).toMatch(
    /\n\.TP\n\.B \\-\\-listen [^\n]*\n[^\n]*\. NETLENS_LISTEN, default 127\.0\.0\.1:8080\.\n/,
  );
  expect(page).toMatch(/\n\.TP\n\.B \\-\\-geo\\-asn FILE\n[^\n]*\. NETLENS_GEO_ASN\.\n/);
  expect(page).toContain(".TP\n.B invalid\\-ip\n400: Not an IP address.\n");
  // A command that uses every setting does not list them.
  expect(manualPage(commands, () => optionNames, "1")).not.toContain("Settings used");
  const most = optionNames.slice(1);
  expect(manualPage(commands, () => most, "1").match(/^Settings used: /gm)?.length).toBe(2);
  expect(manualPage(commands, () => most.slice(0, 1), "1")).toContain(
    "Settings used: \\-\\-metrics\\-listen.",
  );
});
