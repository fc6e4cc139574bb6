/** Findings about vendors' fields that rows of data read. */

import type { AnyField } from "../../field.ts";
import { airport } from "./places.ts";

type Findings = Pick<AnyField, "kinds" | "check">;

const RAY: Findings = {
  kinds: {
    "cf-ray-origin": {
      severity: "info",
      link: "https://developers.cloudflare.com/fundamentals/reference/cloudflare-ray-id/",
      summary: "The response came through Cloudflare: its data centre and the request's number are named.",
      bad: ["CF-Ray: 8e5a1b2c3d4e5f60-FRA"],
      good: ["X-Request-ID: 8e5a1b2c3d4e5f60-FRA"],
    },
  },
  check(_parsed, _context, note, { line }) {
    const [id, code] = line.value.split("-");
    if (code === undefined) return;
    const place = airport(code);
    note(
      "cf-ray-origin",
      `Cloudflare's data centre ${code}${place ? ` (${place.city})` : ""} answered; its logs know the request as ${id}.`,
    );
  },
};

const CACHE_STATUS: Findings = {
  kinds: {
    "cf-cache-dynamic": {
      severity: "info",
      link: "https://developers.cloudflare.com/cache/concepts/cache-responses/",
      summary: "Cloudflare did not consider the response for its cache, so each request goes to the origin.",
      bad: ["CF-Cache-Status: DYNAMIC"],
      good: ["CF-Cache-Status: HIT"],
    },
  },
  check(_parsed, _context, note, { line }) {
    if (/^dynamic(?:[\s,:;(]|$)/i.test(line.value))
      note(
        "cf-cache-dynamic",
        "DYNAMIC says that Cloudflare did not consider the response cacheable: each request goes to the origin.",
      );
  },
};

/** The address of the XML-RPC interface, in practice WordPress's. */
const PINGBACK: Findings = {
  kinds: {
    "pingback-offered": {
      severity: "info",
      link: "https://developer.wordpress.org/advanced-administration/security/hardening/",
      summary: "The address for pingbacks is announced: it is used for attacks on logins and on others.",
      bad: ["X-Pingback: https://example.com/xmlrpc.php"],
      good: ["X-Redirect-By: WordPress"],
    },
  },
  check(_parsed, _context, note, { line }) {
    const what = /\/xmlrpc\.php(?:$|\?)/.test(line.value) ? "xmlrpc.php" : "its pingback address";
    note(
      "pingback-offered",
      `X-Pingback advertises ${what}, which attackers use to guess passwords and to send requests to others.`,
    );
  },
};

/** By field name in lower case. */
export const PROBLEMS: ReadonlyMap<string, Findings> = new Map([
  ["cf-ray", RAY],
  ["cf-cache-status", CACHE_STATUS],
  ["x-pingback", PINGBACK],
]);
