/**
 * Networks and tokens of payments by x402: names of CAIP-2 identifiers, and the contracts of USDC with their
 * decimals.
 * Source: https://chainagnostic.org/CAIPs/caip-2 and
 * https://developers.circle.com/stablecoins/usdc-contract-addresses, November 2026. Tokens that are not
 * listed are shown in their smallest units.
 */

export const paymentNetworks: ReadonlyMap<string, string> = new Map([
  ["eip155:1", "Ethereum"],
  ["eip155:10", "OP Mainnet"],
  ["eip155:137", "Polygon"],
  ["eip155:8453", "Base"],
  ["eip155:42161", "Arbitrum One"],
  ["eip155:43114", "Avalanche"],
  ["eip155:84532", "Base Sepolia, a test network"],
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "Solana"],
  ["solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "Solana Devnet, a test network"],
]);

type Asset = readonly [name: string, decimals: number];

const USDC: Asset = ["USDC", 6];

/** By network and contract, in lower case. */
export const paymentAssets: ReadonlyMap<string, Asset> = new Map([
  ["eip155:1 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", USDC],
  ["eip155:10 0x0b2c639c533813f4aa9d7837caf62653d097ff85", USDC],
  ["eip155:137 0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", USDC],
  ["eip155:8453 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", USDC],
  ["eip155:42161 0xaf88d065e77c8cc2239327c5edb3a432268e5831", USDC],
  ["eip155:43114 0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e", USDC],
  ["eip155:84532 0x036cbd53842c5426634e7929541ec2318f3dcf7e", USDC],
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v", USDC],
]);
