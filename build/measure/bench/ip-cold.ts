/** Cost of a lookup without a cache: most addresses are requested only once, a few repeat. */

import { Rounds, withLog } from "./figures.ts";
import {
  addressFile,
  buildClient,
  cost,
  inTurns,
  publicAddresses,
  REQUESTS,
  ROUNDS,
  startPair,
} from "./ip-servers.ts";

/** Number of addresses that repeat. */
const HOT = 1000;

/**
 * Sends each server the same addresses. Between rounds and during the warm-up the addresses are different.
 */
export async function compareCold(): Promise<void> {
  const client = await buildClient();
  if (client === undefined) return;
  const next = distinct(publicAddresses());
  const hot = addressFile("again.txt", Array.from({ length: HOT }, next));
  const slices = Array.from({ length: ROUNDS }, (_, round) =>
    addressFile(`once-${round}.txt`, Array.from({ length: REQUESTS }, next)),
  );
  const warm = addressFile("warm.txt", Array.from({ length: 5 * REQUESTS }, next));
  const servers = await startPair();
  for (const server of servers) await cost(client, server, warm, 5 * REQUESTS);
  const [again, once] = [new Rounds(), new Rounds()];
  const [faultsAgain, faultsOnce] = [new Rounds(), new Rounds()];
  await inTurns(servers, async (server, round) => {
    const known = await cost(client, server, hot, REQUESTS);
    again.add(server.name, known.micros);
    faultsAgain.add(server.name, known.faults * 1000);
    const first = await cost(client, server, slices[round] ?? hot, REQUESTS);
    once.add(server.name, first.micros);
    faultsOnce.add(server.name, first.faults * 1000);
  });
  again.print(withLog(`request for one of ${HOT} addresses`), "µs of CPU");
  once.print(withLog("request for an address, each asked for once"), "µs of CPU");
  faultsAgain.print(withLog(`1000 requests, for ${HOT} addresses`), "page faults");
  faultsOnce.print(withLog("1000 requests, each address asked for once"), "page faults");
}

function distinct(next: () => string): () => string {
  const seen = new Set<string>();
  return () => {
    for (;;) {
      const address = next();
      if (seen.has(address)) continue;
      seen.add(address);
      return address;
    }
  };
}
