/** Source expressions of Content-Security-Policy. Keys in lower case; the last ones, in angle brackets, are kinds. */

import { wordTable } from "../../word-table.ts";

export const cspSources = wordTable({
  "'none'": "Nothing is allowed. Must be the only source.",
  "'self'": "The page's own origin: same scheme, host and port.",
  "'unsafe-inline'":
    "Allows inline scripts or styles, and so most injected ones. Ignored if there is a nonce or hash.",
  "'unsafe-eval'": "Allows eval and the like, which turn text into code.",
  "'unsafe-hashes'": "Lets hashes also allow inline event handlers and style attributes.",
  "'wasm-unsafe-eval'": "Allows compiling WebAssembly without allowing eval of JavaScript.",
  "'wasm-eval'": "An older, non-standard name for 'wasm-unsafe-eval'.",
  "'strict-dynamic'":
    "Scripts trusted by nonce or hash may load more scripts; host and scheme sources are ignored.",
  "'report-sample'":
    "Includes the first 40 characters of the blocked code in violation reports, except those of Safari.",
  "'inline-speculation-rules'":
    "Allows speculation rules written in the page while other inline scripts stay blocked.",
  "'trusted-types-eval'":
    "Allows eval only where trusted types are enforced and the text is a trusted script.",
  "'report-sha256'": "Reports the SHA-256 hashes of scripts loaded, for an inventory of what runs.",
  "'report-sha384'": "Reports the SHA-384 hashes of scripts loaded, for an inventory of what runs.",
  "'report-sha512'": "Reports the SHA-512 hashes of scripts loaded, for an inventory of what runs.",
  "'unsafe-allow-redirects'":
    "Part of the removed navigate-to: allowed navigations that end elsewhere by redirect.",
  "'allow-duplicates'": "In trusted-types: several policies may have the same name.",
  "'script'": "In require-trusted-types-for: the places where a string could become script.",
  "'allow'": "In webrtc: connections are allowed.",
  "'block'": "In webrtc: connections are blocked.",
  "*": "Any host with network schemes; data:, blob: and similar stay excluded. In trusted-types: any policy name.",
  "data:": "Content inside the URL itself. For scripts, as dangerous as 'unsafe-inline'.",
  "blob:": "Content that a script of the page created in memory.",
  "filesystem:": "Files from the sandboxed file system of Chromium's old interface.",
  "mediastream:": "Live streams from camera or microphone. Removed from browsers.",
  "https:": "Any host, over HTTPS.",
  "http:": "Any host, over HTTP or HTTPS.",
  "ws:": "Any host, by WebSocket, encrypted or not.",
  "wss:": "Any host, by encrypted WebSocket.",
  "about:": "Pages of the browser such as about:blank. Usually without effect in a policy.",
  "<nonce>": "Elements whose nonce attribute has this value. It must be random and new in every response.",
  "<hash>": "Inline code, or a script with an integrity attribute, that has exactly this hash.",
  "<scheme>": "Any address with this scheme.",
  "<host>": "This host, with scheme, port or path where given.",
  "<wildcard-host>": "All subdomains of this host, not the host itself.",
});
