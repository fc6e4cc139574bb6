/** Versions in Debian's releases, from its packages, and the end of support of each release. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Software by the names of its packages. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  nginx: /^nginx$/,
  php: /^php\d\.\d$/,
  openssl: /^openssl$/,
  python: /^python3$/,
};

export interface Release {
  readonly name: string;
  readonly suite: string;
  /** ISO 8601. */
  readonly until: string;
}

/** Releases that Debian supports on a day, from its page of endoflife.date; long term support ends last. */
export function releasesOn(page: string, day: string): readonly Release[] {
  const matter: unknown = Bun.YAML.parse(page.split(/^---$/m)[1] ?? "");
  const { releases = [] } = matter as { readonly releases?: readonly Readonly<Record<string, string>>[] };
  return releases.flatMap(({ releaseCycle = "", codename = "", eol = "", eoes }) => {
    const until = String(eoes ?? eol).slice(0, 10);
    return until >= day ? [{ name: `Debian ${releaseCycle}`, suite: codename.toLowerCase(), until }] : [];
  });
}

/**
 * Rows `word | version | until | release` from apt's table of versions (`apt-cache madison`). Security
 * updates may raise the version, so a row has the part that the release and its updates share.
 */
export function shippedRows(madison: string, releases: readonly Release[]): readonly string[] {
  const lines = madison.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  return Object.entries(PACKAGES).flatMap(([word, form]) =>
    releases.flatMap(({ name, suite, until }) => {
      const own = lines.filter(
        ([name = "", , from = ""]) => form.test(name) && new RegExp(` ${suite}(?:-security)?/`).test(from),
      );
      return [...Map.groupBy(own, ([name]) => name).values()].map((same) => {
        const versions = same.map(([, version = ""]) => version.replace(/^\d+:|[-+~].*$/g, "").split("."));
        const [first = []] = versions;
        const shared = first.filter((_, at) =>
          versions.every((one) => one.slice(0, at + 1).join(".") === first.slice(0, at + 1).join(".")),
        );
        return `${word} | ${shared.join(".")} | ${until} | ${name}`;
      });
    }),
  );
}

/** Versions in Debian's archive, from apt with its own folder; undefined without apt. */
export function madisonOf(releases: readonly Release[]): string | undefined {
  if (!Bun.which("apt-get")) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "netlens-apt-"));
  try {
    for (const name of ["state/lists/partial", "cache/archives/partial"])
      mkdirSync(join(folder, name), { recursive: true });
    const sources = releases.flatMap(({ suite }) => [
      `deb http://deb.debian.org/debian ${suite} main`,
      `deb http://deb.debian.org/debian-security ${suite}-security main`,
    ]);
    writeFileSync(join(folder, "sources.list"), `${sources.join("\n")}\n`);
    writeFileSync(
      join(folder, "apt.conf"),
      `Dir::State "${folder}/state"; Dir::State::status "/dev/null"; Dir::Cache "${folder}/cache";
Dir::Etc::sourcelist "${folder}/sources.list"; Dir::Etc::sourceparts "-"; Acquire::Languages "none";
`,
    );
    const env = { ...process.env, APT_CONFIG: join(folder, "apt.conf") };
    const apt = (...command: string[]) => {
      const { stdout, stderr, exitCode } = Bun.spawnSync(command, { env });
      if (exitCode !== 0) throw new Error(`${command[0]}: ${stderr}`);
      return stdout.toString();
    };
    apt("apt-get", "update");
    const names = apt("apt-cache", "pkgnames").split("\n");
    const requested = names.filter((name) => Object.values(PACKAGES).some((form) => form.test(name)));
    return apt("apt-cache", "madison", ...requested);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
