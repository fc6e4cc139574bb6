import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** Maximum length of a user agent in bytes. */
const LENGTH = 8192;

const fill = (piece: string) => {
  const bytes = Buffer.byteLength(piece);
  return bytes === piece.length
    ? piece.repeat(Math.ceil(LENGTH / bytes)).slice(0, LENGTH)
    : piece.repeat(Math.floor(LENGTH / bytes) - 40);
};

/** Literal words and punctuation in the regular expressions and tables of src/useragent. */
function ownLiterals(): string[] {
  const folder = join(ROOT, "src/useragent");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const code = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const expressions = code.flatMap(
    (text) => text.match(/\/(?:\\.|\[[^\]]*\]|[^/\n\s])(?:\\.|\[[^\]]*\]|[^/\n])*\/[gi]*/g) ?? [],
  );
  const words = expressions.flatMap((text) => text.replace(/\\[a-zA-Z]|[?*+{}[\]^$|\\]/g, " ").split(/\s+/));
  const tables = ["bots", "apps", "browsers", "libraries", "feeds", "brands"].flatMap((name) =>
    readFileSync(join(ROOT, `data/agents/${name}.txt`), "utf8")
      .split(/[|\n,]/)
      .filter((_, index) => index % 7 === 0),
  );
  return [...new Set([...words, ...tables.map((text) => text.trim())])].filter(
    (text) => text.length > 1 && text.length < 40,
  );
}

const STARTS = [
  "",
  "Mozilla/5.0 (",
  "Mozilla/5.0 (Linux; Android 10; ",
  "Mozilla/5.0 (Linux; U; Android 4.0; en-us; x Build/",
  "Mozilla/5.0 (Web0S; Linux/SmartTV) HbbTV/1.1 (; ",
  "Opera/9.80 (J2ME/MIDP; Opera Mini/",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 1_0 like Mac OS X) AppleWebKit/1 (KHTML, like Gecko; compatible; ",
];

/** Strings of 8 KiB that cause the most work in regular expressions. */
export function hostileAgents(): string[] {
  const agents: string[] = [];
  for (const literal of ownLiterals()) {
    agents.push(fill(literal), fill(`${literal} `), fill(`${literal}/1.0 (`), fill(`;${literal}`));
  }
  for (const start of STARTS) {
    for (const piece of [
      "a",
      "1",
      " ",
      ".",
      "_",
      "-",
      "a.",
      "a-",
      "(",
      ")",
      "; ",
      "/",
      "1/",
      "a/",
      "a b ",
      "A1",
      "%20",
      "\u{1f600}",
      "\u0000",
      "@a.",
      "x@",
      "http://",
      "www.a.",
    ]) {
      agents.push(start + fill(piece).slice(start.length));
    }
  }
  return agents;
}
