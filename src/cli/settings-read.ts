/** Type check that every setting is read: an option whose path occurs in no parameter type below does not compile. */

import type { LookupSettings } from "../http/lookup.ts";
import type { HandlersSettings } from "../server/handlers.ts";
import type { openAgentsFile, readTokens } from "../server/named-files.ts";
import type { openReports } from "../server/service.ts";
import type { sharedOf } from "../server/shared.ts";
import type { telemetryOf } from "../server/telemetry.ts";
import type * as wiring from "../server/wiring.ts";
import type { SettingPlace } from "../settings/settings.ts";
import type { openLines } from "./commands/serve.ts";
import type { UpdateSettings } from "./serve/updates.ts";
import type { WorkersSettings } from "./serve/workers.ts";

type Reader =
  | typeof wiring.geoSettings
  | typeof wiring.clientForLog
  | typeof wiring.lookupQueue
  | typeof wiring.lookupCacheBounds
  | typeof wiring.keptResults
  | typeof wiring.metricsListener
  | typeof wiring.stopTimes
  | typeof openAgentsFile
  | typeof openReports
  | typeof sharedOf
  | typeof telemetryOf
  | typeof readTokens
  | typeof openLines;

type Taken =
  | Parameters<Reader>[0]
  | ReturnType<Parameters<typeof wiring.connectionLimits>[0]>
  | WorkersSettings
  | UpdateSettings
  | Pick<Parameters<typeof wiring.httpSettings>[0], "geo">
  // Handlers pass all lookup settings on; LookupSettings names those that are read.
  | Omit<HandlersSettings, "http">
  | { readonly http: LookupSettings };

/** `group.name` of each setting. */
type PlacesOf<S> = S extends unknown
  ? { [G in keyof S & string]: `${G}.${keyof S[G] & string}` }[keyof S & string]
  : never;

export type EachIsRead<P extends PlacesOf<Taken>> = P;

export type EverySettingIsRead = EachIsRead<SettingPlace>;
