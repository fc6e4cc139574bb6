/** Fields of requests: those of their own, and those that mean the same in both directions. */

import { wordList } from "../../../data/headers/words.ts";
import type { AnyField } from "../field.ts";
import { fields } from "../fields/index.ts";
import * as all from "./all.ts";

/** Response fields whose file serves requests as well. */
const SHARED = wordList("response fields that requests have too");

export const requestFields: readonly AnyField[] = [
  ...fields.filter(({ key }) => SHARED.has(key)),
  ...(Object.values(all).flat() as readonly AnyField[]),
];
