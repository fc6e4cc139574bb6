/** Digest and Content-MD5, which RFC 9530 and RFC 7231 have replaced or dropped. */

import { digestAlgorithms } from "../../../data/headers/directives/digest-algorithms.ts";
import { field, item } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import { quote } from "../wording.ts";

/** Digest (RFC 3230): algorithm=value, between commas; the value is base64. */
export const digest = field({
  name: "Digest",
  type: "list",
  repeat: "list",
  kinds: invalidKind("Digest", "sha-256", "sha-256=AAAA", rfc(3230, "section-4.3.2")),
  parse: (value, note) => readDirectives("Digest", value, note),
  items: ({ directives }) =>
    directives.map(({ name, value = "" }) =>
      item(name, value, digestAlgorithms.get(name) ?? "An algorithm that is not registered."),
    ),
  check({ directives }, _context, note, line) {
    for (const [at, { value, text }] of directives.entries())
      if (!value) note("digest-invalid", `${quote(text)} in Digest is not algorithm=value.`, line.items[at]);
  },
});

const MD5 = /^[A-Za-z0-9+/]{22}==$/;

/** Content-MD5 (RFC 1864): the MD5 of the content in base64, 16 bytes. */
export const contentMd5 = field({
  name: "Content-MD5",
  type: "identifier",
  repeat: "single",
  kinds: invalidKind("Content-MD5", "foo", "Q2hlY2sgSW50ZWdyaXR5IQ==", rfc(1864, "section-2")),
  parse(value, note) {
    if (value === "") note("value-empty", "Content-MD5 has no value.");
    else if (MD5.test(value)) return value;
    else note("content-md5-invalid", `Content-MD5 ${quote(value)} is not 16 bytes in base64.`);
    return undefined;
  },
  alternate: (value) => Uint8Array.fromBase64(value).toHex(),
});
