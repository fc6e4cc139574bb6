/** Message → header objects, problems of the message, and its intent. Pure; the clock is a parameter. */

import { atOnce, type Sliced } from "../slices.ts";
import {
  type Allowance,
  jsonBytes,
  type LeftOut,
  LONGEST_VALUE,
  MOST_OF_A_NAME,
  openAllowance,
} from "./allowance.ts";
import { readAnyValue } from "./any-value.ts";
import { catalogueKeys, describeField } from "./catalogue.ts";
import type { AnyField, AnyRule, Context, ExplainedLine, Note, ProblemKind } from "./field.ts";
import { fields } from "./fields/index.ts";
import { describeIntent } from "./intent.ts";
import { commonKinds } from "./kinds.ts";
import { fixedLine } from "./mends.ts";
import type { FieldLine, Message } from "./message.ts";
import { rawResponse } from "./raw-response.ts";
import { requestFields } from "./requests/index.ts";
import { requestRules } from "./requests/rules.ts";
import { rules } from "./rules/index.ts";
import type { HeaderObject, Item, Problem } from "./schema.ts";
import { type Sent, sendersOf } from "./senders.ts";
import { isToken } from "./syntax/tokens.ts";
import { type AllVerdicts, openVerdicts } from "./verdicts/index.ts";
import type { Questions } from "./verdicts/response.ts";
import { quote } from "./wording.ts";

export interface Explained {
  /** One header object per field line, in wire order. */
  readonly headers: HeaderObject[];
  /** The lines of the request, where it was given to be explained. */
  readonly requestHeaders?: HeaderObject[];
  /** Problems of the message as a whole, and of its request. */
  readonly problems: Problem[];
  /** One sentence for a person: what the response does. */
  readonly intent: string;
  /** What recipients make of the response; each is made when it is looked at. */
  readonly verdicts: AllVerdicts;
  /** Present where the message is too large to be told whole. */
  readonly truncated?: LeftOut;
}

/** What all lines of a name have in common. */
interface Named {
  readonly field: AnyField | undefined;
  readonly description: string;
  readonly type: string;
  /** The catalogue's links and the field's own, each once. */
  readonly links: readonly string[];
  /** Bytes of JSON that a line of this name takes besides its name and value. */
  readonly bytes: number;
  /** Whose the field is. */
  readonly sender?: string;
  /** What it is where something else in the message names the sender, as the name alone does not tell. */
  readonly perhaps?: string;
}

const NO_LINKS: readonly string[] = [];

function describeName(name: string, field?: AnyField): Named {
  const entry = describeField(name);
  const known = entry?.links ?? NO_LINKS;
  const description = entry?.description ?? "";
  const links = field?.links ? [...new Set([...known, ...field.links])] : known;
  return {
    field,
    description,
    type: field?.type ?? entry?.type ?? "string",
    links,
    bytes: 140 + description.length + links.reduce((sum, link) => sum + link.length + 3, 0),
    ...(entry?.sender !== undefined && { sender: entry.sender }),
    ...(entry?.perhaps && { perhaps: entry.perhaps.description }),
  };
}

/** Every name with a row in the catalogue, as it is without a field file. */
const rows = catalogueKeys().map((name) => [name, describeName(name)] as const);

/** Every name with a row in the catalogue or a field file. */
function namesWith(files: readonly AnyField[]): ReadonlyMap<string, Named> {
  return new Map([...rows, ...files.map((field) => [field.key, describeName(field.key, field)] as const)]);
}

/** Every kind of problem that the engine can find, by its id. */
export const problemKinds: ReadonlyMap<string, ProblemKind> = new Map([
  ...Object.entries<ProblemKind>(commonKinds),
  ...[...fields, ...rules, ...requestFields, ...requestRules].flatMap((owner) =>
    Object.entries(owner.kinds ?? {}),
  ),
]);

/** Which fields and rules are asked: a request is a message of its own. */
interface Side {
  readonly names: ReadonlyMap<string, Named>;
  readonly rules: readonly AnyRule[];
}

const RESPONSE: Side = { names: namesWith(fields), rules };
const REQUEST: Side = { names: namesWith(requestFields), rules: requestRules };

