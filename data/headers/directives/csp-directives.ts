/** Content-Security-Policy directives: CSP Level 3, related specifications and removed ones. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const cspDirectives = wordTable({
  "default-src": "Sources for every kind of resource without its own directive.",
  "script-src": "Sources of scripts, and whether inline scripts and eval are allowed.",
  "script-src-elem": "The sources for script elements only; script-src is the fallback.",
  "script-src-attr": "Whether inline event handlers such as onclick may run; script-src is the fallback.",
  "style-src": "Sources of style sheets, and whether inline styles are allowed.",
  "style-src-elem": "The sources for style elements and style sheet links; style-src is the fallback.",
  "style-src-attr": "Whether style attributes in the markup apply; style-src is the fallback.",
  "img-src": "Sources of images and icons.",
  "font-src": "Sources of fonts.",
  "connect-src":
    "URLs to which scripts may connect: fetch, XMLHttpRequest, WebSocket, EventSource, beacons and link pings.",
  "media-src": "Sources of audio, video and subtitles.",
  "object-src": "The sources for plug-ins in object and embed elements. Best set to 'none'.",
  "child-src": "Sources of frames and workers if frame-src or worker-src is absent.",
  "frame-src": "The pages that may be shown in frames of this page.",
  "worker-src": "The sources of worker, shared worker and service worker scripts.",
  "manifest-src": "Sources of the web app manifest.",
  "fenced-frame-src": "The pages that may be shown in fenced frames. Experimental, Chromium only.",
  "prefetch-src": "Sources of prefetched content. Removed from the standard; only Safari supports it.",
  "base-uri":
    "URLs that a base element may set. Without it, injected markup can redirect all relative links.",
  sandbox: "Treats the page as if in a sandboxed frame; each token gives back one capability.",
  "form-action": "URLs to which forms may be sent. default-src does not cover it.",
  "frame-ancestors":
    "Pages that may show this page in a frame. Prevents clickjacking and overrides X-Frame-Options.",
  "navigate-to": "URLs to which the page could navigate. Removed from the standard and never shipped.",
  "report-uri":
    "URL for violation reports. Deprecated in favour of report-to, but older browsers support nothing else.",
  "report-to": "The name of the endpoint in Reporting-Endpoints that receives violation reports.",
  "require-trusted-types-for":
    "Requires trusted types instead of plain strings when scripts write to dangerous places such as innerHTML.",
  "trusted-types": "The names of the trusted type policies that scripts may create.",
  "upgrade-insecure-requests": "Loads http: URLs in the page over HTTPS instead.",
  "block-all-mixed-content":
    "Blocks everything loaded over HTTP in an HTTPS page. Obsolete: browsers block or upgrade it anyway.",
  "require-sri-for":
    "Required integrity hashes for scripts or styles. Removed; use the header Integrity-Policy.",
  "plugin-types": "The media types of plug-ins allowed. Removed, since browsers dropped plug-ins.",
  referrer: "How much Referer reveals. Removed; use the header Referrer-Policy.",
  "reflected-xss": "Controlled the browser's script filter. Removed; never widely supported.",
  "disown-opener": "Cut the link to the opening window. Removed; use Cross-Origin-Opener-Policy.",
  webrtc: "Allows or blocks WebRTC connections of the page: 'allow' or 'block'.",
  options: "Early switches such as inline-script of the first drafts. Never part of the standard.",
  allow:
    "The default source list in Firefox's first, prefixed version of the policy. Unknown to current browsers; use default-src.",
  "xhr-src": "URLs for XMLHttpRequest in the first drafts. Unknown to browsers; use connect-src.",
  "policy-uri": "The address of a policy file in the first drafts. Unknown to current browsers.",
});
