/** How a gRPC call ended, in the two fields that say it (gRPC over HTTP/2, "Responses"). */

import { wordList } from "../../../data/headers/words.ts";
import { plainField } from "../field.ts";

/** The names of the codes 0 to 16, by number. */
const CODES = [...wordList("codes of gRPC")];

/** The name of a code such as `14`; undefined for what is not one. */
export function grpcCode(value: string): string | undefined {
  return /^\d{1,9}$/.test(value) ? CODES[Number(value)] : undefined;
}

export const grpcStatus = plainField({
  name: "GRPC-Status",
  type: "integer",
  parse: (value) => value,
  alternate: (value) => grpcCode(value),
});

export const grpcMessage = plainField({
  name: "GRPC-Message",
  type: "string",
  parse: (value) => value,
  alternate: (value) => readable(value),
});

/** Percent-encoded UTF-8; what is not stays as it is. */
function readable(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
