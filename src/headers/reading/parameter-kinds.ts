/** Kinds of parameter values for all fields, from one table. */

import { parameterKinds } from "../../../data/headers/directives/parameter-kinds.ts";
import { isDigits } from "../../syntax/tokens.ts";
import type { At, Report } from "../problem.ts";
import { listing, quote } from "../wording.ts";
import { isLanguageTag, unknownSubtag } from "./language-tags.ts";
import { parameterKind } from "./value-problems.ts";

interface Valued {
  /** In lower case. */
  readonly name: string;
  readonly value?: string | undefined;
}

export function reportKind(field: string, { name, value }: Valued, report: Report, at?: At): void {
  const kind = parameterKinds.get(`${field.toLowerCase()} ${name}`);
  const wrong = kind === undefined ? undefined : KINDS.get(kind);
  const why = wrong ? wrong(value ?? "") : kind !== undefined && notOneOf(kind.split(" "), value ?? "");
  if (why) report(parameterKind, `In ${field}, ${name}${value ? `=${quote(value)}` : ""} ${why}.`, at);
}

type Wrong = string | undefined | false;

const KINDS: ReadonlyMap<string, (value: string) => Wrong> = new Map<string, (value: string) => Wrong>([
  ["language-tag", notLanguage],
  ["seconds", (value) => !isDigits(value) && "is not a number of seconds"],
  ["filled", (value) => value === "" && "has no value"],
  ["unwanted", () => "has no meaning: the header has no such parameter"],
]);

function notLanguage(value: string): Wrong {
  if (!isLanguageTag(value)) return "is not a language tag such as pt-BR";
  const unknown = unknownSubtag(value);
  if (!unknown) return undefined;
  return `has an unregistered ${unknown.what}${unknown.likely === undefined ? "" : `; use ${unknown.likely}`}`;
}

function notOneOf(words: readonly string[], value: string): Wrong {
  return !words.includes(value.toLowerCase()) && `may be ${listing(words, "or")} only`;
}
