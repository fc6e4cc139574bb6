/** Parameters of challenges: RFC 9110, RFC 6750, RFC 7616, RFC 7617, RFC 9449, RFC 9470, RFC 9577, RFC 9728. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const challengeParams = wordTable({
  realm: "The name of the protected area; passwords are remembered for it.",
  charset: "The encoding of user name and password: UTF-8.",
  scope: "The rights that the token must include.",
  error: "Why the token was refused, such as invalid_token or insufficient_scope.",
  error_description: "The reason in words for developers.",
  error_uri: "A page about the error.",
  resource_metadata:
    "Where the metadata of the protected resource is, which names the authorization servers for OAuth clients.",
  authorization_uri: "Where to log in. A private parameter of Microsoft and others.",
  client_id: "The application that the token must be for. A private parameter of Microsoft.",
  trusted_issuers: "The issuers whose tokens are accepted. A private parameter of Microsoft.",
  service: "The service that the token must be for; used by container registries.",
  acr_values: "The kinds of login that are strong enough.",
  max_age: "How many seconds ago the login may have been at most.",
  algs: "The signature algorithms accepted for DPoP proofs.",
  nonce: "A one-time value of the server that goes into the answer.",
  opaque: "Data that the client returns unchanged.",
  stale: "true: only the nonce was too old; the password was right.",
  algorithm: "The hash algorithm, such as SHA-256.",
  qop: "What the hash covers: auth the request, auth-int also the body.",
  domain: "The addresses that the login covers.",
  userhash: "Whether the user name can be sent as a hash.",
  challenge: "The data to be answered: a token challenge (PrivateToken) or a nonce (HOBA).",
  "token-key": "The public key of the token issuer.",
  "max-age": "How many seconds the challenge stays valid.",
  sid: "The session that an answer belongs to.",
  data: "The next message of the exchange.",
});
