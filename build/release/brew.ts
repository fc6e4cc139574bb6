/** The Homebrew formula, for the repository `homebrew-tap` of the same owner. */

import { releaseFolder } from "./where.ts";

/** Homebrew's words for each target. */
const SYSTEMS = [
  { system: "macos", machine: "arm", target: "darwin-arm64" },
  { system: "macos", machine: "intel", target: "darwin-x64" },
  { system: "linux", machine: "arm", target: "linux-arm64" },
  { system: "linux", machine: "intel", target: "linux-x64" },
] as const;

/**
 * @param hashes SHA-256 in hexadecimal by target, of the executables that are there
 * @param page the repository's
 */
export function formula(version: string, page: string, hashes: ReadonlyMap<string, string>): string {
  const blocks = ["macos", "linux"].flatMap((system) => {
    const here = SYSTEMS.filter((one) => one.system === system && hashes.has(one.target));
    const machines = here.map(
      ({ machine, target }) => `    on_${machine} do
      url "${releaseFolder(page, version)}/netlens-${target}"
      sha256 "${hashes.get(target)}"
    end
`,
    );
    return machines.length === 0 ? [] : [`  on_${system} do\n${machines.join("")}  end\n`];
  });
  return `class Netlens < Formula
  desc "Explain user agents, addresses and HTTP responses"
  homepage "${page}"
  version "${version}"
  license "MIT"

${blocks.join("\n")}
  def install
    bin.install Dir["netlens-*"].first => "netlens"
    generate_completions_from_executable(bin/"netlens", "completion", shells: [:bash, :zsh, :fish])
    (man1/"netlens.1").write Utils.safe_popen_read(bin/"netlens", "man")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/netlens --version")
  end
end
`;
}
