import type { AnyRule } from "../field.ts";
import { across } from "./across.ts";
import { authentication } from "./authentication.ts";
import { authorizedStorage } from "./authorized-storage.ts";
import { browserCache } from "./browser-cache.ts";
import { clock } from "./clock.ts";
import { conditional } from "./conditional.ts";
import { cookies } from "./cookies.ts";
import { cors } from "./cors.ts";
import { corsPreflight } from "./cors-preflight.ts";
import { corsRequest } from "./cors-request.ts";
import { disclosure } from "./disclosure.ts";
import { earlyHints } from "./early-hints.ts";
import { engines } from "./engines.ts";
import { framing } from "./framing.ts";
import { freshness, unstored } from "./freshness.ts";
import { grpc } from "./grpc.ts";
import { handshake } from "./handshake.ts";
import { leaks } from "./leaks.ts";
import { lines } from "./lines.ts";
import { loginRedirect } from "./login-redirect.ts";
import { media } from "./media.ts";
import { missingFreshness } from "./missing-freshness.ts";
import { names } from "./names.ts";
import { negotiation } from "./negotiation.ts";
import { partial, range } from "./range.ts";
import { redirect } from "./redirect.ts";
import { reporting } from "./reporting.ts";
import { retirement } from "./retirement.ts";
import { framingPolicies, isolation, missingHsts, missingSecurityFields } from "./security.ts";
import { signatures } from "./signatures.ts";
import { size } from "./size.ts";
import { software } from "./software.ts";
import { statusCodes } from "./status-codes.ts";
import { statusNeeds } from "./status-needs.ts";
import { transport } from "./transport.ts";

/** All rules, in the order in which they run. */
export const rules: readonly AnyRule[] = [
  lines,
  missingHsts,
  missingSecurityFields,
  framingPolicies,
  isolation,
  engines,
  reporting,
  disclosure,
  software,
  clock,
  unstored,
  freshness,
  missingFreshness,
  browserCache,
  conditional,
  range,
  partial,
  framing,
  negotiation,
  statusNeeds,
  statusCodes,
  corsPreflight,
  cors,
  corsRequest,
  redirect,
  loginRedirect,
  authentication,
  names,
  size,
  transport,
  cookies,
  authorizedStorage,
  signatures,
  retirement,
  earlyHints,
  handshake,
  leaks,
  media,
  grpc,
  across,
];
