import { wordTexts } from "../../../data/headers/words.ts";
import { isToken } from "../../syntax/tokens.ts";
import { type Context, field, firstOf, invalidValue, item, problem } from "../field.ts";
import { secondsOfParameters, swapping } from "../reading/fixing.ts";
import { readDirectives } from "../reading/list.ts";
import { duration, plural, quote } from "../wording.ts";
import { connection } from "./connection.ts";

const PARAMETERS = wordTexts("parameters of Keep-Alive");

function isClosed(context: Context): boolean {
  return context.values(connection).some((options) => options.some((one) => one.toLowerCase() === "close"));
}

const LINK = "rfc2068#section-19.7.1.1";

/** Keep-Alive (RFC 2068 section 19.7.1.1, since deprecated): a hint about the connection. */
export const keepAlive = field("Keep-Alive", "list", {
  parse: (value, report) => readDirectives("Keep-Alive", value, report),
  parts: ({ directives }) => directives,
  partItem: ({ name, value = "" }) =>
    item(
      name,
      value,
      PARAMETERS.get(name) ?? "An unknown parameter.",
      name === "timeout" && /^\d+$/.test(value) ? duration(Number(value)) : undefined,
    ),
  alternateInMessage({ directives }, context) {
    if (isClosed(context)) return "closed after this response";
    const textOf = (name: string) => directives.find((one) => one.name === name)?.value ?? "";
    const [timeout, max] = [textOf("timeout"), textOf("max")];
    const parts = Number(timeout) > 0 ? [`idle for at most ${duration(Number(timeout))}`] : [];
    if (/^\d+$/.test(max)) parts.push(`${plural(Number(max), "more request")}`);
    return parts.length > 0 ? parts.join(", ") : undefined;
  },
}).problems({
  eachPart: firstOf(
    invalidValue("Keep-Alive", "timeout=soon", "timeout=5", LINK, {
      fix: secondsOfParameters,
      detect({ name, value = "", text }) {
        if (!isToken(name)) return `${quote(text)} in Keep-Alive is not a parameter.`;
        const isNumber = !PARAMETERS.has(name) || /^\d+$/.test(value);
        return !isNumber && `${quote(text)} in Keep-Alive is not a whole number.`;
      },
    }),
    problem("keep-alive-parameter", "info", LINK, {
      detect: ({ name }) => !PARAMETERS.has(name),
      title: (_, { text }) => `${quote(text)} in Keep-Alive is neither timeout nor max.`,
      fix: swapping(/^(\d+)$/, "timeout=$1"),
      bad: ["Keep-Alive: 300"],
      good: ["Keep-Alive: timeout=300"],
    }),
    problem("keep-alive-zero", "warning", LINK, {
      detect: ({ value }) => Number(value) === 0,
      title: (_, { text }) => `${quote(text)} in Keep-Alive keeps no connection open.`,
      bad: ["Keep-Alive: timeout=0"],
      good: ["Keep-Alive: timeout=1"],
    }),
  ),
  eachLine: problem("keep-alive-closed", "warning", "rfc9112#section-9.6", {
    detect: (_, context) => isClosed(context),
    bad: ["Connection: close", "Keep-Alive: timeout=5"],
    good: ["Connection: keep-alive", "Keep-Alive: timeout=5"],
  }),
});
