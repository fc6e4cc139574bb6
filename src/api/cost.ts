/** Cost of a request: rate-limit units, by route or handler, and lookups of URLs, which have their own limit. */

import type { Tag } from "./endpoint.ts";
import { refuseOwn } from "./loop.ts";

type Charge = (cost: number) => void;
type LookupCharge = (count: number) => void | Promise<void>;

/** Bytes of content per unit. */
const BYTES_FOR_ONE = 16_384;

/** Cost of content, charged before parsing. */
export function costOfBytes(bytes: number): number {
  return Math.floor(bytes / BYTES_FOR_ONE);
}

const charges = new WeakMap<Request, Charge>();
/** `isPaid`: all lookups of the request are charged. */
const lookupCharges = new WeakMap<Request, { readonly charge: LookupCharge; isPaid: boolean }>();

/** Registers a callback for the total cost of a request. */
export function onCost(request: Request, charge: Charge): void {
  charges.set(request, charge);
}

/** Registers a callback for lookups, called with their number. It throws or rejects to refuse them. */
export function onLookups(request: Request, charge: LookupCharge): void {
  lookupCharges.set(request, { charge, isPaid: false });
}

const rights = new WeakMap<Request, (tag: Tag) => void>();

/** Registers a check of further rights. It throws to refuse. */
export function onRights(request: Request, check: (tag: Tag) => void): void {
  rights.set(request, check);
}

/** Requires a further right: a page needs the right of its content. */
export function needRight(request: Request, tag: Tag): void {
  rights.get(request)?.(tag);
}

/** Copies the registrations to a rewritten request. */
export function costAs(request: Request, handled: Request): void {
  const charge = charges.get(request);
  if (charge) charges.set(handled, charge);
  const lookupCharge = lookupCharges.get(request);
  if (lookupCharge) lookupCharges.set(handled, lookupCharge);
  const check = rights.get(request);
  if (check) rights.set(handled, check);
}

/** Charges the total cost, before the work. */
export function spend(request: Request, cost: number): void {
  charges.get(request)?.(cost);
}

/**
 * Charges lookups, before they start.
 * @throws NetlensError `loop-detected` for a request sent by a lookup, `rate-limit` beyond the limit,
 * `forbidden` without the right
 */
export async function spendLookups(request: Request, count: number): Promise<void> {
  refuseOwn(request);
  const known = lookupCharges.get(request);
  if (known && !known.isPaid) await known.charge(count);
}

/**
 * Charges all lookups of a request before the first one, so that none runs if the limit refuses the rest.
 * HEAD and then GET of a URL count once.
 */
export async function spendAllLookups(request: Request, count: number): Promise<void> {
  await spendLookups(request, count);
  const known = lookupCharges.get(request);
  if (known) known.isPaid = true;
}
