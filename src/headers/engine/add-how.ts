/** Adds a recipe (`how`) to a finding if linting the changed response shows that the recipe helps. */

import { wordList } from "../../../data/headers/words.ts";
import { placesOf, type RecipeChoice } from "../../../data/recipe-servers.ts";
import { once } from "../../platform/memoize.ts";
import { softwareFields } from "../fields/software.ts";
import { howOf, ownHow, softwareHow } from "../how/how.ts";
import { type Candidate, remediesOf, writtenName } from "../how/remedies.ts";
import { inOrder } from "../how/stack.ts";
import { type FieldLine, type Message, parseMessage } from "../message.ts";
import type { Budget } from "../response-budget.ts";
import type { HeaderObject, How, Problem } from "../schema.ts";
import type { Tried } from "./gate-fixes.ts";
import type { OpenLine } from "./lines.ts";
import { countFindings, type Findings, LONGEST_LINTED, lintChanged, MOST_LINTS } from "./lint.ts";
import { RESPONSE } from "./message-kind.ts";

interface Explained {
  readonly message: Message;
  readonly lines: readonly OpenLine[];
  readonly headers: readonly HeaderObject[];
  readonly problems: Problem[];
  readonly budget: Budget;
  readonly tried: Tried;
}

/** Adds `how`: recipes for the requested servers and applications, recognised ones first. */
export function addHow(
  { message: given, lines, headers, problems, budget, tried }: Explained,
  choice: RecipeChoice,
): void {
  const isInterim = given.status !== undefined && given.status < 200;
  const size = headers.reduce((sum, { value }) => sum + value.length, 0);
  if (isInterim || size > LONGEST_LINTED) return;
  const fields = lines.map(({ line }) => line);
  const seen = { lines: fields, url: given.url };
  const wanted = { places: inOrder(placesOf(choice), seen), seen };
  // Without a status or method, assumes a 200 response to GET, so that rules about them run.
  const isKnown = given.status !== undefined && given.method !== undefined;
  const message = isKnown ? given : { ...given, status: given.status ?? 200, method: given.method ?? "GET" };
  const foundAsSent = once(() => countFindings(headers, problems));
  let found: Findings | undefined;
  let lints = 0;
  const known = new Map<string, Findings>();
  const findingsWith = ({ remedy, isFix }: Candidate, fix: string | undefined, at: number | undefined) => {
    const done = isKnown && isFix && fix !== undefined ? tried(at, fix) : undefined;
    if (done) return done;
    const key = "cookie" in remedy ? `${at} ${fix}` : JSON.stringify(remedy);
    const before = known.get(key);
    if (before || lints++ >= MOST_LINTS) return before;
    const after = lintAfter(remedy, fix, at, message, lines);
    if (after) known.set(key, after);
    return after;
  };
  const solves = (candidate: Candidate, problem: Problem, at: number | undefined): boolean => {
    if (candidate.alone) return true;
    const place = at ?? headers.findIndex(({ name }) => name === problem.field);
    const after = findingsWith(candidate, problem.fix, place < 0 ? undefined : place);
    found ??= after && (isKnown ? foundAsSent() : lintChanged(message, lines, RESPONSE, {}));
    return after !== undefined && found !== undefined && isSolved(problem.name, found, after);
  };
  const howFor = (problem: Problem, at: number | undefined): How | undefined => {
    if (SOFTWARE.has(problem.name)) return softwareHow(hasVersion(fields), softwareIn(fields), wanted);
    if (problem.field === "server")
      return OF_SERVER.has(problem.name) ? softwareHow(true, [], wanted) : undefined;
    const own = ownHow(problem.name, wanted);
    if (own) return own;
    for (const candidate of remediesOf(problem, at === undefined ? undefined : headers[at], seen)) {
      const how = howOf(candidate.remedy, candidate.note, wanted);
      if (how && solves(candidate, problem, at)) return how;
    }
    return undefined;
  };
  const addTo = (list: Problem[], at: number | undefined) => {
    for (const [index, problem] of list.entries()) {
      const how = howFor(problem, at);
      // Findings are shared between messages: copy before changing.
      if (how && isWithin(budget, how)) list[index] = { ...problem, how };
    }
  };
  for (const [at, { problems: own, details }] of headers.entries()) {
    addTo(own, at);
    for (const item of details.items ?? []) if (item.problems) addTo(item.problems, at);
  }
  addTo(problems, undefined);
}

/** Findings about disclosed software; one recipe hides all these headers. */
const SOFTWARE: ReadonlySet<string> = new Set(["software-version", "software-stack", "software-named"]);
/** Problems of the Server value that hiding the software solves. */
const OF_SERVER: ReadonlySet<string> = new Set(["server-too-long", "server-syntax"]);

function hasVersion(fields: readonly FieldLine[]): boolean {
  return fields.some(({ name, value }) => name === "server" && /\d/.test(value));
}

function softwareIn(fields: readonly FieldLine[]): readonly string[] {
  const names = fields.flatMap(({ name }) => (softwareFields.has(name) ? [writtenName(name, fields)] : []));
  return [...new Set(names)];
}

function lintAfter(
  remedy: Candidate["remedy"],
  fix: string | undefined,
  at: number | undefined,
  message: Message,
  lines: readonly OpenLine[],
): Findings | undefined {
  if ("cookie" in remedy) {
    const line = fieldLine(fix ?? "");
    return line && lintChanged(message, lines, RESPONSE, { line, at });
  }
  const { removed, sent } = remedy;
  return lintChanged(message, lines, RESPONSE, {
    removed: new Set(removed.map((name) => name.toLowerCase())),
    line: sent && fieldLine(`${sent.name}: ${sent.value}`),
  });
}

function fieldLine(text: string): FieldLine | undefined {
  return parseMessage([text]).lines[0];
}

/** Findings that may appear after a fix: an error in the header hid them. */
const HIDDEN = wordList("findings that an error hides");

/** True if the finding occurs less often and no finding outside HIDDEN was added. */
function isSolved(id: string, before: Findings, after: Findings): boolean {
  if ((after.get(id) ?? 0) >= (before.get(id) ?? 0)) return false;
  for (const [other, count] of after)
    if (count > (before.get(other) ?? 0) && !HIDDEN.has(other)) return false;
  return true;
}

/** Recipes count towards the response budget. */
function isWithin({ remaining }: Budget, how: How): boolean {
  let bytes = 80;
  for (const text of Object.values(how)) bytes += text.length;
  if (bytes > remaining.bytes) return false;
  remaining.bytes -= bytes;
  return true;
}
