/** IO: addresses of this machine. */

interface Interface {
  readonly address: string;
  /** True for the loopback interface. */
  readonly internal: boolean;
}

function interfaces(): Interface[] {
  const { networkInterfaces } = process.getBuiltinModule("node:os");
  return Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
}

/** All addresses of this machine, which the guard refuses. */
export function ownAddresses(): string[] {
  return interfaces().map(({ address }) => address);
}

/** All addresses except loopback; loopback if it is the only interface. */
export function outwardAddresses(all: readonly Interface[] = interfaces()): string[] {
  const outward = all.filter(({ internal }) => !internal);
  return (outward.length > 0 ? outward : all).map(({ address }) => address);
}
