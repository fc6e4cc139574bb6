import type { AnyField } from "../field.ts";
import { acceptRanges } from "./accept-ranges.ts";
import { age } from "./age.ts";
import { allow } from "./allow.ts";
import { contentDisposition } from "./content-disposition.ts";
import { contentLanguage } from "./content-language.ts";
import { contentLength } from "./content-length.ts";
import { contentLocation } from "./content-location.ts";
import { contentRange } from "./content-range.ts";
import { contentSecurityPolicy, contentSecurityPolicyReportOnly } from "./content-security-policy.ts";
import { date } from "./date.ts";
import { deprecation } from "./deprecation.ts";
import { etag } from "./etag.ts";
import { expires } from "./expires.ts";
import { lastModified } from "./last-modified.ts";
import { mementoDatetime } from "./memento-datetime.ts";
import { pragma } from "./pragma.ts";
import { referrerPolicy } from "./referrer-policy.ts";
import { retryAfter } from "./retry-after.ts";
import { strictTransportSecurity } from "./strict-transport-security.ts";
import { sunset } from "./sunset.ts";
import { vary } from "./vary.ts";
import { xContentTypeOptions } from "./x-content-type-options.ts";
import { xFrameOptions } from "./x-frame-options.ts";

/** All fields with a file of their own. */
export const fields: readonly AnyField[] = [
  acceptRanges,
  age,
  allow,
  contentDisposition,
  contentLanguage,
  contentLength,
  contentLocation,
  contentRange,
  contentSecurityPolicy,
  contentSecurityPolicyReportOnly,
  date,
  deprecation,
  etag,
  expires,
  lastModified,
  mementoDatetime,
  pragma,
  referrerPolicy,
  retryAfter,
  strictTransportSecurity,
  sunset,
  vary,
  xContentTypeOptions,
  xFrameOptions,
] as readonly AnyField[];
