import type { AnyField } from "../../field.ts";
import { akamaiFields } from "./akamai.ts";
import { amazonFields } from "./amazon.ts";
import { cacheVerdicts } from "./cache-verdicts.ts";
import { cloudflareFields } from "./cloudflare.ts";
import { deliveryFields } from "./delivery-networks.ts";
import { fastlyFields } from "./fastly.ts";
import { googleFields } from "./google.ts";
import { languageModelFields } from "./language-models.ts";
import { microsoftFields } from "./microsoft.ts";
import { platformFields } from "./platforms.ts";
import { siteFields } from "./sites.ts";
import { timeFields } from "./times.ts";

/** Fields of vendors, by family. */
export const productFields: readonly AnyField[] = [
  ...cacheVerdicts,
  ...akamaiFields,
  ...amazonFields,
  ...cloudflareFields,
  ...deliveryFields,
  ...fastlyFields,
  ...googleFields,
  ...languageModelFields,
  ...microsoftFields,
  ...platformFields,
  ...siteFields,
  ...timeFields,
];
