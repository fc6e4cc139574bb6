/** Lines of a message and their header objects during an explanation. */

import { wordList } from "../../../data/headers/words.ts";
import type { AnyField, ExplainedLine } from "../field.ts";
import type { FieldLine } from "../message.ts";
import type { Report } from "../problem.ts";
import { type Budget, jsonBytes, LONGEST_VALUE, MOST_OF_A_NAME } from "../response-budget.ts";
import type { HeaderObject, Item } from "../schema.ts";
import { describeName, type MessageKind, type Named } from "./message-kind.ts";
import { lineReporter, MOST_OF_A_LINE } from "./report.ts";

export const NO_ITEMS: readonly Item[] = [];

export interface OpenLine extends ExplainedLine {
  /** False if the line is not parsed: too long, over budget, or too many lines of the name. */
  isRead: boolean;
  parsed?: unknown;
  items: readonly Item[];
  readonly field: AnyField | undefined;
  readonly named: Named;
  /** Reporter of the line, created on first use. */
  note: Report | undefined;
  /** Number of findings that may still be reported for the line. */
  left: number;
  /** Number of problems after parsing, before any check. */
  readProblems: number;
}

export type Groups = ReadonlyMap<string, readonly OpenLine[]>;

/** Creates lines for at most half of the byte budget; details and findings need the rest. */
export function openLines(
  all: readonly FieldLine[],
  budget: Budget,
  kind: MessageKind,
): { readonly lines: readonly OpenLine[]; readonly groups: Groups } {
  const { remaining, omitted } = budget;
  const reserved = remaining.bytes / 2;
  const lines: OpenLine[] = [];
  const groups = new Map<string, OpenLine[]>();
  for (const line of all) {
    const { name, value, sent } = line;
    const group = groups.get(name);
    const named = group?.[0]?.named ?? describeLine(line, kind);
    // A name without flaws needs no JSON escapes.
    const nameBytes = line.flaws.length === 0 ? sent.length : jsonBytes(sent);
    const bytes = named.bytes + jsonBytes(value) + 2 * nameBytes;
    if (remaining.lines < 1 || remaining.bytes - bytes < reserved) break;
    const { length } = value;
    const isRead =
      length <= LONGEST_VALUE && length <= remaining.characters && (group?.length ?? 0) < MOST_OF_A_NAME;
    if (isRead) remaining.characters -= length;
    remaining.lines--;
    remaining.bytes -= bytes;
    const open = openLine(line, named, isRead);
    lines.push(open);
    if (group) group.push(open);
    else groups.set(name, [open]);
  }
  omitted.lines = all.length - lines.length;
  setSenders(lines);
  return { lines, groups };
}

/** Catalogue entry of the line's name. */
export function describeLine({ name }: FieldLine, kind: MessageKind): Named {
  return kind.named(name) ?? describeName(name);
}

export function openLine(line: FieldLine, named: Named, isRead: boolean): OpenLine {
  const { field, description, type, links } = named;
  const header: HeaderObject = {
    name: line.name,
    value: line.value,
    description,
    details: {},
    problems: [],
    type,
    link: links,
    sent: line.sent,
  };
  const open: OpenLine = {
    line,
    field,
    named,
    header,
    isRead,
    items: NO_ITEMS,
    parsed: undefined,
    note: undefined,
    left: MOST_OF_A_LINE,
    readProblems: 0,
  };
  return open;
}

export function noteOf(line: OpenLine, budget: Budget): Report {
  line.note ??= lineReporter(line, budget);
  return line.note;
}

/** Sets the vendor of private headers; for ambiguous names only if another line names that vendor. */
function setSenders(lines: readonly OpenLine[]): void {
  let isNamed: ((sender: string) => boolean) | undefined;
  for (const { named, header } of lines) {
    const { sender, perhaps } = named;
    if (sender === undefined) continue;
    if (perhaps !== undefined) {
      isNamed ??= vendorsOf(lines.map(signOf));
      if (!isNamed(sender)) continue;
      header.description = perhaps;
    }
    header.sender = sender;
  }
}

function signOf({ line, named }: OpenLine): Sent {
  const { sender, perhaps } = named;
  const sign = { name: line.name, value: line.value, perhaps: perhaps !== undefined };
  return sender === undefined ? sign : { ...sign, sender };
}

/** Facts about a line that identify a vendor. */
interface Sent {
  readonly name: string;
  readonly value: string;
  /** Vendor of the header in the catalogue. */
  readonly sender?: string;
  /** True if other software uses this name too. */
  readonly perhaps: boolean;
}

/** Headers that contain product names, such as Server. */
const NAMING = wordList("fields in which products name themselves");

/** Maximum number of characters of a value that are searched for product names. */
const LONGEST = 1000;

/** Returns a test for a vendor: a NAMING header has the name, or a header is used by this vendor only. */
function vendorsOf(lines: Iterable<Sent>): (sender: string) => boolean {
  const certain = new Set<string>();
  const words = new Set<string>();
  for (const line of lines) {
    if (line.sender !== undefined && !line.perhaps) certain.add(line.sender);
    if (NAMING.has(line.name))
      for (const [word] of line.value
        .slice(0, LONGEST)
        .toLowerCase()
        .matchAll(/[a-z][\w.-]*/g))
        words.add(word);
  }
  return (sender) => certain.has(sender) || words.has(firstWord(sender));
}

/** First word of a vendor name in lower case, the form in Server headers: `hashicorp`, `fly.io`. */
function firstWord(sender: string): string {
  return (/^[\w.-]+/.exec(sender)?.[0] ?? sender).toLowerCase();
}
