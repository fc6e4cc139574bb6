import table from "../../../data/headers/software-clues.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { once } from "../../platform/memoize.ts";
import type { Context } from "../field.ts";
import { listing } from "../wording.ts";

const ROLES = ["application", "language", "server", "edge"] as const;
type Role = (typeof ROLES)[number];

/** Clues by header name, in lower case; parsed on first use. */
const clues = once(() =>
  Map.groupBy(
    rowsIn(table).map(([field = "", label = "", role, needle]) => ({
      field,
      label,
      role: roleOf(role),
      needle,
    })),
    ({ field }) => field,
  ),
);

/** @throws Error for an unknown role */
function roleOf(word: string | undefined): Role {
  const role = ROLES.find((one) => one === word);
  if (!role) throw new Error(`software-clues.txt: "${word}" is not a role`);
  return role;
}

/** Maximum characters searched in a value; product names are near its start. */
const REACH = 500;

/** Software named by the message: ` (WordPress/PHP behind Cloudflare)`, or `""`. */
export function softwareNote(context: Context): string {
  const found = new Map<string, Role>();
  for (const { line } of context.all) {
    let value: string | undefined;
    for (const { label, role, needle } of clues().get(line.name) ?? []) {
      if (needle !== undefined) value ??= line.value.slice(0, REACH).toLowerCase();
      if (needle === undefined || value?.includes(needle)) found.set(label, role);
    }
  }
  return found.size === 0 ? "" : ` (${inWords(found)})`;
}

function inWords(found: ReadonlyMap<string, Role>): string {
  const labels: Record<Role, string[]> = { application: [], language: [], server: [], edge: [] };
  for (const [label, role] of found) labels[role].push(label);
  const made = [...labels.application, ...labels.language].join("/");
  const [server = ""] = labels.server;
  const what = made !== "" && server !== "" ? `${made} on ${server}` : made || server;
  const edges = listing(labels.edge);
  if (what === "") return `through ${edges}`;
  return edges === "" ? what : `${what} behind ${edges}`;
}
