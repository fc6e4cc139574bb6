/** A remedy in the words of every server, as findings, pages and the list of problems have it. Pure. */

import { recipeRows, serverField } from "../../../data/recipes.ts";
import { GenerationalCache } from "../../cache/generational-cache.ts";
import type { How } from "../schema.ts";
import { inApplications } from "./applications.ts";
import type { Remedy } from "./remedy.ts";
import { recipeFor } from "./servers.ts";

/** Remedies whose lines are kept: most responses lack the same fields. @perf */
const ENTRIES = 256;
const written = new GenerationalCache<How>(ENTRIES);

/** Undefined where one of the servers cannot say it: then the value is no matter of configuration. */
export function howOf(remedy: Remedy, note: string | undefined): How | undefined {
  const key = `${JSON.stringify(remedy)} ${note ?? ""}`;
  const known = written.get(key);
  if (known) return known;
  const how = write(remedy, note);
  if (how) written.put(key, how);
  return how;
}

function write(remedy: Remedy, note: string | undefined): How | undefined {
  const nginx = recipeFor("nginx", remedy);
  const apache = recipeFor("apache", remedy);
  const caddy = recipeFor("caddy", remedy);
  const cloudflare = recipeFor("cloudflare", remedy);
  if (nginx === undefined || apache === undefined || caddy === undefined || cloudflare === undefined)
    return undefined;
  const sent = "sent" in remedy ? remedy.sent : undefined;
  return {
    ...(sent && { header: `${sent.name}: ${sent.value}` }),
    nginx,
    apache,
    caddy,
    cloudflare,
    ...inApplications(remedy),
    ...(note !== undefined && { note }),
  };
}

/** What the servers have of their own for a problem. */
export function ownHow(id: string): How | undefined {
  const { own, note } = recipeRows.get(id) ?? {};
  return own && { ...own, ...(note !== undefined && { note }) };
}

/** Where a site begins that has the problem: the right value is known to nobody else. */
export function startHow(id: string): How | undefined {
  const { set, note, start } = recipeRows.get(id) ?? {};
  if (!start || set === undefined) return undefined;
  const sent = fieldToSend(set);
  return howOf({ removed: [sent.name], sent }, note);
}

/** What takes software out of a response: Server is the server's own to write, the other fields go. */
export function softwareHow(hasServer: boolean, others: readonly string[]): How | undefined {
  const gone = others.length > 0 ? howOf({ removed: others }, undefined) : undefined;
  if (!gone || !hasServer) return hasServer ? serverField : gone;
  const caddy = recipeFor("caddy", { removed: ["Server", ...others] }) ?? serverField.caddy;
  return {
    ...gone,
    nginx: `${serverField.nginx}\n${gone.nginx}`,
    apache: `${serverField.apache}\n${gone.apache}`,
    caddy,
  };
}

/** `Name: value` */
export function fieldToSend(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
}
