/**
 * The apt repository: a folder for any web server, with `dists/stable`, `pool` and, if it is signed, `netlens.sources`,
 * which holds its address and its key and is all that a machine needs. Form: https://wiki.debian.org/DebianRepository/Format
 */

import { linkSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";

const POOL = "pool/main/n/netlens";

export interface AptRepository {
  /** Where it is made: the folder must not be there. */
  readonly folder: string;
  /** The packages, with their architecture, on the same file system. */
  readonly packages: readonly { readonly arch: string; readonly file: string }[];
  /** Where it will be served, without a slash at the end. */
  readonly site: string;
  /** Seconds since the epoch, for its date. */
  readonly time: number;
  /** `NETLENS_APT_KEY` names the key; without it gpg takes its default. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** @returns whether it is signed. @throws Error if the key that was named cannot sign, or gpg fails */
export async function aptRepository(repository: AptRepository): Promise<boolean> {
  const { folder, packages } = repository;
  mkdirSync(join(folder, POOL), { recursive: true });
  const stable = join(folder, "dists/stable");
  const listed: string[] = [];
  for (const { arch, file } of packages) {
    linkSync(file, join(folder, POOL, basename(file)));
    const text = await stanza(file);
    for (const [name, bytes] of [
      [`main/binary-${arch}/Packages`, Buffer.from(text)],
      [`main/binary-${arch}/Packages.gz`, Bun.gzipSync(text, { level: 9 })],
    ] as const) {
      await Bun.write(join(stable, name), bytes);
      listed.push(` ${sha256(bytes)} ${bytes.length} ${name}`);
    }
  }
  await Bun.write(
    join(stable, "Release"),
    `Origin: netlens
Label: netlens
Suite: stable
Codename: stable
Date: ${new Date(repository.time * 1000).toUTCString().replace("GMT", "UTC")}
Architectures: ${packages.map(({ arch }) => arch).join(" ")}
Components: main
Description: netlens, the newest version
SHA256:
${listed.join("\n")}
`,
  );
  const key = sign(stable, repository.environment);
  if (key === undefined) return false;
  await Bun.write(join(folder, "netlens.sources"), sources(repository, key));
  return true;
}

/** The entry of one package in the list of packages. */
async function stanza(file: string): Promise<string> {
  const control = run(["dpkg-deb", "--field", file], process.env);
  const bytes = await Bun.file(file).bytes();
  return `${control.trim()}
Filename: ${POOL}/${basename(file)}
Size: ${bytes.length}
SHA256: ${sha256(bytes)}
`;
}

/** Signs as apt reads it, inside and beside. @returns the key in ASCII, or undefined if there is none to sign with */
function sign(stable: string, environment: AptRepository["environment"]): string | undefined {
  const named = environment["NETLENS_APT_KEY"];
  const gpg = (...words: string[]) => run(["gpg", "--batch", "--yes", ...words], environment);
  if (!named && (!Bun.which("gpg") || gpg("--with-colons", "--list-secret-keys").trim() === ""))
    return undefined;
  const signed = (form: string, name: string) =>
    gpg(
      ...(named ? ["--local-user", named] : []),
      ...["--status-fd", "1", "--digest-algo", "SHA512", "--armor"],
      ...["--output", join(stable, name), form, join(stable, "Release")],
    );
  signed("--detach-sign", "Release.gpg");
  // The key is the one that signed: gpg's settings may say which is the default.
  const fingerprint = /^\[GNUPG:\] SIG_CREATED .* ([0-9A-F]{40,})$/m.exec(
    signed("--clearsign", "InRelease"),
  )?.[1];
  if (fingerprint === undefined) throw new Error("gpg does not say which key has signed");
  return gpg("--armor", "--export", fingerprint);
}

/** For /etc/apt/sources.list.d; a key inside is read from apt 2.3.10 on: Debian 12, Ubuntu 22.04. */
function sources({ site, packages }: AptRepository, key: string): string {
  const lines = key
    .trim()
    .split("\n")
    .map((line) => ` ${line.trim() === "" ? "." : line}`);
  return `Types: deb
URIs: ${site}
Suites: stable
Components: main
Architectures: ${packages.map(({ arch }) => arch).join(" ")}
Signed-By:
${lines.join("\n")}
`;
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

function run(command: readonly string[], environment: AptRepository["environment"]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (exitCode !== 0) throw new Error(`${command[0]}: ${stderr.toString().trim()}`);
  return stdout.toString();
}