/** Names of the fields that have a file of their own, in registered case. */
export const structuredNames: readonly string[] = fields.map((field) => field.name);

/**
 * Explains a response. `now` (milliseconds since the epoch) serves wording only; findings that need the time
 * use the message's `receivedAt` and stay silent without it.
 */
export function explainMessage(message: Message, now: number, questions?: Questions): Explained {
  return atOnce(explaining(message, now, openAllowance(), questions));
}

/** The same in slices, and within what `allowance` leaves. */
export function* explaining(
  message: Message,
  now: number,
  allowance: Allowance,
  questions?: Questions,
): Sliced<Explained> {
  const { intent, ...told } = yield* explainingSide(message, now, allowance, RESPONSE, questions);
  const explained = { ...told, intent: intent() };
  if (!message.requestMessage) return explained;
  const request = yield* explainingSide(message.requestMessage, now, allowance, REQUEST);
  const truncated = sumOf(told.truncated, request.truncated);
  return {
    ...explained,
    requestHeaders: request.headers,
    problems: [...explained.problems, ...request.problems],
    ...(truncated && { truncated }),
  };
}

/** What was left out of both. */
function sumOf(a: LeftOut | undefined, b: LeftOut | undefined): LeftOut | undefined {
  if (!a || !b) return a ?? b;
  return { lines: a.lines + b.lines, details: a.details + b.details, problems: a.problems + b.problems };
}

type ExplainedSide = Omit<Explained, "intent" | "requestHeaders"> & { readonly intent: () => string };

function* explainingSide(
  message: Message,
  now: number,
  allowance: Allowance,
  side: Side,
  questions?: Questions,
): Sliced<ExplainedSide> {
  const problems: Problem[] = [];
  const ledger = openLedger(allowance);
  const byName = new Map<string, OpenLine[]>();
  const lines = openLines(message.lines, byName, ledger, side);
  // What is not shown is not judged either: no finding is about a line that nobody sees.
  const shown =
    lines.length < message.lines.length ? { ...message, lines: lines.map(({ line }) => line) } : message;
  const response = rawResponse(shown, questions);
  const read = response.lines.filter(({ index }) => lines[index]?.isRead);
  const verdicts = openVerdicts({ ...response, lines: read });
  tellSenders(lines);
  const context = openContext(shown, now, lines, byName, verdicts);
  const noteMessage = reporter(problems, ledger);
  yield;

  for (const line of lines) {
    parseLine(line, context, ledger);
    yield;
  }
  for (const line of lines) {
    judgeLine(line, context);
    yield;
  }
  for (const group of byName.values()) {
    judgeGroup(group, context);
    yield;
  }
  for (const rule of side.rules) {
    rule.check(context, noteMessage);
    yield;
  }
  const headers = lines.map((line) => line.header);
  const { leftOut } = ledger;
  const isWhole = leftOut.lines + leftOut.details + leftOut.problems === 0;
  const intent = () => describeIntent(context);
  return { headers, problems, intent, verdicts, ...(!isWhole && { truncated: leftOut }) };
}

/** The allowance, and what it was not enough for. */
interface Ledger {
  readonly allowance: Allowance;
  readonly leftOut: LeftOut;
}

function openLedger(allowance: Allowance): Ledger {
  return { allowance, leftOut: { lines: 0, details: 0, problems: 0 } };
}

/** The lines as they are get half of the bytes at most: details and findings have to fit in as well. */
function openLines(
  all: readonly FieldLine[],
  byName: Map<string, OpenLine[]>,
  ledger: Ledger,
  side: Side,
): OpenLine[] {
  const { allowance, leftOut } = ledger;
  const reserved = allowance.bytes / 2;
  const lines: OpenLine[] = [];
  for (const line of all) {
    const open = openLine(line, byName, ledger, side);
    const bytes = open.named.bytes + jsonBytes(line.value) + 2 * jsonBytes(line.sent);
    if (allowance.lines < 1 || allowance.bytes - bytes < reserved) break;
    const group = byName.get(line.name);
    const { length } = line.value;
    open.isRead =
      length <= LONGEST_VALUE && length <= allowance.characters && (group?.length ?? 0) < MOST_OF_A_NAME;
    if (open.isRead) allowance.characters -= length;
    allowance.lines--;
    allowance.bytes -= bytes;
    lines.push(open);
    if (group) group.push(open);
    else byName.set(line.name, [open]);
  }
  leftOut.lines = all.length - lines.length;
  return lines;
}

