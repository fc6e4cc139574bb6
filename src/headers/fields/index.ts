import type { AnyField } from "../field.ts";
import { accept, acceptEncoding, acceptPatch, acceptPost, acceptQuery } from "./accept.ts";
import { acceptRanges } from "./accept-ranges.ts";
import { accessControlAllowCredentials } from "./access-control-allow-credentials.ts";
import { accessControlAllowOrigin } from "./access-control-allow-origin.ts";
import {
  accessControlAllowHeaders,
  accessControlAllowMethods,
  accessControlExposeHeaders,
} from "./access-control-lists.ts";
import { accessControlMaxAge } from "./access-control-max-age.ts";
import { age } from "./age.ts";
import { allow } from "./allow.ts";
import { altSvc } from "./alt-svc.ts";
import { optionalWwwAuthenticate, proxyAuthenticate, wwwAuthenticate } from "./authenticate.ts";
import { authenticationInfo, proxyAuthenticationInfo } from "./authentication-info.ts";
import { cacheControl } from "./cache-control/cache-control.ts";
import { cacheGroupInvalidation, cacheGroups } from "./cache-groups.ts";
import { cacheStatus } from "./cache-status.ts";
import { clearSiteData } from "./clear-site-data.ts";
import { acceptCh, criticalCh } from "./client-hints.ts";
import { availableDictionary, dictionaryId, useAsDictionary } from "./compression-dictionaries.ts";
import { connection } from "./connection.ts";
import { contentDisposition } from "./content-disposition.ts";
import { contentEncoding } from "./content-encoding.ts";
import { contentLanguage } from "./content-language.ts";
import { contentLength } from "./content-length.ts";
import { contentLocation } from "./content-location.ts";
import { contentRange } from "./content-range.ts";
import { contentType } from "./content-type.ts";
import { setCookie } from "./cookies/set-cookie.ts";
import { contentSecurityPolicy, contentSecurityPolicyReportOnly } from "./csp/content-security-policy.ts";
import { date } from "./date.ts";
import { deltaBase, im } from "./delta-encoding.ts";
import { deprecation } from "./deprecation.ts";
import {
  contentDigest,
  reprDigest,
  unencodedDigest,
  wantContentDigest,
  wantReprDigest,
  wantUnencodedDigest,
} from "./digests.ts";
import { documentPolicy, documentPolicyReportOnly, requireDocumentPolicy } from "./document-policy.ts";
import { etag } from "./etag.ts";
import { expires } from "./expires.ts";
import { featurePolicy } from "./feature-policy.ts";
import { grpcMessage, grpcStatus } from "./grpc.ts";
import { integrityPolicy, integrityPolicyReportOnly } from "./integrity-policy.ts";
import {
  crossOriginEmbedderPolicy,
  crossOriginEmbedderPolicyReportOnly,
  crossOriginOpenerPolicy,
  crossOriginOpenerPolicyReportOnly,
  crossOriginResourcePolicy,
  documentIsolationPolicy,
  documentIsolationPolicyReportOnly,
} from "./isolation-policies.ts";
import { keepAlive } from "./keep-alive.ts";
import {
  largeAllocation,
  xDnsPrefetchControl,
  xDownloadOptions,
  xPermittedCrossDomainPolicies,
} from "./keyword-fields.ts";
import { lastModified } from "./last-modified.ts";
import { acceptChLifetime, contentDpr, p3p, xUaCompatible } from "./legacy-browser-fields.ts";
import { contentMd5, digest } from "./legacy-digests.ts";
import { expectCt, expectStaple, publicKeyPins, publicKeyPinsReportOnly } from "./legacy-security.ts";
import { link } from "./links/link.ts";
import { location } from "./location.ts";
import { mementoDatetime } from "./memento-datetime.ts";
import { nel } from "./nel.ts";
import { noVarySearch } from "./no-vary-search.ts";
import { originAgentCluster } from "./origin-agent-cluster.ts";
import { originTrial } from "./origin-trial.ts";
import { paymentRequired, paymentResponse, paymentSignature } from "./payments.ts";
import { permissionsPolicy, permissionsPolicyReportOnly } from "./permissions-policy.ts";
import { pragma } from "./pragma.ts";
import { preferenceApplied } from "./preference-applied.ts";
import {
  xContentSecurityPolicy,
  xContentSecurityPolicyReportOnly,
  xWebkitCsp,
  xWebkitCspReportOnly,
} from "./prefixed-policies.ts";
import { priority } from "./priority.ts";
import { fieldByRows, namesByRows, productFields } from "./products/index.ts";
import { proxyConnection } from "./proxy-connection.ts";
import { proxyStatus } from "./proxy-status.ts";
import { rateLimit, rateLimitPolicy } from "./rate-limit.ts";
import { rateLimitFamilies } from "./rate-limits.ts";
import { referrerPolicy } from "./referrer-policy.ts";
import { refresh } from "./refresh.ts";
import { reportTo } from "./report-to.ts";
import { reportingEndpoints } from "./reporting-endpoints.ts";
import { requestIds } from "./request-ids.ts";
import { retryAfter } from "./retry-after.ts";
import { serverTiming } from "./server-timing.ts";
import { acceptSignature, signature, signatureInput } from "./signatures/signatures.ts";
import {
  activateStorageAccess,
  idempotencyKey,
  linkTemplate,
  mimeVersion,
  serviceWorkerAllowed,
  setLogin,
} from "./site-state.ts";
import {
  poweredBy,
  server,
  sharePointVersion,
  xAspnetMvcVersion,
  xAspnetVersion,
  xGenerator,
  xOwaVersion,
  xPoweredBy,
  xPoweredCms,
  xServerPoweredBy,
} from "./software.ts";
import { sourceMap, xSourceMap } from "./source-map.ts";
import { speculationRules, supportsLoadingMode } from "./speculation.ts";
import { strictTransportSecurity } from "./strict-transport-security.ts";
import { connectUdpBind, incremental } from "./structured-flags.ts";
import { sunset } from "./sunset.ts";
import { surrogateControl } from "./surrogate-control.ts";
import { surrogateKey } from "./surrogate-key.ts";
import {
  akamaiCacheControl,
  cdnCacheControl,
  cloudflareCdnCacheControl,
  netlifyCdnCacheControl,
  vercelCdnCacheControl,
} from "./targeted-cache-control.ts";
import { te } from "./te.ts";
import { timingAllowOrigin } from "./timing-allow-origin.ts";
import { b3, b3Fields, baggage, traceparent, tracestate } from "./trace-context.ts";
import { trailer } from "./trailer.ts";
import { transferEncoding } from "./transfer-encoding.ts";
import { upgrade } from "./upgrade.ts";
import { vary } from "./vary.ts";
import { via } from "./via.ts";
import { warning } from "./warning.ts";
import {
  secWebSocketAccept,
  secWebSocketExtensions,
  secWebSocketProtocol,
  secWebSocketVersion,
} from "./websocket.ts";
import { xContentTypeOptions } from "./x-content-type-options.ts";
import { xFrameOptions } from "./x-frame-options.ts";
import { xRobotsTag } from "./x-robots-tag.ts";
import { xRuntime } from "./x-runtime.ts";
import { xXssProtection } from "./x-xss-protection.ts";

