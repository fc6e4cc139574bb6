/** Every vendor and de-facto row, family by family. */

import type { CatalogueRow } from "../row.ts";
import { akamai } from "./akamai.ts";
import { apis } from "./apis.ts";
import { aws } from "./aws.ts";
import { bareNames } from "./bare-names.ts";
import { browserProposals } from "./browser-proposals.ts";
import { cdn } from "./cdn.ts";
import { china } from "./china.ts";
import { clients } from "./clients.ts";
import { cloudflare } from "./cloudflare.ts";
import { cms } from "./cms.ts";
import { commerce } from "./commerce.ts";
import { debug } from "./debug.ts";
import { fastly } from "./fastly.ts";
import { frameworks } from "./frameworks.ts";
import { google } from "./google.ts";
import { hosting } from "./hosting.ts";
import { legacy } from "./legacy.ts";
import { litespeed } from "./litespeed.ts";
import { microsoft } from "./microsoft.ts";
import { netlify } from "./netlify.ts";
import { protocols } from "./protocols.ts";
import { rateLimit } from "./rate-limit.ts";
import { securityProducts } from "./security-products.ts";
import { serversAndGateways } from "./servers-and-gateways.ts";
import { shopify } from "./shopify.ts";
import { targetedCacheControl } from "./targeted-cache-control.ts";
import { tracing } from "./tracing.ts";
import { varnish } from "./varnish.ts";
import { vercel } from "./vercel.ts";
import { wix } from "./wix.ts";
import { wordpress } from "./wordpress.ts";

export const productRows: readonly CatalogueRow[] = [
  ...cloudflare,
  ...aws,
  ...akamai,
  ...fastly,
  ...vercel,
  ...netlify,
  ...google,
  ...microsoft,
  ...shopify,
  ...wix,
  ...wordpress,
  ...cms,
  ...varnish,
  ...litespeed,
  ...hosting,
  ...cdn,
  ...china,
  ...securityProducts,
  ...tracing,
  ...rateLimit,
  ...apis,
  ...frameworks,
  ...serversAndGateways,
  ...commerce,
  ...debug,
  ...legacy,
  ...targetedCacheControl,
  ...clients,
  ...browserProposals,
  ...protocols,
  ...bareNames,
];
