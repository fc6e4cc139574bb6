/** The apt repository, read by apt itself: a machine's first use, a key of another, a changed package. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aptRepository } from "../release/apt.ts";
import { releaseFolder, repositoryPage, repositorySite } from "../release/where.ts";
import { told } from "./told.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-apt-"));
const PAGE = "https://github.com/somebody/netlens";
const VERSION = "1.2.3";

const rings = ["ours", "others", "none"].map((name) => join(folder, name));
const [ours = "", others = "", none = ""] = rings;
afterAll(async () => {
  for (const ring of rings) await told(["gpgconf", "--homedir", ring, "--kill", "all"]);
  rmSync(folder, { recursive: true, force: true });
});

test("addresses are those of the repository whose workflow makes the release", () => {
  const environment = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "somebody/netlens" };
  expect(releaseFolder(repositoryPage(environment), VERSION)).toBe(`${PAGE}/releases/download/v1.2.3`);
  expect(repositorySite(environment)).toBe("https://somebody.github.io/netlens");
  expect(repositoryPage({})).toBe("https://github.com/OWNER/netlens");
});

describe("the apt repository", () => {
  const packages: { arch: string; file: string }[] = [];
  const served = join(folder, "served");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const file = Bun.file(join(served, decodeURIComponent(new URL(request.url).pathname)));
      return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
    },
  });
  afterAll(() => server.stop(true));

  beforeAll(async () => {
    for (const [ring, name] of [
      [ours, "netlens packages"],
      [others, "somebody else"],
    ] as const) {
      mkdirSync(ring, { mode: 0o700 });
      const made = await told(
        [
          "gpg",
          "--batch",
          "--passphrase",
          "",
          "--quick-gen-key",
          `${name} <a@example.invalid>`,
          "ed25519",
          "sign",
        ],
        { GNUPGHOME: ring },
      );
      if (made.code !== 0) throw new Error(made.err);
    }
    mkdirSync(none, { mode: 0o700 });
    for (const arch of ["amd64", "arm64"]) {
      const tree = join(folder, `tree-${arch}`);
      mkdirSync(join(tree, "DEBIAN"), { recursive: true });
      mkdirSync(join(tree, "usr/bin"), { recursive: true });
      writeFileSync(join(tree, "usr/bin/netlens"), `#!/bin/sh\necho ${arch}\n`, { mode: 0o755 });
      writeFileSync(
        join(tree, "DEBIAN/control"),
        `Package: netlens\nVersion: ${VERSION}\nArchitecture: ${arch}\nMaintainer: A <a@example.invalid>\nDepends: libc6 (>= 2.31)\nDescription: a stand-in\n More of it.\n`,
      );
      const file = join(folder, `netlens_${VERSION}_${arch}.deb`);
      const built = await told(["dpkg-deb", "--build", "--root-owner-group", "-Znone", tree, file]);
      if (built.code !== 0) throw new Error(built.err);
      packages.push({ arch, file });
    }
  });

  /** Makes it anew where the server serves it. */
  async function publish(environment: Readonly<Record<string, string>>): Promise<boolean> {
    rmSync(served, { recursive: true, force: true });
    return aptRepository({
      folder: served,
      packages,
      site: server.url.origin,
      time: 1_700_000_000,
      environment: { ...process.env, ...environment },
    });
  }

  /** A machine that has nothing but what the repository gives it, with this system's installed packages. */
  function machine(name: string, arch = "amd64") {
    const place = join(folder, name);
    for (const part of ["etc/apt/sources.list.d", "etc/apt/preferences.d", "var/lib/apt/lists/partial"])
      mkdirSync(join(place, part), { recursive: true });
    mkdirSync(join(place, "var/cache/apt/archives/partial"), { recursive: true });
    const archives = join(place, "var/cache/apt/archives");
    return {
      list: join(place, "etc/apt/sources.list.d/netlens.sources"),
      apt: (...words: string[]) =>
        told(
          [
            "apt-get",
            ...["-o", `Dir=${place}`, "-o", "Dir::Bin::methods=/usr/lib/apt/methods"],
            ...["-o", "Dir::State::status=/var/lib/dpkg/status", "-o", `APT::Architecture=${arch}`],
            ...[
              "-o",
              `APT::Architectures=${arch}`,
              "-o",
              "APT::Sandbox::User=",
              "-o",
              "Debug::NoLocking=true",
            ],
            ...["-o", "Acquire::Retries=0", "-o", "Acquire::http::Proxy=DIRECT"],
            ...words,
          ],
          {},
          place,
        ),
      fetched: () => readdirSync(archives).filter((file) => file.endsWith(".deb")),
      archives,
    };
  }

  test("one file makes a machine take the package from it", async () => {
    expect(await publish({ GNUPGHOME: ours })).toBe(true);
    const { list, apt, fetched, archives } = machine("stranger");
    writeFileSync(list, await (await fetch(new URL("netlens.sources", server.url))).text());
    const updated = await apt("update", "--error-on=any");
    expect(updated).toMatchObject({ code: 0, err: "" });
    expect(updated.out).toContain("stable InRelease");
    const installed = await apt("install", "--yes", "--download-only", "netlens");
    expect(installed).toMatchObject({ code: 0, err: "" });
    expect(fetched()).toEqual([`netlens_${VERSION}_amd64.deb`]);
    expect(
      readFileSync(join(archives, fetched()[0] ?? "")).equals(readFileSync(packages[0]?.file ?? "")),
    ).toBe(true);
  });

  test("a machine of another architecture sees its own package", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt } = machine("arm", "arm64");
    cpSync(join(served, "netlens.sources"), list);
    expect(await apt("update", "--error-on=any")).toMatchObject({ code: 0 });
    const { out } = await apt("download", "--print-uris", "netlens");
    expect(out).toContain(`pool/main/n/netlens/netlens_${VERSION}_arm64.deb`);
  });

  test("apt that reads no InRelease checks the signature beside", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt } = machine("beside");
    cpSync(join(served, "netlens.sources"), list);
    rmSync(join(served, "dists/stable/InRelease"));
    const updated = await apt("update", "--error-on=any");
    expect(updated).toMatchObject({ code: 0, err: "" });
    expect(updated.out).toContain("Release.gpg");
  });

  test("what another has signed is refused", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt } = machine("other-key");
    cpSync(join(served, "netlens.sources"), list);
    await publish({ GNUPGHOME: others });
    const updated = await apt("update", "--error-on=any");
    expect(updated.code).toBe(100);
    expect(updated.err).toContain("NO_PUBKEY");
  });

  test("a package that is not the one of the list is refused", async () => {
    await publish({ GNUPGHOME: ours });
    const { list, apt, fetched } = machine("tampered");
    cpSync(join(served, "netlens.sources"), list);
    expect(await apt("update", "--error-on=any")).toMatchObject({ code: 0 });
    const file = join(served, "pool/main/n/netlens", `netlens_${VERSION}_amd64.deb`);
    const bytes = readFileSync(file);
    rmSync(file);
    bytes[bytes.length - 600] = (bytes[bytes.length - 600] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const installed = await apt("install", "--yes", "--download-only", "netlens");
    expect(installed.code).toBe(100);
    expect(installed.err).toContain("Hash Sum mismatch");
    expect(fetched()).toEqual([]);
  });

  test("without a key it is not signed, and nothing invites to use it", async () => {
    expect(await publish({ GNUPGHOME: none })).toBe(false);
    expect(readdirSync(join(served, "dists/stable")).toSorted()).toEqual(["Release", "main"]);
    expect(existsSync(join(served, "netlens.sources"))).toBe(false);
  });

  test("a key that was named and is not there stops the release", async () => {
    await expect(publish({ GNUPGHOME: ours, NETLENS_APT_KEY: "nobody@example.invalid" })).rejects.toThrow(
      "gpg: ",
    );
  });
});
