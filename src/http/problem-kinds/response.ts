/** The response as bytes: its header section and the end of its content. */

import { type HttpProblemKind, rfc } from "./kind.ts";

export const responseKinds = {
  "content-limit": {
    severity: "info",
    link: rfc(9110, "8.6"),
    summary: "The content is larger than what is read here.",
    advice: "Nothing: only the reading stopped here.",
  },
  "content-undecodable": {
    severity: "error",
    link: rfc(9110, "8.4"),
    summary: "The content is not in the coding that Content-Encoding names.",
    advice: "Let one place alone compress, and set Content-Encoding to what it really does.",
  },
  "bytes-after-content": {
    severity: "warning",
    link: rfc(9112, "6.3"),
    summary: "Bytes follow the end of the content, which can be taken for the next response.",
    advice: "Make Content-Length the number of bytes that are sent, counted after compression.",
  },
  "unexpected-upgrade": {
    severity: "error",
    link: rfc(9110, "15.2.2"),
    summary: "The server changes the protocol although nobody asked for it.",
    advice: "Answer 101 only to requests that have the Upgrade field.",
  },
  "fields-too-many": {
    severity: "warning",
    link: rfc(9110, "5.4"),
    summary: "More than 256 fields: some clients refuse the response.",
    advice: "Find out what adds fields again and again, often cookies or Link, and stop it.",
  },
  "blank-line-before-status": {
    severity: "error",
    link: rfc(9112, "2.1"),
    summary: "A blank line comes before the status line; many clients then see no valid response.",
    advice: "Remove the blank line: in scripts it is often white space in front of the first line.",
  },
  "bare-line-feed": {
    severity: "error",
    link: rfc(9112, "2.2"),
    summary: "Lines end in LF instead of CRLF, on which recipients disagree.",
    advice: "End each line with CRLF; a library for HTTP does that by itself.",
  },
  "bare-carriage-return": {
    severity: "error",
    link: rfc(9112, "2.2"),
    summary: "There is a CR inside a line of the header section.",
    advice: "Take line breaks out of values before they go into the header section.",
  },
  "nul-in-head": {
    severity: "error",
    link: rfc(9110, "5.5"),
    summary: "The header section has a NUL byte, so clients refuse the response.",
    advice: "Take control characters out of values before they go into the header section.",
  },
  "http2-value-spaces": {
    severity: "warning",
    link: rfc(9113, "8.2.1"),
    summary:
      "A value of HTTP/2 has white space around it: some clients refuse the response or drop the field.",
    advice: "Trim values before they go into the header section.",
  },
  "second-status-line": {
    severity: "error",
    link: rfc(9112, "4"),
    summary: "There is a second status line among the fields.",
    advice: "Look for a script or proxy that writes a whole response into the header section of another.",
  },
  "unknown-http-version": {
    severity: "error",
    link: rfc(9112, "2.3"),
    summary: "The status line names a version that does not exist on this connection.",
    advice: "Let the server name the version that it speaks, such as HTTP/1.1.",
  },
} as const satisfies Record<string, HttpProblemKind>;
