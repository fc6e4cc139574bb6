/** IO: the machine this runs on. */

interface Interface {
  readonly address: string;
  /** Of the loopback interface. */
  readonly internal: boolean;
}

/** The machine's facts, loaded when they are asked for: a start need not wait for them. */
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
