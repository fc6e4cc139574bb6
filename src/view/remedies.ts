/** What to do about findings that no header line shows: one sentence an id. */

export const remedies = {
  "certificate-expired": "Renew the certificate, reload the server, and let a timer do both from now on.",
  "certificate-not-yet-valid": "Check the clocks of the server and of whoever issued the certificate.",
  "certificate-wrong-name":
    "Get a certificate that lists this name, or serve the name from the server that has one.",
  "certificate-self-signed":
    "Get a certificate from a public authority, such as one that issues them by ACME.",
  "certificate-untrusted":
    "Send the intermediate certificates too: configure the full chain and not the leaf alone.",
  "certificate-expires-soon": "Renew it now, and find out why the renewal has not run by itself.",
  "tls-version-old": "Switch TLS 1.0 and 1.1 off, and TLS 1.2 and 1.3 on.",
  "variants-disagree": "Choose one address and redirect the other three to it permanently, in one step each.",
  "variant-fails": "Give the name an address and a server that redirects, or leave it out on purpose.",
  "variant-stays-http": "Redirect http to https permanently, and send Strict-Transport-Security from there.",
  "http3-needs-tls": "Ask for the https address to see HTTP/3.",
  "http3-works": "Nothing: browsers use it from the second request on.",
  "http3-fails": "Let UDP through to the port that Alt-Svc names, or take h3 out of Alt-Svc.",
  "certificate-weak-key": "Make a new key, RSA with 2048 bits or P-256, and get a certificate for it.",
  "certificate-sha1": "Get a new certificate: every authority signs over SHA-256 today.",
  "tls-client-certificate":
    "Ask for client certificates only where they are needed, under a host name of its own.",
  "tls-cipher-cbc": "Put the AES-GCM and ChaCha20 ciphers first, and let the server choose by its own order.",
  "http2-refused": "Leave HTTP/2 out of ALPN on this host, or serve this resource by HTTP/2 as well.",
  "http2-not-offered": "Enable HTTP/2 in the server; over TLS it is negotiated by ALPN.",
  "http2-needs-tls": "Ask for the https URL: that is where browsers speak HTTP/2.",
  "address-not-permitted": "Take the address that is not public out of the public DNS.",
  "address-unanswered": "Bring the silent server back, or take its A or AAAA record out.",
  "content-limit": "Nothing: only the reading stopped here.",
  "content-undecodable": "Let one place alone compress, and set Content-Encoding to what it really does.",
  "bytes-after-content": "Make Content-Length the number of bytes that are sent, counted after compression.",
  "unexpected-upgrade": "Answer 101 only to requests that have the Upgrade field.",
  "fields-too-many": "Find out what adds fields again and again, often cookies or Link, and stop it.",
  "blank-line-before-status":
    "Remove the blank line: in scripts it is often white space in front of the first line.",
  "bare-line-feed": "End each line with CRLF; a library for HTTP does that by itself.",
  "bare-carriage-return": "Take line breaks out of values before they go into the header section.",
  "nul-in-head": "Take control characters out of values before they go into the header section.",
  "http2-value-spaces": "Trim values before they go into the header section.",
  "second-status-line":
    "Look for a script or proxy that writes a whole response into the header section of another.",
  "unknown-http-version": "Let the server name the version that it speaks, such as HTTP/1.1.",
  "revalidation-ignored":
    "Compare If-None-Match with the ETag, and answer 304 without content where they match.",
  "revalidation-fields-lost":
    "Send Cache-Control, Date, ETag, Expires, Vary and Content-Location with 304 as with 200.",
  "validator-changes": "Make the validator from the content, so that all servers give the same.",
  "accept-ranges-untrue": "Serve ranges, or send Accept-Ranges: none.",
  "range-ignored": "Serve ranges, or send Accept-Ranges: none.",
  "range-wrong": "Answer 206 with the bytes that were asked for and a Content-Range that names them.",
  "coding-forced": "Compress only for requests whose Accept-Encoding takes the coding.",
  "etag-shared": "Give each coding its own ETag, or make the ETag weak.",
  "negotiation-without-vary": "Send Vary: Accept-Encoding with every response that may be compressed.",
  "check-failed":
    "Look it up again; if it stays so, read the server's error log for the time of the request.",
  "redirect-loop":
    "Follow the redirects in order: often one rule adds what another takes away, such as www or a slash.",
  "redirects-too-many": "Redirect to the final URL at once.",
  "location-too-long": "Keep what the page needs to know on the server instead of in the URL.",
  "redirect-other-scheme": "Redirect to https; let a link on the page open what is not on the web.",
  "redirect-by-refresh": "Answer with 301 or 308 and a Location.",
  "credentials-in-url": "Send credentials in the Authorization field: URLs end up in logs.",
  "max-time-exceeded": "See in the times of the stages which one is slow, or allow more.",
} as const satisfies Record<string, string>;
