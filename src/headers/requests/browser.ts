/** Headers that browsers add: Sec-Fetch-*, Sec-GPC, DNT, Upgrade-Insecure-Requests, and preflights. */

import { wordTexts } from "../../../data/headers/words.ts";
import { isToken } from "../../syntax/tokens.ts";
import { type AnyField, field, firstOf, invalidValue, item, problem } from "../field.ts";
import { swapping, type ValueFix } from "../reading/fixing.ts";
import { readTokens } from "../reading/list.ts";
import { listing, quote } from "../wording.ts";
import { request } from "./example.ts";

const YES = /^(?:true|on|yes|\?1|1)$/i;
const lowerCase: ValueFix = (value) => value.toLowerCase();

function wordField(name: string, words: ReadonlyMap<string, string>): AnyField<string> {
  const [good = ""] = words.keys();
  const isFlag = good === good.toUpperCase();
  return field<string>(name, "token", {
    parse: (value) => value,
    alternate: (value) => words.get(value),
  }).problems({
    eachLine: problem(`${name.toLowerCase()}-unknown`, "warning", `mdn/${name}`, {
      summary: `${name} has a value that no browser sends.`,
      detect: (value) => !words.has(value),
      title: (_, value) => `${name} is ${quote(value)}; browsers send ${listing([...words.keys()], "or")}.`,
      fix: isFlag ? swapping(YES, good) : lowerCase,
      bad: request([`${name}: ${isFlag ? "true" : good.toUpperCase()}`]),
      good: request([`${name}: ${good}`]),
    }),
  });
}

export const secFetchSite = wordField("Sec-Fetch-Site", wordTexts("values of Sec-Fetch-Site"));
export const secFetchMode = wordField("Sec-Fetch-Mode", wordTexts("values of Sec-Fetch-Mode"));
export const secFetchUser = wordField("Sec-Fetch-User", new Map([["?1", "the user clicked"]]));
export const secGpc = wordField("Sec-GPC", new Map([["1", "do not sell or share my data"]]));
export const upgradeInsecureRequests = wordField(
  "Upgrade-Insecure-Requests",
  new Map([["1", "https is preferred"]]),
);
export const saveData = wordField("Save-Data", new Map([["on", "small content is preferred"]]));

export const dnt = field("DNT", "token", { parse: (value) => value }).problems({
  eachLine: [
    problem("dnt-invalid", "warning", "mdn/DNT", {
      detect: (value: string) => !/^(?:[01]|null)/.test(value) && value,
      title: (value) => `DNT is ${quote(value)}, neither 0 nor 1.`,
      bad: request(["DNT: yes"]),
      good: request(["DNT: 0"]),
    }),
    problem("dnt-obsolete", "info", "mdn/DNT", {
      detect: () => true,
      bad: request(["DNT: 1"]),
      good: request(["Sec-GPC: 1"]),
    }),
  ],
});

const PREFLIGHT = ["Origin: https://a.example", "Access-Control-Request-Method: PUT"];
const options = { method: "OPTIONS" } as const;

const notMethod = invalidValue(
  "Access-Control-Request-Method",
  "P UT",
  "PUT",
  "fetch#http-new-header-syntax",
  { as: (lines) => request(["Origin: https://a.example", ...lines], options) },
);

export const accessControlRequestMethod = field(notMethod, "token", {
  parse: (value, report) =>
    isToken(value)
      ? value
      : void report(notMethod, `Access-Control-Request-Method is ${quote(value)}, not a method.`),
  alternate: (method) => `asks whether a page of another origin may send ${method}`,
}).problems({
  eachLine: firstOf(
    problem("preflight-method", "error", "fetch#cors-preflight-request", {
      detect: (_, { method }) => method !== "OPTIONS" && method,
      title: (method) =>
        `Access-Control-Request-Method has no meaning with ${method}: preflights are OPTIONS requests.`,
      bad: request(PREFLIGHT),
      good: request(PREFLIGHT, options),
    }),
    problem("preflight-origin-missing", "error", "fetch#cors-preflight-request", {
      detect: (_, { has }) => !has("origin"),
      bad: request(["Access-Control-Request-Method: PUT"], options),
      good: request(PREFLIGHT, options),
    }),
  ),
});

const namesInvalid = invalidValue(
  "Access-Control-Request-Headers",
  "x a",
  "x-a",
  "fetch#http-new-header-syntax",
  { as: (lines) => request([...PREFLIGHT, ...lines], options) },
);

export const accessControlRequestHeaders = field(namesInvalid, "list", {
  parse: (value, report) => readTokens(namesInvalid, value, "field name", report),
  partItem: (name) => item(name, "", "A header that the announced request would have."),
}).problems({
  eachLine: problem("preflight-fields-alone", "error", "fetch#cors-preflight-request", {
    detect(_, { has }) {
      const missing = ["Access-Control-Request-Method", "Origin"].filter((name) => !has(name.toLowerCase()));
      return missing.length > 0 && missing;
    },
    title: (missing) => `Access-Control-Request-Headers is sent without ${listing(missing)}.`,
    bad: request(["Origin: https://a.example", "Access-Control-Request-Headers: x-a"], options),
    good: request([...PREFLIGHT, "Access-Control-Request-Headers: x-a"], options),
  }),
});
