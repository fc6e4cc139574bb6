/**
 * The sandbox of netlens.service, built by hand if systemd does not run: mounts, another user, no
 * capabilities, and systemd's lists of system calls as a BPF filter (seccomp(2)).
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HEADER = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h";
const unit = readFileSync(new URL("../netlens.service", import.meta.url), "utf8");
/** All values of a setting in the unit. */
const settings = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

function run(...line: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...line]);
  if (exitCode !== 0) throw new Error(`${line.join(" ")}: ${stderr}`);
  return stdout.toString();
}

/** Names in a systemd set of system calls, including nested sets. */
function namesOf(word: string): string[] {
  if (!word.startsWith("@")) return [word];
  const lines = run("systemd-analyze", "syscall-filter", "--no-pager", word).split("\n").slice(1);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap(namesOf);
}

function allowedCalls(): Set<string> {
  const allowed = new Set<string>();
  for (const words of settings("SystemCallFilter"))
    for (const name of words.replace(/^~/, "").split(" ").flatMap(namesOf))
      if (words.startsWith("~")) allowed.delete(name);
      else allowed.add(name);
  // RestrictNamespaces and LockPersonality filter system calls too.
  for (const name of ["unshare", "setns", "personality"]) allowed.delete(name);
  return allowed;
}

const FAMILIES: Readonly<Record<string, number>> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 };

// linux/filter.h, linux/seccomp.h, linux/audit.h
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const ERROR = 0x00050000;
const EPERM = 1;
const EAFNOSUPPORT = 97;
const X86_64 = 0xc000003e;
/** Offsets of number, architecture and first argument in struct seccomp_data. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST = 16;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

function filter(): Instruction[] {
  const header = readFileSync(HEADER, "utf8");
  const numbers = new Map(
    [...header.matchAll(/^#define __NR_(\w+) (\d+)$/gm)].map(([, name, id]) => [name, Number(id)]),
  );
  const families = settings("RestrictAddressFamilies")
    .flatMap((words) => words.split(" "))
    .map((name) => FAMILIES[name] ?? -1);
  const calls = [...allowedCalls()]
    .flatMap((name) => numbers.get(name) ?? [])
    .filter((id) => id !== numbers.get("socket"));
  const equals = (value: number, then: number): Instruction[] => [
    [IF_EQUAL, 0, 1, value],
    [RETURN, 0, 0, then],
  ];
  return [
    [LOAD, 0, 0, ARCHITECTURE],
    [IF_EQUAL, 1, 0, X86_64],
    [RETURN, 0, 0, ERROR | EPERM],
    [LOAD, 0, 0, NUMBER],
    ...calls.flatMap((id) => equals(id, ALLOW)),
    [IF_EQUAL, 1, 0, numbers.get("socket") ?? -1],
    [RETURN, 0, 0, ERROR | EPERM],
    [LOAD, 0, 0, FIRST],
    ...families.flatMap((family) => equals(family, ALLOW)),
    [RETURN, 0, 0, ERROR | EAFNOSUPPORT],
  ];
}

/** The filter's bytes for the kernel. */
function program(): Buffer {
  const instructions = filter();
  if (instructions.length < 300) throw new Error(`a filter of ${instructions.length} lines`);
  const bytes = Buffer.alloc(8 * instructions.length);
  for (const [index, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, 8 * index);
    bytes[8 * index + 2] = ifTrue;
    bytes[8 * index + 3] = ifFalse;
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4);
  }
  return bytes;
}

/**
 * Program in Perl, which every Debian has, that installs the filter and runs a command. Numbers of system
 * calls: prctl 157, PR_SET_SECCOMP 22, SECCOMP_MODE_FILTER 2.
 */
const UNDER_FILTER = `open F, "<", shift; binmode F; local $/; $p = <F>; $s = pack("S x![Q] P", length($p) / 8, $p);
syscall(157, 22, 2, $s) == 0 or die "seccomp: $!"; exec { $ARGV[0] } @ARGV or die "exec: $!"`;

/** An unused user id. */
export const ACCOUNT = 61_234;

/** Reason why the sandbox is not available; `""` if it is. */
export function sandboxMissing(): string {
  if (process.arch !== "x64" || !readable(HEADER)) return "no numbers of system calls here";
  const { exitCode } = Bun.spawnSync(["unshare", "-m", "mount", "--make-rprivate", "/"]);
  return exitCode === 0 ? "" : "no mount namespace can be made here";
}

function readable(file: string): boolean {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

/**
 * Command that runs another one in the unit's sandbox. Only the folder is writable, like StateDirectory.
 * @param folder outside of /tmp and /home, which are hidden
 */
export function sandboxed(folder: string, command: readonly string[]): string[] {
  writeFileSync(join(folder, "filter"), program());
  // PrivateDevices, ProtectHome, PrivateTmp, ProtectProc, ProtectKernelTunables, StateDirectory, ProtectSystem.
  const script = `mount --make-rprivate /
    cd /; mkdir -p ${folder}/state ${folder}/dev; chown ${ACCOUNT}:${ACCOUNT} ${folder}/state
    mount -t tmpfs -o mode=0755 tmpfs ${folder}/dev
    for name in null zero full random urandom tty; do
      touch ${folder}/dev/$name; mount --bind /dev/$name ${folder}/dev/$name
    done
    ln -s /proc/self/fd ${folder}/dev/fd
    mount --rbind ${folder}/dev /dev
    for hidden in /home /root /tmp; do mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs $hidden; done
    mount -t proc -o hidepid=invisible proc /proc
    mount --bind /proc/sys /proc/sys; mount -o remount,ro,bind /proc/sys
    mount --bind ${folder}/state ${folder}/state
    mount -o remount,ro,bind /
    if touch ${folder}/written 2>/dev/null; then echo "the root can be written" >&2; exit 9; fi
    umask ${settings("UMask")[0]}
    exec "$@"`;
  return [
    ...["unshare", "-m", "sh", "-euc", script, "sh"],
    ...["setpriv", `--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, "--clear-groups", "--no-new-privs"],
    ...["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"],
    ...["perl", "-e", UNDER_FILTER, join(folder, "filter"), ...command],
  ];
}
