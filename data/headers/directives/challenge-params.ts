/** Parameters of challenges: RFC 9110, RFC 6750, RFC 7616, RFC 7617, RFC 9449, RFC 9470, RFC 9577, RFC 9728. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const challengeParams = wordTable({
  realm: "Name of the protected area; browsers remember passwords for it.",
  charset: "The encoding of user name and password: UTF-8.",
  scope: "The rights that the token must include.",
  error: "Why the token was refused, such as invalid_token or insufficient_scope.",
  error_description: "The reason in words for developers.",
  error_uri: "A page about the error.",
  resource_metadata:
    "URL of the protected resource's metadata, which names the authorization server for OAuth clients.",
  authorization_uri: "Where to log in. A private parameter of Microsoft and others.",
  client_id: "The application that the token must be for. A private parameter of Microsoft.",
  trusted_issuers: "The issuers whose tokens are accepted. A private parameter of Microsoft.",
  service: "Name of the service that the token must be for; used by container registries.",
  acr_values: "The kinds of login that are strong enough.",
  max_age: "Maximum age of the login in seconds.",
  algs: "The signature algorithms accepted for DPoP proofs.",
  nonce: "One-time value of the server; the client includes it in its answer.",
  opaque: "Data that the client returns unchanged.",
  stale: "true: only the nonce was too old; the password was correct.",
  algorithm: "The hash algorithm, such as SHA-256.",
  qop: "Coverage of the hash: auth for the request, auth-int also for the body.",
  domain: "The addresses that the login covers.",
  userhash: "Whether the user name can be sent as a hash.",
  challenge: "Data that the client must answer: a token challenge (PrivateToken) or a nonce (HOBA).",
  "token-key": "The public key of the token issuer.",
  "max-age": "How many seconds the challenge stays valid.",
  sid: "The session that an answer belongs to.",
  data: "The next message of the exchange.",
});