interface OpenLine extends ExplainedLine {
  /** Whether the value is looked into. */
  isRead: boolean;
  parsed?: unknown;
  items: readonly Item[];
  readonly field: AnyField | undefined;
  readonly named: Named;
  /** Reports on the line. */
  readonly note: Note<string>;
}

/** Names the senders of private fields; of a common word only where the message has another sign of its sender. */
function tellSenders(lines: readonly OpenLine[]): void {
  const sent = lines.filter(({ named }) => named.sender !== undefined);
  if (sent.length === 0) return;
  let isNamed: ((sender: string) => boolean) | undefined;
  for (const { named, header } of sent) {
    const { sender, perhaps } = named;
    if (sender === undefined) continue;
    if (perhaps !== undefined) {
      isNamed ??= sendersOf(lines.map(signOf));
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

function openLine(
  line: FieldLine,
  byName: ReadonlyMap<string, OpenLine[]>,
  ledger: Ledger,
  side: Side,
): OpenLine {
  const named = byName.get(line.name)?.[0]?.named ?? side.names.get(line.name) ?? describeName(line.name);
  const { field, description, type, links } = named;
  const header: HeaderObject = {
    name: line.name,
    value: line.value,
    description,
    details: {},
    problems: [],
    type,
    link: [...links],
    sent: line.sent,
  };
  const note = field ? upTo(MOST_OF_A_LINE, reporter(header.problems, ledger, header), ledger) : noteNothing;
  return { line, field, named, header, items: NO_ITEMS, note, isRead: true };
}

const NO_ITEMS: readonly Item[] = [];

/** Problems told of one line: nobody reads more, and a hostile line of a thousand faulty parts costs no more. */
const MOST_OF_A_LINE = 100;

function upTo(most: number, note: Note<string>, { leftOut }: Ledger): Note<string> {
  let left = most;
  return (id, title, at, fix) => {
    if (left-- > 0) note(id, title, at, fix);
    else leftOut.problems++;
  };
}

/** Of a line without a field file nobody but the rules has anything to say. */
function noteNothing(): void {}

const NO_LINES: readonly ExplainedLine[] = [];

function openContext(
  message: Message,
  now: number,
  all: readonly ExplainedLine[],
  byName: ReadonlyMap<string, ExplainedLine[]>,
  verdicts: AllVerdicts,
): Context {
  const named = (name: string): readonly ExplainedLine[] => byName.get(name) ?? NO_LINES;
  const lines = <T>(field: AnyField<T>) => named(field.key) as readonly ExplainedLine<T>[];
  const made = new Map<(context: Context) => unknown, unknown>();
  const context: { -readonly [key in keyof Context]: Context[key] } = {
    message,
    now,
    verdicts,
    all,
    lines,
    values: <T>(field: AnyField<T>) => parsedValues(lines(field)),
    named,
    has: (name) => byName.has(name),
    once<T>(make: (context: Context) => T): T {
      if (!made.has(make)) made.set(make, make(context));
      return made.get(make) as T;
    },
    request: (name) => message.request?.get(name)?.join(", "),
  };
  if (message.status !== undefined) context.status = message.status;
  if (message.method !== undefined) context.method = message.method;
  if (message.url) context.url = message.url;
  if (message.receivedAt !== undefined) context.receivedAt = message.receivedAt;
  return context;
}

const NO_VALUES: readonly never[] = [];

function parsedValues<T>(lines: readonly ExplainedLine<T>[]): readonly T[] {
  if (lines.length === 0) return NO_VALUES;
  const values: T[] = [];
  for (const { parsed } of lines) if (parsed !== undefined) values.push(parsed);
  return values;
}

function parseLine(line: OpenLine, context: Context, { allowance, leftOut }: Ledger): void {
  const { field, header } = line;
  if (!field) return;
  if (!line.isRead || allowance.bytes <= 0) {
    leftOut.details++;
    return;
  }
  const parsed = field.parse(line.line.value, line.note, context);
  if (parsed === undefined) return;
  line.parsed = parsed;
  const items = field.items?.(parsed, context);
  if (!items || items.length === 0) return;
  line.items = items;
  const bytes = items.reduce((sum, item) => sum + itemBytes(item), 0);
  if (bytes > allowance.bytes) leftOut.details++;
  else {
    allowance.bytes -= bytes;
    header.details.items = items;
  }
}

function itemBytes({ name, value, description, alternate = "" }: Item): number {
  return 50 + jsonBytes(name) + jsonBytes(value) + description.length + alternate.length;
}

function judgeLine(line: OpenLine, context: Context): void {
  const { field, header, parsed } = line;
  if (!field) {
    tellAnyValue(line, context);
    return;
  }
  if (parsed === undefined) return;
  const alternate = field.alternate?.(parsed, context, line.line.value, line);
  if (alternate !== undefined && alternate !== line.line.value) header.alternate = alternate;
  field.check?.(parsed, context, line.note, line);
}

/** A value that no field file reads may still say something by its form alone. */
function tellAnyValue({ line, header, isRead }: OpenLine, { now }: Context): void {
  const alternate = isRead ? readAnyValue(line.name, line.value, now) : undefined;
  if (alternate !== undefined) header.alternate = alternate;
}

function judgeGroup(group: readonly OpenLine[], context: Context): void {
  const first = group[0];
  const field = first?.field;
  if (!first || !field) return;
  const { note } = first;
  field.checkAll?.(group, context, note);
  if (field.repeat === "single" && group.length > 1) noteRepeats(field, group, note);
}

function noteRepeats(field: AnyField, group: readonly OpenLine[], note: Note<string>): void {
  const values = new Set(group.map((line) => line.line.value));
  const second = group[1];
  const count = group.length;
  if (values.size > 1)
    note(
      "field-repeated",
      `${field.name} is sent ${count} times with different values; it may be sent once.`,
      second,
    );
  else
    note(
      "field-repeated-identically",
      `${field.name} is sent ${count} times with the same value; once is enough.`,
      second,
    );
}

/** Titles quote what strangers send: longer than a person reads is cut. */
const LONGEST_TITLE = 300;

function readable(title: string): string {
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title;
}

/** A title is read alone in a list: one that does not name its field begins with it. */
function naming({ name, sent = name }: HeaderObject, title: string): string {
  const registered = describeField(name)?.name ?? "";
  const field = registered.toLowerCase() === name ? registered : isToken(sent) ? sent : quote(sent);
  return mentions(title.toLowerCase(), name) ? title : `${field}: ${title}`;
}

/** As a word: "date" does not stand in "update". */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + name.length);
    if (!/[a-z0-9-]/.test(around)) return true;
  }
  return false;
}

