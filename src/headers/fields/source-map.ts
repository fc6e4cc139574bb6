import { type AnyField, field, problem, valueEmpty, worded } from "../field.ts";
import { quote } from "../wording.ts";

const LINK = "https://tc39.es/ecma426/#sec-linking-through-http-headers";

const invalid = worded("source-map-invalid", "error", LINK, {
  bad: ["SourceMap: http://:map"],
  good: ["SourceMap: /app.js.map"],
});

const prefixed = problem("source-map-prefixed", "warning", LINK, {
  detect: (_value: string) => true,
  send: (_, value) => `SourceMap: ${value}`,
  bad: ["X-SourceMap: /app.js.map"],
  good: ["SourceMap: /app.js.map"],
});

const mapNamed = problem("source-map-named", "info", LINK, {
  detect: (_value: string) => true,
  title: (_, value) => `Anyone can read the original code at ${quote(value)}, if the map exists.`,
  bad: ["SourceMap: /app.js.map"],
  good: ["Content-Type: text/javascript"],
});

function sourceMapField(name: string, isOld: boolean): AnyField<string> {
  return field(name, "url", {
    parse(value, report) {
      if (value === "") report(valueEmpty, `${name} names no URL.`);
      else if (URL.canParse(value, "https://host.invalid/")) return value;
      else report(invalid, `${quote(value)} is not a URL.`);
      return undefined;
    },
    alternateInMessage: (value, { url }) =>
      url && !URL.canParse(value) ? URL.parse(value, url.href)?.href : undefined,
  }).problems({ named: [invalid], eachLine: isOld ? [prefixed, mapNamed] : [mapNamed] });
}

/** SourceMap (ECMA-426): URL of the source map of a script or style sheet. */
export const sourceMap = sourceMapField("SourceMap", false);
export const xSourceMap = sourceMapField("X-SourceMap", true);
