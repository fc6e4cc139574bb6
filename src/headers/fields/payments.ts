/** Payments by x402 version 2 (specs/transports-v2/http.md): JSON in Base64. */

import { paymentAssets, paymentNetworks } from "../../../data/payments.ts";
import { isRecord, parseJsonField } from "../../syntax/json-field.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { type Checks, type ExplainedLine, field, item, problem, type Report, worded } from "../field.ts";
import type { JsonObject } from "../reading/json.ts";

const LINK = "https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/http.md";
/** Maximum number of offers shown per value. */
const MOST_OFFERS = 20;

/** One way to pay: `PaymentRequirements` of the specification. */
interface Offer {
  readonly scheme: string;
  readonly network: string;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  /** Seconds. */
  readonly within: number | undefined;
}

const REQUIRED =
  "eyJ4NDAyVmVyc2lvbiI6MiwicmVzb3VyY2UiOnsidXJsIjoiaHR0cHM6Ly9leGFtcGxlLmNvbS8ifSwiYWNjZXB0cyI6W3sic2NoZW1lIjoiZXhhY3QiLCJuZXR3b3JrIjoiZWlwMTU1Ojg0NTMiLCJhbW91bnQiOiIxMDAwMCIsImFzc2V0IjoiMHg4MzM1ODlmQ0Q2ZURiNkUwOGY0YzdDMzJENGY3MWI1NGJkQTAyOTEzIiwicGF5VG8iOiIweDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDEiLCJtYXhUaW1lb3V0U2Vjb25kcyI6NjB9XX0=";
const SIGNATURE =
  "eyJ4NDAyVmVyc2lvbiI6MiwiYWNjZXB0ZWQiOnsic2NoZW1lIjoiZXhhY3QiLCJuZXR3b3JrIjoiZWlwMTU1Ojg0NTMiLCJhbW91bnQiOiIxMDAwMCIsImFzc2V0IjoiMHg4MzM1ODlmQ0Q2ZURiNkUwOGY0YzdDMzJENGY3MWI1NGJkQTAyOTEzIiwicGF5VG8iOiIweDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDEiLCJtYXhUaW1lb3V0U2Vjb25kcyI6NjB9LCJwYXlsb2FkIjp7InNpZ25hdHVyZSI6IjB4MDAifX0=";
const RESPONSE = "eyJzdWNjZXNzIjp0cnVlLCJ0cmFuc2FjdGlvbiI6IjB4MTIzNCIsIm5ldHdvcmsiOiJlaXAxNTU6ODQ1MyJ9";

/** Payment-Required: ways to pay for a resource, sent with status 402. */
export const paymentRequired = payment({
  name: "Payment-Required",
  good: { lines: [`Payment-Required: ${REQUIRED}`], status: 402 },
  read: ({ accepts }) => (Array.isArray(accepts) ? offersOf(accepts) : undefined),
  items: (offers) => offers.map(offerItem),
  text: (offers) => offers.map(priceOf).join(" or "),
  more: [
    problem("payment-required-status", "warning", LINK, {
      detect: (_: readonly Offer[], { status }) => status !== undefined && status !== 402 && status,
      title: (status) => `Payment-Required names a price, but the status is ${status}: clients pay on 402.`,
      bad: { lines: [`Payment-Required: ${REQUIRED}`], status: 403 },
      good: { lines: [`Payment-Required: ${REQUIRED}`], status: 402 },
    }),
  ],
});

/** Payment-Signature: the client's payment for one of the offers. */
export const paymentSignature = payment({
  name: "Payment-Signature",
  good: { lines: [], requestHeaders: [`Payment-Signature: ${SIGNATURE}`] },
  isRequest: true,
  read: ({ accepted, payload }) => (isRecord(payload) ? offersOf([accepted]) : undefined),
  items: (offers) => offers.map(offerItem),
  text: (offers) => offers.map((offer) => `pays ${priceOf(offer)}`).join(),
});

