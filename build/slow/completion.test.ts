/** Completion scripts in real shells, each completing a partial command line. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const place = mkdtempSync(join(tmpdir(), "netlens-completion-"));
const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

beforeAll(async () => {
  for (const shell of SHELLS) {
    const made = Bun.spawnSync([process.execPath, join(root, "src/main.ts"), "completion", shell]);
    writeFileSync(join(place, shell), made.stdout);
  }
  mkdirSync(join(place, "work"));
  writeFileSync(join(place, "work/response.txt"), "");
});
afterAll(() => rmSync(place, { recursive: true }));

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: join(place, "work"),
    env: { ...process.env, TERM: "dumb", HOME: place, XDG_CONFIG_HOME: place },
    stdout: "pipe",
    stderr: "ignore",
  });
  return new Response(child.stdout).text();
}

/** Readline splits words at `=` because COMP_WORDBREAKS contains it. */
const BASH = `compopt() { :; }
source "$0"
COMP_LINE=$1 COMP_POINT=\${#1}
read -ra COMP_WORDS <<< "\${1//=/ = }"
[[ $1 == *[\\ ] ]] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_netlens
printf '%s\\n' "\${COMPREPLY[@]}"`;

/** Interactive zsh in its own terminal, which lists the choices between markers. */
const ZSH = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PROMPT=""; autoload -Uz compinit; compinit -u -D; source "'$1'"; unsetopt BEEP LIST_PACKED; LISTMAX=10000; bindkey "^X" list-choices; print be"gin"'
until [[ $all == *begin* ]]; do zpty -r z chunk; all+=$chunk; done
zpty -w -n z "$2"$'\\C-x'
sleep 1
zpty -w z $'\\C-u'"print e"'nd'
until [[ $found == *$'\\n'end* ]]; do zpty -r z chunk; found+=$chunk; done
print -r -- $found`;

/** Words that a shell offers for a line. */
async function offered(shell: Shell, line: string): Promise<string> {
  if (shell === "bash") return run(["bash", "-c", BASH, join(place, shell), line]);
  if (shell === "fish")
    return run(["fish", "-N", "-c", `source ${join(place, shell)}; complete -C ${JSON.stringify(line)}`]);
  return run(["zsh", "-f", "-c", ZSH, "zsh", join(place, shell), line]);
}

/** Offered words, without descriptions and without the part that is already typed. */
const wordsIn = (text: string) =>
  text
    .split("\n")
    .flatMap((line) => line.replace(/\t.*| -- .*/, "").split(/\s+/))
    .map((word) => word.replace(/^--[\w-]+=(?=.)/, ""));

describe.each([...SHELLS])("%s", (shell) => {
  test.each([
    ["netlens ht", ["http"], ["headers"]],
    ["netlens http --format=", ["json", "sarif", "csv"], ["--format", "--json"]],
    ["netlens http --format=j", ["json", "junit"], ["sarif"]],
    ["netlens http --format ", ["json", "sarif", "csv"], ["--format"]],
    ["netlens http --output ", ["json=", "sarif="], ["--output"]],
    ["netlens status 4", ["404", "421"], ["500"]],
    ["netlens help ", ["http", "status", "site"], ["response.txt"]],
    ["netlens completion f", ["fish"], ["bash", "response.txt"]],
    ["netlens headers resp", ["response.txt"], []],
    ["netlens http --fail-on ", ["error", "warning"], ["--fail-on"]],
  ])(
    "%s",
    async (line, some, none) => {
      // Removes the echo of the input line.
      const words = wordsIn((await offered(shell, line)).replaceAll(line.trim(), ""));
      expect(words).toEqual(expect.arrayContaining(some));
      for (const word of none) expect(words).not.toContain(word);
    },
    30_000,
  );
});
