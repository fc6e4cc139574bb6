/** IO: the machine this runs on. */

import { networkInterfaces } from "node:os";

interface Interface {
  readonly address: string;
  /** Of the loopback interface. */
  readonly internal: boolean;
}

function interfaces(): Interface[] {
  return Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
}

/** Every address of this machine: the guard refuses to look them up. */
export function ownAddresses(): string[] {
  return interfaces().map(({ address }) => address);
}

/** Its addresses but the loopback's, which say nothing where there are others. */
export function outwardAddresses(): string[] {
  const all = interfaces();
  const outward = all.filter(({ internal }) => !internal);
  return (outward.length > 0 ? outward : all).map(({ address }) => address);
}
