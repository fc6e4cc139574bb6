/** IO: bundled tables, read at each use. */

import { readFileSync } from "node:fs";
import apple from "../../../data/agents/apple.txt" with { type: "file" };
import apps from "../../../data/agents/apps.txt" with { type: "file" };
import bots from "../../../data/agents/bots.txt" with { type: "file" };
import brands from "../../../data/agents/brands.txt" with { type: "file" };
import browserReleases from "../../../data/agents/browser-releases.txt" with { type: "file" };
import browsers from "../../../data/agents/browsers.txt" with { type: "file" };
import crawlers from "../../../data/agents/crawlers.txt" with { type: "file" };
import feeds from "../../../data/agents/feeds.txt" with { type: "file" };
import libraries from "../../../data/agents/libraries.txt" with { type: "file" };
import minimumOs from "../../../data/agents/minimum-os.txt" with { type: "file" };
import modelCodes from "../../../data/agents/model-codes.txt" with { type: "file" };
import models from "../../../data/agents/models.txt" with { type: "file" };
import noise from "../../../data/agents/noise.txt" with { type: "file" };
import packages from "../../../data/agents/packages.txt" with { type: "file" };
import recentModels from "../../../data/agents/recent-models.txt" with { type: "file" };
import robotsTokens from "../../../data/agents/robots-tokens.txt" with { type: "file" };
import systemSupport from "../../../data/agents/system-support.txt" with { type: "file" };
import verify from "../../../data/agents/verify.txt" with { type: "file" };
import snapshots from "../../../data/snapshots.txt" with { type: "text" };

const FILES = {
  apple,
  apps,
  bots,
  brands,
  "browser-releases": browserReleases,
  browsers,
  crawlers,
  feeds,
  libraries,
  "minimum-os": minimumOs,
  "model-codes": modelCodes,
  models,
  noise,
  packages,
  "recent-models": recentModels,
  "robots-tokens": robotsTokens,
  "system-support": systemSupport,
  verify,
} as const;

export type TableName = keyof typeof FILES;

export const TABLE_NAMES = Object.keys(FILES) as readonly TableName[];

export function builtIn(name: TableName): string {
  return readFileSync(FILES[name], "utf8");
}

/** Date of the newest source: `2026-11-21`. */
export function builtInTaken(): string {
  const dates = snapshots
    .split("\n")
    .filter((line) => line.startsWith("agents/"))
    .map((line) => (line.split("|")[1] ?? "").trim());
  return dates.toSorted().at(-1) ?? "";
}
