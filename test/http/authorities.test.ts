/** Additional or replaced certificate authorities, in HTTP/1.1, 2 and 3. */

import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { certificate, serverKey } from "./servers.ts";

const authority = fileURLToPath(new URL("./fixtures/authority.pem", import.meta.url));
const lookup = fileURLToPath(new URL("../../src/http/lookup.ts", import.meta.url));
const servers = fileURLToPath(new URL("./servers.ts", import.meta.url));

/** Server for HTTP/1.1, 2 and 3. */
function server() {
  const options = {
    port: 0,
    hostname: "127.0.0.1",
    tls: { key: serverKey, cert: certificate("good") },
    http3: true,
    fetch: () => new Response("x"),
  };
  return Bun.serve(options as Bun.Serve.Options<undefined>);
}

/**
 * Whether HTTP/1.1, 2 and 3 trust the certificate. Runs in a process of its own, because Bun reads the
 * environment variable at the start.
 */
async function trusted(port: number, env: Record<string, string>, settings: object): Promise<unknown> {
  const script = `
    import { lookupHttp } from ${JSON.stringify(lookup)};
    import { testSettings } from ${JSON.stringify(servers)};
    const settings = { ...testSettings, ...${JSON.stringify(settings)} };
    const found = [];
    for (const version of ["1.1", "2", "3"]) {
      const [step] = (await lookupHttp("https://localhost:${port}/", { version }, settings)).steps;
      found.push(step.tls?.authorized ?? step.error);
    }
    console.log(JSON.stringify(found));
    process.exit(0);`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...process.env, ...env },
    stdout: "pipe",
  });
  return await new Response(child.stdout).json();
}

test("no additional authority, NODE_EXTRA_CA_CERTS, and a file instead of the usual ones", async () => {
  using running = server();
  const { port = 0 } = running;
  expect(await trusted(port, {}, {})).toEqual([false, false, false]);
  expect(await trusted(port, { NODE_EXTRA_CA_CERTS: authority }, {})).toEqual([true, true, true]);
  const authorities = await Bun.file(authority).text();
  expect(await trusted(port, {}, { authorities })).toEqual([true, true, true]);
}, 60_000);
