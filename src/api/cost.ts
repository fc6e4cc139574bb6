/** What a request costs its caller where `--rate-limit` is set: what its route says, unless its handler says more. */

type Charge = (cost: number) => void;

const charges = new WeakMap<Request, Charge>();

/** Has `charge` called with what the request turns out to cost in all. */
export function onCost(request: Request, charge: Charge): void {
  charges.set(request, charge);
}

/** The request is handled in another form. */
export function costAs(request: Request, handled: Request): void {
  const charge = charges.get(request);
  if (charge) charges.set(handled, charge);
}

/**
 * Says what a request costs in all, before the work is done.
 * @throws NetlensError `rate-limit` when the caller has not that much left
 */
export function spend(request: Request, cost: number): void {
  charges.get(request)?.(cost);
}
