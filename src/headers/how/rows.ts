/** Selects the recipe row for a place, and formats a remedy with it. Pure. */

import djangoFile from "../../../data/django-headers.txt" with { type: "text" };
import expressFile from "../../../data/express-headers.txt" with { type: "text" };
import phpFile from "../../../data/php-headers.txt" with { type: "text" };
import type { RecipePlace } from "../../../data/recipe-servers.ts";
import {
  attributesOf,
  fileNameOf,
  joined,
  type RecipeFile,
  type RecipeRow,
  type Remedy,
} from "./recipe-row.ts";
import { SERVERS } from "./servers.ts";

/** Recipe syntax of a language. `set`, `setAbsent` and `call` take string literals. */
interface Words
  extends Pick<RecipeRow, "place" | "comment" | "opening" | "remove" | "cookie" | "removes" | "sets"> {
  readonly file: RecipeFile;
  /** Instruction; the file name replaces `NAME`, and the name without extension `STEM`. */
  readonly where: string;
  /** Template; parts below `--- NAME` are included if a line calls the function NAME. */
  readonly template: string;
  readonly indent: string;
  /** Matches a line that changes the response, without indentation. */
  readonly change: RegExp;
  readonly quoted: (text: string) => string;
  readonly set: (name: string, value: string) => string;
  readonly setAbsent: (name: string, value: string) => string;
  /** Makes a change conditional on calls such as `secure()`. */
  readonly only: (calls: readonly string[], change: string) => string;
  readonly call: (name: "here" | "secure", ...given: readonly string[]) => string;
}

function application({ where, template, indent, change, set, setAbsent, only, ...words }: Words): RecipeRow {
  const { file, quoted, call, ...row } = words;
  return {
    ...row,
    file,
    replaces: true,
    byTarget: true,
    send: (field) => sending(field, set),
    sendAbsent: (field) => (field.isOfFiles ? [] : [sending(field, setAbsent)]),
    wrap(lines, of) {
      const name = fileNameOf(file, of);
      const parts = template.trimEnd().split(/^--- ?(\w*)\n/m);
      const isUsed = (needs: string) => needs === "" || lines.some((line) => line.includes(`${needs}(`));
      const used = parts.filter((_, at) => at % 2 === 0 && isUsed(parts[at - 1] ?? ""));
      return used
        .join("")
        .replace("WHERE", () => where.replace("NAME", name).replace("STEM", name.replace(/\.\w+$/, "")))
        .replace(/^LINES$/m, () => joined(lines.map((line) => indent + line)));
    },
    unwrap: (recipe) =>
      recipe
        .split("\n")
        .filter((line) => line.startsWith(indent) && change.test(line.slice(indent.length)))
        .map((line) => line.slice(indent.length)),
  };

  function sending(
    { name, value, on, isSecure }: Parameters<RecipeRow["send"]>[0],
    by: Words["set"],
  ): string {
    const calls = [
      ...(isSecure ? [call("secure")] : []),
      ...(on === undefined ? [] : [call("here", quoted(on))]),
    ];
    const text = by(quoted(name), quoted(value));
    return calls.length === 0 ? text : only(calls, text);
  }
}

