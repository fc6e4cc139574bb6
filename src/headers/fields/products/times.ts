/** Fields of one span of time: how long something took, how old a copy is or how long it lives. */

import type { AnyField } from "../../field.ts";
import { duration } from "../../wording.ts";
import { numberField, timeField } from "./shapes.ts";

const LIVES: readonly (readonly [name: string, words: (duration: string) => string])[] = [
  ["X-Age", (time) => `${time} old`],
  ["X-Cache-Age", (time) => `${time} old`],
  ["X-Varnish-Age", (time) => `${time} old`],
  ["Ghost-Age", (time) => `${time} old`],
  ["X-Ttl", (time) => `${time} to live in the cache`],
  ["X-Cache-TTL", (time) => `${time} to live in the cache`],
  ["X-Cache-TTL-Remaining", (time) => `${time} to live in the cache`],
  ["X-Obj-Ttl", (time) => `${time} to live in the cache`],
  ["X-Varnish-TTL", (time) => `${time} to live in Varnish`],
  ["X-VC-TTL", (time) => `${time} to live in Varnish`],
  ["X-Lifetime", (time) => `${time} to live in the cache`],
  ["X-Magento-Lifetime", (time) => `${time} to live in Magento's cache`],
  ["X-Spip-Cache", (time) => `${time} to live in SPIP's cache`],
  ["X-Accel-Expires", (time) => `${time} to live in nginx's cache`],
];

const SPANS: readonly (readonly [name: string, unit: "s" | "ms", of: string])[] = [
  ["X-Envoy-Upstream-Service-Time", "ms", "in the service behind Envoy"],
  ["X-Kong-Proxy-Latency", "ms", "in Kong, before it called the service"],
  ["X-Kong-Upstream-Latency", "ms", "until the service behind Kong answered"],
  ["X-Kong-Response-Latency", "ms", "in Kong, which answered itself"],
  ["X-Kong-Total-Latency", "ms", "in Kong in all"],
  ["X-Kong-Client-Latency", "ms", "waiting for the client"],
  ["X-Kong-Third-Party-Latency", "ms", "waiting for other services"],
  ["X-Kong-Admin-Latency", "ms", "in Kong's administration interface"],
  ["X-Response-Time", "ms", "on the server"],
  ["X-Response-Time-Ms", "ms", "on the server"],
  ["X-Process-Time", "s", "in the application"],
  ["X-Process-Time-Ms", "ms", "in the application"],
  ["X-Upstream-Response-Time", "s", "in the server behind nginx"],
  ["X-Parent-Response-Time", "ms", "in the parent cache"],
  ["Section-Io-Origin-Time-Seconds", "s", "at the origin"],
  ["x-hcdn-upstream-rt", "s", "at the origin"],
  ["X-Oss-Server-Time", "ms", "in Alibaba's object storage"],
  ["X-Heroku-Queue-Wait-Time", "ms", "in the queue of Heroku's router"],
  ["OpenAI-Processing-Ms", "ms", "in OpenAI's model and service"],
  ["X-TYPO3-Parsetime", "ms", "in TYPO3"],
];

export const timeFields: readonly AnyField[] = [
  ...SPANS.map(([name, unit, of]) => timeField(name, unit, of)),
  ...LIVES.map(([name, words]) => numberField(name, (seconds) => words(duration(seconds)), "delta-seconds")),
];
