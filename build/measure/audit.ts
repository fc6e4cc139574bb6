/**
 * Draws facts for a person to verify: `bun build/measure/audit.ts facts`, rows of the tables with their
 * sources; `bun build/measure/audit.ts statements`, single sentences, titles and links to sections; `bun
 * build/measure/audit.ts agents`, user agents with their answers. Add a seed to draw the same ones again.
 * audit/ contains the results of the last draws.
 */

import { drawAgents } from "./audit/agents.ts";
import { drawFacts } from "./audit/facts.ts";
import { drawStatements } from "./audit/statements.ts";

const [kind, seed] = process.argv.slice(2);
if (kind === "facts") await drawFacts(Number(seed ?? 12));
else if (kind === "statements") await drawStatements(Number(seed ?? 42));
else if (kind === "agents") await drawAgents(Number(seed ?? 29));
else {
  console.error("usage: bun build/measure/audit.ts facts|statements|agents");
  process.exitCode = 2;
}
