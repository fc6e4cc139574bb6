/** Two sites on loopback that are foreign to each other: `one.localhost` and `two.localhost`, with a certificate of nobody. */

import { join } from "node:path";

const FIXTURES = join(import.meta.dir, "../../../test/http/fixtures");

/** A self-signed certificate, which the drivers accept. */
export const selfSigned = async () => ({
  cert: await Bun.file(join(FIXTURES, "self-signed.pem")).text(),
  key: await Bun.file(join(FIXTURES, "server-key.pem")).text(),
});
