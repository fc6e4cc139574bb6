/** Status of a gRPC call (gRPC over HTTP/2, "Responses"). */

import { wordList } from "../../../data/headers/words.ts";
import { percentDecoded } from "../../syntax/uri.ts";
import { plainField } from "../field.ts";

/** Names of the codes 0 to 16. */
const CODES = [...wordList("codes of gRPC")];

/** Name of a code such as `14`; undefined if unknown. */
export function grpcCode(value: string): string | undefined {
  return /^\d{1,9}$/.test(value) ? CODES[Number(value)] : undefined;
}

export const grpcStatus = plainField("GRPC-Status", "integer", {
  parse: (value) => value,
  alternate: (value) => grpcCode(value),
});

export const grpcMessage = plainField("GRPC-Message", "string", {
  parse: (value) => value,
  alternate: percentDecoded,
});
