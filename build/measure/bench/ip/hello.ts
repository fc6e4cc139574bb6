/**
 * Cost of the platform and the framework alone: `bun hello.ts bare|elysia PORT` answers every request with
 * one text.
 */

import { Elysia } from "elysia";

const [which = "", port = ""] = process.argv.slice(2);
const at = { hostname: "127.0.0.1", port: Number(port), reusePort: false };
const answer = '{"ip":"8.8.8.8","ipType":4,"code":"geoip","countryCode":"US","countryName":"United States"}';
if (which === "bare") Bun.serve({ ...at, fetch: () => new Response(answer) });
else new Elysia().get("/v1/ip/*", () => answer).listen(at);
