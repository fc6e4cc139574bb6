/** Quotas of Anthropic's interface; the fields of other services have the common names of rate limits. */

import type { AnyField } from "../../field.ts";
import { plural } from "../../wording.ts";
import { momentField, numberField } from "./shapes.ts";

const COUNTED: readonly (readonly [part: string, noun: string])[] = [
  ["Requests", "request"],
  ["Tokens", "token"],
  ["Input-Tokens", "input token"],
  ["Output-Tokens", "output token"],
];

const RESETS = ["Requests", "Tokens"];

export const languageModelFields: readonly AnyField[] = [
  ...COUNTED.flatMap(([part, noun]) => [
    numberField(`Anthropic-Ratelimit-${part}-Limit`, (count) => `${plural(count, noun)} in the period`),
    numberField(`Anthropic-Ratelimit-${part}-Remaining`, (count) => `${plural(count, noun)} left`),
  ]),
  ...RESETS.map((part) =>
    momentField(`Anthropic-Ratelimit-${part}-Reset`, Date.parse, "full again on", "date"),
  ),
];
