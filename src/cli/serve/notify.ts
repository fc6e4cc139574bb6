/** IO: notifications to systemd (sd_notify); does nothing without systemd. */

import { FFIType } from "bun:ffi";
import { AF_UNIX, MSG_DONTWAIT, MSG_NOSIGNAL, openLibc } from "../../platform/libc.ts";

export interface Notifier {
  ready(status: string): void;
  /** Reports a reload; the caller calls `ready` when it is done. */
  reloading(): void;
  stopping(): void;
  /** Keep-alive for the watchdog. */
  alive(): void;
  /** Longest interval between calls of `alive`, in milliseconds; undefined without a watchdog. */
  readonly watchdog: number | undefined;
}

const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const CLOCK_MONOTONIC = 1;

/** @param environment has NOTIFY_SOCKET and WATCHDOG_USEC */
export function openNotifier(environment: Readonly<Record<string, string | undefined>>): Notifier {
  const path = environment["NOTIFY_SOCKET"];
  const send = path ? sender(path) : undefined;
  if (!send) return { ready() {}, reloading() {}, stopping() {}, alive() {}, watchdog: undefined };
  const micros = Number(environment["WATCHDOG_USEC"]);
  const isOwn = [undefined, String(process.pid)].includes(environment["WATCHDOG_PID"]);
  return {
    ready: (status) => send.text(`READY=1\nSTATUS=${status}`),
    reloading: () => send.text(`RELOADING=1\nMONOTONIC_USEC=${send.monotonic()}\nSTATUS=reloading`),
    stopping: () => send.text("STOPPING=1\nSTATUS=stopping"),
    alive: () => send.text("WATCHDOG=1"),
    watchdog: isOwn && micros > 0 ? micros / 1000 : undefined,
  };
}

function sender(path: string) {
  const { i32, u64, i64, ptr } = FFIType;
  const libc = openLibc({
    socket: { args: [i32, i32, i32], returns: i32 },
    sendto: { args: [i32, ptr, u64, i32, ptr, i32], returns: i64 },
    clock_gettime: { args: [i32, ptr], returns: i32 },
  });
  if (!libc) return undefined;
  const fd = libc.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return undefined;
  // struct sockaddr_un; abstract names (@) start with a zero byte.
  const name = Buffer.from(path.replace(/^@/, "\0"));
  const address = new Uint8Array(2 + name.length);
  new DataView(address.buffer).setUint16(0, AF_UNIX, true);
  address.set(name, 2);
  return {
    text: (message: string) => {
      const bytes = Buffer.from(message);
      libc.sendto(fd, bytes, BigInt(bytes.length), MSG_DONTWAIT | MSG_NOSIGNAL, address, address.length);
    },
    /** Monotonic clock in microseconds, which identifies the reload. */
    monotonic: (): bigint => {
      const time = new BigInt64Array(2);
      libc.clock_gettime(CLOCK_MONOTONIC, time);
      return (time[0] ?? 0n) * 1_000_000n + (time[1] ?? 0n) / 1000n;
    },
  };
}
