/** Names that once had a use, stray fields of other protocols and typing errors. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const legacy: readonly CatalogueRow[] = [
  {
    name: "Content-Transfer-Encoding",
    description: "Encoding of a mail part. HTTP has no such field and no client acts on it; remove it.",
    type: "token",
    status: "deprecated",
  },
  {
    name: "Accept-CH-Lifetime",
    description:
      "Seconds for which a browser was to remember Accept-CH, in an early draft of Client Hints. No browser in use reads it.",
    type: "integer",
    status: "deprecated",
  },
  {
    name: "X-XRDS-Location",
    description:
      "Address of the document by which OpenID 2.0 and OAuth found their services. Hardly anything reads it today.",
    type: "url",
    sender: "OpenID 2.0",
  },
  {
    name: "X-Yadis-Location",
    description: "Earlier name of X-XRDS-Location, from the Yadis protocol.",
    type: "url",
    sender: "OpenID",
  },
  {
    name: "X-P3P",
    description: "Private copy of P3P, a privacy statement that only Internet Explorer read.",
    status: "deprecated",
  },
  {
    name: "X-Meta-Generator",
    description: "Names the software that made the page, as a copy of the page's meta element.",
    type: "product",
  },
  { name: "X-Meta-Description", description: "Description of the page as a copy of its meta element." },
  {
    name: "X-Meta-Keywords",
    description: "Keywords of the page as a copy of its meta element. Search engines do not use them.",
    type: "list",
  },
  { name: "X-Meta-Title", description: "Title of the page as a copy." },
  {
    name: "X-Meta-Robots",
    description: "Copy of the page's robots element; search engines read X-Robots-Tag.",
    type: "list",
  },
  { name: "X-Title", description: "Title of the page, at times of a stream or file." },
  { name: "Title", description: "Title of the page, under a bare name." },
  { name: "Description", description: "Description of the page as a header; it has no effect there." },
  {
    name: "Keywords",
    description: "Keywords of the page as a header; they have no effect there.",
    type: "list",
  },
  { name: "Author", description: "Author of the page as a header." },
  { name: "Copyright", description: "Copyright note as a header; it has no effect there." },
  { name: "Robots", description: "Meant for search engines, which read X-Robots-Tag only.", type: "list" },
  {
    name: "Generator",
    description: "Names the software that made the page, under a bare name.",
    type: "product",
  },
  {
    name: "Imagetoolbar",
    description: '"no" kept Internet Explorer 6 from showing its toolbar over pictures.',
    type: "token",
    status: "deprecated",
  },
  {
    name: "MSThemeCompatible",
    description: "Kept Internet Explorer from drawing form parts in Windows' style.",
    type: "token",
    status: "deprecated",
  },
  { name: "X-UA", description: "Misremembered X-UA-Compatible, or the user agent repeated." },
  {
    name: "X-Moz-Is-Feed",
    description: '"1" told Firefox to treat the answer as a feed. Today\'s Firefox has no feed reader.',
    type: "integer",
    sender: "Firefox",
  },
  {
    name: "X-Content-Duration",
    description: "Length of an Ogg video in seconds, which old Firefox used.",
    sender: "Firefox",
  },
  {
    name: "X-DownloadOptions",
    description: "Misspelt X-Download-Options, itself without effect today.",
    type: "token",
  },
  {
    name: "X-Do-Not-Track",
    description: "Private answer to the DNT request field, which is abandoned.",
    type: "token",
  },
  {
    name: "X-Behavioral-Ad-Opt-Out",
    description: "Request of old browser extensions not to be followed by advertisers.",
    type: "integer",
    direction: "request",
  },
  {
    name: "X-Wap-Profile",
    description: "Address of the phone's profile document in the days of WAP.",
    type: "url",
    direction: "request",
  },
  {
    name: "Access-Control-Allow-Header",
    description: "Misspelt Access-Control-Allow-Headers. Browsers ignore it.",
    type: "list",
  },
  {
    name: "Access-Control-Allow-Method",
    description: "Misspelt Access-Control-Allow-Methods. Browsers ignore it.",
    type: "list",
  },
  {
    name: "Access-Control-Allow-Orgin",
    description: "Misspelt Access-Control-Allow-Origin. Browsers ignore it, so other origins stay shut out.",
  },
  {
    name: "Access-Control-Allowed-Origin",
    description: "Mistaken form of Access-Control-Allow-Origin. Browsers ignore it.",
  },
  {
    name: "Access-Control-Allow-Domain",
    description: "Not a field of the CORS protocol. Browsers ignore it.",
  },
  {
    name: "Access-Control-Expose-Header",
    description: "Misspelt Access-Control-Expose-Headers. Browsers ignore it.",
    type: "list",
  },
  {
    name: "Strict-Transport-Policy",
    description:
      "Mistaken form of Strict-Transport-Security. Browsers ignore it, so the site is not pinned to HTTPS.",
  },
  {
    name: "Referer-Policy",
    description: "Misspelt Referrer-Policy, after the one-r spelling of Referer. Browsers ignore it.",
    type: "token",
  },
  { name: "Feature-Policy-Allow", description: "Mistaken policy name; browsers read Permissions-Policy." },
  {
    name: "Content-Type-Options",
    description: "Mistaken form of X-Content-Type-Options. Browsers ignore it.",
    type: "token",
  },
  {
    name: "Frame-Options",
    description: "Early draft's name of X-Frame-Options. Browsers ignore it.",
    type: "token",
  },
  { name: "XSS-Protection", description: "Misremembered X-XSS-Protection. Browsers ignore it." },
  { name: "Cache-Controll", description: "Misspelt Cache-Control. Caches ignore it." },
  { name: "CacheControl", description: "Cache-Control without its hyphen. Caches ignore it." },
  { name: "Expire", description: "Misspelt Expires. Caches ignore it.", type: "date" },
  { name: "Content-Lenght", description: "Misspelt Content-Length. Clients ignore it.", type: "integer" },
  { name: "Set-Cookie3", description: "Not a field: cookies are set by Set-Cookie.", type: "cookie" },
  { name: "X-Set-Cookie", description: "Private copy of Set-Cookie. Browsers ignore it.", type: "cookie" },
  {
    name: "Content-Description",
    description:
      'Description of a mail part, often copied from download examples such as "File Transfer". HTTP clients ignore it.',
  },
  {
    name: "Proxy-Connection",
    description:
      "Sent by old clients to proxies in place of Connection. It never was a standard and should be dropped.",
    type: "token",
    direction: "both",
    status: "deprecated",
    replacedBy: "Connection",
  },
  {
    name: "Tk",
    description: "Answer to the Do Not Track request field. The plan is abandoned.",
    type: "token",
    status: "deprecated",
  },
  {
    name: "GPC",
    description: "Mistaken form of Sec-GPC, the wish that data not be sold.",
    type: "token",
    direction: "request",
  },
  {
    name: "CSP",
    description: "Not a field that browsers read; the policy belongs into Content-Security-Policy.",
  },
];
