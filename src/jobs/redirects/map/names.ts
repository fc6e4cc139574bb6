/** Column and member names in exports. Pure. */

type Part = "from" | "to" | "status" | "permanent" | "regex" | "enabled";

/**
 * Names as lower-case letters and digits, the most specific first. Screaming Frog: Address, Redirect URL;
 * Redirection: source, target, regex, code, status; Yoast: Origin, Target, Type, Format; Vercel: source,
 * destination, permanent, statusCode.
 */
const NAMES: Readonly<Record<Part, readonly string[]>> = {
  from: [
    "source",
    "from",
    "address",
    "origin",
    "sourceurl",
    "oldurl",
    "originalurl",
    "fromurl",
    "urlfrom",
    "redirectfrom",
    "sourcepath",
    "oldpath",
    "requestpath",
    "legacyurl",
    "inboundurl",
    "oldaddress",
    "old",
    "url",
  ],
  to: [
    "target",
    "to",
    "destination",
    "redirecturl",
    "targeturl",
    "newurl",
    "destinationurl",
    "tourl",
    "urlto",
    "redirectto",
    "finaladdress",
    "finalurl",
    "targetpath",
    "newpath",
    "newaddress",
    "new",
    "url",
  ],
  status: ["statuscode", "code", "httpcode", "actioncode", "redirectcode", "responsecode", "type", "status"],
  permanent: ["permanent"],
  regex: ["regex", "isregex", "format"],
  enabled: ["enabled", "active", "status"],
};

/** Names of columns that contain only status codes. */
const ONLY_STATUS = new Set(["statuscode", "code", "httpcode", "actioncode", "redirectcode", "responsecode"]);

/** Positions of the columns of each part, the most specific name first. */
export type Columns = Readonly<Record<Part, readonly number[]>> & {
  /** Positions of columns that must contain status codes. */
  readonly onlyStatus: ReadonlySet<number>;
};

export function columnsOf(names: readonly string[]): Columns {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const find = (part: Part, taken: readonly number[] = []) =>
    NAMES[part].flatMap((name) => {
      const at = plain.findIndex((each, index) => each === name && !taken.includes(index));
      return at < 0 ? [] : [at];
    });
  const from = find("from").slice(0, 1);
  return {
    from,
    to: find("to", from).slice(0, 1),
    status: find("status"),
    permanent: find("permanent"),
    regex: find("regex"),
    enabled: find("enabled"),
    onlyStatus: new Set(plain.flatMap((name, index) => (ONLY_STATUS.has(name) ? [index] : []))),
  };
}

export function isRegexWord(word: string): boolean {
  return ["1", "true", "yes", "regex"].includes(word.toLowerCase());
}

export function isDisabledWord(word: string): boolean {
  return ["0", "false", "no", "disabled", "inactive"].includes(word.toLowerCase());
}

/** Status of Vercel's redirects: 308 if permanent, 307 if temporary. */
export function statusOfPermanent(word: string): string {
  if (["true", "t"].includes(word.toLowerCase())) return "308";
  return ["false", "f"].includes(word.toLowerCase()) ? "307" : "";
}
