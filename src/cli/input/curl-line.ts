/** Converts a curl command to arguments of `netlens http`. */

import source from "../../../data/curl-options.txt" with { type: "text" };
import { linesIn } from "../../../data/tables.ts";
import { isOfConnection } from "../../http/network.ts";
import { type Io, UsageError } from "../command.ts";
import { promptInput } from "../render/progress.ts";
import { decoded } from "../stream/decoded.ts";
import { wordsOf } from "./curl-words.ts";

interface CurlOption {
  readonly name: string;
  readonly takesValue: boolean;
  readonly becomes: string;
}

let table: {
  readonly names: ReadonlyMap<string, CurlOption>;
  readonly letters: ReadonlyMap<string, CurlOption>;
};

function options(): typeof table {
  if (table) return table;
  const names = new Map<string, CurlOption>();
  const letters = new Map<string, CurlOption>();
  for (const line of linesIn(source)) {
    const [letter = "-", name = "", ...rest] = line.split(" ");
    const option = { name, takesValue: rest.length > 1, becomes: rest.at(-1) ?? "" };
    names.set(name, option);
    if (letter !== "-") letters.set(letter, option);
  }
  table = { names, letters };
  return table;
}

/**
 * Converts a curl command, given as words, as one word with the whole line, or as `-` for a line on standard input.
 * Adds curl's defaults: `Accept: *\/*`, and no Accept-Encoding. @throws UsageError for options that cannot be imitated
 */
export async function httpWords(args: readonly string[], io: Io): Promise<readonly string[]> {
  const given = withoutName(args);
  const [only = ""] = given;
  const isLine = given.length === 1 && (only === "-" || /\s/.test(only));
  const words = isLine ? withoutName(wordsOf(only === "-" ? await inputOf(io) : only)) : given;
  const line = new Line();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--next" || word === "-:")
      throw new UsageError("curl: there is more than one request; paste one");
    if (!word.startsWith("-") || word === "-") line.urls.push(word);
    else at += line.option(word, words[at + 1]);
  }
  const [url, ...more] = line.urls;
  if (url === undefined || more.length > 0)
    throw new UsageError(`curl: name one URL${url === undefined ? "" : `, not ${line.urls.length}`}`);
  const notes = line.notes(url);
  if (notes !== "") io.err(`netlens: ${notes}\n`);
  return [...line.words(), "--", line.isGlobbed ? url.replace(/\\([[\]{}])/g, "$1") : url];
}

function withoutName(words: readonly string[]): readonly string[] {
  return /^curl(?:\.exe)?$/i.test(words[0] ?? "") ? words.slice(1) : words;
}

/** Maximum length of a command line, in characters. */
const LONGEST_LINE = 4 * 1_048_576;

async function inputOf(io: Io): Promise<string> {
  promptInput(io, "a curl command");
  let text = "";
  for await (const chunk of decoded(io.input())) {
    text += chunk;
    if (text.length > LONGEST_LINE) throw new UsageError("curl: the command is too long");
  }
  return text;
}

class Line {
  readonly urls: string[] = [];
  /** True if the URL may contain escaped brackets and braces. */
  isGlobbed = true;
  readonly #words: string[] = [];
  readonly #names = new Set<string>();
  readonly #ignored: string[] = [];
  readonly #dropped: string[] = [];
  #host: string | undefined;
  #compressed = false;

  /** Reads an option; returns 1 if the next word is its value. */
  option(word: string, next: string | undefined): 0 | 1 {
    if (word.startsWith("--")) {
      const found = optionNamed(word.slice(2));
      this.#take(found, next);
      return found.takesValue ? 1 : 0;
    }
    for (let at = 1; at < word.length; at++) {
      const found = options().letters.get(word[at] ?? "");
      if (!found) throw new UsageError(`curl: unknown option -${word[at]}`);
      const rest = word.slice(at + 1);
      this.#take(found, rest === "" ? next : rest);
      if (found.takesValue) return rest === "" ? 1 : 0;
    }
    return 0;
  }

