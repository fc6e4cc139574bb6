/** Codes of models: where a string has one, and whose numbering it is. */

import { locale, noModel } from "../../data/agents/devices.ts";
import type { Agent } from "./agent.ts";
import { rowsAt, startsIn } from "./starts.ts";
import { fromTables, linesOf, placedLinesOf } from "./tables.ts";

/** A maker who numbers models, with the forms of a whole code. */
interface Maker {
  readonly name: string;
  readonly pattern: RegExp;
  /** Those that count before names and lists: what looks like another's is this maker's. */
  readonly sure: RegExp | undefined;
}

/** The signs that codes begin with. */
const SIGNS = [..." _-.+()/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

/** The place of codes that begin with two such signs. */
const placeOf = (code: string) => SIGNS.indexOf(code[0] ?? "") * SIGNS.length + SIGNS.indexOf(code[1] ?? "");

/** The expressions of each maker by where the table first names him; they may hold `|`, so a row is parted at its first bar only. */
const makers = fromTables((): ReadonlyMap<number, readonly [name: string, sources: readonly string[]]> => {
  const found = new Map<string, [at: number, sources: string[]]>();
  for (const { line, at } of placedLinesOf("model-codes")) {
    const [name = ""] = line.split("|", 1);
    const known = found.get(name.trim()) ?? [at, []];
    const sources = line.slice(name.length + 1).trim();
    known[1].push(...sources.split(" "));
    found.set(name.trim(), known);
  }
  return new Map([...found].map(([name, [at, sources]]) => [at, [name, sources]]));
});

/** Makers by the first two signs of their codes. */
const starts = startsIn(["model-codes"], SIGNS.length ** 2, () =>
  [...makers()].flatMap(([at, [, sources]]) => {
    const begins = beginningsOf(joined(sources));
    const pairs = SIGNS.filter((one) => begins.test(one)).flatMap((one) => SIGNS.map((two) => one + two));
    return pairs.filter((pair) => begins.test(pair)).map((pair) => [placeOf(pair), at] as const);
  }),
);

const joined = (sources: readonly string[]): string => sources.join("|").replace(/(^|\|)!/g, "$1");

/** Tables from elsewhere must be whole before they are used. */
fromTables(() => {
  linesOf("model-codes");
  for (const [, sources] of makers().values()) new RegExp(joined(sources));
});

/** A bracket's head, a class, an escape, a count or another sign. */
const PIECE = /\((?:\?(?::|<?[=!]))?|\[(?:\\.|[^\]\\])*\]|\\.|\{[^}]*\}|./g;

/** An expression that also matches the beginnings of what another one does, and more than these where that looks around. */
function beginningsOf(source: string): RegExp {
  const pieces = source.match(PIECE) ?? [];
  let at = 0;
  const ofParts = (): string => {
    let parts = "";
    while (at < pieces.length && pieces[at] !== ")") {
      const piece = pieces[at++] ?? "";
      if (piece === "|") parts += piece;
      else {
        const one = piece.startsWith("(") ? `(?:${ofBracket()})` : piece;
        const count = /^[?*+{]/.test(pieces[at] ?? "") ? pieces[at++] : "";
        if (!/^\(.*[=!]/.test(piece)) parts += `(?:${one}${count}|${one}*$)`;
      }
    }
    return parts;
  };
  const ofBracket = () => {
    const parts = ofParts();
    at++;
    return parts;
  };
  return new RegExp(`^(?:${ofParts()})$`);
}

/** Those that were asked for: of the hundreds few are. */
const known = fromTables(() => new Map<number, Maker>());

function makerAt(at: number): Maker {
  const maker = known().get(at);
  if (maker) return maker;
  const [name = "", sources = []] = makers().get(at) ?? [];
  const sure = sources.filter((source) => source.startsWith("!"));
  const made: Maker = {
    name,
    pattern: new RegExp(`^(?:${joined(sources)})$`),
    sure: sure.length === 0 ? undefined : new RegExp(`^(?:${joined(sure)})$`),
  };
  known().set(at, made);
  return made;
}

/** The makers whose codes may begin so, in the order of the table. */
const makersFor = (code: string): readonly Maker[] =>
  IS_CODE.test(code) ? Array.from(rowsAt(starts(), placeOf(code)), makerAt) : [];

/** Codes are short; expressions are not run over a longer text. */
const IS_CODE = /^[\w .+()/-]{2}.{0,46}$/;

/** The maker who numbers models in this way, undefined where none is known. */
export const makerOfCode = (code: string): string | undefined =>
  makersFor(code).find(({ pattern }) => pattern.test(code))?.name;

/** The same by the expressions alone that count before names and lists. */
export const sureMakerOfCode = (code: string): string | undefined =>
  makersFor(code).find(({ sure }) => sure?.test(code))?.name;

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
      .replace(/^((?:[MPT]\d[05](?!\d\d)|ArtPad)\w*)_(?:EEA|ROW)$/, "Teclast $1")
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
  return rest === undefined
    ? model
    : cleaned(part + rest)
        .replace(/Build$/, "")
        .trimEnd();
}

/** Where no part of a comment is a model. */
function looseModel(agent: Agent): string {
  const loose = /Android[ /][\d.]+; ([^;()]{2,40}?) AppleWebKit/.exec(agent.text)?.[1];
  return loose ? cleaned(loose) : beforeBuild(agent);
}

/** Some strings give the model elsewhere, always right before its build. */
export function beforeBuild(agent: Agent): string {
  const model = /[;(,]\s{0,9}([^;(),]{2,40}?)\s{1,9}Build\//.exec(agent.text)?.[1] ?? "";
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
