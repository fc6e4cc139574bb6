/**
 * Whether every setting is read, for the compiler: an option whose place none of these functions names in the type of its
 * parameter does not compile. What each of them names is all that it can read.
 */

import type { LookupSettings } from "../http/lookup.ts";
import type { HandlersSettings } from "../server/handlers.ts";
import type { telemetryOf } from "../server/otlp/telemetry.ts";
import type { openAgentsFile } from "../server/service.ts";
import type { sharedOf } from "../server/shared.ts";
import type { readTokens } from "../server/tokens-file.ts";
import type * as wiring from "../server/wiring.ts";
import type { SettingPlace } from "../settings/settings.ts";
import type { openLines } from "./commands/serve.ts";
import type { WorkersSettings } from "./serve/workers.ts";

type Reader =
  | typeof wiring.geoSettings
  | typeof wiring.rdapServer
  | typeof wiring.clientForLog
  | typeof wiring.lookupQueue
  | typeof wiring.lookupCacheBounds
  | typeof wiring.keptResults
  | typeof wiring.metricsListener
  | typeof wiring.stopTimes
  | typeof openAgentsFile
  | typeof sharedOf
  | typeof telemetryOf
  | typeof readTokens
  | typeof openLines;

type Taken =
  | Parameters<Reader>[0]
  | ReturnType<Parameters<typeof wiring.connectionLimits>[0]>
  | WorkersSettings
  // Handlers pass all bounds of lookups on: which of those are read, lookups say.
  | Omit<HandlersSettings, "http">
  | { readonly http: LookupSettings };

/** `group.name` of each member of each group. */
type PlacesOf<S> = S extends unknown
  ? { [G in keyof S & string]: `${G}.${keyof S[G] & string}` }[keyof S & string]
  : never;

export type EachIsRead<P extends PlacesOf<Taken>> = P;

export type EverySettingIsRead = EachIsRead<SettingPlace>;
