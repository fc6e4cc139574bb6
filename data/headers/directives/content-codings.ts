/** Content codings: the IANA registry and common private names. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const contentCodings = wordTable({
  aes128gcm: "Encrypted content with AES-128 in GCM mode, as in web push messages.",
  br: "Brotli: denser than gzip for text.",
  compress: "The LZW method of the old Unix program compress. Out of use.",
  dcb: "Brotli with a dictionary that the client already has.",
  dcz: "Zstandard with a dictionary that the client already has.",
  deflate: "The zlib format. Ambiguous in practice, as some senders omit the zlib wrapper; prefer gzip.",
  exi: "Efficient XML Interchange, a binary form of XML.",
  gzip: "The gzip format: understood everywhere.",
  identity: "No coding. Only for Accept-Encoding; do not send it in Content-Encoding.",
  "pack200-gzip": "Java archives in the Pack200 format. Out of use.",
  "x-compress": "An old alias of compress.",
  "x-gzip": "An old alias of gzip.",
  zstd: "Zstandard: dense and very fast to decompress.",
  bzip2: "The bzip2 format. Not registered; browsers do not support it.",
  xz: "The xz format. Not registered; browsers do not support it.",
  sdch: "Google's shared dictionary compression. Removed from browsers in 2017.",
  "aws-chunked": "Amazon's signed chunks. Meant for uploads to S3; in a response it is a stored leftover.",
  "utf-8": "Not a content coding: a charset, which belongs in Content-Type.",
  none: "Not a content coding: remove the header if nothing is encoded.",
  "*": "In Accept-Encoding: any coding that is not listed.",
});
