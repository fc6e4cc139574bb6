import { wordTable } from "../../../data/word-table.ts";
import { type Context, field, item } from "../field.ts";
import { secondsOfParameters, swapping } from "../fixing.ts";
import { readDirectives } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc, rfc9112 } from "../specs.ts";
import { isToken } from "../syntax/tokens.ts";
import { duration, plural, quote } from "../wording.ts";
import { connection } from "./connection.ts";

const PARAMETERS = wordTable({
  timeout: "How many seconds an idle connection stays open.",
  max: "How many more requests the connection takes.",
});

function isClosed(context: Context): boolean {
  return context.values(connection).some((options) => options.some((one) => one.toLowerCase() === "close"));
}

const LINK = rfc(2068, "section-19.7.1.1");

/** Keep-Alive (RFC 2068 section 19.7.1.1, since deprecated): a hint about the connection. */
export const keepAlive = field({
  name: "Keep-Alive",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Keep-Alive", "timeout=soon", "timeout=5", rfc(2068, "section-19.7.1.1"), {
      fix: secondsOfParameters,
    }),
    "keep-alive-hint": {
      severity: "info",
      link: rfc9112("section-9.3"),
      summary:
        "Keep-Alive is a hint of HTTP/1.x connections only: few clients read it, and HTTP/2 forbids it.",
      bad: ["Keep-Alive: timeout=5, max=100"],
      good: ["Connection: close"],
    },
    "keep-alive-parameter": {
      severity: "info",
      link: LINK,
      summary: "Keep-Alive has a parameter other than timeout and max, which clients skip.",
      fix: swapping(/^(\d+)$/, "timeout=$1"),
      bad: ["Keep-Alive: 300"],
      good: ["Keep-Alive: timeout=300"],
    },
    "keep-alive-zero": {
      severity: "warning",
      link: LINK,
      summary: "Keep-Alive keeps the connection for no time or no request: Connection: close says that.",
      bad: ["Keep-Alive: timeout=0"],
      good: ["Keep-Alive: timeout=1"],
      edge: [["Keep-Alive: timeout=5, max=0"], ["Keep-Alive: timeout=5, max=1"]],
    },
    "keep-alive-closed": {
      severity: "warning",
      link: rfc9112("section-9.6"),
      summary: "Keep-Alive is sent beside Connection: close, which wins.",
      bad: ["Connection: close", "Keep-Alive: timeout=5"],
      good: ["Connection: keep-alive", "Keep-Alive: timeout=5"],
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
  alternate({ directives }, context) {
    if (isClosed(context)) return "closed after this response";
    const textOf = (name: string) => directives.find((one) => one.name === name)?.value ?? "";
    const [timeout, max] = [textOf("timeout"), textOf("max")];
    const parts = Number(timeout) > 0 ? [`idle for at most ${duration(Number(timeout))}`] : [];
    if (/^\d+$/.test(max)) parts.push(`${plural(Number(max), "more request")}`);
    return parts.length > 0 ? parts.join(", ") : undefined;
  },
  check({ directives }, context, note, line) {
    note(
      "keep-alive-hint",
      "Keep-Alive is a hint of HTTP/1.x only, which few clients read and HTTP/2 forbids.",
    );
    for (const [at, { name, value = "", text }] of directives.entries())
      if (!isToken(name))
        note("keep-alive-invalid", `${quote(text)} in Keep-Alive is not a parameter.`, line.items[at]);
      else if (PARAMETERS.get(name) && !/^\d+$/.test(value))
        note("keep-alive-invalid", `${quote(text)} in Keep-Alive is not a whole number.`, line.items[at]);
      else if (!PARAMETERS.get(name))
        note(
          "keep-alive-parameter",
          `${quote(text)} in Keep-Alive is neither timeout nor max.`,
          line.items[at],
        );
      else if (Number(value) === 0)
        note("keep-alive-zero", `${quote(text)} in Keep-Alive keeps nothing open.`, line.items[at]);
    if (isClosed(context))
      note("keep-alive-closed", "Keep-Alive has no effect: Connection: close ends the connection.");
  },
});
