/**
 * Tokens, quoted strings and optional white space (RFC 9110 section 5.6), and the scanner for them. `syntax` holds the
 * grammars of header values, dates, URIs and addresses: text goes in; parts, their offsets and flaws come out. It never
 * judges a value, keeps linear time for any input, and does no IO.
 */

/** A deviation from the grammar in a value that could still be parsed. */
export interface Flaw<Id extends string = string> {
  readonly id: Id;
  readonly at: number;
  readonly text: string;
}

/** tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|" / "~" / DIGIT / ALPHA */
const TCHAR = codeTable("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

const TAB = 0x09;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Table with 1 at the ASCII code of each of these characters. */
export function codeTable(chars: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (let at = 0; at < chars.length; at++) codes[chars.charCodeAt(at)] = 1;
  return codes;
}

/** Cached tables by stop characters; all grammars use about ten. */
const STOPS = new Map<string, Uint8Array>();

function stopTable(stops: string): Uint8Array {
  const known = STOPS.get(stops);
  if (known) return known;
  const table = codeTable(stops);
  STOPS.set(stops, table);
  return table;
}

/** token = 1*tchar */
export function isToken(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (TCHAR[text.charCodeAt(at)] !== 1) return false;
  return text !== "";
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** At least one DIGIT and nothing else. */
export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return text !== "";
}

/** OWS = *( SP / HTAB ) */
function isOws(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** The text, or its part from `from` to `to`, without surrounding optional white space. */
export function trimOws(text: string, from = 0, to = text.length): string {
  let start = from;
  let end = to;
  while (start < end && isOws(text.charCodeAt(start))) start++;
  while (end > start && isOws(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** `value`: without escapes. */
export interface QuotedString {
  readonly value: string;
  readonly closed: boolean;
}

/** Reads a text from left to right; reads each character once. */
export class Scanner {
  readonly text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Code of the next character; NaN at the end. */
  get code(): number {
    return this.text.charCodeAt(this.at);
  }

  sees(char: string): boolean {
    return this.text[this.at] === char;
  }

  /** Takes this character if it is next. */
  eat(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  /** Takes optional white space; returns whether there was some. */
  ows(): boolean {
    const start = this.at;
    while (isOws(this.text.charCodeAt(this.at))) this.at++;
    return this.at > start;
  }

  /** Takes the longest token, or `""`. */
  token(): string {
    const start = this.at;
    while (TCHAR[this.text.charCodeAt(this.at)] === 1) this.at++;
    return this.text.slice(start, this.at);
  }

  /** Takes digits, or `""`. */
  digits(): string {
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at++;
    return this.text.slice(start, this.at);
  }

  /** Takes everything before the first of these ASCII characters, or to the end. */
  until(stops: string): string {
    const table = stopTable(stops);
    const start = this.at;
    while (this.at < this.text.length && table[this.text.charCodeAt(this.at)] !== 1) this.at++;
    return this.text.slice(start, this.at);
  }

  /**
   * quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE quoted-pair = "\" ( HTAB / SP / VCHAR / obs-text ) Call it
   * at a quote. Without a closing quote it takes everything to the end.
   */
  quotedString(): QuotedString {
    let plain = this.at + 1;
    let value = "";
    for (let at = plain; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return { value: value + this.text.slice(plain, at), closed: true };
      }
      if (code !== BACKSLASH) continue;
      value += this.text.slice(plain, at);
      plain = at + 1;
      at++;
    }
    this.at = this.text.length;
    return { value: value + this.text.slice(plain), closed: false };
  }
}

/** Reads members up to their commas with `read`, which takes at least one character. Empty ones are flaws. */
export function readMembers(
  scanner: Scanner,
  flaws: { push(flaw: Flaw<"empty-member">): unknown },
  read: () => void,
): void {
  scanner.ows();
  while (!scanner.done) {
    if (scanner.sees(",")) flaws.push({ id: "empty-member", at: scanner.at, text: "" });
    else read();
    scanner.ows();
    if (!scanner.eat(",")) continue;
    scanner.ows();
    if (scanner.done) flaws.push({ id: "empty-member", at: scanner.at, text: "" });
  }
}
