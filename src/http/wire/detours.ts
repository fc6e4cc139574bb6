/** Connects to another host or address than the URL's, as curl's --resolve and --connect-to. Pure. */

import { type Address, parseAddress } from "../../syntax/ip-address.ts";
import { hostOf, portOf } from "../target.ts";

export interface Detour {
  /** Host to match, in lower case; `""` matches any. */
  readonly host: string;
  /** Port to match; undefined matches any. */
  readonly port: number | undefined;
  /** Parts to replace; absent parts are unchanged. */
  readonly to: Partial<Place>;
}

/** Host and port to connect to. */
export interface Place {
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Addresses to use instead of DNS. */
  readonly addresses?: readonly Address[];
}

/** Applies the first matching `--connect-to`, then `--resolve` for its host and port. */
export function placeOf(url: URL, detours: readonly Detour[] = []): Place {
  const asked: Place = { host: hostOf(url), port: portOf(url) };
  if (detours.length === 0) return asked;
  const elsewhere = { ...asked, ...find(detours, asked, false)?.to };
  return { ...elsewhere, ...find(detours, elsewhere, true)?.to };
}

function find(detours: readonly Detour[], { host, port }: Place, resolves: boolean): Detour | undefined {
  return detours.find(
    (detour) =>
      (detour.to.addresses !== undefined) === resolves &&
      (detour.host === "" || detour.host === host.toLowerCase()) &&
      (detour.port === undefined || detour.port === port),
  );
}

/** `HOST:PORT:ADDRESS[,ADDRESS]…`, with `*` for any host; otherwise undefined. */
export function readResolve(text: string): Detour | undefined {
  const [, host = "", port = "", list = ""] = /^([^:[\]]+):(\d{1,5}):(.+)$/.exec(text) ?? [];
  const addresses = list.split(",").map((one) => parseAddress(one.replace(/^\[(.*)\]$/, "$1")));
  const known = addresses.filter((address) => address !== undefined);
  if (known.length < addresses.length || !isPort(port)) return undefined;
  return { host: host === "*" ? "" : host.toLowerCase(), port: Number(port), to: { addresses: known } };
}

const PART = /^(\[[^\]]*\]|[^:]*):(\d{0,5}):(\[[^\]]*\]|[^:]*):(\d{0,5})$/;

/** `HOST:PORT:HOST:PORT` with optional parts; otherwise undefined. */
export function readConnectTo(text: string): Detour | undefined {
  const match = PART.exec(text);
  if (!match) return undefined;
  const [, host = "", port = "", toHost = "", toPort = ""] = match.map((part) =>
    part.replace(/^\[(.*)\]$/, "$1"),
  );
  if ([port, toPort].some((one) => one !== "" && !isPort(one))) return undefined;
  return {
    host: host.toLowerCase(),
    port: port === "" ? undefined : Number(port),
    to: { ...(toHost !== "" && { host: toHost }), ...(toPort !== "" && { port: Number(toPort) }) },
  };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65_535;
}
