/** The Nix flake: the released executables, by their hashes. */

import { releaseFolder } from "./where.ts";

/** Nix' words for each target. */
const SYSTEMS = [
  { system: "x86_64-linux", target: "linux-x64" },
  { system: "aarch64-linux", target: "linux-arm64" },
  { system: "x86_64-darwin", target: "darwin-x64" },
  { system: "aarch64-darwin", target: "darwin-arm64" },
] as const;

/**
 * @param hashes SHA-256 in hexadecimal by target, of the executables that are there
 * @param page the repository's
 */
export function flake(version: string, page: string, hashes: ReadonlyMap<string, string>): string {
  const rows = SYSTEMS.flatMap(({ system, target }) => {
    const hash = hashes.get(target);
    if (hash === undefined) return [];
    const sri = `sha256-${Buffer.from(hash, "hex").toString("base64")}`;
    return [`        ${system} = { file = "netlens-${target}"; hash = "${sri}"; };\n`];
  });
  return `{
  description = "User agents, addresses and HTTP responses explained";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "${version}";
      released = {
${rows.join("")}      };
      package = system: { file, hash }:
        let pkgs = nixpkgs.legacyPackages.\${system};
        in pkgs.stdenv.mkDerivation {
          pname = "netlens";
          inherit version;
          src = pkgs.fetchurl {
            url = "${releaseFolder(page, version)}/\${file}";
            inherit hash;
          };
          dontUnpack = true;
          # The program stands behind Bun's runtime: strip would cut it off, and a changed rpath breaks the executable.
          dontStrip = true;
          dontPatchELF = true;
          nativeBuildInputs = pkgs.lib.optionals pkgs.stdenv.hostPlatform.isLinux [ pkgs.patchelf ];
          installPhase = ''
            install -D -m 755 "$src" "$out/bin/netlens"
          '' + pkgs.lib.optionalString pkgs.stdenv.hostPlatform.isLinux ''
            patchelf --set-interpreter "$(cat "$NIX_CC/nix-support/dynamic-linker")" "$out/bin/netlens"
          '';
          meta = {
            homepage = "${page}";
            license = pkgs.lib.licenses.mit;
            mainProgram = "netlens";
            platforms = builtins.attrNames released;
            sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
          };
        };
    in {
      packages = builtins.mapAttrs (system: one: { default = package system one; }) released;
    };
}
`;
}