  #take({ name, takesValue, becomes }: CurlOption, value: string | undefined): void {
    if (takesValue && value === undefined) throw new UsageError(`curl: --${name} needs a value`);
    if (becomes === "refused") throw new UsageError(`curl: --${name} has no counterpart here`);
    if (becomes === "noted") this.#ignored.push(`--${name}`);
    const given = value ?? "";
    const special = CASES.get(becomes);
    if (name === "header") this.#header(given);
    else if (name === "globoff") this.isGlobbed = false;
    else if (becomes === "COMPRESSED") this.#compressed = true;
    else if (becomes === "URL") this.urls.push(given);
    else if (special) this.#words.push(...special(given));
    else if (becomes.startsWith("=")) {
      const flag = becomes.length > 1 ? becomes.slice(1) : name;
      this.#words.push(takesValue ? `--${flag}=${given}` : `--${flag}`);
    }
    if (becomes === "JSON") for (const each of ["accept", "content-type"]) this.#names.add(each);
  }

  /** `Name: value`, `Name;` for an empty value, `Name:` to remove the header. */
  #header(text: string): void {
    if (text.startsWith("@")) throw new UsageError("curl: --header reads no files here");
    const [, name = text, mark = "", value = ""] = /^([^:;]*)([:;])\s*(.*)$/s.exec(text) ?? [];
    const lower = name.trim().toLowerCase();
    this.#names.add(lower);
    if (lower === "host") this.#host = value;
    else if (name.startsWith(":") || isOfConnection(lower)) this.#dropped.push(name.trim());
    else if (mark === ":" && value === "") this.#words.push(`--omit=${name}`);
    else this.#words.push(`--header=${mark === ";" && value === "" ? `${name}:` : text}`);
  }

  words(): readonly string[] {
    const has = (name: string) => this.#names.has(name);
    return [
      ...this.#words,
      ...(has("accept") ? [] : ["--header=Accept: */*"]),
      ...(has("accept-encoding") || this.#compressed ? [] : ["--omit=Accept-Encoding"]),
    ];
  }

  /** Sentence about ignored options. @throws UsageError for a Host that differs from the URL's */
  notes(url: string): string {
    const host = URL.parse(/^\w+:\/\//.test(url) ? url : `http://${url}`)?.host ?? "";
    if (this.#host !== undefined && this.#host.toLowerCase() !== host)
      throw new UsageError(
        `curl: Host is always that of the URL: name ${this.#host} in the URL, and add --connect-to ::${host.replace(/:\d+$/, "")}:`,
      );
    const dropped = [...this.#ignored, ...this.#dropped];
    return dropped.length === 0 ? "" : `ignored from the command: ${dropped.join(", ")}`;
  }
}

/** Options with special conversions. */
const CASES: ReadonlyMap<string, (value: string) => readonly string[]> = new Map([
  [
    "JSON",
    (value) => [
      "--header=Content-Type: application/json",
      "--header=Accept: application/json",
      `--data-binary=${value}`,
    ],
  ],
  ["COOKIE", cookieHeader],
  // curl's ";auto" is ignored.
  ["REFERER", (value) => [`--header=Referer: ${value.replace(/;auto$/, "")}`]],
  ["RANGE", (value) => [`--header=Range: bytes=${value}`]],
  ["BEARER", (value) => [`--header=Authorization: Bearer ${value}`]],
]);

function cookieHeader(value: string): readonly string[] {
  if (value !== "" && !/^[^=;]+=/.test(value))
    throw new UsageError(
      `curl: --cookie: expected NAME=VALUE, not "${value}"; files of cookies are not read`,
    );
  return value === "" ? [] : [`--header=Cookie: ${value}`];
}

/** Full name, unique prefix, or `no-` prefix. */
function optionNamed(given: string): CurlOption {
  const { names } = options();
  const exact = names.get(given);
  if (exact) return exact;
  const begun = [...names.values()].filter(({ name }) => name.startsWith(given));
  const [first] = begun;
  if (first && begun.length === 1) return first;
  if (given.startsWith("no-") && names.get(given.slice(3))?.takesValue === false)
    return { name: given, takesValue: false, becomes: "quiet" };
  throw new UsageError(`curl: unknown option --${given}`, {
    given: `--${given}`,
    known: [...names.keys()].map((name) => `--${name}`),
  });
}