const php: Omit<Words, "place" | "where" | "file"> = {
  comment: "//",
  opening: "<?php",
  removes: /^header_remove\( '([^']+)' \);$/,
  sets: /^(?:\$(?:here|secure)\(.*?\) && )*(?:\$absent\( |\$cookie\( |header\( )'([\w-]+)/,
  template: phpFile,
  indent: "\t",
  change: /^(?:header_remove\( |header\( |\$\w+\()/,
  quoted: phpText,
  remove: (name) => [`header_remove( ${phpText(name)} );`],
  set: (name, value) => `header( ${name.slice(0, -1)}: ${value.slice(1)} );`,
  setAbsent: (name, value) => `$absent( ${name}, ${value} );`,
  cookie: (flags) => [`$cookie( ${[flags.name, ...attributesOf(flags)].map(phpText).join(", ")} );`],
  only: (calls, change) => [...calls, change].join(" && "),
  call: (name, ...given) => `$${name}(${given.map((one) => ` ${one} `).join("")})`,
};

const APPLICATIONS: readonly RecipeRow[] = [
  application({
    place: "express",
    comment: "//",
    file: { name: "response-headers.cjs" },
    where: 'Before all other app.use: app.use(require("./NAME"));',
    removes: /^res\.removeHeader\("([^"]+)"\);$/,
    sets: /^(?:(?:here|secure)\(.*?\) && )*(?:absent|cookie|res\.setHeader)\("([\w-]+)"/,
    template: expressFile,
    indent: "    ",
    change: /^(?:res\.(?:remove|set)Header\("|(?:here|secure|absent|cookie)\()/,
    quoted,
    remove: (name) => [`res.removeHeader(${quoted(name)});`],
    set: (name, value) => `res.setHeader(${name}, ${value});`,
    setAbsent: (name, value) => `absent(${name}, ${value});`,
    cookie: (flags) => [`cookie(${[flags.name, ...attributesOf(flags)].map(quoted).join(", ")});`],
    only: (calls, change) => [...calls, change].join(" && "),
    call: (name, ...given) => `${name}(${given.join(", ")})`,
  }),
  application({
    place: "django",
    comment: "#",
    file: { name: "response_headers.py" },
    where: 'Next to manage.py, first in MIDDLEWARE of the settings: "STEM.middleware"',
    removes: /^del response\.headers\["([^"]+)"\]$/,
    sets: /^(?:if .*?: )?(?:response\.headers(?:\.setdefault\(|\[)|cookie\()"([\w-]+)"/,
    template: djangoFile,
    indent: "        ",
    change: /^(?:(?:del )?response\.headers|cookie\(|if )/,
    quoted,
    remove: (name) => [`del response.headers[${quoted(name)}]`],
    set: (name, value) => `response.headers[${name}] = ${value}`,
    setAbsent: (name, value) => `response.headers.setdefault(${name}, ${value})`,
    cookie: ({ name, secure, httpOnly, sameSite }) => {
      const flags = [
        secure && "secure=True",
        httpOnly && "httponly=True",
        sameSite && `samesite="${sameSite}"`,
      ];
      return [`cookie(${[quoted(name), ...flags.filter(Boolean)].join(", ")})`];
    },
    only: (calls, change) => `if ${calls.join(" and ")}: ${change}`,
    call: (name, ...given) => `${name}(${given.join(", ")})`,
  }),
  application({
    ...php,
    place: "php",
    file: { name: "response-headers.php" },
    where: "NAME: require it before all other code, or by auto_prepend_file of php.ini.",
  }),
  application({
    ...php,
    place: "wordpress",
    file: { name: "wp-content/mu-plugins/response-headers.php" },
    where: "NAME",
  }),
];

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Single-quoted PHP string: only quote and backslash are special. */
function phpText(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

const ROWS: readonly RecipeRow[] = [...SERVERS, ...APPLICATIONS];

export function recipeRow(place: RecipePlace): RecipeRow {
  const row = ROWS.find((one) => one.place === place);
  if (!row) throw new Error(`no row for ${place}`);
  return row;
}

/** Recipe in the syntax of the place; undefined if unsupported. */
export function recipeFor(row: RecipeRow, remedy: Remedy): string | undefined {
  const { cookie, wrap = joined } = row;
  const lines = "cookie" in remedy ? cookie?.(remedy.cookie) : linesFor(row, remedy);
  return lines === undefined || lines.length === 0 ? undefined : wrap(lines, nameOf(remedy));
}

function nameOf(remedy: Remedy): string | undefined {
  return "cookie" in remedy ? `cookie-${remedy.cookie.name}` : (remedy.sent?.name ?? remedy.removed[0]);
}

function linesFor(
  { remove, send, sendAbsent, replaces, byTarget }: RecipeRow,
  { removed, sent }: Exclude<Remedy, { readonly cookie: unknown }>,
): readonly string[] | undefined {
  if ([...removed, sent?.name ?? "A"].some((name) => !PLAIN_NAME.test(name))) return undefined;
  const others = removed.filter((name) => name !== sent?.name).map(remove);
  if (others.some((lines) => lines.length === 0)) return undefined;
  if (!sent) return others.flat();
  if (!/^[\x20-\x7e]+$/.test(sent.value) || (sent.isOfFiles && !byTarget)) return undefined;
  // Rows that cannot limit a header to a URL use the unconditional line below.
  if (sent.isAbsent && sendAbsent && (byTarget || sent.on === undefined)) {
    const lines = sendAbsent(sent);
    return lines.length === 0 ? undefined : [...others.flat(), ...lines];
  }
  const line = send(sent);
  if (line === undefined) return undefined;
  // Apache's `Header set` changes one of two tables: remove the header from the other one.
  const own = replaces || !removed.includes(sent.name) ? [] : remove(sent.name).slice(0, 1);
  return [...others.flat(), ...own, line];
}

/** Header names that need no escaping in any language (RFC 9110 section 5.6.2 allows more characters). */
const PLAIN_NAME = /^[a-z][\w-]*$/i;
