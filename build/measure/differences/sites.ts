/** Two sites on loopback, `one.localhost` and `two.localhost`, with a self-signed certificate. */

import { join } from "node:path";

const FIXTURES = join(import.meta.dir, "../../../test/http/fixtures");

/** A self-signed certificate, which the drivers accept. */
export const selfSigned = async () => ({
  cert: await Bun.file(join(FIXTURES, "self-signed.pem")).text(),
  key: await Bun.file(join(FIXTURES, "server-key.pem")).text(),
});
