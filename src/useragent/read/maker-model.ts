/** Maker and marketing name for a model's code. */

import { carriers, commonWords, houses, sisterBrands } from "../../../data/agents/devices.ts";
import type { Condition } from "../../../data/agents/row.ts";
import { memoize } from "../../platform/memoize.ts";
import type { Evidence, FormFactor } from "../schema.ts";
import { type BrandMatch, brandAtStart } from "../tables/brands.ts";
import { makerOfCode, sureMakerOfCode } from "../tables/model-codes.ts";
import { brandOfNeighbours, findModel, findModelByName, type Model } from "../tables/models.ts";
import { fromTables } from "../tables/tables.ts";
import type { Agent } from "./agent.ts";
import { firstGiven, guardedBy, matchOf } from "./patterns.ts";

export interface Hardware {
  readonly vendor: string;
  readonly name: string;
  /** The model as the string has it, where it stands behind the version of Android. */
  readonly code?: string;
  /** Class of the machine, where a table has this very code. */
  readonly form?: FormFactor | undefined;
  /** How sure maker and model are; `listed` where it is absent. */
  readonly evidence?: Evidence | undefined;
  /** The maker is likely, and tells the class of the machine, but is not sure enough to be given. */
  readonly doubtful?: true;
}

/** A form in which machines write their maker and model. */
export interface DeviceRow extends Condition<"android" | "plainAndroid"> {
  /** The machine, undefined where it says none; `match` is that of `only`. */
  readonly read: (agent: Agent, match: RegExpExecArray) => Hardware | undefined;
}

const ANDROID = guardedBy(/android/);

/** A search for the machine that the first form gives which a string has. */
export function byOwnForm(rows: readonly DeviceRow[]): (agent: Agent) => Hardware | undefined {
  const find = firstGiven(
    rows,
    {
      android: (agent: Agent) => ANDROID.test(agent),
      // Boxes of Amazon, Sony and Google, and televisions that only look like Android's.
      plainAndroid: (agent) => ANDROID.test(agent) && !/AFT[A-Z]|BRAVIA|CrKey/.test(agent.text),
    },
    ({ only = ANY, read }, agent) => {
      const match = matchOf(only, agent);
      return match === null ? undefined : read(agent, match);
    },
  );
  return (agent) => find(agent, undefined);
}

/** The match where no expression is asked for. */
const ANY = /^/;

/** Maker and marketing name of an Android model code; no maker where two readings disagree. */
export const modelled = (code: string): Hardware => known()(code);

const known = fromTables(() => memoize(withoutCache));

/** A code as the tables read it. */
interface Reading {
  readonly code: string;
  /** The code with spaces. */
  readonly model: string;
  readonly listed: Model | undefined;
  /** The maker that its first words name. */
  readonly start: BrandMatch | undefined;
  /** The maker who numbers so. */
  readonly codeMaker: () => string | undefined;
}

function withoutCache(code: string): Hardware {
  const model = code.replace(/_/g, " ").trim();
  // A common word in somebody's list of models is not his.
  if (commonWords.test(model)) return { vendor: "", name: model };
  const sure = sureMakerOfCode(code);
  if (sure !== undefined) return ofSure(model, sure);
  const listed = findModel(code) ?? (model === code ? undefined : findModel(model)) ?? withoutBrackets(model);
  const start = brandAtStart(model);
  const codeMaker = () => makerOfCode(code) ?? (model === code ? undefined : makerOfCode(model));
  const reading: Reading = { code, model, listed, start, codeMaker };
  if (start?.evidence === "name" && !yields(start, listed) && !isCodeOfOther(reading, start)) {
    const found = named(reading, start);
    // The list may have the seller's name for another's machine, or the other way about.
    if (listed && !areKin(listed.brand, start.brand)) return { ...found, doubtful: true };
    return { ...found, evidence: start.own || listed ? "listed" : "pattern" };
  }
  return listed ? ofListed(reading, listed) : ofCode(reading);
}

/** A code of so few signs is somebody else's as well, unless its first letters or its numbering say the same maker. */
const SHORT_LISTED = 3;
/** A listed code of so many signs is its maker's alone, whatever another reading says. */
const OWN_LENGTH = 6;

/** A model of the list, unless it is short and the maker's numbering or first letters are another's. */
function ofListed(reading: Reading, listed: Model): Hardware {
  const { model, codeMaker } = reading;
  const sisters = sisterBrands.get(listed.brand.toLowerCase());
  const sister = sisters && codeMaker();
  if (sisters) return ofList(listed, sister !== undefined && sisters.has(sister) ? sister : listed.brand);
  if (isDisputed(reading, listed)) {
    const { brand, name, form } = listed;
    const vendor = carriers.has(brand) ? codeMaker() : undefined;
    // A carrier sells what others build, who say so in the code or in the name: `LG-P999`, `HTC Bolt`.
    if (vendor && (reading.start?.brand === vendor || name.startsWith(`${vendor} `)))
      return { vendor, name, form, evidence: "pattern" };
    return { vendor: brand, name: model, form, doubtful: true };
  }
  // A word and what follows it: no code, but the name that the machine gives itself.
  const name = /^[A-Za-z]{4,}[ _-]\w/.test(model) ? model : listed.name;
  return { vendor: sellerOf(name, listed.brand), name, form: listed.form, evidence: "listed" };
}

