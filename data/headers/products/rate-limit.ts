/** Limits on how often a client may call. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const rateLimit: readonly CatalogueRow[] = [
  { name: "X-RateLimit-Limit", description: "Number of calls allowed in the current period." },
  {
    name: "X-RateLimit-Remaining",
    description: "Number of calls left in the current period. At 0 the next ones will be refused.",
    type: "integer",
  },
  {
    name: "X-RateLimit-Reset",
    description: "When the count starts anew: by vendor either Unix seconds or the seconds from now.",
  },
  {
    name: "X-RateLimit-Used",
    description: "Calls used in the current period.",
    type: "integer",
    sender: "GitHub and others",
  },
  {
    name: "X-RateLimit-Resource",
    description: "Names the limit that counts the call, such as core or search.",
    type: "token",
    sender: "GitHub",
  },
  { name: "X-RateLimit-Policy", description: "Rule of the limit, such as 100;w=60." },
  {
    name: "X-RateLimit-Bucket",
    description: "Name of the group of routes that share a limit at Discord.",
    type: "identifier",
    sender: "Discord",
  },
  {
    name: "X-RateLimit-Scope",
    description: "Says whether the limit is that of the user, of all or shared.",
    type: "token",
    sender: "Discord",
  },
  {
    name: "X-RateLimit-Global",
    description: '"true" when Discord\'s limit for all routes was met.',
    type: "token",
    sender: "Discord",
  },
  {
    name: "X-RateLimit-Reset-After",
    description: "Seconds until the limit starts anew.",
    sender: "Discord and others",
  },
  {
    name: "X-RateLimit-Reset-Ms",
    description: "Milliseconds until or at which the limit starts anew.",
    type: "integer",
  },
  { name: "X-RateLimit-Interval", description: "Length of the limit's period." },
  { name: "X-RateLimit-Period", description: "Period that the limit counts over." },
  { name: "X-RateLimit-Retry-After", description: "When calls will be taken again." },
  {
    name: "X-RateLimit-Limit-Second",
    description: "Calls allowed a second.",
    type: "integer",
    sender: "Kong",
  },
  {
    name: "X-RateLimit-Remaining-Second",
    description: "Calls left within this second.",
    type: "integer",
    sender: "Kong",
  },
  {
    name: "X-RateLimit-Limit-Minute",
    description: "Calls allowed a minute.",
    type: "integer",
    sender: "Kong",
  },
  {
    name: "X-RateLimit-Remaining-Minute",
    description: "Calls left within this minute.",
    type: "integer",
    sender: "Kong",
  },
  { name: "X-RateLimit-Limit-Hour", description: "Calls allowed an hour.", type: "integer", sender: "Kong" },
  {
    name: "X-RateLimit-Remaining-Hour",
    description: "Calls left within this hour.",
    type: "integer",
    sender: "Kong",
  },
  { name: "X-RateLimit-Limit-Day", description: "Calls allowed a day.", type: "integer", sender: "Kong" },
  {
    name: "X-RateLimit-Remaining-Day",
    description: "Calls left for the day.",
    type: "integer",
    sender: "Kong",
  },
  {
    name: "X-RateLimit-Limit-Requests",
    description: "Requests allowed in the period, as interfaces of language models count them.",
    sender: "OpenAI and others",
  },
  {
    name: "X-RateLimit-Remaining-Requests",
    description: "Requests left in the period at a language model's interface.",
    sender: "OpenAI and others",
  },
  {
    name: "X-RateLimit-Reset-Requests",
    description: "Time until the count of requests is full again, such as 1s or 6m0s.",
    sender: "OpenAI and others",
  },
  {
    name: "X-RateLimit-Limit-Tokens",
    description: "Tokens allowed in the period at a language model's interface.",
    sender: "OpenAI and others",
  },
  {
    name: "X-RateLimit-Remaining-Tokens",
    description: "Tokens left in the period at a language model's interface.",
    sender: "OpenAI and others",
  },
  {
    name: "X-RateLimit-Reset-Tokens",
    description: "Time until the count of tokens is full again.",
    sender: "OpenAI and others",
  },
  {
    name: "RateLimit-Limit",
    description: "Calls allowed in the period, from an early draft of the IETF.",
    links: ["https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/"],
  },
  {
    name: "RateLimit-Remaining",
    description: "Calls left in the period, from an early draft of the IETF.",
    type: "integer",
    links: ["https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/"],
  },
  {
    name: "RateLimit-Reset",
    description: "Seconds until the limit starts anew, from an early draft of the IETF.",
    type: "delta-seconds",
    links: ["https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/"],
  },
  {
    name: "RateLimit",
    description:
      "State of the limits by the IETF's draft: name, calls left (r) and seconds until the reset (t).",
    links: ["https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/"],
  },
  {
    name: "RateLimit-Policy",
    description: "Rules of the limits by the IETF's draft: name, quota (q) and window in seconds (w).",
    links: ["https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/"],
  },
  {
    name: "X-Rate-Limit-Limit",
    description: 'Number of calls allowed, written with a hyphen in "rate-limit".',
  },
  {
    name: "X-Rate-Limit-Remaining",
    description: 'Calls left, written with a hyphen in "rate-limit".',
    type: "integer",
  },
  {
    name: "X-Rate-Limit-Reset",
    description: 'Moment at which the limit starts anew, written with a hyphen in "rate-limit".',
  },
  {
    name: "X-Rate-Limit-Class",
    description: "Name of the class of limits that the caller is in.",
    type: "token",
  },
  { name: "X-Retry-After", description: "Private copy of Retry-After." },
  { name: "X-Retry-After-Ms", description: "Milliseconds until another try makes sense.", type: "integer" },
  {
    name: "Retry-After-Ms",
    description: "Milliseconds until another try makes sense; more exact than Retry-After.",
    type: "integer",
    sender: "Azure OpenAI and others",
  },
  {
    name: "X-Should-Retry",
    description: '"true" or "false": whether the client should try again.',
    type: "token",
    sender: "OpenAI and others",
  },
  { name: "X-Throttling-Error", description: "Says that the call was held back, and why." },
  { name: "X-Quota-Remaining", description: "What is left of the caller's quota." },
  { name: "X-Quota-Limit", description: "The caller's quota." },
  {
    name: "X-Api-Quota-Left",
    description: "Calls or points left of an interface's daily quota.",
    type: "integer",
    sender: "Spoonacular and others",
  },
  { name: "X-Requests-Remaining", description: "Requests left in the caller's plan.", type: "integer" },
  { name: "X-Requests-Used", description: "Requests that the caller's plan has used.", type: "integer" },
];
