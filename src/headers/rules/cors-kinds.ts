import type { ProblemKind } from "../field.ts";
import { fetchStandard } from "../specs.ts";

const API = "https://api.example.com/";

/** What can be wrong with fields of cross-origin resource sharing together. */
export const corsKinds = {
  "cors-preflight-only": {
    severity: "warning",
    link: fetchStandard("http-responses"),
    summary: "A field that only counts in the answer to a preflight request is in another response.",
    bad: { lines: ["Access-Control-Allow-Methods: GET, PUT"], method: "GET" },
    good: {
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, PUT"],
      method: "OPTIONS",
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: PUT"],
    },
  },
  "cors-credentials-any-origin": {
    severity: "error",
    link: fetchStandard("cors-protocol-and-credentials"),
    summary: "Credentials are allowed to any origin: browsers refuse the combination.",
    bad: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Credentials: true"],
    good: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true"],
  },
  "cors-credentials-null-origin": {
    severity: "error",
    link: fetchStandard("cors-protocol-and-credentials"),
    summary: "Credentials are allowed to the null origin, which any page can have in a sandboxed frame.",
    bad: ["Access-Control-Allow-Origin: null", "Access-Control-Allow-Credentials: true"],
    good: ["Access-Control-Allow-Origin: null"],
  },
  "cors-credentials-foreign-origin": {
    severity: "info",
    link: fetchStandard("cors-protocol-and-credentials"),
    summary: "Pages of another site may read responses that are made with the user's cookies.",
    bad: {
      lines: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true"],
      url: API,
    },
    good: {
      lines: [
        "Access-Control-Allow-Origin: https://www.example.com",
        "Access-Control-Allow-Credentials: true",
      ],
      url: API,
    },
  },
  "cors-credentials-wildcard": {
    severity: "warning",
    link: fetchStandard("http-new-header-syntax"),
    summary: "An asterisk is used with allowed credentials, where it means nothing but itself.",
    bad: [
      "Access-Control-Allow-Origin: https://a.example",
      "Access-Control-Allow-Credentials: true",
      "Access-Control-Expose-Headers: *",
    ],
    good: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Expose-Headers: *"],
  },
  "cors-without-origin": {
    severity: "info",
    link: fetchStandard("http-responses"),
    summary: "Fields of CORS do nothing without Access-Control-Allow-Origin.",
    bad: ["Access-Control-Expose-Headers: X-Total"],
    good: ["Access-Control-Allow-Origin: *", "Access-Control-Expose-Headers: X-Total"],
  },
  "cors-vary-origin-missing": {
    severity: "warning",
    link: fetchStandard("cors-protocol-and-http-caches"),
    summary:
      "The allowed origin is the request's, but Vary does not name Origin: caches may hand it to others.",
    bad: {
      lines: ["Access-Control-Allow-Origin: https://a.example"],
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
    good: {
      lines: ["Access-Control-Allow-Origin: https://a.example", "Vary: Origin"],
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
  },
  "cors-origin-mismatch": {
    severity: "info",
    link: fetchStandard("cors-check"),
    summary: "The allowed origin is not the request's, so the page that asked may not read the response.",
    bad: {
      lines: ["Access-Control-Allow-Origin: https://b.example"],
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
    good: {
      lines: ["Access-Control-Allow-Origin: *"],
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
  },
  "cors-not-allowed": {
    severity: "info",
    link: fetchStandard("cors-check"),
    summary: "A page of another origin asked, and no Access-Control-Allow-Origin lets it read the response.",
    bad: {
      lines: ["Content-Length: 0"],
      url: API,
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
    good: {
      lines: ["Content-Length: 0"],
      url: API,
      method: "GET",
      requestHeaders: ["Origin: https://api.example.com"],
    },
  },
  "cors-font-refused": {
    severity: "error",
    link: fetchStandard("cors-check"),
    summary:
      "A font is asked for by a page of another origin, and not allowed to it: browsers do not use it.",
    bad: {
      lines: ["Content-Type: font/woff2"],
      url: API,
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
    good: {
      lines: ["Content-Type: font/woff2", "Access-Control-Allow-Origin: *"],
      url: API,
      status: 200,
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
  },
  "cors-request-refused": {
    severity: "error",
    link: fetchStandard("cors-check"),
    summary:
      "The request carries credentials, which the response does not allow: the page that asked may not read it.",
    bad: {
      lines: ["Access-Control-Allow-Origin: *"],
      method: "GET",
      requestHeaders: ["Origin: https://a.example", "Cookie: a=b"],
    },
    good: {
      lines: ["Access-Control-Allow-Origin: *"],
      method: "GET",
      requestHeaders: ["Origin: https://a.example"],
    },
  },
  "cors-preflight-refused": {
    severity: "error",
    link: fetchStandard("cors-preflight-fetch"),
    summary: "The answer to a preflight does not allow what was asked for, so the real request is not sent.",
    bad: {
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, PUT"],
      method: "OPTIONS",
      status: 204,
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: DELETE"],
    },
    good: {
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, DELETE"],
      method: "OPTIONS",
      status: 204,
      requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: DELETE"],
    },
  },
  "cors-wildcard-authorization": {
    severity: "info",
    link: fetchStandard("cors-non-wildcard-request-header-name"),
    summary:
      "Access-Control-Allow-Headers: * is to cover Authorization, which only browsers grant and not the standard.",
    bad: {
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: *"],
      method: "OPTIONS",
      status: 204,
      requestHeaders: [
        "Origin: https://a.example",
        "Access-Control-Request-Method: GET",
        "Access-Control-Request-Headers: authorization",
      ],
    },
    good: {
      lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: Authorization"],
      method: "OPTIONS",
      status: 204,
      requestHeaders: [
        "Origin: https://a.example",
        "Access-Control-Request-Method: GET",
        "Access-Control-Request-Headers: authorization",
      ],
    },
  },
} as const satisfies Record<string, ProblemKind>;

export type CorsKind = keyof typeof corsKinds;
