import { NetlensError } from "../api/errors.ts";
import { rewritten } from "./received.ts";

/**
 * The request with content that is known to fit.
 * @param most bytes
 * @throws NetlensError `too-large`
 */
export async function limitContent(request: Request, most: number): Promise<Request> {
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    // The parser holds the content to its declared length.
    if (Number(declared) > most) throw tooLarge(most);
    return request;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return rewritten(request, request.url, { body: new Uint8Array(Buffer.concat(chunks)) });
}

function tooLarge(most: number): NetlensError {
  return new NetlensError("too-large", `The request content may have at most ${most} bytes.`);
}
