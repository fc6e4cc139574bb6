/** Maker and marketing name for a model's code. */

import { type BrandMatch, brandAtStart } from "./brands.ts";
import { makerOfCode, sureMakerOfCode } from "./model-codes.ts";
import { brandOfNeighbours, findModel, findModelByName, type Model } from "./models.ts";
import type { FormFactor } from "./schema.ts";

export interface Hardware {
  readonly vendor: string;
  readonly name: string;
  /** The model as the string has it, where it stands behind the version of Android. */
  readonly code?: string;
  /** Class of the machine, where a table has this very code. */
  readonly form?: FormFactor | undefined;
}

/** Words that begin a model's name and are nobody's. */
const COMMON_WORDS =
  /^(?:tab|tablet|smart|phone|android|box|pro|plus|mini|note|max|lite|ultra|one|new|the|my|full|generic|quad|octa|dual|core|model|device|rockchip|aosp|sprd|vnd|chromebook|unknown|linux|mobile|internet|power|super|magic|mega|modern|media|play|pad|fire|smart[ _-]?phone|smart[ _-]?tv|tv[ _-]?box|android[ _-]?tv|prime|star|sky|hero|dream|vision|energy|touch|wave|spark|joy|life|next|first|master|alpha|force|storm|titan|classic|premium|speed|light|view|style|air|fun|ace|king|elite|legend|connect)$/i;

/** A list of models has codes of sisters under the name of their parent. */
const SISTERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["oppo", new Set(["Realme", "OnePlus"])],
  ["archos", new Set(["Arnova"])],
]);

/** Maker and marketing name of an Android model code. */
export function modelled(code: string): Hardware {
  const model = code.replace(/_/g, " ").trim();
  // A common word in somebody's list of models is not his.
  if (COMMON_WORDS.test(model)) return { vendor: "", name: model };
  const sure = sureMakerOfCode(code);
  if (sure !== undefined) return ofSure(model, sure);
  const listed = findModel(code) ?? (model === code ? undefined : findModel(model)) ?? withoutBrackets(model);
  const start = brandAtStart(model);
  const codeMaker = () => makerOfCode(code) ?? (model === code ? undefined : makerOfCode(model));
  if (start?.evidence === "name" && !yields(start, listed) && !isCodeOfOther(model, start, codeMaker))
    return named(model, start, listed);
  const sisters = listed && SISTERS.get(listed.brand.toLowerCase());
  if (listed && !sisters) return SPOKEN.test(model) ? { ...ofList(listed), name: model } : ofList(listed);
  const byCode = codeMaker();
  if (listed) return ofList(listed, byCode !== undefined && sisters?.has(byCode) ? byCode : listed.brand);
  if (byCode) return { vendor: byCode, name: model };
  const byName = findModelByName(model);
  if (byName) return { vendor: byName.brand, name: model };
  const byWord = start?.evidence === "code" ? start.brand : undefined;
  return { vendor: byWord ?? brandOfNeighbours(code) ?? start?.brand ?? firstWord(model), name: model };
}

/** `P300(Funbook)`, `LM-X410(FG)`: a list may have it without the addition. */
function withoutBrackets(model: string): Model | undefined {
  const open = model.indexOf("(");
  return open > 3 ? findModel(model.slice(0, open).trim()) : undefined;
}

function ofSure(model: string, vendor: string): Hardware {
  const listed = findModel(model);
  if (listed?.brand === vendor) return ofList(listed);
  const start = brandAtStart(model);
  const named = start?.own && start.brand === vendor ? start.length : 0;
  // Two letters are no name by themselves: `HP Slate 7`.
  const length = model.startsWith(`${vendor} `) ? vendor.length : named;
  return { vendor, name: model.slice(length).replace(length > 0 ? /^[\s-]+/ : "", "") || model };
}

function ofList({ name, brand, form }: Model, vendor = brand): Hardware {
  return { vendor, name, form };
}

/** The name of a product's line, which others may use too, gives way to a listed model. */
function yields(start: BrandMatch, listed: Model | undefined): boolean {
  return !start.own && listed !== undefined && listed.brand !== start.brand;
}

/** Huawei's codes begin with three letters that may be somebody's name: `STK-LX1`. */
function isCodeOfOther(model: string, start: BrandMatch, codeMaker: () => string | undefined): boolean {
  if (start.length !== 3 || !/^[A-Z]{3}\d?-[A-Z]{1,3}\d{1,2}[A-Z]{0,2}$/.test(model)) return false;
  const maker = codeMaker();
  return maker === "Huawei" || maker === "Honor";
}

/** A word and what follows it: no code, but the name that the machine gives itself. */
const SPOKEN = /^[A-Za-z]{4,}[ _-]\w/;

/** Behind the maker's own name a word: the name under which it was sold, whatever a list has. */
const OWN_NAME = /[a-z]{3}|[A-Za-z]{4}/;

function named(model: string, start: BrandMatch, listed: Model | undefined): Hardware {
  const rest = model.slice(start.length).replace(/^[\s/_-]+/, "");
  const inside = rest.length > 1 ? findModel(rest) : undefined;
  for (const found of [listed, inside])
    if (found && found.brand === start.brand)
      return {
        vendor: start.brand,
        name: start.own && OWN_NAME.test(rest) ? rest : found.name,
        form: found.form,
      };
  const line = start.length !== start.brand.length;
  return { vendor: start.brand, name: line || rest === "" ? model : rest };
}

/** A maker that no table knows mostly writes its name in front: `Lark Evolution X2`. */
function firstWord(model: string): string {
  const word = /^([A-Za-z]{3,14})[\s_-]+\S/.exec(model)?.[1] ?? "";
  return COMMON_WORDS.test(word) ? "" : word;
}
