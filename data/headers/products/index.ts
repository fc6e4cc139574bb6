import akamai from "./akamai.txt" with { type: "text" };
import apis from "./apis.txt" with { type: "text" };
import aws from "./aws.txt" with { type: "text" };
import bareNames from "./bare-names.txt" with { type: "text" };
import browserProposals from "./browser-proposals.txt" with { type: "text" };
import cdn from "./cdn.txt" with { type: "text" };
import china from "./china.txt" with { type: "text" };
import clients from "./clients.txt" with { type: "text" };
import cloudflare from "./cloudflare.txt" with { type: "text" };
import cms from "./cms.txt" with { type: "text" };
import commerce from "./commerce.txt" with { type: "text" };
import debug from "./debug.txt" with { type: "text" };
import fastly from "./fastly.txt" with { type: "text" };
import frameworks from "./frameworks.txt" with { type: "text" };
import google from "./google.txt" with { type: "text" };
import hosting from "./hosting.txt" with { type: "text" };
import legacy from "./legacy.txt" with { type: "text" };
import litespeed from "./litespeed.txt" with { type: "text" };
import microsoft from "./microsoft.txt" with { type: "text" };
import netlify from "./netlify.txt" with { type: "text" };
import protocols from "./protocols.txt" with { type: "text" };
import rateLimit from "./rate-limit.txt" with { type: "text" };
import securityProducts from "./security-products.txt" with { type: "text" };
import serversAndGateways from "./servers-and-gateways.txt" with { type: "text" };
import shopify from "./shopify.txt" with { type: "text" };
import targetedCacheControl from "./targeted-cache-control.txt" with { type: "text" };
import tracing from "./tracing.txt" with { type: "text" };
import varnish from "./varnish.txt" with { type: "text" };
import vercel from "./vercel.txt" with { type: "text" };
import wix from "./wix.txt" with { type: "text" };
import wordpress from "./wordpress.txt" with { type: "text" };

/** Tables of private names by family: products, services and conventions. */
export const productTables: readonly string[] = [
  akamai,
  apis,
  aws,
  bareNames,
  browserProposals,
  cdn,
  china,
  clients,
  cloudflare,
  cms,
  commerce,
  debug,
  fastly,
  frameworks,
  google,
  hosting,
  legacy,
  litespeed,
  microsoft,
  netlify,
  protocols,
  rateLimit,
  securityProducts,
  serversAndGateways,
  shopify,
  targetedCacheControl,
  tracing,
  varnish,
  vercel,
  wix,
  wordpress,
];
