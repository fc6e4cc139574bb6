/** The address routes on Elysia without the rest of the service: `bun routes.ts CITY PORT`. */

import { Elysia } from "elysia";
import { openGeo } from "../../../src/ip/geo.ts";
import { ipRoutes } from "../../../src/ip/routes.ts";

const [city = "", port = ""] = process.argv.slice(2);
const geo = await openGeo({ city: [city], load: "map", usualPlaces: [], embeddedCountry: [] }, () => {});
new Elysia()
  .use(ipRoutes({ geo: geo.current, caller: () => undefined }))
  .listen({ hostname: "127.0.0.1", port: Number(port), reusePort: false });
