import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Starts Debian's Chromium without background requests; `more` are further switches. */
export function launchBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", ...more],
  });
}

/** Path of a program that starts Chromium, as root too: without its sandbox, which root cannot have. */
export function browserProgram(folder: string): string {
  const path = join(folder, "chromium");
  writeFileSync(path, `#!/bin/sh\nexec /usr/bin/chromium --no-sandbox "$@"\n`, { mode: 0o755 });
  return path;
}
