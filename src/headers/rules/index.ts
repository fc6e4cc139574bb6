import type { AnyRule } from "../field.ts";
import { across, browserCache, retirement, signatures } from "./across.ts";
import { causes } from "./causes.ts";
import { clock, conditional } from "./conditional.ts";
import { authorizedStorage, cookies } from "./cookies.ts";
import { cors } from "./cors.ts";
import { corsPreflight } from "./cors-preflight.ts";
import { corsRequest } from "./cors-request.ts";
import { disclosure, leaks, software } from "./disclosure.ts";
import { engines } from "./engines.ts";
import { framing, grpc, handshake } from "./framing.ts";
import { freshness, unstored } from "./freshness.ts";
import { lines, size } from "./lines.ts";
import { loginRedirect } from "./login-redirect.ts";
import { media } from "./media.ts";
import { missingFreshness } from "./missing-freshness.ts";
import { names } from "./names.ts";
import { negotiation } from "./negotiation.ts";
import { partial, range } from "./range.ts";
import { redirect, transport } from "./redirect.ts";
import { reporting } from "./reporting.ts";
import { secrets } from "./secrets.ts";
import { framingPolicies, isolation, missingHsts, missingSecurityFields } from "./security.ts";
import { authentication, earlyHints, statusCodes, statusNeeds } from "./status-needs.ts";
import { unmetRequests } from "./unmet-requests.ts";

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
  unmetRequests,
  causes,
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
  secrets,
  media,
  grpc,
  across,
];
