/** Authentication and signatures: RFC 9110 section 11, RFC 8053, RFC 9421, RFC 9449, ACME. */

import type { CatalogueRow } from "../row.ts";

export const authentication: readonly CatalogueRow[] = [
  {
    name: "Accept-Signature",
    type: "sf-dictionary",
    direction: "both",
    description:
      "Asks the other side to sign its next message, and says which parts, key and algorithm the signature should use.",
  },
  {
    name: "Authentication-Control",
    type: "challenge",
    description:
      "Steers how a browser shows its login, for example whether a log-out button appears or where to go after it. Experimental and without known browser support.",
  },
  {
    name: "Authentication-Info",
    type: "parameters",
    description:
      "Gives the client further facts after a successful login, such as the next nonce of Digest authentication or a proof that the server knows the password too.",
  },
  {
    name: "Authorization",
    type: "string",
    direction: "request",
    description:
      "Carries the credentials for the resource: a scheme such as Bearer or Basic and its data. Basic is only encoded, not encrypted. Never paste a real value anywhere public.",
  },
  {
    name: "Client-Cert",
    direction: "request",
    description:
      "Passes the client's TLS certificate from a reverse proxy to the origin. The proxy must remove any copy that a client sent itself.",
  },
  {
    name: "Client-Cert-Chain",
    direction: "request",
    description:
      "Passes the certificates above the client's own, as received in TLS, from a reverse proxy to the origin.",
  },
  {
    name: "Concealed-Auth-Export",
    direction: "request",
    description:
      "Passes TLS keying material from a front server to the one behind it, which needs it to check a Concealed login. Must never be accepted from outside.",
  },
  {
    name: "CTA-Common-Access-Token",
    type: "string",
    direction: "both",
    description:
      "Carries a Common Access Token, by which a CDN decides whether a viewer may fetch a media file.",
  },
  {
    name: "Detached-JWS",
    type: "string",
    direction: "request",
    description:
      "Carries a signature over the request in JSON Web Signature form with its payload left out. Used by clients of the GNAP authorization protocol.",
  },
  {
    name: "DPoP",
    type: "string",
    direction: "request",
    description:
      "Proves by a freshly signed token that the client holds the private key to which its OAuth access token is bound, so that a stolen token alone is of no use.",
  },
  {
    name: "DPoP-Nonce",
    type: "identifier",
    description:
      "Gives the client a nonce that its next DPoP proof has to contain, so that old proofs cannot be used again. Each response may bring a new one.",
  },
  {
    name: "Hobareg",
    type: "token",
    description:
      "Tells whether the registration of a HOBA key succeeded: regok, or reginwork while more steps are needed. HOBA is a login by signature without passwords.",
  },
  {
    name: "Include-Referred-Token-Binding-ID",
    type: "token",
    description:
      "Asked the browser with true to reveal the token binding it uses with the site it is redirected to. Token binding was removed from browsers.",
  },
  {
    name: "Optional-WWW-Authenticate",
    type: "challenge",
    description:
      "Offers a login while serving the content anyway: the same challenges as WWW-Authenticate, without demanding an answer.",
  },
  {
    name: "Proxy-Authenticate",
    type: "challenge",
    description:
      "Says by which schemes a client can log in to the proxy. Goes with status 407; seeing it from a website means that a proxy stands in between.",
  },
  {
    name: "Proxy-Authentication-Info",
    type: "parameters",
    description:
      "Gives further facts after a successful login at a proxy, as Authentication-Info does for the server.",
  },
  {
    name: "Proxy-Authorization",
    type: "string",
    direction: "request",
    description:
      "Carries the credentials for the proxy. The proxy consumes it; it should not reach the website.",
  },
  {
    name: "Replay-Nonce",
    type: "identifier",
    description:
      "Gives an ACME client the one-time value that its next signed request has to contain. Sent by certificate authorities such as Let's Encrypt.",
  },
  {
    name: "Cert-Not-After",
    type: "date",
    description:
      "Gives the end of validity of a short-term certificate that an ACME server renews by itself.",
  },
  {
    name: "Cert-Not-Before",
    type: "date",
    description: "Gives the start of validity of a short-term certificate fetched from an ACME server.",
  },
  {
    name: "Sec-Token-Binding",
    type: "string",
    direction: "request",
    description:
      "Proved possession of a key bound to the TLS connection, so that cookies and tokens could not be used elsewhere. Browsers dropped token binding in 2018.",
  },
  {
    name: "Security-Scheme",
    type: "string",
    direction: "both",
    replacedBy: "HTTPS",
    description:
      "Announced Secure HTTP (S-HTTP) of 1999, which encrypted single messages and lost against HTTPS.",
  },
  {
    name: "Set-Txn",
    type: "identifier",
    description:
      "Gives the client the transaction identifier under which the server will publish the security events that this request causes. Used by SCIM user directories.",
    links: ["https://www.rfc-editor.org/rfc/rfc9967"],
  },
  {
    name: "Signature",
    type: "sf-dictionary",
    direction: "both",
    description:
      "Carries signatures over parts of the message, each under a label that also stands in Signature-Input. Used by APIs, federated servers and bots that prove who they are.",
  },
  {
    name: "Signature-Input",
    type: "sf-dictionary",
    direction: "both",
    description:
      "Says for each signature which parts of the message it covers, with which key and algorithm, and when it was made and expires.",
  },
  {
    name: "WWW-Authenticate",
    type: "challenge",
    description:
      "Says by which schemes a client can log in, such as Basic, Digest or Bearer, with realm and other parameters. Required with status 401; may report why a token was refused.",
  },
  {
    name: "OSCORE",
    type: "string",
    direction: "both",
    description:
      "Marks a message whose content is protected end to end by OSCORE, the object security of CoAP, while it crosses an HTTP proxy. Seen in front of small devices only.",
  },
];
