/** x402 payments: objects like those of its HTTP transport, valid and invalid. */

import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const encoded = (object: unknown) => Buffer.from(JSON.stringify(object)).toString("base64");

/** Payment offer of the x402 specification. */
const OFFER = {
  scheme: "exact",
  network: "eip155:84532",
  amount: "10000",
  asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  payTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
  maxTimeoutSeconds: 60,
};

function read(name: string, object: unknown, status = 402) {
  const line = `${name}: ${typeof object === "string" ? object : encoded(object)}`;
  const isRequest = name === "Payment-Signature";
  const explained = explainMessage(
    parseMessage(isRequest ? [] : [line], { status, ...(isRequest && { requestHeaders: [line] }) }),
    NOW,
  );
  const [header] = isRequest ? (explained.requestHeaders ?? []) : explained.headers;
  return {
    text: header?.alternate,
    items: header?.details.items?.map(({ name: item, value, alternate }) => [item, value, alternate]),
    found: header?.problems.map(({ name: id }) => id),
  };
}

test("offers show amount, network and payee", () => {
  expect(read("Payment-Required", { x402Version: 2, accepts: [OFFER] })).toEqual({
    text: "0.01 USDC on Base Sepolia, a test network",
    items: [["exact", "0.01 USDC on Base Sepolia, a test network", `to ${OFFER.payTo}, within 60 s`]],
    found: [],
  });
});

test.each([
  [{}, "0.01 USDC on Base Sepolia, a test network"],
  [{ amount: "1" }, "0.000001 USDC on Base Sepolia, a test network"],
  [{ amount: "3000000" }, "3 USDC on Base Sepolia, a test network"],
  [{ amount: "0" }, "0 USDC on Base Sepolia, a test network"],
  [{ network: "eip155:7" }, `10000 of the smallest units of ${OFFER.asset} on eip155:7`],
  [{ network: "x:1", asset: "USD", amount: "250" }, "2.5 USD on x:1"],
  [{ network: "x:1", asset: "JPY", amount: "250" }, "250 JPY on x:1"],
  [{ amount: "-1" }, `-1 of the smallest units of ${OFFER.asset} on Base Sepolia, a test network`],
])("an offer with %j is %s", (part, text) => {
  expect(read("Payment-Required", { accepts: [{ ...OFFER, ...part }] }).text).toBe(text);
});

test("several ways to pay are alternatives", () => {
  const { text, items } = read("Payment-Required", {
    accepts: [OFFER, { ...OFFER, network: "eip155:8453", asset: "USD" }],
  });
  expect([text, items?.length]).toEqual(["0.01 USDC on Base Sepolia, a test network or 100 USD on Base", 2]);
});

test("payment and outcome", () => {
  expect(read("Payment-Signature", { accepted: OFFER, payload: {} }).text).toBe(
    "pays 0.01 USDC on Base Sepolia, a test network",
  );
  const outcome = { success: false, errorReason: "insufficient_funds", transaction: "", network: "x:1" };
  expect(read("Payment-Response", outcome)).toEqual({
    text: "not paid: insufficient_funds",
    items: undefined,
    found: [],
  });
  expect(read("Payment-Response", { ...outcome, success: true, transaction: "0x12" })).toMatchObject({
    text: "paid on x:1",
    items: [["transaction", "0x12", undefined]],
  });
});

test.each([
  ["Payment-Required", "not base64!"],
  ["Payment-Required", encoded([])],
  ["Payment-Required", encoded({ accepts: [] })],
  ["Payment-Required", encoded({ accepts: [{ ...OFFER, amount: 10_000 }] })],
  ["Payment-Required", encoded({ accepts: [null] })],
  ["Payment-Signature", encoded({ accepted: OFFER })],
  ["Payment-Response", encoded({ success: "yes", network: "x:1" })],
])("invalid %s of %s", (name, value) => {
  expect(read(name, value).found).toEqual([`${name.toLowerCase()}-invalid`]);
});

test.each([
  [402, []],
  [200, ["payment-required-status"]],
  [403, ["payment-required-status"]],
])("a price with status %i", (status, found) => {
  expect(read("Payment-Required", { accepts: [OFFER] }, status).found).toEqual(found);
});
