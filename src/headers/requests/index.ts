/** Fields of requests: those of their own, and those that mean the same in both directions. */

import type { AnyField } from "../field.ts";
import { fields } from "../fields/index.ts";
import * as all from "./all.ts";

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
  ...(Object.values(all).flat() as readonly AnyField[]),
];
