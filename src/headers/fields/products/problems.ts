/** Problems of vendors' fields whose values rows of data read. */

import type { ExplainedLine, FieldProblems } from "../../field.ts";
import { problem } from "../../problem.ts";
import { airport } from "./places.ts";

type Problems = FieldProblems<unknown, never, readonly ExplainedLine[]>;

const RAY: Problems = {
  eachLine: [
    problem({
      id: "cf-ray-origin",
      severity: "info",
      link: "https://developers.cloudflare.com/fundamentals/reference/cloudflare-ray-id/",
      summary: "The response came through Cloudflare: its data centre and the request's number are named.",
      detect(_parsed: unknown, _context, { line }: ExplainedLine) {
        const [id, code] = line.value.split("-");
        return code !== undefined && { id, code, city: airport(code)?.city };
      },
      title: ({ id, code, city }) =>
        `Cloudflare's data centre ${code}${city === undefined ? "" : ` (${city})`} answered; its logs know the request as ${id}.`,
      bad: ["CF-Ray: 8e5a1b2c3d4e5f60-FRA"],
      good: ["X-Request-ID: 8e5a1b2c3d4e5f60-FRA"],
    }),
  ],
};

const CACHE_STATUS: Problems = {
  eachLine: [
    problem({
      id: "cf-cache-dynamic",
      severity: "info",
      link: "https://developers.cloudflare.com/cache/concepts/cache-responses/",
      summary: "Cloudflare did not consider the response for its cache, so each request goes to the origin.",
      detect: (_parsed: unknown, _context, { line }: ExplainedLine) =>
        /^dynamic(?:[\s,:;(]|$)/i.test(line.value),
      title: () =>
        "DYNAMIC says that Cloudflare did not consider the response cacheable: each request goes to the origin.",
      bad: ["CF-Cache-Status: DYNAMIC"],
      good: ["CF-Cache-Status: HIT"],
    }),
  ],
};

const PINGBACK: Problems = {
  eachLine: [
    problem({
      id: "pingback-offered",
      severity: "info",
      link: "https://developer.wordpress.org/advanced-administration/security/hardening/",
      summary: "The address for pingbacks is announced: it is used for attacks on logins and on others.",
      detect: (_parsed: unknown, _context, { line }: ExplainedLine) =>
        /\/xmlrpc\.php(?:$|\?)/.test(line.value) ? "xmlrpc.php" : "its pingback address",
      title: (what) =>
        `X-Pingback advertises ${what}, which attackers use to guess passwords and to send requests to others.`,
      bad: ["X-Pingback: https://example.com/xmlrpc.php"],
      good: ["X-Redirect-By: WordPress"],
    }),
  ],
};

/** By field name in lower case. */
export const PROBLEMS: ReadonlyMap<string, Problems> = new Map([
  ["cf-ray", RAY],
  ["cf-cache-status", CACHE_STATUS],
  ["x-pingback", PINGBACK],
]);
