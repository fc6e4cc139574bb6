import type { AnyField } from "../field.ts";
import { age } from "./age.ts";
import { allow } from "./allow.ts";
import { contentLength } from "./content-length.ts";
import { date } from "./date.ts";
import { deprecation } from "./deprecation.ts";
import { etag } from "./etag.ts";
import { expires } from "./expires.ts";
import { lastModified } from "./last-modified.ts";
import { mementoDatetime } from "./memento-datetime.ts";
import { pragma } from "./pragma.ts";
import { retryAfter } from "./retry-after.ts";
import { sunset } from "./sunset.ts";
import { vary } from "./vary.ts";

/** All fields with a file of their own. */
export const fields: readonly AnyField[] = [
  age,
  allow,
  contentLength,
  date,
  deprecation,
  etag,
  expires,
  lastModified,
  mementoDatetime,
  pragma,
  retryAfter,
  sunset,
  vary,
] as readonly AnyField[];
