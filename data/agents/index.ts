/** Files of the tables, by name. */

import apple from "./apple.txt" with { type: "file" };
import apps from "./apps.txt" with { type: "file" };
import bots from "./bots.txt" with { type: "file" };
import brands from "./brands.txt" with { type: "file" };
import browserReleases from "./browser-releases.txt" with { type: "file" };
import browsers from "./browsers.txt" with { type: "file" };
import crawlers from "./crawlers.txt" with { type: "file" };
import feeds from "./feeds.txt" with { type: "file" };
import libraries from "./libraries.txt" with { type: "file" };
import minimumOs from "./minimum-os.txt" with { type: "file" };
import modelCodes from "./model-codes.txt" with { type: "file" };
import models from "./models.txt" with { type: "file" };
import noise from "./noise.txt" with { type: "file" };
import packages from "./packages.txt" with { type: "file" };
import recentModels from "./recent-models.txt" with { type: "file" };
import robotsTokens from "./robots-tokens.txt" with { type: "file" };
import systemSupport from "./system-support.txt" with { type: "file" };
import verify from "./verify.txt" with { type: "file" };

export const agentFiles = {
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
