/**
 * Debian package: executable, units, manual page, completions, settings, and the scripts of build/debian.
 * Made with `dpkg-deb` and compressed with xz, since Debian reads zstd only from version 12 on.
 */

import { chmodSync, cpSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { Glob } from "bun";
import manifest from "../../package.json" with { type: "json" };
import { settingsOf } from "../../src/cli/help.ts";
import { completionScript, SHELLS } from "../../src/cli/manual/completion.ts";
import { commands } from "../../src/cli/table.ts";
import { commitTime } from "./commit-time.ts";

const SETTINGS = `# Settings of netlens. Each key is a flag without its dashes; \`netlens config\` shows all, with their sources.
# listen = "127.0.0.1:8080"
# trusted-proxies = ["127.0.0.1"]
# geo-city = "/var/lib/netlens/dbip-city-lite.mmdb"
`;

const MAINTAINER = "The netlens developers <netlens@users.noreply.invalid>";
const SCRIPTS = ["postinst", "prerm", "postrm"] as const;

/** Folders of the shells' completions. */
const COMPLETIONS = {
  bash: "usr/share/bash-completion/completions/netlens",
  zsh: "usr/share/zsh/vendor-completions/_netlens",
  fish: "usr/share/fish/vendor_completions.d/netlens.fish",
} as const;

/** Makes `netlens_VERSION_ARCH.deb` in a folder. All files have the time of the last commit. */
export async function debianPackage(
  root: string,
  out: string,
  arch: "amd64" | "arm64",
  executable: string,
): Promise<string> {
  const tree = join(out, `.deb-${arch}`);
  rmSync(tree, { recursive: true, force: true });
  const put = async (path: string, content: string | Blob, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    await Bun.write(join(tree, path), content);
    chmodSync(join(tree, path), mode);
  };
  mkdirSync(join(tree, "usr/bin"), { recursive: true });
  cpSync(join(root, executable), join(tree, "usr/bin/netlens"));
  chmodSync(join(tree, "usr/bin/netlens"), 0o755);
  await put("usr/lib/systemd/system/netlens.service", await unit(root));
  for (const name of ["netlens-geo-update.service", "netlens-geo-update.timer"])
    await put(`usr/lib/systemd/system/${name}`, paths(await Bun.file(join(root, "build", name)).text()));
  await put("usr/share/man/man1/netlens.1.gz", await zipped(join(root, "dist/netlens.1")));
  for (const shell of SHELLS) {
    const { allKinds } = await import("../../src/jobs/project/kinds.ts");
    await put(
      COMPLETIONS[shell],
      completionScript(
        shell,
        commands,
        settingsOf,
        allKinds().map(([id]) => id),
      ),
    );
  }
  await put("etc/netlens.toml", SETTINGS);
  const time = commitTime(root);
  await put("usr/share/doc/netlens/copyright", await copyright(root));
  await put("usr/share/doc/netlens/NOTICE.gz", await zipped(join(root, "NOTICE")));
  await put("usr/share/doc/netlens/changelog.gz", new Blob([Bun.gzipSync(changelog(time), { level: 9 })]));
  await put(
    "usr/share/lintian/overrides/netlens",
    await Bun.file(join(root, "build/debian/lintian-overrides")).text(),
  );
  for (const script of SCRIPTS)
    await put(`DEBIAN/${script}`, await Bun.file(join(root, "build/debian", script)).text(), 0o755);
  const size = Math.ceil(Bun.file(join(tree, "usr/bin/netlens")).size / 1024);
  await put("DEBIAN/conffiles", "/etc/netlens.toml\n");
  await put(
    "DEBIAN/control",
    `Package: netlens
Version: ${manifest.version}
Architecture: ${arch}
Maintainer: ${MAINTAINER}
Installed-Size: ${size}
Depends: libc6 (>= 2.31)
Section: net
Priority: optional
Description: user agents, addresses and HTTP responses explained
 A network information service in one executable: which user agent is this,
 where is this address, what does this HTTP response do and what is wrong
 with it. Web API, command line and web page. The service's account exists
 only while it runs (DynamicUser of systemd).
`,
  );
  await put("DEBIAN/md5sums", await md5sums(tree));
  for (const path of new Glob("**/*").scanSync({ cwd: tree, onlyFiles: false, dot: true }))
    utimesSync(join(tree, path), time, time);
  const file = join(out, `netlens_${manifest.version}_${arch}.deb`);
  const { exitCode, stderr } = Bun.spawnSync(
    ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", "-z6", tree, file],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
    },
  );
  rmSync(tree, { recursive: true, force: true });
  if (exitCode !== 0) throw new Error(`dpkg-deb: ${stderr.toString().trim()}`);
  return file;
}

/** Checksums of all files except settings, which administrators change. */
async function md5sums(tree: string): Promise<string> {
  const files = [...new Glob("usr/**/*").scanSync({ cwd: tree, dot: true })].toSorted();
  const sums = files.map(async (file) => {
    const hash = new Bun.CryptoHasher("md5").update(await Bun.file(join(tree, file)).bytes());
    return `${hash.digest("hex")}  ${file}\n`;
  });
  return (await Promise.all(sums)).join("");
}

async function zipped(file: string): Promise<Blob> {
  return new Blob([Bun.gzipSync(await Bun.file(file).bytes(), { level: 9 })]);
}

/** The copyright file, in the format of Debian's tools. */
async function copyright(root: string): Promise<string> {
  const [, holder = "", , ...text] = (await Bun.file(join(root, "LICENSE")).text())
    .trim()
    .split("\n")
    .slice(1);
  const body = text.map((line) => (line.trim() === "" ? " ." : ` ${line}`));
  return [
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
    "Upstream-Name: netlens",
    "Comment: The packages and lists in the executable, with the texts of their licences, are in NOTICE.gz.",
    "",
    "Files: *",
    `Copyright: ${holder.replace(/^Copyright \(c\) /, "")}`,
    "License: Expat",
    ...body,
    "",
  ].join("\n");
}

function changelog(time: number): string {
  const day = new Date(time * 1000).toUTCString().replace("GMT", "+0000");
  return `netlens (${manifest.version}) unstable; urgency=medium\n\n  * netlens ${manifest.version}. What changed for users is in the project's CHANGELOG.md.\n\n -- ${MAINTAINER}  ${day}\n`;
}

/** systemd unit with the package's paths of the settings file and the executable. */
async function unit(root: string): Promise<string> {
  return paths(await Bun.file(join(root, "build/netlens.service")).text());
}

function paths(text: string): string {
  return text
    .replaceAll("/usr/local/bin/", "/usr/bin/")
    .replace(
      "EnvironmentFile=-/etc/netlens.env",
      "EnvironmentFile=-/etc/default/netlens\nEnvironment=NETLENS_CONFIG=/etc/netlens.toml",
    );
}
