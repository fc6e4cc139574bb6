/**
 * The cost of a request: units where `--rate-limit` is set, which its route says unless its handler says more, and
 * lookups of URLs, which have a limit of their own.
 */

import type { Tag } from "./endpoint.ts";
import { refuseOwn } from "./loop.ts";

type Charge = (cost: number) => void;
type LookupCharge = (count: number) => void | Promise<void>;

/** Bytes of content that count as one unit: to read them is work, whatever is in them. */
const BYTES_FOR_ONE = 16_384;

/** The cost of content, charged before anything is read of it. */
export function costOfBytes(bytes: number): number {
  return Math.floor(bytes / BYTES_FOR_ONE);
}

const charges = new WeakMap<Request, Charge>();
/** `isPaid`: all that the request looks up has been charged. */
const lookupCharges = new WeakMap<Request, { readonly charge: LookupCharge; isPaid: boolean }>();

/** Has `charge` called with what the request turns out to cost in all. */
export function onCost(request: Request, charge: Charge): void {
  charges.set(request, charge);
}

/** Has `charge` called before URLs are looked up, with how many. It throws, or rejects, to prevent them. */
export function onLookups(request: Request, charge: LookupCharge): void {
  lookupCharges.set(request, { charge, isPaid: false });
}

const rights = new WeakMap<Request, (tag: Tag) => void>();

/** Has `check` called with what the request shows besides what its route is for. It throws to prevent that. */
export function onRights(request: Request, check: (tag: Tag) => void): void {
  rights.set(request, check);
}

/**
 * Says that an answer of another kind is about to be shown: a page needs the right of what it shows.
 * @throws NetlensError `forbidden` or `unauthorized`
 */
export function needRight(request: Request, tag: Tag): void {
  rights.get(request)?.(tag);
}

/** The request is handled in another form. */
export function costAs(request: Request, handled: Request): void {
  const charge = charges.get(request);
  if (charge) charges.set(handled, charge);
  const lookupCharge = lookupCharges.get(request);
  if (lookupCharge) lookupCharges.set(handled, lookupCharge);
  const check = rights.get(request);
  if (check) rights.set(handled, check);
}

/**
 * Says what a request costs in all, before the work is done.
 * @throws NetlensError `rate-limit` when the caller has not that much left
 */
export function spend(request: Request, cost: number): void {
  charges.get(request)?.(cost);
}

/**
 * Says that URLs are about to be looked up, whatever the request's way to that is.
 * @throws NetlensError `loop-detected` for a request that a lookup has sent, `rate-limit` when the caller has none left,
 * `forbidden` where it may look up none
 */
export async function spendLookups(request: Request, count: number): Promise<void> {
  refuseOwn(request);
  const known = lookupCharges.get(request);
  if (known && !known.isPaid) await known.charge(count);
}

/**
 * Spends what a request looks up in all before the first lookup, so that none is made in vain; that a URL is asked by HEAD
 * and then by GET is one lookup.
 * @throws NetlensError as `spendLookups`
 */
export async function spendAllLookups(request: Request, count: number): Promise<void> {
  await spendLookups(request, count);
  const known = lookupCharges.get(request);
  if (known) known.isPaid = true;
}
