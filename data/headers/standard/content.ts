/** What the content is and how it is coded: RFC 9110 section 8, RFC 6266, RFC 9530, RFC 9842. */

import type { CatalogueRow } from "../row.ts";

export const content: readonly CatalogueRow[] = [
  {
    name: "Content-Disposition",
    type: "parameters",
    direction: "both",
    description:
      "Says whether the content is shown in the page (inline) or saved as a file (attachment), and under which file name. filename* carries names with characters beyond ASCII. In multipart forms it names each part.",
  },
  {
    name: "Content-Digest",
    type: "sf-dictionary",
    direction: "both",
    description:
      "Gives checksums of this message's content exactly as sent, so that damage on the way shows. Covers only the part sent in a range response; Repr-Digest covers the whole.",
  },
  {
    name: "Content-Encoding",
    type: "list",
    direction: "both",
    description:
      "Names the compression applied to the content, in the order applied, such as gzip, br or zstd. The client has to undo it to get the media type that Content-Type tells. Vary should then name Accept-Encoding.",
  },
  {
    name: "Content-Language",
    type: "list",
    direction: "both",
    description:
      "Names the language of the audience that the content is meant for, as language tags such as en or pt-BR. It does not set the language of an HTML document; the lang attribute does.",
  },
  {
    name: "Content-Length",
    type: "integer",
    direction: "both",
    description:
      "Gives the size of the message body in bytes, after compression. Must not stand beside Transfer-Encoding, and differing repeats are an attack sign. In answers to HEAD it is the size a GET would have.",
  },
  {
    name: "Content-Location",
    type: "url",
    direction: "both",
    description:
      "Gives a URL under which exactly this representation can be fetched, for instance after content negotiation. It does not redirect; Location does.",
  },
  {
    name: "Content-Type",
    type: "media-type",
    direction: "both",
    description:
      "Says what the content is, as a media type with parameters such as charset for text. Without it browsers guess, which is a security risk; text without a charset can show wrong characters.",
  },
  {
    name: "Repr-Digest",
    type: "sf-dictionary",
    direction: "both",
    description:
      "Gives checksums of the whole selected representation, whatever part of it this message carries. Lets a client verify a file put together from several ranges.",
  },
  {
    name: "Unencoded-Digest",
    direction: "both",
    description:
      "Gives checksums of the content before any content coding, so that it can be verified after decompression and stays the same whichever compression was used.",
  },
  {
    name: "Want-Content-Digest",
    type: "sf-dictionary",
    direction: "both",
    description:
      "Asks the other side to send Content-Digest and weighs the hash algorithms from 0 (never) to 10 (preferred).",
  },
  {
    name: "Want-Repr-Digest",
    type: "sf-dictionary",
    direction: "both",
    description:
      "Asks the other side for Repr-Digest, with a preference from 0 to 10 for each hash algorithm it accepts.",
  },
  {
    name: "Want-Unencoded-Digest",
    direction: "both",
    description:
      "Asks for Unencoded-Digest, a checksum of the uncompressed content, and ranks the hash algorithms wanted.",
  },
  {
    name: "Digest",
    type: "parameters",
    direction: "both",
    replacedBy: "Repr-Digest and Content-Digest",
    description:
      "Gave a checksum of the representation in the syntax of RFC 3230, such as SHA-256=… in Base64. Some APIs and signature schemes still use it.",
  },
  {
    name: "Want-Digest",
    type: "list",
    direction: "both",
    replacedBy: "Want-Repr-Digest and Want-Content-Digest",
    description:
      "Asked for a Digest field and listed the accepted algorithms with quality values, by RFC 3230.",
  },
  {
    name: "Content-MD5",
    type: "string",
    direction: "both",
    replacedBy: "Content-Digest or Repr-Digest",
    description:
      "Gives the MD5 checksum of the body in Base64. Removed from HTTP in 2014 but still sent by object storage; finds accidental damage, does not resist forgery.",
  },
  {
    name: "MIME-Version",
    type: "string",
    direction: "both",
    description:
      "Says that the message was built to the MIME version given, always 1.0. Without use in HTTP, since HTTP messages are not MIME messages; usually a leftover of a mail gateway or old software.",
  },
  {
    name: "SourceMap",
    type: "url",
    description:
      "Points to the source map with which developer tools show the original code of a minified script or style sheet. On public sites check that the map is meant to be public.",
  },
  {
    name: "Link",
    type: "list",
    direction: "both",
    description:
      "Gives typed links from this resource to others, with the same relations as the HTML link element. Used for preload and preconnect hints, paging in APIs, canonical addresses and style sheets.",
  },
  {
    name: "Link-Template",
    type: "sf-list",
    direction: "both",
    description:
      "Gives links whose target is a URI template, to be completed by the client with its own values. The relation types are those of Link.",
  },
  {
    name: "Available-Dictionary",
    type: "sf-item",
    direction: "request",
    description:
      "Gives the SHA-256 hash of a compression dictionary that the browser has stored for this URL. The server may answer with content compressed against it (dcb or dcz).",
  },
  {
    name: "Dictionary-ID",
    type: "sf-item",
    direction: "request",
    description:
      "Returns to the server the identifier that it gave to the stored compression dictionary, so that it finds the dictionary without searching by hash.",
  },
  {
    name: "Use-As-Dictionary",
    type: "sf-dictionary",
    description:
      "Offers this response as a compression dictionary for later requests whose URL matches the given pattern. Later versions of the file then travel as small differences.",
  },
  {
    name: "Snapshot-Content-Location",
    type: "url",
    description:
      "Gives the address of the saved page at the head of an MHTML file that a Chromium browser wrote. A header of that file format; in an HTTP response it is a stray.",
    links: [
      "https://github.com/mdn/browser-compat-data/blob/main/http/headers/Snapshot-Content-Location.json",
    ],
  },
];
