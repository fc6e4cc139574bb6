/** Content-Security-Policy directives: CSP Level 3, related specifications and removed ones. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const cspDirectives = wordTable({
  "default-src": "The sources allowed for every kind of resource without its own directive.",
  "script-src": "The sources from which scripts may come, and whether inline scripts and eval are allowed.",
  "script-src-elem": "The sources for script elements only; script-src is the fallback.",
  "script-src-attr": "Whether inline event handlers such as onclick may run; script-src is the fallback.",
  "style-src": "The sources from which style sheets may come, and whether inline styles are allowed.",
  "style-src-elem": "The sources for style elements and style sheet links; style-src is the fallback.",
  "style-src-attr": "Whether style attributes in the markup apply; style-src is the fallback.",
  "img-src": "The sources from which images and icons may come.",
  "font-src": "The sources from which fonts may come.",
  "connect-src":
    "The addresses to which scripts may connect: fetch, XMLHttpRequest, WebSocket, EventSource, beacons and link pings.",
  "media-src": "The sources from which audio, video and subtitles may come.",
  "object-src": "The sources for plug-ins in object and embed elements. Best set to 'none'.",
  "child-src": "The sources for frames and workers where frame-src or worker-src is absent.",
  "frame-src": "The pages that may be shown in frames of this page.",
  "worker-src": "The sources of worker, shared worker and service worker scripts.",
  "manifest-src": "The sources from which the web app manifest may come.",
  "fenced-frame-src": "The pages that may be shown in fenced frames. Experimental, Chromium only.",
  "prefetch-src":
    "The sources that might be prefetched. Removed; browsers use default-src and the others instead.",
  "base-uri":
    "The addresses that a base element may set. Without it injected markup can redirect all relative links.",
  sandbox: "Treats the page as if in a sandboxed frame; the tokens give back single powers.",
  "form-action": "The addresses to which forms may be sent. default-src does not cover it.",
  "frame-ancestors":
    "The pages that may show this page in a frame. Guards against clickjacking and outranks X-Frame-Options.",
  "navigate-to":
    "The addresses to which the page could navigate. Removed from the standard and never shipped.",
  "report-uri":
    "The address for violation reports. Deprecated in favour of report-to, but still the more widely supported.",
  "report-to": "The name of the endpoint in Reporting-Endpoints that receives violation reports.",
  "require-trusted-types-for":
    "Demands trusted types instead of plain strings where scripts write to dangerous places such as innerHTML.",
  "trusted-types": "The names of the trusted type policies that scripts may create.",
  "upgrade-insecure-requests": "Loads http: addresses in the page over HTTPS instead.",
  "block-all-mixed-content":
    "Blocked everything loaded over HTTP in an HTTPS page. Obsolete: browsers upgrade or block it anyway.",
  "require-sri-for":
    "Demanded integrity hashes for scripts or styles. Removed; Integrity-Policy takes its place.",
  "plugin-types": "The media types of plug-ins allowed. Removed, since browsers dropped plug-ins.",
  referrer: "How much Referer reveals. Removed; use Referrer-Policy.",
  "reflected-xss": "Steered the browser's script filter. Removed; never widely supported.",
  "disown-opener": "Cut the link to the opening window. Removed; Cross-Origin-Opener-Policy does it.",
  webrtc: "Allows or blocks WebRTC connections of the page: 'allow' or 'block'.",
  options: "Early switches such as inline-script of the first drafts. Never part of the standard.",
  allow:
    "The default source list in Firefox's first, prefixed version of the policy. Unknown to current browsers; use default-src.",
  "xhr-src": "The addresses for XMLHttpRequest in the first drafts. Unknown to browsers; use connect-src.",
  "policy-uri": "The address of a policy file in the first drafts. Unknown to current browsers.",
});
