/** Requests of one turn of the event loop: what is pipelined must not keep all others from theirs. */

/** Requests, and milliseconds, that one turn of the event loop may take: one piece of a connection holds up to 1,300 requests. */
const MOST_IN_TURN = 200;
const LONGEST_TURN = 50;

/** Makes a check whether a request that begins at a time (monotonic milliseconds) has to leave the turn to others first. */
export function createTurnCheck(
  onNextTurn: (call: () => void) => void = setImmediate,
): (now: number) => boolean {
  let began = 0;
  let requests = 0;
  const beginTurn = () => {
    requests = 0;
  };
  return (now) => {
    if (requests++ === 0) {
      began = now;
      onNextTurn(beginTurn);
    }
    return requests > MOST_IN_TURN && now - began > LONGEST_TURN;
  };
}

/** Comes after all that waits: connections, timers, other requests. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