/** The field that a finding on the whole message is about: the first known name in its title, most of which begin so. */
function fieldNamed(title: string): string | undefined {
  for (const [word] of title.matchAll(FIELD_NAME)) {
    const name = word.toLowerCase();
    if (RESPONSE.names.has(name)) return name;
  }
  return undefined;
}

/** Names as titles have them: capitals tell `Vary` from the verb, and hyphens the rest. */
const FIELD_NAME = /\b[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*\b/g;

/** The one place where problems are made. */
function reporter(own: Problem[], { allowance, leftOut }: Ledger, ownHeader?: HeaderObject): Note<string> {
  return (id, text, at, fix) => {
    const kind = problemKinds.get(id);
    if (!kind) throw new Error(`problem "${id}" is not declared`);
    const header = at && "header" in at ? at.header : ownHeader;
    const title = readable(header ? naming(header, text) : text);
    const field = header?.name ?? fieldNamed(text);
    const line = fixedLine(id, fix, header);
    const problem: Problem = {
      name: id,
      title,
      severity: kind.severity,
      link: kind.link,
      ...(field && { field }),
      ...(line !== undefined && { fix: line }),
    };
    const bytes = 60 + id.length + jsonBytes(problem.title) + kind.link.length;
    if (bytes > allowance.bytes) {
      leftOut.problems++;
      return;
    }
    allowance.bytes -= bytes;
    if (!at) own.push(problem);
    else if ("header" in at) at.header.problems.push(problem);
    else if (at.problems) at.problems.push(problem);
    else at.problems = [problem];
  };
}