/** All fields with a file of their own. */
export const fields: readonly AnyField[] = [
  ...b3Fields,
  ...rateLimitFamilies,
  grpcMessage,
  grpcStatus,
  ...requestIds,
  ...productFields,
  accept,
  acceptCh,
  acceptChLifetime,
  acceptEncoding,
  acceptPatch,
  acceptPost,
  acceptQuery,
  acceptRanges,
  acceptSignature,
  accessControlAllowCredentials,
  accessControlAllowHeaders,
  accessControlAllowMethods,
  accessControlAllowOrigin,
  accessControlExposeHeaders,
  accessControlMaxAge,
  activateStorageAccess,
  age,
  akamaiCacheControl,
  allow,
  altSvc,
  authenticationInfo,
  availableDictionary,
  b3,
  baggage,
  cacheControl,
  cacheGroupInvalidation,
  cacheGroups,
  cacheStatus,
  cdnCacheControl,
  clearSiteData,
  cloudflareCdnCacheControl,
  connectUdpBind,
  connection,
  contentDigest,
  contentDisposition,
  contentDpr,
  contentEncoding,
  contentLanguage,
  contentLength,
  contentLocation,
  contentMd5,
  contentRange,
  contentSecurityPolicy,
  contentSecurityPolicyReportOnly,
  contentType,
  criticalCh,
  crossOriginEmbedderPolicy,
  crossOriginEmbedderPolicyReportOnly,
  crossOriginOpenerPolicy,
  crossOriginOpenerPolicyReportOnly,
  crossOriginResourcePolicy,
  date,
  deltaBase,
  deprecation,
  dictionaryId,
  digest,
  documentIsolationPolicy,
  documentIsolationPolicyReportOnly,
  documentPolicy,
  documentPolicyReportOnly,
  etag,
  expectCt,
  expectStaple,
  expires,
  featurePolicy,
  idempotencyKey,
  im,
  incremental,
  integrityPolicy,
  integrityPolicyReportOnly,
  keepAlive,
  largeAllocation,
  lastModified,
  link,
  linkTemplate,
  location,
  mementoDatetime,
  mimeVersion,
  nel,
  netlifyCdnCacheControl,
  noVarySearch,
  optionalWwwAuthenticate,
  originAgentCluster,
  originTrial,
  p3p,
  paymentRequired,
  paymentResponse,
  paymentSignature,
  permissionsPolicy,
  permissionsPolicyReportOnly,
  poweredBy,
  pragma,
  preferenceApplied,
  priority,
  proxyAuthenticate,
  proxyAuthenticationInfo,
  proxyConnection,
  proxyStatus,
  publicKeyPins,
  publicKeyPinsReportOnly,
  rateLimit,
  rateLimitPolicy,
  referrerPolicy,
  refresh,
  reportTo,
  reportingEndpoints,
  reprDigest,
  requireDocumentPolicy,
  retryAfter,
  secWebSocketAccept,
  secWebSocketExtensions,
  secWebSocketProtocol,
  secWebSocketVersion,
  server,
  serverTiming,
  serviceWorkerAllowed,
  setCookie,
  setLogin,
  sharePointVersion,
  signature,
  signatureInput,
  sourceMap,
  speculationRules,
  strictTransportSecurity,
  sunset,
  supportsLoadingMode,
  surrogateControl,
  surrogateKey,
  te,
  timingAllowOrigin,
  traceparent,
  tracestate,
  trailer,
  transferEncoding,
  unencodedDigest,
  upgrade,
  useAsDictionary,
  vary,
  vercelCdnCacheControl,
  via,
  wantContentDigest,
  wantReprDigest,
  wantUnencodedDigest,
  warning,
  wwwAuthenticate,
  xAspnetMvcVersion,
  xAspnetVersion,
  xContentSecurityPolicy,
  xContentSecurityPolicyReportOnly,
  xContentTypeOptions,
  xDnsPrefetchControl,
  xDownloadOptions,
  xFrameOptions,
  xGenerator,
  xOwaVersion,
  xPermittedCrossDomainPolicies,
  xPoweredBy,
  xPoweredCms,
  xRobotsTag,
  xRuntime,
  xServerPoweredBy,
  xSourceMap,
  xUaCompatible,
  xWebkitCsp,
  xWebkitCspReportOnly,
  xXssProtection,
] as readonly AnyField[];

/**
 * Those, and each vendor's field whose values its catalogue row describes, which are read when a line of theirs comes.
 * @internal for tests and scripts: a service that answers reads few of them
 */
export function allFields(): readonly AnyField[] {
  const own = new Set(fields.map(({ key }) => key));
  return [...fields, ...namesByRows().flatMap((name) => (own.has(name) ? [] : (fieldByRows(name) ?? [])))];
}
