/** How to make servers send a field or omit it. Pure. */

import { type Remedy, remedies, type Server } from "../../data/recipes.ts";

export interface Recipe {
  readonly server: Server;
  readonly text: string;
}

/** What to write where, for a kind of problem that configuration cures; empty for others. */
export function recipesFor(id: string): readonly Recipe[] {
  const remedy = remedies.get(id);
  return remedy ? recipes(remedy) : [];
}

const SERVERS: readonly Server[] = ["nginx", "Apache", "Caddy", "Cloudflare"];

function recipes({ set, unset = "", own }: Remedy): readonly Recipe[] {
  if (own)
    return SERVERS.flatMap((server) => (own[server] === undefined ? [] : [{ server, text: own[server] }]));
  if (set === undefined)
    return [
      { server: "nginx", text: `proxy_hide_header ${unset};` },
      { server: "Apache", text: `Header always unset ${unset}` },
      { server: "Caddy", text: `header -${unset}` },
      { server: "Cloudflare", text: `Rules, Transform Rules, Modify Response Header: Remove ${unset}` },
    ];
  const colon = set.indexOf(":");
  const name = set.slice(0, colon);
  const value = set.slice(colon + 1).trim();
  return [
    { server: "nginx", text: `add_header ${name} "${value}" always;` },
    { server: "Apache", text: `Header always set ${name} "${value}"` },
    { server: "Caddy", text: `header ${name} "${value}"` },
    {
      server: "Cloudflare",
      text: `Rules, Transform Rules, Modify Response Header: Set static ${name} to ${value}`,
    },
  ];
}
