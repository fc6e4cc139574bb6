import { problem, rule } from "../field.ts";

/** Headers of a 103 that browsers read (HTML, processing early hint headers). */
const READ: ReadonlySet<string> = new Set(["link", "content-security-policy"]);

/** 103 Early Hints (RFC 8297). */
export const earlyHints = rule([
  problem({
    id: "early-hints-field-ignored",
    severity: "warning",
    link: "rfc8297#section-2",
    summary:
      "A 103 response has a header that browsers ignore: they read only Link and Content-Security-Policy.",
    detectAll: ({ status, all }) => (status === 103 ? all.filter(({ line }) => !READ.has(line.name)) : []),
    title: ({ line }) =>
      `Browsers ignore ${line.sent} in a 103: they read only Link and Content-Security-Policy.`,
    at: (line) => line,
    bad: { status: 103, lines: ["Link: </a.css>; rel=preload; as=style", "Set-Cookie: a=b"] },
    good: { status: 103, lines: ["Link: </a.css>; rel=preload; as=style"] },
  }),
]);
