import { type Browser, chromium } from "playwright-core";

/** Debian's Chromium without background requests; `more`: further switches. */
export function launchBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", ...more],
  });
}
