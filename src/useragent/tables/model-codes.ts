/** Model codes: position in a string, and the maker by numbering. */

import { decorations, locale, noModel } from "../../../data/agents/devices.ts";
import { memoize } from "../../platform/memoize.ts";
import type { Agent } from "../read/agent.ts";
import { fromTables, linesOf } from "./tables.ts";

type Numbering = ReturnType<typeof numbering>;

/** Expressions of codes by maker. */
const makers = fromTables((): ReadonlyMap<string, readonly Numbering[]> => {
  const found = new Map<string, Numbering[]>();
  for (const line of linesOf("model-codes")) {
    // Expressions may contain `|`.
    const bar = line.indexOf("|");
    const name = line.slice(0, bar).trim();
    const sources = line.slice(bar + 1).trim();
    found.set(name, [...(found.get(name) ?? []), ...sources.split(" ").map(numbering)]);
  }
  return found;
});

/** One expression, a group per maker. */
interface Codes {
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

/** Expressions that may match a code with a first character, compiled at the first such code. */
const codesFrom = (isWanted: (numbering: Numbering) => boolean) =>
  fromTables(() =>
    memoize((first: string): Codes => {
      const wanted = [...makers()].flatMap(([name, all]) => {
        const able = all.filter((one) => (one.starts === "" || one.starts.includes(first)) && isWanted(one));
        return able.length === 0 ? [] : [{ name, group: `(${able.map(({ source }) => source).join("|")})` }];
      });
      return {
        names: wanted.map(({ name }) => name),
        pattern: new RegExp(`^(?:${wanted.map(({ group }) => group).join("|")})$`),
      };
    }),
  );

/** Expression of codes, with its possible first characters, none if unknown; `!` marks a decisive one. */
function numbering(marked: string) {
  const isDecisive = marked.startsWith("!");
  const source = isDecisive ? marked.slice(1) : marked;
  const start = /^(?:\(\?:([\w|]+)\)|([A-Za-z\d]))(?![?*{])/.exec(source);
  return { source, starts: start?.[1]?.replace(/(\w)\w*\|?/g, "$1") ?? start?.[2] ?? "", isDecisive };
}

/** Expressions of a data file are validated before use. */
fromTables(() => [...makers().values()].flat().map(({ source }) => new RegExp(source)));

const codes = codesFrom(() => true);
const decisiveCodes = codesFrom(({ isDecisive }) => isDecisive);

function makerIn(codesOf: (first: string) => Codes, code: string): string | undefined {
  if (!IS_CODE.test(code)) return undefined;
  const { names, pattern } = codesOf(code.charAt(0));
  const match = pattern.exec(code);
  return match ? names[match.findIndex((group, at) => at > 0 && group !== undefined) - 1] : undefined;
}

/** Maximum length of a code. */
const IS_CODE = /^[\w .+()/-]{2}.{0,46}$/;

/** Maker by numbering, undefined if unknown. */
export const makerOfCode = (code: string): string | undefined => makerIn(codes(), code);

/** Maker by the expressions marked with `!`. */
export const decisiveMakerOfCode = (code: string): string | undefined => makerIn(decisiveCodes(), code);

/** Maximum characters for the expressions below; models with builds are shorter. */
const LONGEST_PART = 160;

/** Removes build and other decoration from a model. */
function cleaned(part: string): string {
  // Most models are a single word.
  return part.length <= LONGEST_PART && /^\w[^\s/:_]*$/.test(part) ? part : undecorated(part);
}

const undecorated = (part: string): string =>
  decorations
    .reduce((text, [form, instead]) => text.replace(form, instead), part.slice(0, LONGEST_PART))
    .trim();

/** Model after Android's version, or empty. */
export function androidModel(agent: Agent): string {
  const { parts } = agent;
  const start = systemsPart(parts);
  /** Like a locale, but upper case: `PX`, `UP_XL`. */
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

/** Index of the first part with the system's name, or -1. */
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

/** Brackets split comments, but models may have some: `moto g(50)`, `LM-X210(G)`, `moto g power (2022)`. */
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

/** Model outside comment parts. */
function looseModel(agent: Agent): string {
  const loose = /Android[ /][\d.]+; ([^;()]{2,40}?) AppleWebKit/.exec(agent.text)?.[1];
  return loose ? cleaned(loose) : beforeBuild(agent);
}

/** Model right before its build, elsewhere in the string. */
export function beforeBuild(agent: Agent): string {
  const model = /[;(,]\s{0,9}([^;(),]{2,40}?)\s{1,9}Build\//.exec(agent.text)?.[1] ?? "";
  return locale.test(model) || noModel.test(model) || /android/i.test(model) ? "" : cleaned(model);
}

/** Maker and model at the start (feature phones): `Nokia6300/2.0`, `SAMSUNG-SGH-E250/1.0`. */
export function leadingModel(agent: Agent): string {
  const first =
    /^([A-Za-z][\w .+&*-]{1,40}?)(?:[/;(,]| (?:Profile|Mozilla|Opera|UP\.|Browser|Release|MIDP|Configuration|Build|UCWEB)|$)/.exec(
      agent.text,
    )?.[1] ?? "";
  return /^(?:Mozilla|Opera|Dalvik|UCWEB|Mobile|Browser|JUC)$/i.test(first) ? "" : first;
}
