/** Hash algorithms of the digest fields: the IANA registry. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const digestAlgorithms = wordTable({
  "sha-256": "SHA-256: the usual choice.",
  "sha-512": "SHA-512: the longer of the two safe choices.",
  sha: "SHA-1. Broken against forgery; detects damage only.",
  md5: "MD5. Broken against forgery; detects damage only.",
  unixsum: "The Unix sum program. A checksum only.",
  unixcksum: "The Unix cksum program. A checksum only.",
  crc32c: "CRC-32C, as of cloud storage. A checksum only.",
  adler: "Adler-32. A checksum only.",
  "id-sha-256": "SHA-256 over the content without content coding, by RFC 5843. Outdated.",
  "id-sha-512": "SHA-512 over the content without content coding, by RFC 5843. Outdated.",
});
