/** Services that the pages use. */

import type { Site } from "../../api/site.ts";
import type { HttpDeps } from "../../http/routes.ts";
import type { IpDeps } from "../../ip/deps.ts";
import type { ReportsDeps } from "../../jobs/reports/routes.ts";
import type { SiteDeps } from "../../jobs/site/serve-site.ts";
import type { VisitorDeps } from "../../jobs/visitor/routes.ts";
import type { KeptResults } from "../kept-results.ts";

export interface WebDeps {
  readonly site: Site;
  readonly ip: IpDeps;
  readonly http: HttpDeps;
  /** Origins that may frame `/place`. */
  readonly frameAncestors?: readonly string[];
  /** Checks whether an address belongs to a bot's operator. */
  readonly verify?: VisitorDeps["verify"] | undefined;
  /** Undefined if keeping results is off. */
  readonly kept?: KeptResults | undefined;
  readonly reports?: ReportsDeps["reports"];
  readonly siteChecks?: SiteDeps["siteChecks"];
  /** Receives errors thrown while a page is streamed. */
  readonly onBug?: (error: unknown) => void;
}
