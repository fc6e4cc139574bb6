/** Work that the first callers would wait for, done before they come. */

import { loadDecode, loadLookup } from "../http/routes.ts";
import type { Geo } from "../ip/geo.ts";
import { loadMcp } from "../mcp/routes.ts";
import { loadLookup as loadUserAgents } from "../useragent/routes.ts";
import { loadAnswers } from "../web/routes.ts";
import type { Log } from "./log.ts";

/** Says what is in use and loads what the first requests of each kind would otherwise wait for. */
export function warmUp(geo: Geo, log: Log, hasMcp: boolean): void {
  const databases = geo.describe(Date.now());
  for (const { file, bundled, type, families, buildDate, load } of databases) {
    const built = buildDate?.slice(0, 10) ?? "unknown";
    const message = bundled ? "geo database built in" : "geo database";
    log("info", message, { file, type, families: families.join("+"), built, load });
  }
  const loads = [loadUserAgents, loadLookup, loadDecode, loadAnswers, ...(hasMcp ? [loadMcp] : [])];
  void (async () => {
    for (const load of loads) {
      await load();
      await Bun.sleep(0);
    }
  })();
}
