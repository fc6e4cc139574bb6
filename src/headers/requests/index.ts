/** Fields of requests: those of their own, and those that mean the same in both directions. */

import type { AnyField } from "../field.ts";
import { fields } from "../fields/index.ts";
import {
  accessControlRequestHeaders,
  accessControlRequestMethod,
  dnt,
  saveData,
  secFetchMode,
  secFetchSite,
  secFetchUser,
  secGpc,
  upgradeInsecureRequests,
} from "./browser.ts";
import { requestCacheControl } from "./cache-control.ts";
import {
  expect,
  ifMatch,
  ifModifiedSince,
  ifNoneMatch,
  ifRange,
  ifUnmodifiedSince,
  maxForwards,
  range,
} from "./conditions.ts";
import { cookie } from "./cookie.ts";
import { authorization, proxyAuthorization } from "./credentials.ts";
import { forwarded, xForwardedFor, xForwardedProto } from "./forwarding.ts";
import { acceptCharset, acceptLanguage, prefer } from "./negotiation.ts";
import { host, origin, referer, userAgent } from "./request-origin-fields.ts";
import { formFields } from "./request-simple-fields.ts";

/** Response fields whose file serves requests as well. */
const SHARED: ReadonlySet<string> = new Set([
  "accept",
  "accept-signature",
  "available-dictionary",
  "connection",
  "dictionary-id",
  "keep-alive",
  "payment-signature",
  "pragma",
  "proxy-connection",
  "want-content-digest",
  "want-repr-digest",
  "accept-encoding",
  "content-digest",
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-md5",
  "content-type",
  "date",
  "digest",
  "priority",
  "repr-digest",
  "signature",
  "signature-input",
  "te",
  "traceparent",
  "tracestate",
  "baggage",
  "b3",
  "idempotency-key",
  "x-b3-traceid",
  "x-b3-spanid",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);

export const requestFields: readonly AnyField[] = [
  ...fields.filter(({ key }) => SHARED.has(key)),
  acceptCharset,
  acceptLanguage,
  accessControlRequestHeaders,
  accessControlRequestMethod,
  authorization,
  cookie,
  dnt,
  expect,
  ...formFields,
  forwarded,
  host,
  ifMatch,
  ifModifiedSince,
  ifNoneMatch,
  ifRange,
  ifUnmodifiedSince,
  maxForwards,
  origin,
  prefer,
  proxyAuthorization,
  range,
  referer,
  requestCacheControl,
  saveData,
  secFetchMode,
  secFetchSite,
  secFetchUser,
  secGpc,
  upgradeInsecureRequests,
  userAgent,
  xForwardedFor,
  xForwardedProto,
];
