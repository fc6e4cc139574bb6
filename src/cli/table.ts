import type { Command } from "./command.ts";
import { compare } from "./commands/compare.ts";
import { completion } from "./commands/completion.ts";
import { config } from "./commands/config.ts";
import { curl } from "./commands/curl.ts";
import { guide } from "./commands/guide.ts";
import { har } from "./commands/har.ts";
import { headers } from "./commands/headers.ts";
import { healthcheck } from "./commands/healthcheck.ts";
import { http } from "./commands/http.ts";
import { init } from "./commands/init.ts";
import { ip } from "./commands/ip.ts";
import { licences } from "./commands/licences.ts";
import { man } from "./commands/man.ts";
import { mcp } from "./commands/mcp.ts";
import { page } from "./commands/page.ts";
import { redirects } from "./commands/redirects.ts";
import { rules } from "./commands/rules.ts";
import { serve } from "./commands/serve.ts";
import { site } from "./commands/site.ts";
import { status } from "./commands/status.ts";
import { tokens } from "./commands/tokens.ts";
import { update } from "./commands/update.ts";
import { useragent } from "./commands/useragent.ts";
import { visitor } from "./commands/visitor.ts";
import { watch } from "./commands/watch.ts";

/** Commands by their group in help. */
export const groups: readonly (readonly [title: string, commands: readonly Command[]])[] = [
  ["Look up", [http, curl, ip, useragent, visitor, status]],
  ["Check", [headers, page, site, redirects, compare, har, watch]],
  ["Project", [init, rules]],
  ["Serve", [serve, mcp, config, tokens, healthcheck]],
  ["Data and help", [update, guide, completion, man, licences]],
];

/** All commands, in the order of help. */
export const commands: readonly Command[] = groups.flatMap(([, some]) => some);
