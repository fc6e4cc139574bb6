/** Maker and marketing name of a model code. */

import { carriers, commonWords, houses, sisterBrands } from "../../../data/agents/devices.ts";
import type { Condition } from "../../../data/agents/row.ts";
import { memoize } from "../../platform/memoize.ts";
import type { Evidence, FormFactor } from "../schema.ts";
import { type BrandMatch, brandAtStart } from "../tables/brands.ts";
import { decisiveMakerOfCode, makerOfCode } from "../tables/model-codes.ts";
import { brandOfNeighbours, findModel, findModelByName, type Model } from "../tables/models.ts";
import { fromTables } from "../tables/tables.ts";
import type { Agent } from "./agent.ts";
import { firstGiven, guardedBy, matchOf } from "./patterns.ts";

export interface Hardware {
  readonly vendor: string;
  readonly name: string;
  /** Model after Android's version, as written. */
  readonly code?: string;
  /** Form factor if the code is listed. */
  readonly form?: FormFactor | undefined;
  /** Certainty; `listed` if absent. */
  readonly evidence?: Evidence | undefined;
  /** The maker is likely: used for the form factor, not reported. */
  readonly doubtful?: true;
}

/** Device format: a condition, and the parser of maker and model. */
export interface DeviceRow extends Condition<"android" | "plainAndroid"> {
  /** Parses the device; `match` is the match of `only`. */
  readonly read: (agent: Agent, match: RegExpExecArray) => Hardware | undefined;
}

const ANDROID = guardedBy(/android/);

/** Finds the device by the first matching format. */
export function byOwnForm(rows: readonly DeviceRow[]): (agent: Agent) => Hardware | undefined {
  const find = firstGiven(
    rows,
    {
      android: (agent: Agent) => ANDROID.test(agent),
      // Amazon's, Sony's and Google's boxes, and televisions that only imitate Android's.
      plainAndroid: (agent) => ANDROID.test(agent) && !/AFT[A-Z]|BRAVIA|CrKey/.test(agent.text),
    },
    ({ only = ANY, read }, agent) => {
      const match = matchOf(only, agent);
      return match === null ? undefined : read(agent, match);
    },
  );
  return (agent) => find(agent, undefined);
}

/** Expression of rows that have none of their own. */
const ANY = /^/;

/** Maker and marketing name of an Android model; no maker if two readings contradict. */
export const modelled = (code: string): Hardware => known()(code);

const known = fromTables(() => memoize(withoutCache));

/** Model code with its readings. */
interface Reading {
  readonly code: string;
  /** Code with spaces. */
  readonly model: string;
  readonly listed: Model | undefined;
  /** Maker by the first words. */
  readonly start: BrandMatch | undefined;
  /** Maker by the numbering of its codes. */
  readonly codeMaker: () => string | undefined;
}

function withoutCache(code: string): Hardware {
  const model = code.replace(/_/g, " ").trim();
  // Lists contain common words, which are not models.
  if (commonWords.test(model)) return { vendor: "", name: model };
  const sure = decisiveMakerOfCode(code);
  if (sure !== undefined) return ofSure(model, sure);
  const listed = findModel(code) ?? (model === code ? undefined : findModel(model)) ?? withoutBrackets(model);
  const start = brandAtStart(model);
  const codeMaker = () => makerOfCode(code) ?? (model === code ? undefined : makerOfCode(model));
  const reading: Reading = { code, model, listed, start, codeMaker };
  if (start?.evidence === "name" && !yields(start, listed) && !isCodeOfOther(reading, start)) {
    const found = named(reading, start);
    // The list may name the seller instead of the builder, or vice versa.
    if (listed && !areKin(listed.brand, start.brand)) return { ...found, doubtful: true };
    return { ...found, evidence: start.own || listed ? "listed" : "pattern" };
  }
  return listed ? ofListed(reading, listed) : ofCode(reading);
}

/** Codes up to this length are ambiguous: first letters or numbering must confirm the maker. */
const SHORT_LISTED = 3;
/** Listed codes of at least this length are unambiguous. */
const OWN_LENGTH = 6;

/** Listed model, unless it is short and numbering or first letters belong to another maker. */
function ofListed(reading: Reading, listed: Model): Hardware {
  const { model, codeMaker } = reading;
  const sisters = sisterBrands.get(listed.brand.toLowerCase());
  const sister = sisters && codeMaker();
  if (sisters) return ofList(listed, sister !== undefined && sisters.has(sister) ? sister : listed.brand);
  if (isDisputed(reading, listed)) {
    const { brand, name, form } = listed;
    const vendor = carriers.has(brand) ? codeMaker() : undefined;
    // Carriers sell other makers' devices: `LG-P999`, `HTC Bolt`.
    if (vendor && (reading.start?.brand === vendor || name.startsWith(`${vendor} `)))
      return { vendor, name, form, evidence: "pattern" };
    return { vendor: brand, name: model, form, doubtful: true };
  }
  // A word followed by text is a marketing name, not a code.
  const name = /^[A-Za-z]{4,}[ _-]\w/.test(model) ? model : listed.name;
  return { vendor: sellerOf(name, listed.brand), name, form: listed.form, evidence: "listed" };
}

