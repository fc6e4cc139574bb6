/** Everyday words that sites use as field names, without a vendor or a registered meaning. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const bareNames: readonly CatalogueRow[] = [
  {
    name: "Client-Ip",
    description: "Address of the client as a proxy saw it, under a bare name.",
    direction: "request",
  },
  { name: "Cache", description: "Cache result under a bare name; Cache-Status is the standard field." },
  { name: "Cached", description: "Says whether the page was cached, under a bare name." },
  { name: "Backend", description: "Backend that answered, under a bare name. Internal, so better not told." },
  { name: "Node", description: "Server node that answered, under a bare name." },
  { name: "Cluster", description: "Cluster that answered, under a bare name." },
  { name: "Region", description: "Region of the server or visitor, under a bare name." },
  { name: "Env", description: "Environment of the program, under a bare name." },
  { name: "Environment", description: "Environment of the program, spelt out and without X-." },
  { name: "Debug", description: "Debug text under a bare name; not for the public." },
  { name: "Timestamp", description: "Time of the answer, under a bare name." },
  { name: "Hostname", description: "Machine that answered, under a bare name." },
  { name: "ServerId", description: "Server number in one word and without X-.", type: "identifier" },
  { name: "Server-Id", description: "Server number with hyphen and without X-.", type: "identifier" },
  { name: "Server-Name", description: "Server that answered, without X-." },
  {
    name: "Lang",
    description: "Language in short under a bare name; Content-Language is the standard field.",
    type: "token",
  },
  {
    name: "Language",
    description: "Language under a bare name; Content-Language is the standard field.",
    type: "token",
  },
  { name: "Site", description: "Site that was served, under a bare name." },
  {
    name: "Perf",
    description: "Performance figures under a bare name; Server-Timing is the standard field.",
  },
  { name: "Srv", description: "Short mark of the server that answered." },
  {
    name: "X-Response-Id",
    description: "Identifier of this response in the operator's logs.",
    type: "identifier",
  },
  { name: "X-Limit", description: "Records asked for, or the limit of calls, by the interface's rules." },
  {
    name: "X-Offset",
    description: "Position in the collection at which the records begin.",
    type: "integer",
  },
  { name: "Total-Count", description: "Records in the whole collection, without X-.", type: "integer" },
];
