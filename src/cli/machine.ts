/** IO: the machine this runs on. */

interface Interface {
  readonly address: string;
  /** Of the loopback interface. */
  readonly internal: boolean;
}

/** What knows is loaded when it is asked: a start need not wait for it. */
function interfaces(): Interface[] {
  const { networkInterfaces } = process.getBuiltinModule("node:os");
  return Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
}

/** Every address of this machine: the guard refuses to look them up. */
export function ownAddresses(): string[] {
  return interfaces().map(({ address }) => address);
}

/** Its addresses but the loopback's, which say nothing where there are others. */
export function outwardAddresses(all: readonly Interface[] = interfaces()): string[] {
  const outward = all.filter(({ internal }) => !internal);
  return (outward.length > 0 ? outward : all).map(({ address }) => address);
}
