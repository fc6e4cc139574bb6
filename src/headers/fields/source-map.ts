import { type AnyField, field, type ProblemKind } from "../field.ts";
import { quote } from "../wording.ts";

type Kind = "source-map-named" | "source-map-prefixed" | "source-map-invalid";

const LINK = "https://tc39.es/ecma426/#sec-linking-through-http-headers";
const KINDS: Readonly<Record<Kind, ProblemKind>> = {
  "source-map-named": {
    severity: "info",
    link: LINK,
    summary: "A source map is named, so everybody can read the original code.",
    bad: ["SourceMap: /app.js.map"],
    good: ["Content-Type: text/javascript"],
  },
  "source-map-prefixed": {
    severity: "warning",
    link: LINK,
    summary: "A source map is named under the name from before the standard.",
    bad: ["X-SourceMap: /app.js.map"],
    good: ["SourceMap: /app.js.map"],
  },
  "source-map-invalid": {
    severity: "error",
    link: LINK,
    summary: "SourceMap is not a valid URL.",
    bad: ["SourceMap: http://:map"],
    good: ["SourceMap: /app.js.map"],
  },
};

function sourceMapField(name: string, kinds?: Readonly<Record<Kind, ProblemKind>>): AnyField<string> {
  return field({
    name,
    type: "url",
    repeat: "single",
    ...(kinds && { kinds }),
    parse(value, note) {
      if (value === "") note("value-empty", `${name} names no URL.`);
      else if (URL.canParse(value, "https://host.invalid/")) return value;
      else note("source-map-invalid", `${quote(value)} is not a URL.`);
      return undefined;
    },
    alternate: (value, { url }) =>
      url && !URL.canParse(value) ? URL.parse(value, url.href)?.href : undefined,
    check(value, _context, note) {
      if (name !== "SourceMap")
        note("source-map-prefixed", `${name} is an old name; SourceMap is the standard one.`);
      note(
        "source-map-named",
        `Everybody can read the original code at ${quote(value)}, if the map is there.`,
      );
    },
  });
}

/** SourceMap (ECMA-426): where the source map of a script or style sheet is. */
export const sourceMap = sourceMapField("SourceMap", KINDS);
export const xSourceMap = sourceMapField("X-SourceMap");
