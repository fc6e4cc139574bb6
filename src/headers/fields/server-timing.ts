import { splitList } from "../../syntax/lists.ts";
import { type Parameter, type ParameterFlaw, parseParameters } from "../../syntax/parameters.ts";
import { type Flaw, isToken, trimOws } from "../../syntax/tokens.ts";
import {
  field,
  invalidValue,
  item,
  listEmptyMember,
  parameterRepeated,
  plainField,
  problem,
  valueEmpty,
} from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { MOST_MEMBERS, repeated } from "../reading/list.ts";
import { quotedValue, reportParameters } from "../reading/parameters.ts";
import { quote } from "../wording.ts";

/** X-Runtime (Ruby's Rack): seconds in the application, as a decimal number. */
export const xRuntime = plainField("X-Runtime", "string", {
  parse: (value) => (/^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined),
  alternate: (seconds) =>
    seconds < 1
      ? `${Number((seconds * 1000).toPrecision(3))} ms in the application`
      : `${Number(seconds.toPrecision(3))} s in the application`,
});

interface Metric {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly text: string;
  /** Index of the metric in the value. */
  readonly at: number;
  /** Syntax errors of parameters other than `dur`, which has its own check. */
  readonly flaws: readonly Flaw<ParameterFlaw>[];
}

const SPEC = "https://w3c.github.io/server-timing/#the-server-timing-header-field";
/** Number as in JSON, but also `5.` and `.5`. */
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const invalid = invalidValue("Server-Timing", "db;desc=Cache Read", "db;dur=5", SPEC, {
  fix: (value) =>
    quotedValue(
      value,
      metricsIn(value).flatMap(({ flaws, at }) => moved(flaws, at)),
    ),
});

/** Server-Timing: durations on the server in milliseconds. */
export const serverTiming = field(invalid, "list", {
  links: [SPEC],
  parse(value, report) {
    const { members, flaws } = splitList(value);
    if (flaws.some(({ id }) => id === "empty-member")) report(listEmptyMember, "Server-Timing");
    if (members.length === 0 && flaws.length === 0) report(valueEmpty, "Server-Timing has no value.");
    return members.length > 0 ? members.slice(0, MOST_MEMBERS).map(metric) : undefined;
  },
  partItem: ({ name, text, parameters }) =>
    item(
      name,
      text.slice(name.length).replace(/^[ \t]*;[ \t]*/, ""),
      describe(name, parameters),
      milliseconds(parameters),
    ),
  alternate(metrics) {
    const shown = metrics.slice(0, 6).flatMap(({ name, parameters }) => {
      const words = milliseconds(parameters) ?? described(parameters);
      return words === undefined || !isToken(name) ? [] : [`${name} ${words}`];
    });
    return shown.length > 0 ? shown.join(", ") : undefined;
  },
}).problems({
  eachPart: [
    problem("server-timing-duration", "warning", SPEC, {
      detectAll: ({ parameters }) =>
        parameters.filter(({ name, value = "" }) => name === "dur" && !NUMBER.test(value)),
      title: ({ value = "" }, { name }) => `${quote(value)} of ${name} is not a number of milliseconds.`,
      fix: swapping(/\bdur="?(\d+(?:\.\d+)?)\s*ms"?/gi, "dur=$1"),
      bad: ["Server-Timing: db;dur=5ms"],
      good: ['Server-Timing: db;dur=53.2;desc="Database"'],
    }),
    problem("server-timing-parameter", "info", SPEC, {
      detectAll: ({ parameters }) => parameters.filter((one) => !isKnown(one)),
      title: (other, { name }) => `Browsers ignore the parameter ${other.name} of ${name}.`,
      bad: ["Server-Timing: db;dur=5;unit=ms"],
      good: ["Server-Timing: db;dur=5"],
    }),
    problem("server-timing-undescribed", "info", SPEC, {
      detect: ({ parameters }) => !parameters.some(isKnown),
      title: (_, { name }) => `${name} has neither a duration nor a description.`,
      bad: ["Server-Timing: db"],
      good: ["Server-Timing: db;dur=5"],
    }),
  ],
  check(metrics, _context, report, { items }) {
    for (const [at, { name, parameters, flaws }] of metrics.entries()) {
      if (name === "") report(invalid, "Server-Timing has an entry without a name.", items[at]);
      else if (!isToken(name)) report(invalid, `${quote(name)} in Server-Timing is not a name.`, items[at]);
      reportParameters(invalid, flaws, parameters, report, items[at]);
      const [twice] = repeated(parameters.filter(isKnown).map((one) => one.name));
      if (twice !== undefined)
        report(parameterRepeated, `${name} has ${twice} more than once; browsers use the first.`, items[at]);
    }
  },
});

function isKnown({ name }: Parameter): boolean {
  return name === "dur" || name === "desc";
}

function metricsIn(value: string): Metric[] {
  return splitList(value).members.map(metric);
}

/** Flaws that are valid here: white space around the equals sign, and repeated parameters. */
const TOLERATED: readonly ParameterFlaw[] = ["parameter-space-around-equals", "parameter-repeated"];

function metric({ text, at }: { readonly text: string; readonly at: number }): Metric {
  const semicolon = text.indexOf(";");
  if (semicolon < 0) return { name: text, parameters: [], text, at, flaws: [] };
  const { parameters, flaws } = parseParameters(text, semicolon);
  const duration = parameters.find(({ name }) => name === "dur");
  return {
    name: trimOws(text.slice(0, semicolon)),
    parameters,
    text,
    at,
    flaws: flaws.filter(
      (flaw) => !TOLERATED.includes(flaw.id) && flaw.at !== duration?.at && flaw.at !== duration?.valueAt,
    ),
  };
}

function moved(flaws: Metric["flaws"], by: number): Metric["flaws"] {
  return flaws.map((flaw) => ({ ...flaw, at: flaw.at + by }));
}

function milliseconds(parameters: readonly Parameter[]): string | undefined {
  const value = parameters.find(({ name }) => name === "dur")?.value ?? "";
  return NUMBER.test(value) ? `${Number(value)} ms` : undefined;
}

/** Returns the quoted `desc`. Servers also send other data here, without `dur`. */
function described(parameters: readonly Parameter[]): string | undefined {
  const words = parameters.find((one) => one.name === "desc")?.value;
  return words ? quote(words) : undefined;
}

function describe(name: string, parameters: readonly Parameter[]): string {
  const noun = milliseconds(parameters) === undefined ? "metric without a duration" : "timing";
  const words = described(parameters);
  return words ? `A ${noun} of the server: ${words}.` : `A ${noun} that the server calls ${name}.`;
}
