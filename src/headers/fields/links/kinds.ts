import type { ProblemKind } from "../../field.ts";
import { invalidKind } from "../../reading/value-kinds.ts";
import { htmlStandard, rfc } from "../../specs.ts";

const FETCHING = htmlStandard("links.html#link-type-preload");

/** What can be wrong with a link. */
export const linkKinds = {
  ...invalidKind("Link", "/a; rel=next", "</a>; rel=next", rfc(8288, "section-3")),
  "link-relation-missing": {
    severity: "error",
    link: rfc(8288, "section-3.3"),
    summary: "A link has no relation type, so it says nothing.",
    bad: ['Link: </feed>; title="News"'],
    good: ["Link: </feed>; rel=alternate"],
  },
  "link-relation-typo": {
    severity: "warning",
    link: rfc(8288, "section-2.1.1"),
    summary: "A relation type is unknown, but near a known one.",
    bad: ["Link: </a.css>; rel=prelaod; as=style"],
    good: ["Link: </a.css>; rel=preload; as=style"],
  },
  "link-relation-unregistered": {
    severity: "info",
    link: rfc(8288, "section-2.1.2"),
    summary: "A relation type is neither registered nor a URI, so its meaning is private.",
    bad: ["Link: </a>; rel=example"],
    good: ["Link: </a>; rel=next"],
  },
  "link-rev": {
    severity: "warning",
    link: rfc(8288, "section-3.3"),
    summary: "A link has rev, which is deprecated because authors and readers confused it with rel.",
    bad: ["Link: </author>; rel=author; rev=made"],
    good: ["Link: </author>; rel=author"],
  },
  "link-target-invalid": {
    severity: "error",
    link: rfc(8288, "section-3.1"),
    summary: "The target of a link is not a URI reference.",
    bad: ["Link: </new page>; rel=next"],
    good: ["Link: </new%20page>; rel=next"],
  },
  "link-anchor-invalid": {
    severity: "warning",
    link: rfc(8288, "section-3.2"),
    summary: "The anchor of a link is not a URI reference.",
    bad: ['Link: </a>; rel=next; anchor="{x}"'],
    good: ['Link: </a>; rel=next; anchor="#x"'],
  },
  "link-anchor-ignored": {
    severity: "info",
    link: htmlStandard("semantics.html#processing-link-headers"),
    summary: "A link that browsers act on has an anchor, so they leave it alone.",
    bad: ['Link: </a.css>; rel=preload; as=style; anchor="#x"'],
    good: ["Link: </a.css>; rel=preload; as=style"],
  },
  "link-type-invalid": {
    severity: "warning",
    link: rfc(8288, "section-3.4.1"),
    summary: "The type of a link is not a media type.",
    bad: ["Link: </a>; rel=alternate; type=rss"],
    good: ['Link: </a>; rel=alternate; type="application/rss+xml"'],
  },
  "link-attribute-misplaced": {
    severity: "warning",
    link: rfc(8288, "section-3.4"),
    summary: "A link has an attribute that does nothing in a field, such as href.",
    bad: ["Link: </a>; rel=next; href=/b"],
    good: ["Link: </a>; rel=next"],
  },
  "link-hint-target": {
    severity: "warning",
    link: htmlStandard("links.html#linkTypes"),
    summary: "A link asks the browser to connect or fetch by a scheme for which it cannot.",
    bad: ["Link: <ftp://example.com/a>; rel=preload; as=style"],
    good: ["Link: <https://example.com/a>; rel=preload; as=style"],
  },
  "link-hint-insecure": {
    severity: "warning",
    link: "https://www.w3.org/TR/mixed-content/",
    summary: "A page over HTTPS asks the browser to fetch something over plain HTTP in advance.",
    bad: {
      lines: ["Link: <http://cdn.example/a.css>; rel=preload; as=style"],
      url: "https://www.example.com/",
    },
    good: {
      lines: ["Link: <https://cdn.example/a.css>; rel=preload; as=style"],
      url: "https://www.example.com/",
    },
  },
  "link-preload-as-missing": {
    severity: "warning",
    link: FETCHING,
    summary: "A preload does not say as what, so browsers do not fetch it.",
    bad: ["Link: </a.css>; rel=preload"],
    good: ["Link: </a.css>; rel=preload; as=style"],
  },
  "link-preload-as-invalid": {
    severity: "error",
    link: FETCHING,
    summary: "A preload is as something that browsers do not preload, so they do not fetch it.",
    bad: ["Link: </a.css>; rel=preload; as=css"],
    good: ["Link: </a.css>; rel=preload; as=style"],
  },
  "link-font-crossorigin-missing": {
    severity: "error",
    link: FETCHING,
    summary:
      "A font is preloaded without crossorigin: it is fetched twice, as fonts are always fetched by CORS.",
    bad: ["Link: </a.woff2>; rel=preload; as=font"],
    good: ["Link: </a.woff2>; rel=preload; as=font; crossorigin"],
  },
  "link-attribute-value": {
    severity: "warning",
    link: htmlStandard("semantics.html#the-link-element"),
    summary: "An attribute of a link has a value that browsers do not know.",
    bad: ["Link: </a.css>; rel=preload; as=style; fetchpriority=highest"],
    good: ["Link: </a.css>; rel=preload; as=style; fetchpriority=high"],
  },
  "link-preconnect-path": {
    severity: "info",
    link: htmlStandard("links.html#link-type-preconnect"),
    summary: "A link to connect in advance has a path, which does not matter: only the origin does.",
    bad: ["Link: <https://cdn.example/a.css>; rel=preconnect"],
    good: ["Link: <https://cdn.example>; rel=preconnect"],
  },
  "link-preloads-many": {
    severity: "info",
    link: FETCHING,
    summary: "So many resources are preloaded that they compete with each other.",
    bad: Array.from({ length: 16 }, (_, at) => `Link: </${at}.css>; rel=preload; as=style`),
    good: ["Link: </a.css>; rel=preload; as=style"],
    edge: [
      [`Link: ${Array.from({ length: 16 }, (_, at) => `</${at}.css>; rel=preload; as=style`).join(", ")}`],
      [`Link: ${Array.from({ length: 15 }, (_, at) => `</${at}.css>; rel=preload; as=style`).join(", ")}`],
    ],
  },
  "link-prerender": {
    severity: "info",
    link: "https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API",
    summary: "A link asks to prerender a page; browsers take Speculation-Rules for that now.",
    bad: ["Link: </next>; rel=prerender"],
    good: ["Link: </next>; rel=prefetch"],
  },
  "link-canonical-several": {
    severity: "warning",
    link: rfc(6596, "section-3"),
    summary: "A response names several canonical addresses, so search engines may follow none.",
    bad: ["Link: </a>; rel=canonical", "Link: </b>; rel=canonical"],
    good: ["Link: </a>; rel=canonical"],
  },
} as const satisfies Record<string, ProblemKind>;

export type LinkKind = keyof typeof linkKinds;
