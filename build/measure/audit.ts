/**
 * Draws facts or sentences for a person to check; the same seed draws the same ones. audit/ has the results
 * of draws.
 *
 *   bun build/measure/audit.ts facts SEED        rows of tables with their sources
 *   bun build/measure/audit.ts statements SEED   sentences, titles and links to sections, to be verified
 *   bun build/measure/audit.ts agents SEED       user agents with their results
 *   bun build/measure/audit.ts sentences SEED    200 sentences for users, to be read aloud
 *   bun build/measure/audit.ts comments SEED     130 comments, to be read aloud
 */

import { drawAgents } from "./audit/agents.ts";
import { drawFacts } from "./audit/facts.ts";
import { drawStatements } from "./audit/statements.ts";
import { drawComments, drawSentences } from "./audit/wording.ts";

const [kind, seed] = process.argv.slice(2);
if (kind === "facts") await drawFacts(Number(seed ?? 12));
else if (kind === "statements") await drawStatements(Number(seed ?? 42));
else if (kind === "agents") await drawAgents(Number(seed ?? 29));
else if (kind === "sentences") await drawSentences(Number(seed ?? 58));
else if (kind === "comments") await drawComments(Number(seed ?? 58));
else {
  console.error("audit: facts, statements, agents, sentences or comments?");
  process.exitCode = 2;
}
