/** Sends random requests to the service for a while. */

import fc from "fast-check";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { checkAnswer, checkBytes } from "./check.ts";
import { readDocument } from "./document.ts";
import { bytesNear, requestNear } from "./requests.ts";

export interface Outcome {
  readonly requests: number;
  /** The failing request, shrunk, with the seed that repeats it; undefined if all passed. */
  readonly failure: string | undefined;
}

/**
 * Start of the failure messages. fast-check's own report has several megabytes and would exhaust the memory.
 */
function shown(messages: unknown): string {
  const text = JSON.stringify(messages, (_, value: unknown) => {
    if (value instanceof Uint8Array) return new TextDecoder().decode(value);
    return typeof value === "string" && value.length > 1024
      ? `${value.slice(0, 1024)}… (${value.length} characters)`
      : value;
  });
  return text.slice(0, 8192);
}

/** Fuzzes for this many milliseconds, partly with raw bytes. */
export async function fuzz(duration: number, seed: number): Promise<Outcome> {
  const bugs: string[] = [];
  const target = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
  const { settings } = loadConfig(
    {
      listen: "127.0.0.1:0",
      "http-allow": "127.0.0.0/8",
      "http-timeout": "500ms",
      "http-connect-timeout": "300ms",
    },
    {},
  );
  const service = await startService(
    settings,
    (_, message, facts) => {
      if (message === "bug") bugs.push(JSON.stringify(typeof facts === "function" ? facts() : facts));
    },
    [],
  );
  const origin = `http://${service.address}`;
  const document = await readDocument(origin);
  let requests = 0;
  const judged = async (check: () => Promise<void>) => {
    requests++;
    await check();
    const bug = bugs.pop();
    if (bug !== undefined) throw new Error(`bug: ${bug}`);
  };
  const asRequests = fc.asyncProperty(
    fc.array(requestNear(document), { minLength: 1, maxLength: 8 }),
    (all) =>
      Promise.all(all.map((requested) => judged(() => checkAnswer(origin, document, requested)))).then(
        () => {},
      ),
  );
  const asBytes = fc.asyncProperty(
    fc.array(bytesNear(document), { minLength: 1, maxLength: 8 }),
    async (all) => {
      await Promise.all(all.map((bytes) => judged(() => checkBytes(origin, bytes))));
      await judged(() =>
        checkAnswer(origin, document, { method: "GET", target: "/healthz", fields: [], content: undefined }),
      );
    },
  );
  let failure: string | undefined;
  for (const [property, share] of [
    [asRequests, 0.8],
    [asBytes, 0.2],
  ] as const) {
    const details = await fc.check(property as fc.IAsyncProperty<unknown[]>, {
      seed,
      numRuns: 1e9,
      interruptAfterTimeLimit: duration * share,
      markInterruptAsFailure: false,
    });
    if (details.failed)
      failure ??= `${String(details.errorInstance)}\nseed ${seed}, path ${details.counterexamplePath}\n${shown(details.counterexample)}`;
  }
  await service.stop();
  await target.stop(true);
  return { requests, failure };
}
