/** Authentication schemes: the IANA registry and those in wide private use. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const authSchemes = wordTable({
  basic: "User name and password, only Base64-encoded: needs HTTPS.",
  bearer: "A token that gives access to anyone who has it. Usual with OAuth 2.0.",
  concealed: "A signature bound to the TLS connection; the server hides that it requires a login (RFC 9729).",
  digest: "A hash of the password with a nonce. Look for SHA-256; MD5 is outdated.",
  dpop: "An OAuth token bound to a key that the client holds.",
  gnap: "A token of the GNAP authorization protocol, possibly bound to a key.",
  hoba: "A signature by a key kept in the browser, instead of a password. Experimental.",
  mutual: "Mutual proof of the password between browser and server. Experimental.",
  negotiate:
    "Kerberos or NTLM, chosen by the client; sign-on in company networks. Authenticates the connection, not the request.",
  ntlm: "Microsoft's older challenge and response scheme. Weak; authenticates the connection.",
  oauth: "OAuth 1.0: requests signed with consumer key and token.",
  privatetoken:
    "A Privacy Pass token: proves that the client passed a check elsewhere without identifying it.",
  "scram-sha-1": "A salted challenge and response with the password, on SHA-1. Prefer SCRAM-SHA-256.",
  "scram-sha-256": "A salted challenge and response that never sends the password.",
  vapid: "The signed identity of an application server that sends web push messages.",
  "aws4-hmac-sha256": "Amazon's request signature, version 4.",
  "aws4-ecdsa-p256-sha256": "Amazon's asymmetric request signature, valid in several regions.",
  apikey: "A private scheme with a fixed key. Not registered.",
  token: "A private scheme with a token, used by Django REST framework and Rails. Not registered.",
  hawk: "A private scheme with request signatures. No longer maintained.",
  kerberos: "A private name for Kerberos tickets; the usual scheme is Negotiate.",
  "passport1.4": "Microsoft Passport, the forerunner of the Microsoft account. Outdated.",
  wsse: "A user name token hashed with a nonce, known from Atom publishing. Outdated.",
  sharedkey: "Azure Storage's signature with the account key.",
  signature:
    "Request signatures of an early draft, common in the fediverse; message signatures by RFC 9421 replace it.",
  l402: "Access by a token that a Lightning payment unlocks. A private scheme.",
  lsat: "The earlier name of L402.",
});
