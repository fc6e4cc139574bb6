/** Headers of requests: request headers, and response headers with the same meaning in requests. */

import { wordList } from "../../../data/headers/words.ts";
import type { AnyField } from "../field.ts";
import { fields } from "../fields/index.ts";
import * as all from "./all.ts";

const SHARED = wordList("response fields that requests have too");

export const requestFields: readonly AnyField[] = [
  ...fields.filter(({ key }) => SHARED.has(key)),
  ...(Object.values(all).flat() as readonly AnyField[]),
];
