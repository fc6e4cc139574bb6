/** Digest and Content-MD5, which RFC 9530 and RFC 7231 have replaced or dropped. */

import { digestAlgorithms } from "../../../data/headers/directives/digest-algorithms.ts";
import type { Directive } from "../../syntax/directives.ts";
import { field, item } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { detecting, invalidValue } from "../reading/value-problems.ts";
import { rfc } from "../specs.ts";
import { quote } from "../wording.ts";

/** Digest (RFC 3230): algorithm=value, between commas; the value is base64. */
export const digest = field({
  name: "Digest",
  type: "list",
  repeat: "list",
  parse: (value, report) => readDirectives("Digest", value, report),
  items: ({ directives }) =>
    directives.map(({ name, value = "" }) =>
      item(name, value, digestAlgorithms.get(name) ?? "An unregistered algorithm."),
    ),
  parts: ({ directives }) => directives,
}).problems({
  eachPart: [
    detecting(
      invalidValue("Digest", "sha-256", "sha-256=AAAA", rfc(3230, "section-4.3.2")),
      ({ value, text }: Directive) =>
        !value && `${quote(text)} in Digest is not in the form algorithm=value.`,
    ),
  ],
});

const MD5 = /^[A-Za-z0-9+/]{22}==$/;
const md5Invalid = invalidValue("Content-MD5", "foo", "Q2hlY2sgSW50ZWdyaXR5IQ==", rfc(1864, "section-2"));

/** Content-MD5 (RFC 1864): the MD5 of the content in base64, 16 bytes. */
export const contentMd5 = field({
  name: "Content-MD5",
  type: "identifier",
  repeat: "single",
  empty: "",
  parse(value, report) {
    if (MD5.test(value)) return value;
    return void report(md5Invalid, `Content-MD5 ${quote(value)} is not 16 bytes in base64.`);
  },
  alternate: (value) => Buffer.from(Uint8Array.fromBase64(value)).toString("hex"),
}).problems({ named: [md5Invalid] });
