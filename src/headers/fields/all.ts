export * from "./accept.ts";
export { acceptRanges } from "./accept-ranges.ts";
export { accessControlAllowCredentials } from "./access-control-allow-credentials.ts";
export { accessControlAllowOrigin } from "./access-control-allow-origin.ts";
export * from "./access-control-lists.ts";
export { accessControlMaxAge } from "./access-control-max-age.ts";
export { age } from "./age.ts";
export { allow } from "./allow.ts";
export { altSvc } from "./alt-svc.ts";
export * from "./authenticate.ts";
export * from "./authentication-info.ts";
export { cacheControl } from "./cache-control/cache-control.ts";
export { cacheGroupInvalidation, cacheGroups } from "./cache-groups.ts";
export { cacheStatus } from "./cache-status.ts";
export { clearSiteData } from "./clear-site-data.ts";
export * from "./client-hints.ts";
export * from "./compression-dictionaries.ts";
export { connection } from "./connection.ts";
export { connectionAllowlist, connectionAllowlistReportOnly } from "./connection-allowlist.ts";
export { contentDisposition } from "./content-disposition.ts";
export { contentEncoding } from "./content-encoding.ts";
export { contentLanguage } from "./content-language.ts";
export { contentLength } from "./content-length.ts";
export { contentLocation } from "./content-location.ts";
export { contentRange } from "./content-range.ts";
export { contentType } from "./content-type.ts";
export { setCookie } from "./cookies/set-cookie.ts";
export { contentSecurityPolicy, contentSecurityPolicyReportOnly } from "./csp/content-security-policy.ts";
export { date } from "./date.ts";
export { deltaBase, im } from "./delta-encoding.ts";
export { deprecation } from "./deprecation.ts";
export * from "./digests.ts";
export * from "./document-policy.ts";
export { etag } from "./etag.ts";
export { expires } from "./expires.ts";
export { featurePolicy } from "./feature-policy.ts";
export { grpcMessage, grpcStatus } from "./grpc.ts";
export { integrityPolicy, integrityPolicyReportOnly } from "./integrity-policy.ts";
export * from "./isolation-policies.ts";
export { keepAlive } from "./keep-alive.ts";
export * from "./keyword-fields.ts";
export { lastModified } from "./last-modified.ts";
export * from "./legacy-browser-fields.ts";
export * from "./legacy-security.ts";
export { link } from "./links/link.ts";
export { location } from "./location.ts";
export { mementoDatetime } from "./memento-datetime.ts";
export { nel } from "./nel.ts";
export { noVarySearch } from "./no-vary-search.ts";
export { originAgentCluster } from "./origin-agent-cluster.ts";
export { originTrial } from "./origin-trial.ts";
export * from "./payments.ts";
export { permissionsPolicy, permissionsPolicyReportOnly } from "./permissions-policy.ts";
export { pragma } from "./pragma.ts";
export { preferenceApplied } from "./preference-applied.ts";
export * from "./prefixed-policies.ts";
export { priority } from "./priority.ts";
export { proxyConnection } from "./proxy-connection.ts";
export { proxyStatus } from "./proxy-status.ts";
export { rateLimit, rateLimitPolicy } from "./rate-limit.ts";
export { rateLimitFamilies } from "./rate-limits.ts";
export { referrerPolicy } from "./referrer-policy.ts";
export { refresh } from "./refresh.ts";
export { reportTo } from "./report-to.ts";
export { reportingEndpoints } from "./reporting-endpoints.ts";
export { requestIds } from "./request-ids.ts";
export { retryAfter } from "./retry-after.ts";
export { serverTiming, xRuntime } from "./server-timing.ts";
export * from "./signatures/signatures.ts";
export * from "./site-state.ts";
export {
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
export { sourceMap, xSourceMap } from "./source-map.ts";
export { speculationRules, supportsLoadingMode } from "./speculation.ts";
export { strictTransportSecurity } from "./strict-transport-security.ts";
export { connectUdpBind, incremental } from "./structured-flags.ts";
export { sunset } from "./sunset.ts";
export { surrogateControl } from "./surrogate-control.ts";
export { surrogateKey } from "./surrogate-key.ts";
export * from "./targeted-cache-control.ts";
export { te } from "./te.ts";
export { timingAllowOrigin } from "./timing-allow-origin.ts";
export * from "./trace-context.ts";
export { trailer } from "./trailer.ts";
export { transferEncoding } from "./transfer-encoding.ts";
export { upgrade } from "./upgrade.ts";
export { vary } from "./vary.ts";
export { via } from "./via.ts";
export { warning } from "./warning.ts";
export * from "./websocket.ts";
export { xContentTypeOptions } from "./x-content-type-options.ts";
export { xFrameOptions } from "./x-frame-options.ts";
export { xRobotsTag } from "./x-robots-tag.ts";
export { xXssProtection } from "./x-xss-protection.ts";
