export {
  accessControlRequestHeaders,
  accessControlRequestMethod,
  dnt,
  saveData,
  secFetchMode,
  secFetchSite,
  secFetchUser,
  secGpc,
  upgradeInsecureRequests,
} from "./browser.ts";
export { requestCacheControl } from "./cache-control.ts";
export {
  expect,
  ifMatch,
  ifModifiedSince,
  ifNoneMatch,
  ifRange,
  ifUnmodifiedSince,
  maxForwards,
  range,
} from "./conditions.ts";
export { cookie } from "./cookie.ts";
export { authorization, proxyAuthorization } from "./credentials.ts";
export { forwarded, xForwardedFor, xForwardedProto } from "./forwarding.ts";
export { acceptCharset, acceptLanguage, prefer } from "./negotiation.ts";
export { host, origin, referer, userAgent } from "./request-origin-fields.ts";
export { formFields } from "./request-simple-fields.ts";
