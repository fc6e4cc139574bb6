/** What browsers add by themselves: Sec-Fetch-*, Sec-GPC, DNT, Upgrade-Insecure-Requests, and preflights. */

import { type AnyField, field, item } from "../field.ts";
import { readTokens } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { fetchStandard, mdn } from "../specs.ts";
import { isToken } from "../syntax/tokens.ts";
import { listing, quote } from "../wording.ts";
import { request } from "./example.ts";

/** A field with a few known words, and what each means. */
function wordField(name: string, words: ReadonlyMap<string, string>): AnyField<string> {
  const id = `${name.toLowerCase()}-unknown` as const;
  const [good = ""] = words.keys();
  return field<string, string>({
    name,
    type: "token",
    repeat: "single",
    kinds: {
      [id]: {
        severity: "warning",
        link: mdn(name),
        summary: `${name} has a value that no browser sends.`,
        bad: request([`${name}: ${good === good.toUpperCase() ? "true" : good.toUpperCase()}`]),
        good: request([`${name}: ${good}`]),
      },
    },
    parse: (value) => value,
    alternate: (value) => words.get(value),
    check(value, _context, note) {
      if (!words.has(value))
        note(id, `${name} is ${quote(value)}; browsers send ${listing([...words.keys()], "or")}.`);
    },
  });
}

export const secFetchSite = wordField(
  "Sec-Fetch-Site",
  new Map([
    ["none", "asked for by the user"],
    ["same-origin", "from the same origin"],
    ["same-site", "from the same site"],
    ["cross-site", "from another site"],
  ]),
);
export const secFetchMode = wordField(
  "Sec-Fetch-Mode",
  new Map([
    ["navigate", "a page is opened"],
    ["cors", "by CORS"],
    ["no-cors", "without CORS"],
    ["same-origin", "within the origin only"],
    ["websocket", "a WebSocket is opened"],
  ]),
);
export const secFetchUser = wordField("Sec-Fetch-User", new Map([["?1", "the user clicked"]]));
export const secGpc = wordField("Sec-GPC", new Map([["1", "no selling and sharing of data, please"]]));
export const upgradeInsecureRequests = wordField(
  "Upgrade-Insecure-Requests",
  new Map([["1", "https is preferred"]]),
);
export const saveData = wordField("Save-Data", new Map([["on", "small content is preferred"]]));

export const dnt = field({
  name: "DNT",
  type: "token",
  repeat: "single",
  kinds: {
    "dnt-obsolete": {
      severity: "info",
      link: mdn("DNT"),
      summary: "DNT was abandoned in 2018; Sec-GPC has taken its place.",
      bad: request(["DNT: 1"]),
      good: request(["Sec-GPC: 1"]),
    },
  },
  parse: (value) => value,
  check: (_, _context, note) =>
    note("dnt-obsolete", "DNT was abandoned: few sites ever honoured it. Sec-GPC has taken its place."),
});

const PREFLIGHT = ["Origin: https://a.example", "Access-Control-Request-Method: PUT"];
const options = { method: "OPTIONS" } as const;

export const accessControlRequestMethod = field({
  name: "Access-Control-Request-Method",
  type: "token",
  repeat: "single",
  kinds: {
    ...invalidKind("Access-Control-Request-Method", "P UT", "PUT", fetchStandard("http-new-header-syntax"), {
      as: (lines) => request(["Origin: https://a.example", ...lines], options),
    }),
    "preflight-request": {
      severity: "info",
      link: fetchStandard("cors-preflight-request"),
      summary:
        "The request is a CORS preflight: a browser asks whether a page of another origin may send another request.",
      bad: request(PREFLIGHT, options),
      good: request(["Origin: https://a.example"]),
    },
    "preflight-origin-missing": {
      severity: "error",
      link: fetchStandard("cors-preflight-request"),
      summary: "A CORS preflight has no Origin, so nobody can say whose request it announces.",
      bad: request(["Access-Control-Request-Method: PUT"], options),
      good: request(PREFLIGHT, options),
    },
    "preflight-method": {
      severity: "error",
      link: fetchStandard("cors-preflight-request"),
      summary:
        "Access-Control-Request-Method is sent in a request that is not an OPTIONS, where it means nothing.",
      bad: request(PREFLIGHT),
      good: request(PREFLIGHT, options),
    },
  },
  parse: (value, note) =>
    isToken(value)
      ? value
      : void note(
          "access-control-request-method-invalid",
          `Access-Control-Request-Method is ${quote(value)}, not a method.`,
        ),
  check(value, context, note) {
    if (context.method !== undefined && context.method !== "OPTIONS")
      note(
        "preflight-method",
        `Access-Control-Request-Method means nothing with ${context.method}: preflights are OPTIONS requests.`,
      );
    else if (!context.has("origin"))
      note("preflight-origin-missing", "Access-Control-Request-Method is sent without Origin.");
    else
      note(
        "preflight-request",
        `Access-Control-Request-Method asks whether a page of another origin may send ${value}.`,
      );
  },
});

export const accessControlRequestHeaders = field({
  name: "Access-Control-Request-Headers",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Access-Control-Request-Headers", "x a", "x-a", fetchStandard("http-new-header-syntax"), {
      as: (lines) => request([...PREFLIGHT, ...lines], options),
    }),
    "preflight-fields-alone": {
      severity: "error",
      link: fetchStandard("cors-preflight-request"),
      summary:
        "Access-Control-Request-Headers is sent without Access-Control-Request-Method or Origin, so it is not a preflight.",
      bad: request(["Origin: https://a.example", "Access-Control-Request-Headers: x-a"], options),
      good: request([...PREFLIGHT, "Access-Control-Request-Headers: x-a"], options),
    },
  },
  parse: (value, note) => readTokens("Access-Control-Request-Headers", value, "field name", note),
  items: (names) => names.map((name) => item(name, "", "A field that the request announced would carry.")),
  check(_, context, note) {
    const missing = ["Access-Control-Request-Method", "Origin"].filter(
      (name) => !context.has(name.toLowerCase()),
    );
    if (missing.length > 0)
      note("preflight-fields-alone", `Access-Control-Request-Headers is sent without ${listing(missing)}.`);
  },
});
