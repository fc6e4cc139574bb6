/** Codes of models: where a string has one, and whose numbering it is. */

import { locale, noModel } from "../../data/agents/devices.ts";
import type { Agent } from "./agent.ts";
import { endOf } from "./prefixes.ts";
import { rowsAt, startsIn } from "./starts.ts";
import { fromTables, tableText } from "./tables.ts";
import { standsAt } from "./tokens.ts";

/** An expression for whole codes, and whose they are. */
interface Code {
  readonly maker: string;
  /** Whether it counts before names and lists: what looks like another's is this maker's. */
  readonly sure: boolean;
  readonly source: string;
}

/** The place of expressions of which it is hard to tell what a match begins with. */
const ANYWHERE = 128;

/** Where in the table expressions stand, by the first character of their matches. */
const starts = startsIn(["model-codes"], ANYWHERE + 1, () =>
  [...tableText("model-codes").matchAll(/^[^#\n].*/gm)].flatMap(({ 0: line, index }) => {
    // They may hold `|`, so a row is parted at its first bar only.
    const bar = line.indexOf("|") + 1;
    return [...line.slice(bar).matchAll(/[^ ]+/g)].flatMap((word) => {
      const at = index + bar + word.index;
      const first = firstSigns(codeAtPlace(at).source);
      return [...(first ?? [])]
        .map((sign) => [sign.charCodeAt(0), at] as const)
        .concat(first === undefined ? [[ANYWHERE, at]] : []);
    });
  }),
);

/** The expression that stands there. */
function codeAtPlace(at: number): Code {
  const table = tableText("model-codes");
  const line = table.lastIndexOf("\n", at) + 1;
  const written = table.slice(at, Math.min(endOf(table, " ", at), endOf(table, "\n", at)));
  const sure = written.startsWith("!");
  return {
    maker: table.slice(line, table.indexOf("|", line)).trim(),
    sure,
    source: sure ? written.slice(1) : written,
  };
}

/** Tables from elsewhere must be whole before they are used: what is made here of each is made of few otherwise. */
fromTables(() => {
  for (const at of starts().rows) new RegExp(codeAtPlace(at).source);
});

interface Candidate {
  readonly maker: string;
  readonly sure: boolean;
  /** The characters that each match begins with. */
  readonly start: string;
  /** The characters that may come behind that; empty where that is hard to tell. */
  readonly next: string;
  /** For a whole code; made when a code with that start comes. */
  readonly pattern: () => RegExp;
}

/** Expressions that may match codes which begin alike: all, makers in the order of the table, and those that are sure. */
interface Candidates {
  readonly all: readonly Candidate[];
  readonly sure: readonly Candidate[];
}

const candidates = (all: readonly Candidate[]): Candidates => ({ all, sure: all.filter(({ sure }) => sure) });

/** By the first two characters of a code, and by the first alone. */
const byStart = fromTables(() => new Map<string, Candidates>());

const candidatesFor = (code: string): Candidates => byStart().get(code.slice(0, 2)) ?? readCandidates(code);

function readCandidates(code: string): Candidates {
  const start = code.slice(0, 2);
  // All characters that no code begins with are as one: strangers' strings must not fill the memory.
  if (!IS_PLAIN.test(start)) return ofFirst(code < "\x7f" ? (code[0] ?? "\x7f") : "\x7f");
  const made = candidates(ofFirst(start[0] ?? "").all.filter((one) => mayBegin(one, start)));
  byStart().set(start, made);
  return made;
}

const IS_PLAIN = /^[ -~]{2}$/;

/** Whether a match may begin with two characters, of which the first fits. */
function mayBegin({ start, next }: Candidate, two: string): boolean {
  if (start.length > 1) return start.startsWith(two);
  return start === "" || next === "" || next.includes(two[1] ?? NOTHING);
}

function ofFirst(first: string): Candidates {
  const known = byStart().get(first);
  if (known) return known;
  const fitting = [...rowsAt(starts(), first.charCodeAt(0)), ...rowsAt(starts(), ANYWHERE)]
    .sort((a, b) => a - b)
    .map(codeAtPlace);
  const made = candidates([...Map.groupBy(fitting, ({ maker }) => maker).values()].flat().map(candidate));
  byStart().set(first, made);
  return made;
}

function candidate({ maker, sure, source }: Code): Candidate {
  let pattern: RegExp | undefined;
  const start = /^[A-Za-z0-9 -]*/.exec(source)?.[0] ?? "";
  const rest = source.slice(start.length);
  const optional = /^[?*{]/.test(rest);
  return {
    maker,
    sure,
    start: optional ? start.slice(0, -1) : start,
    next: (optional ? undefined : firstSigns(rest)) ?? "",
    pattern: () => {
      pattern ??= new RegExp(`^(?:${source})$`);
      return pattern;
    },
  };
}

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

/** A letter or a digit of ASCII. */
const isPlain = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** The characters that a match of an expression may begin with; undefined where that is hard to tell. */
function firstSigns(source: string): string | undefined {
  const first = source.charAt(0);
  const second = source.charAt(1);
  // Most begin so: thousands of them are read at the start.
  if (isPlain(first.charCodeAt(0))) return second !== "" && "?*{".includes(second) ? undefined : first;
  if (source.startsWith("\\d") && !/^(?:[?*]|\{0)/.test(source.slice(2))) return "0123456789";
  const listed = /^\[(?!\^)[^\]]*\](?![?*]|\{(?![1-9]))/.exec(source)?.[0];
  if (listed !== undefined) return ASCII.replace(new RegExp(listed.replace("[", "[^"), "g"), "");
  const group = /^\(\?:([A-Za-z0-9|]+)\)(?![?*]|\{0)/.exec(source)?.[1]?.split("|");
  return group?.includes("") ? undefined : group?.map((part) => part[0]).join("");
}

/** Characters that no expression begins with. */
const NOTHING = "\0";

/** Codes are short; a longer text is not a code, and expressions are not run over it. */
const LONGEST_CODE = 48;

/** The maker who numbers models in this way, undefined where none is known. */
export function makerOfCode(code: string): string | undefined {
  return makerAmong(code, candidatesFor(code).all);
}

/** The same by the expressions alone that count before names and lists. */
export function sureMakerOfCode(code: string): string | undefined {
  return makerAmong(code, candidatesFor(code).sure);
}

function makerAmong(code: string, candidates: readonly Candidate[]): string | undefined {
  if (code === "" || code.length > LONGEST_CODE) return undefined;
  for (let at = 0; at < candidates.length; at++) {
    const one = candidates[at];
    if (one === undefined || !standsAt(one.start, code, 0)) continue;
    const fits = one.next === "" || one.next.includes(code[one.start.length] ?? NOTHING);
    if (fits && one.pattern().test(code)) return one.maker;
  }
  return undefined;
}

/** A model and its build are shorter; the expressions below never see more. */
const LONGEST_PART = 160;

/** Takes the build mark and other decoration off a model. */
function cleaned(part: string): string {
  // Most models are a single word.
  return part.length <= LONGEST_PART && /^\w[^\s/:_]*$/.test(part) ? part : undecorated(part);
}

function undecorated(part: string): string {
  return (
    part
      .slice(0, LONGEST_PART)
      .replace(/^\W+(?=\w)/, "")
      // Systems built by others name themselves before the machine.
      .replace(/^(?:lineage|vnd|aosp)_|^(?:AOSP|Lineage|Baidu Yi) on /i, "")
      .replace(/^(?:(?:Manufacturer|Model|M|MODEL): ?|Model (?=[A-Z]{2,4}-)|(?:phone|tablet)\/)/, "")
      .replace(/\s+Build[/ ].*$|\s*Build\/.*$|\s+BUILD\/.*$|\s+MIUI\/.*$/i, "")
      .replace(/\s+(?:AppleWebKit|Safari|Mobile Safari|Release|Chrome)\b.*$/i, "")
      .replace(
        /^(?:HUAWEI|samsung|LGE?|HTC|Xiaomi|vivo|OPPO|motorola|ZTE|ONEPLUS|Meizu|Lenovo|google|Sony|asus|nubia|realme|TCL|Amazon)[ /]\s*(?=\S)/i,
        (maker) => maker.replace("/", " "),
      )
      .replace(/\/[A-Z0-9_.+-]{5,}$/i, "")
      .replace(/_?-Ver\d+$/, "")
      // Teclast ends its tablets' names by where they are sold.
      .replace(/^((?:[MPT]\d[05]|ArtPad)\w*)_(?:EEA|ROW)$/, "Teclast $1")
      .replace(/_(?:EEA|TR|RU|ROW)$/i, "")
      .replace(/[_\s]+$/, "")
      .trim()
  );
}

/** The model as it stands behind the version of Android, empty where none is given. */
export function androidModel(agent: Agent): string {
  const { parts } = agent;
  const start = systemsPart(parts);
  /** Looks like a locale, but those begin with a small letter: `PX`, `UP_XL`. */
  let instead = "";
  for (const part of start < 0 ? [] : parts.slice(start + 1, start + 6)) {
    if (
      /AppleWebKit\/|KHTML|like Gecko|^(?:Build|Gecko|ExoPlayer\w*|okhttp)\//.test(part) &&
      !/ Build\//.test(part)
    )
      break;
    const model = cleaned(part);
    if (/^Mobile: ./.test(model)) return model.slice("Mobile: ".length, 60);
    if (model.length < 2 || noModel.test(model)) continue;
    if (!locale.test(model) || /^MI[-_][A-Z]{3,4}$/.test(model))
      return bracketed(agent.text, part, model).slice(0, 60);
    if (/^[A-Z][A-Za-z](?:_|$)/.test(model)) instead = model;
  }
  return instead || looseModel(agent);
}

/** The first part that has the system's name, from the first on that certainly is the system; -1 where none has it. */
function systemsPart(parts: readonly string[]): number {
  let begun = false;
  let first = -1;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    const isNamed = /Android|Adr |HarmonyOS/i.test(part);
    if (!isNamed && part.length > 1) continue;
    begun ||= /\bAndroid\b|^Adr |HarmonyOS|^U$/i.test(part) && !/^Build/i.test(part);
    if (isNamed && begun) return index;
    if (isNamed && first < 0) first = index;
  }
  return begun ? -1 : first;
}

/** Brackets part comments, but a model may have its own: `moto g(50)`, `LM-X210(G)`, `moto g power (2022)`. */
function bracketed(text: string, part: string, model: string): string {
  if (part !== model) return model;
  const spaced = text.indexOf(`${part} (20`);
  const year =
    spaced < 0 ? undefined : /^ \(20\d\d\)/.exec(text.slice(spaced + part.length, spaced + part.length + 8));
  if (year) return model + year[0];
  const at = text.indexOf(`${part}(`);
  const rest = at < 0 ? undefined : /^\(\w[^()]{0,11}\)[^;()/]{0,24}/.exec(text.slice(at + part.length))?.[0];
  return rest === undefined ? model : cleaned(part + rest).replace(/\s*Build$/, "");
}

/** Where no part of a comment is a model. */
function looseModel(agent: Agent): string {
  const loose = /Android[ /][\d.]+; ([^;()]{2,40}?) AppleWebKit/.exec(agent.text)?.[1];
  return loose ? cleaned(loose) : beforeBuild(agent);
}

/** Some strings give the model elsewhere, always right before its build. */
export function beforeBuild(agent: Agent): string {
  const model = /[;(,]\s*([^;(),]{2,40}?)\s+Build\//.exec(agent.text)?.[1] ?? "";
  return locale.test(model) || noModel.test(model) || /android/i.test(model) ? "" : cleaned(model);
}

/** A maker's name and a model at the very front, as feature phones have it: `Nokia6300/2.0`, `SAMSUNG-SGH-E250/1.0`. */
export function leadingModel(agent: Agent): string {
  const first =
    /^([A-Za-z][\w .+&*-]{1,40}?)(?:[/;(,]| (?:Profile|Mozilla|Opera|UP\.|Browser|Release|MIDP|Configuration|Build|UCWEB)|$)/.exec(
      agent.text,
    )?.[1] ?? "";
  return /^(?:Mozilla|Opera|Dalvik|UCWEB|Mobile|Browser|JUC)$/i.test(first) ? "" : first;
}