/** Payment-Response: outcome of a payment. */
export const paymentResponse = payment({
  name: "Payment-Response",
  good: { lines: [`Payment-Response: ${RESPONSE}`] },
  read({ success, errorReason, network, transaction }) {
    if (typeof success !== "boolean" || typeof network !== "string") return undefined;
    return { success, network, reason: textOf(errorReason), transaction: textOf(transaction) };
  },
  items: ({ transaction }) =>
    transaction === "" ? [] : [item("transaction", transaction, "The payment on its network.")],
  text: ({ success, network, reason }) =>
    success ? `paid on ${networkOf(network)}` : `not paid${reason === "" ? "" : `: ${reason}`}`,
});

interface Payment<T> {
  readonly name: string;
  readonly good: {
    readonly lines: readonly string[];
    readonly requestHeaders?: string[];
    readonly status?: number;
  };
  readonly isRequest?: true;
  /** Reads the JSON object; undefined for an object of another shape. */
  readonly read: (object: JsonObject) => T | undefined;
  readonly items: (read: T) => ReturnType<typeof item>[];
  readonly text: (read: T) => string;
  readonly more?: Checks<T, ExplainedLine<T>>;
}

function payment<T>({ name, good, isRequest, read, items, text, more = [] }: Payment<T>) {
  const line = `${name}: e30=`;
  const invalid = worded(`${name.toLowerCase()}-invalid`, "error", LINK, {
    summary: `${name} is not a JSON object of x402 in Base64.`,
    bad: isRequest ? { lines: [], requestHeaders: [line] } : { lines: [line] },
    good,
  });
  return field(name, "json", {
    parse(value, report: Report) {
      const object = decoded(value);
      const result = object && read(object);
      if (result === undefined)
        report(invalid, `${name} is ${object ? "not an object of x402" : "not JSON in Base64"}.`);
      return result;
    },
    items,
    alternate: text,
  }).problems({ named: [invalid], eachLine: more });
}

function decoded(value: string): JsonObject | undefined {
  try {
    const [object] = parseJsonField(new TextDecoder().decode(Uint8Array.fromBase64(value))).values;
    return isRecord(object) ? object : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the offers; undefined if one is invalid. */
function offersOf(all: readonly unknown[]): readonly Offer[] | undefined {
  const offers = all.slice(0, MOST_OFFERS).map(offerOf);
  return offers.length > 0 && offers.every((offer) => offer !== undefined) ? offers : undefined;
}

function offerOf(one: unknown): Offer | undefined {
  if (!isRecord(one)) return undefined;
  const { scheme, network, amount, asset, payTo, maxTimeoutSeconds } = one;
  if (typeof scheme !== "string" || typeof network !== "string" || typeof amount !== "string")
    return undefined;
  if (typeof asset !== "string" || typeof payTo !== "string") return undefined;
  return { scheme, network, amount, asset, payTo, within: Number(maxTimeoutSeconds) || undefined };
}

function offerItem(offer: Offer) {
  const { scheme, payTo, within } = offer;
  const limit = within === undefined ? "" : `, within ${within} s`;
  return item(
    scheme,
    priceOf(offer),
    "A way to pay: its scheme, the amount and the network.",
    `to ${payTo}${limit}`,
  );
}

function priceOf(offer: Offer): string {
  return `${amountOf(offer)} on ${networkOf(offer.network)}`;
}

/** Amount in words: in a known currency, otherwise in the smallest units of the asset. */
function amountOf({ amount, asset, network }: Offer): string {
  const known = paymentAssets.get(`${network} ${asset.toLowerCase()}`) ?? fiat(asset);
  if (!known || !/^\d{1,78}$/.test(amount)) return `${amount} of the smallest units of ${asset}`;
  const [name, decimals] = known;
  const digits = amount.padStart(decimals + 1, "0");
  const fraction = trimEndOf(digits.slice(digits.length - decimals), /0/);
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, "");
  return `${whole}${fraction === "" ? "" : `.${fraction}`} ${name}`;
}

/** An ISO 4217 code with its minor units. */
function fiat(asset: string): readonly [name: string, decimals: number] | undefined {
  if (!/^[A-Z]{3}$/.test(asset)) return undefined;
  const format = new Intl.NumberFormat("en", { style: "currency", currency: asset });
  return [asset, format.resolvedOptions().maximumFractionDigits ?? 2];
}

function networkOf(network: string): string {
  return paymentNetworks.get(network) ?? network;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
