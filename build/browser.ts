import { type Browser, chromium } from "playwright-core";

/** Starts Debian's Chromium without background requests; `more` are further switches. */
export function launchBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu", ...more],
  });
}
