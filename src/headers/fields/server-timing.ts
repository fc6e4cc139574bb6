import { field, item } from "../field.ts";
import { swapping } from "../fixing.ts";
import { MOST_MEMBERS, repeated } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { splitList } from "../syntax/lists.ts";
import { type Parameter, parseParameters } from "../syntax/parameters.ts";
import { isToken, trimOws } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";

interface Metric {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly text: string;
}

const SPEC = "https://www.w3.org/TR/server-timing/";
/** A number as the grammar of JSON has it, or with a bare fraction. */
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Server-Timing: how long parts of the work on the server took, in milliseconds. */
export const serverTiming = field({
  name: "Server-Timing",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Server-Timing", "d b;dur=5", "db;dur=5", `${SPEC}#the-server-timing-header-field`),
    "server-timing-duration": {
      severity: "warning",
      link: `${SPEC}#duration-attribute`,
      summary: "A duration is not a number of milliseconds: browsers take it for 0.",
      fix: swapping(/\bdur="?(\d+(?:\.\d+)?)\s*ms"?/gi, "dur=$1"),
      bad: ["Server-Timing: db;dur=5ms"],
      good: ['Server-Timing: db;dur=53.2;desc="Database"'],
    },
    "server-timing-parameter": {
      severity: "info",
      link: `${SPEC}#the-server-timing-header-field`,
      summary: "A metric has a parameter other than dur and desc, which browsers ignore.",
      bad: ["Server-Timing: db;dur=5;unit=ms"],
      good: ["Server-Timing: db;dur=5"],
    },
    "server-timing-undescribed": {
      severity: "info",
      link: `${SPEC}#description-attribute`,
      summary: "A metric has neither a duration nor a description.",
      bad: ["Server-Timing: db"],
      good: ["Server-Timing: db;dur=5"],
    },
  },
  links: [SPEC],
  parse(value, note) {
    const { members, flaws } = splitList(value);
    if (flaws.some(({ id }) => id === "empty-member"))
      note("list-empty-member", "Server-Timing has an empty member between its commas.");
    if (members.length === 0 && flaws.length === 0) note("value-empty", "Server-Timing has no value.");
    return members.length > 0 ? members.slice(0, MOST_MEMBERS).map(({ text }) => metric(text)) : undefined;
  },
  items: (metrics) =>
    metrics.map(({ name, text, parameters }) =>
      item(
        name,
        text.slice(name.length).replace(/^[ \t]*;[ \t]*/, ""),
        describe(name, parameters),
        milliseconds(parameters),
      ),
    ),
  alternate(metrics) {
    const told = metrics.slice(0, 6).flatMap(({ name, parameters }) => {
      const words = milliseconds(parameters) ?? described(parameters);
      return words === undefined || !isToken(name) ? [] : [`${name} ${words}`];
    });
    return told.length > 0 ? told.join(", ") : undefined;
  },
  check(metrics, _context, note, line) {
    for (const [at, { name, parameters }] of metrics.entries()) {
      const place = line.items[at];
      if (!isToken(name))
        note(
          "server-timing-invalid",
          name === ""
            ? "Server-Timing has an entry without a name."
            : `${quote(name)} in Server-Timing is not a name.`,
          place,
        );
      const known = parameters.filter((one) => one.name === "dur" || one.name === "desc");
      for (const { name: own, value = "" } of parameters) {
        if (own === "dur" && !NUMBER.test(value))
          note(
            "server-timing-duration",
            `The duration ${quote(value)} of ${name} is not a number of milliseconds.`,
            place,
          );
        else if (own !== "dur" && own !== "desc")
          note("server-timing-parameter", `Browsers ignore the parameter ${own} of ${name}.`, place);
      }
      const twice = repeated(known.map((one) => one.name))[0];
      if (twice !== undefined)
        note("parameter-repeated", `${name} has ${twice} more than once: the first counts.`, place);
      if (known.length === 0)
        note("server-timing-undescribed", `${name} has neither a duration nor a description.`, place);
    }
  },
});

function metric(text: string): Metric {
  const semicolon = text.indexOf(";");
  if (semicolon < 0) return { name: text, parameters: [], text };
  return {
    name: trimOws(text.slice(0, semicolon)),
    parameters: parseParameters(text, semicolon).parameters,
    text,
  };
}

function milliseconds(parameters: readonly Parameter[]): string | undefined {
  const value = parameters.find(({ name }) => name === "dur")?.value ?? "";
  return NUMBER.test(value) ? `${Number(value)} ms` : undefined;
}

/** A metric without a duration is no timing: servers send words that way. */
function described(parameters: readonly Parameter[]): string | undefined {
  const words = parameters.find((one) => one.name === "desc")?.value;
  return words ? quote(words) : undefined;
}

function describe(name: string, parameters: readonly Parameter[]): string {
  const noun = milliseconds(parameters) === undefined ? "metric without a duration" : "timing";
  const words = described(parameters);
  return words ? `A ${noun} of the server: ${words}.` : `A ${noun} that the server calls ${name}.`;
}
