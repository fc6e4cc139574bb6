/** Limits requests per event-loop turn, so that one pipelined connection does not block others. */

/** Maximum requests and milliseconds per turn: one read of a connection can have 1,300 requests. */
const MOST_IN_TURN = 200;
const LONGEST_TURN = 50;

/**
 * Creates a check whether a request that starts at `now` (monotonic milliseconds) must wait for the next
 * turn.
 */
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

/** Resolves after pending connections, timers and requests. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