/** One company's brands, or one brand with and without a word behind it: `AGM Mobile`, `AGM`. */
const areKin = (one: string, other: string) =>
  one === other ||
  firstName(one) === firstName(other) ||
  houses.some((house) => house.has(one) && house.has(other));

const firstName = (brand: string) => brand.split(" ", 1)[0]?.toLowerCase();

/** Whether another reading says another maker, and neither length nor first letters speak for the list. */
function isDisputed({ model, start, codeMaker }: Reading, { brand }: Model): boolean {
  if (start?.brand === brand) return false;
  const startsOther = start !== undefined && !areKin(start.brand, brand);
  // A line of another's products in front: the list has it right in four of five cases.
  if (startsOther && start.evidence === "code" && !isBuilder(brand, start.brand)) return true;
  if (!startsOther && model.length >= OWN_LENGTH) return false;
  const byCode = codeMaker();
  if (byCode === brand) return false;
  return (
    model.length <= SHORT_LISTED ||
    (byCode !== undefined && !areKin(byCode, brand) && !isBuilder(brand, byCode))
  );
}

/** Google sells what others build: a Nexus has two makers, and the list names the one that built it. */
const isBuilder = (builder: string, seller: string) => seller === "Google" && builder !== "Google";

/** A model that no list has, by the numbering of makers, its name, or words and neighbours that agree. */
function ofCode(reading: Reading): Hardware {
  const { code, model, start, codeMaker } = reading;
  const byCode = codeMaker();
  if (byCode !== undefined) {
    const kin = model.length < LONG_CODE ? brandOfNeighbours(code, SERIES) : undefined;
    const isOther = kin !== undefined && !areKin(kin, byCode);
    if (isOther || startsOther(reading, byCode)) return { vendor: byCode, name: model, doubtful: true };
    return { vendor: byCode, name: model, evidence: "pattern" };
  }
  const near = brandOfNeighbours(code, SERIES);
  const byName = findModelByName(model);
  const byWord = start?.evidence === "code" ? start.brand : undefined;
  const agreed = byWord !== undefined && byWord === near;
  const maker = byName?.brand ?? byWord ?? near ?? start?.brand ?? "";
  // A short name is others' too; a word, or the neighbours of a code, are right in three of four cases.
  const isSure = byName ? model.length >= OWN_NAME_LENGTH : agreed;
  return {
    vendor: maker,
    name: model,
    evidence: "guess",
    ...(maker !== "" && !isSure && { doubtful: true }),
  };
}

/** A marketing name of so many signs that one brand alone has in the list is its own: 92 of 100; of shorter ones 63. */
const OWN_NAME_LENGTH = 8;

/** Whether first letters say another maker than a code's numbering does, where the code is short or they are many. */
const startsOther = ({ model, start }: Reading, byCode: string): boolean =>
  start !== undefined &&
  !areKin(start.brand, byCode) &&
  (start.evidence === "code" || model.length < OWN_LENGTH);

/** Codes that make a series. */
const SERIES = 2;
/** Codes of so many signs are numbered by one maker alone. */
const LONG_CODE = 8;

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
  const name = model.slice(length).replace(/^[\s-]+/, "") || model;
  return { vendor, name, evidence: "pattern" };
}

function ofList({ name, brand, form }: Model, vendor = sellerOf(name, brand)): Hardware {
  return { vendor, name, form };
}

/** Google sold what others built under names of its own: lists have the builder of a `Nexus 5`. */
const sellerOf = (name: string, builder: string) => (/^Nexus\b/.test(name) ? "Google" : builder);

/** The name of a product's line, which others may use too, gives way to a listed model. */
function yields(start: BrandMatch, listed: Model | undefined): boolean {
  return !start.own && listed !== undefined && listed.brand !== start.brand;
}

/** Huawei's codes begin with three letters that may be somebody's name: `STK-LX1`. */
function isCodeOfOther({ model, codeMaker }: Reading, start: BrandMatch): boolean {
  if (start.length !== 3 || !/^[A-Z]{3}\d?-[A-Z]{1,3}\d{1,2}[A-Z]{0,2}$/.test(model)) return false;
  const maker = codeMaker();
  return maker === "Huawei" || maker === "Honor";
}

function named({ model, listed }: Reading, start: BrandMatch): Hardware {
  const rest = model.slice(start.length).replace(/^[\s/_-]+/, "");
  const inside = rest.length > 1 ? findModel(rest) : undefined;
  // Behind the maker's own name a word: the name under which it was sold, whatever a list has.
  const isSold = start.own && /[a-z]{3}|[A-Za-z]{4}/.test(rest);
  for (const found of [listed, inside])
    if (found && found.brand === start.brand)
      return { vendor: start.brand, name: isSold ? rest : found.name, form: found.form };
  const line = start.length !== start.brand.length;
  return { vendor: start.brand, name: line || rest === "" ? model : rest };
}
