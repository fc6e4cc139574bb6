import { wordTable } from "../../../data/word-table.ts";
import { field, item } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { rfc9112 } from "../specs.ts";
import { isToken } from "../syntax/tokens.ts";
import { duration, plural, quote } from "../wording.ts";

const PARAMETERS = wordTable({
  timeout: "How many seconds an idle connection stays open.",
  max: "How many more requests the connection takes.",
});

/** Keep-Alive (RFC 2068 section 19.7.1.1, since deprecated): a hint about the connection. */
export const keepAlive = field({
  name: "Keep-Alive",
  type: "list",
  repeat: "list",
  kinds: {
    "keep-alive-hint": {
      severity: "info",
      link: rfc9112("section-9.3"),
      summary:
        "Keep-Alive is a hint of HTTP/1.x connections only: few clients read it, and HTTP/2 forbids it.",
      bad: ["Keep-Alive: timeout=5, max=100"],
      good: ["Connection: close"],
    },
  },
  parse: (value, note) => readDirectives("Keep-Alive", value, note),
  items: ({ directives }) =>
    directives.map(({ name, value = "" }) =>
      item(
        name,
        value,
        PARAMETERS.get(name) ?? "A parameter that clients do not know.",
        name === "timeout" && /^\d+$/.test(value) ? duration(Number(value)) : undefined,
      ),
    ),
  alternate({ directives }) {
    const textOf = (name: string) => directives.find((one) => one.name === name)?.value ?? "";
    const [timeout, max] = [textOf("timeout"), textOf("max")];
    const parts = /^\d+$/.test(timeout) ? [`idle for at most ${duration(Number(timeout))}`] : [];
    if (/^\d+$/.test(max)) parts.push(`${plural(Number(max), "more request")}`);
    return parts.length > 0 ? parts.join(", ") : undefined;
  },
  check({ directives }, _context, note, line) {
    note(
      "keep-alive-hint",
      "Keep-Alive is a hint of HTTP/1.x only, which few clients read and HTTP/2 forbids.",
    );
    for (const [at, { name, value = "", text }] of directives.entries())
      if (!isToken(name))
        note("value-syntax", `${quote(text)} in Keep-Alive is not a parameter.`, line.items[at]);
      else if (PARAMETERS.get(name) && !/^\d+$/.test(value))
        note("number-invalid", `${quote(text)} in Keep-Alive is not a whole number.`, line.items[at]);
  },
});