/** Whether two brands are one company, or one brand with and without a suffix: `AGM Mobile`, `AGM`. */
const areKin = (one: string, other: string) =>
  one === other ||
  firstName(one) === firstName(other) ||
  houses.some((house) => house.has(one) && house.has(other));

const firstName = (brand: string) => brand.split(" ", 1)[0]?.toLowerCase();

/** Whether first letters or numbering give another maker than the list, and nothing confirms the list. */
function isDisputed({ model, start, codeMaker }: Reading, { brand }: Model): boolean {
  if (start?.brand === brand) return false;
  const startsOther = start !== undefined && !areKin(start.brand, brand);
  // Starts with another maker's product line: the list is right in only four of five cases.
  if (startsOther && start.evidence === "code" && !isBuilder(brand, start.brand)) return true;
  if (!startsOther && model.length >= OWN_LENGTH) return false;
  const byCode = codeMaker();
  if (byCode === brand) return false;
  return (
    model.length <= SHORT_LISTED ||
    (byCode !== undefined && !areKin(byCode, brand) && !isBuilder(brand, byCode))
  );
}

/** Whether two makers are the builder and the seller of a Nexus; lists have the builder. */
const isBuilder = (builder: string, seller: string) => seller === "Google" && builder !== "Google";

/** Maker of an unlisted model: by numbering, by name, or by first letters and similar codes. */
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
  // Short names are ambiguous. First letters alone, or similar codes alone, are right in three of four cases.
  const isSure = byName ? model.length >= OWN_NAME_LENGTH : agreed;
  return {
    vendor: maker,
    name: model,
    evidence: "guess",
    ...(maker !== "" && !isSure && { doubtful: true }),
  };
}

/** Minimum length of a marketing name that identifies a brand: 92 % are right, of shorter names 63 %. */
const OWN_NAME_LENGTH = 8;

/** Whether the first letters give another maker than the numbering. Few letters count only for short codes. */
const startsOther = ({ model, start }: Reading, byCode: string): boolean =>
  start !== undefined &&
  !areKin(start.brand, byCode) &&
  (start.evidence === "code" || model.length < OWN_LENGTH);

/** Minimum number of similar codes in a series. */
const SERIES = 2;
/** Minimum length of codes unique to one maker. */
const LONG_CODE = 8;

/** Listed model without its suffix in brackets: `P300(Funbook)`, `LM-X410(FG)`. */
function withoutBrackets(model: string): Model | undefined {
  const open = model.indexOf("(");
  return open > 3 ? findModel(model.slice(0, open).trim()) : undefined;
}

function ofSure(model: string, vendor: string): Hardware {
  const listed = findModel(model);
  if (listed?.brand === vendor) return ofList(listed);
  const start = brandAtStart(model);
  const named = start?.own && start.brand === vendor ? start.length : 0;
  // Two letters are not a name: `HP Slate 7`.
  const length = model.startsWith(`${vendor} `) ? vendor.length : named;
  const name = model.slice(length).replace(/^[\s-]+/, "") || model;
  return { vendor, name, evidence: "pattern" };
}

function ofList({ name, brand, form }: Model, vendor = sellerOf(name, brand)): Hardware {
  return { vendor, name, form };
}

/** Seller of a device: Google for a Nexus, for which lists have the builder. */
const sellerOf = (name: string, builder: string) => (/^Nexus\b/.test(name) ? "Google" : builder);

/** Product lines are ambiguous; a listed model takes precedence. */
function yields(start: BrandMatch, listed: Model | undefined): boolean {
  return !start.own && listed !== undefined && listed.brand !== start.brand;
}

/** Whether a three-letter name is the start of a Huawei or Honor code: `STK-LX1`. */
function isCodeOfOther({ model, codeMaker }: Reading, start: BrandMatch): boolean {
  if (start.length !== 3 || !/^[A-Z]{3}\d?-[A-Z]{1,3}\d{1,2}[A-Z]{0,2}$/.test(model)) return false;
  const maker = codeMaker();
  return maker === "Huawei" || maker === "Honor";
}

function named({ model, listed }: Reading, start: BrandMatch): Hardware {
  const rest = model.slice(start.length).replace(/^[\s/_-]+/, "");
  const inside = rest.length > 1 ? findModel(rest) : undefined;
  // A word after the maker's name is the marketing name, whatever is listed.
  const isSold = start.own && /[a-z]{3}|[A-Za-z]{4}/.test(rest);
  for (const found of [listed, inside])
    if (found && found.brand === start.brand)
      return { vendor: start.brand, name: isSold ? rest : found.name, form: found.form };
  const line = start.length !== start.brand.length;
  return { vendor: start.brand, name: line || rest === "" ? model : rest };
}
