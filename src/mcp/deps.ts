/** Services that the tools use. */

import type { Site } from "../api/site.ts";
import type { HttpDeps } from "../http/routes.ts";
import type { IpDeps } from "../ip/deps.ts";
import type { UserAgentDeps } from "../useragent/routes.ts";

export interface McpDeps {
  readonly site: Site;
  readonly ip: Pick<IpDeps, "geo" | "hostnameOf">;
  readonly verify: UserAgentDeps["verify"];
  readonly http: HttpDeps;
  /** Undefined if MCP is off. `origins`: further host names whose pages may send requests. */
  readonly mcp?: { readonly origins: readonly string[] } | undefined;
}
