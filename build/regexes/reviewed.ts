/** Regular expressions that are not linear, each with the reason why their input is short or our own. */
export const REVIEWED: ReadonlyMap<string, string> = new Map([
  [String.raw`/\/\*[\s\S]*?\*\/|^\s+/gm`, "our style sheet"],
  ["/<!--.*?-->/g", "our guide"],
  [String.raw`/\[([^[\]]*)\]\(([^)\s]+)\)/g`, "our guide"],
  [String.raw`/<a href="([^"]*)">(.*?)<\/a>/gs`, "our guide"],
  [String.raw`/<nav .*?<\/nav>/gs`, "our markup, in which each element is closed"],
  [String.raw`/<a href="\/[^"]*"[^>]*>(.*?)<\/a>/gs`, "our markup, in which each element is closed"],
  [
    String.raw`/\\.|\[(?:\\.|[^\]\\])*\]|\{[^}]*\}|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[)|.^$+?*]|[^\\[{()|.^$+?*]+/gs`,
    "sources of our expressions, in which each class is closed",
  ],
  ["/^(.+) (as|needs) (.+)$/", "rows of our tables"],
  [
    String.raw`/^(?:/?(?:[A-Z]/)?[A-Z]/(?:(\d{1,6})/(\d{1,9})/(\d{1,6}[smhd])/)?(\S{1,800}).*)$/`,
    "a row, tried once, with 800 ends of one group",
  ],
  [
    String.raw`/^(?:\$(?:here|secure)\(.*?\) && )*(?:\$absent\( |\$cookie\( |header\( )'([\w-]+)/`,
    "lines of our recipes, which match at their start",
  ],
  [
    String.raw`/^(?:(?:here|secure)\(.*?\) && )*(?:absent|cookie|res\.setHeader)\("([\w-]+)"/`,
    "lines of our recipes, which match at their start",
  ],
  [
    String.raw`/(?:^\["|Modify Response Header: (?:when .*, )?set static )([\w-]+)(?:"| to )/`,
    "lines of our recipes, which match at their start",
  ],
  ["/^(.*?response(.))(.*)$/", "names of our files"],
  [String.raw`/\B(?=(\d{3})+$)/g`, "a number as text: at most 21 digits"],
  [String.raw`/[_\s]+$/`, "a part of a user agent: at most 160 characters"],
  [
    String.raw`/\s+Build[/ ].*$|\s*Build\/.*$|\s+BUILD\/.*$|\s+MIUI\/.*$/i`,
    "a part of a user agent: at most 160 characters",
  ],
  [
    String.raw`/\s+(?:AppleWebKit|Safari|Mobile Safari|Release|Chrome)\b.*$/i`,
    "a part of a user agent: at most 160 characters",
  ],
]);

/**
 * Files that build expressions from variable text, each with the reason why these are linear or the text is
 * our own.
 */
export const MADE: ReadonlyMap<string, string> = new Map([
  ["src/cli/arguments.ts", "words of our flags"],
  ["src/headers/catalogue.ts", "our table"],
  ["src/headers/fields/cookies/fixes.ts", "names of attributes, one repeat after each"],
  ["src/headers/fields/products/value-parts.ts", "rows of data/headers, which are analysed as literals"],
  ["src/headers/fields/via.ts", "words of our table, and no repeat"],
  ["src/headers/how/remedies.ts", "our table"],
  ["src/headers/requests/cache-control.ts", "names, and .* after them"],
  ["src/headers/requests/nodes.ts", "addresses, repeats of at most 45"],
  ["src/headers/requests/rules.ts", "a name, and one class after it"],
  ["src/headers/rules/disclosure.ts", "names, and classes that exclude what follows"],
  ["src/headers/rules/secrets.ts", "paths of our table, at most one class among them"],
  ["src/jobs/redirects/map/csv.ts", "one cell, whose parts exclude each other"],
  [
    "src/jobs/redirects/map/patterns.ts",
    "rules of a map: at most 3 repeats, none nested, with a bound on the cost",
  ],
  ["src/cli/arguments.ts", "words of a flag, no repeat"],
  ["src/syntax/dates.ts", "no unbounded repeat"],
  ["src/http/chain/browser/html-stream.ts", "no repeat"],
  ["src/http/report/exposed.ts", "repeats of at most 100"],
  ["src/http/wire/tls-failure.ts", "our own words"],
  ["src/jobs/project/requirement.ts", "the user's own expression"],
  ["src/useragent/read/classifiers.ts", "a word, and no repeat"],
  ["src/useragent/read/device-patterns.ts", "a maker's name, and no repeat"],
  ["data/agents/operating-systems.ts", "alternatives of constant words, and no repeat"],
  ["src/useragent/tables/model-codes.ts", "rows of our tables, on codes of at most 160 characters"],
  ["src/useragent/verify.ts", "rows of our tables, on host names of at most 253 characters"],
]);
