/** Where connections are made in place of what a URL says, as curl's --resolve and --connect-to. Pure. */

import { type Address, parseAddress } from "../../syntax/ip-address.ts";
import { hostOf, portOf } from "../target.ts";

export interface Detour {
  /** In lower case; `""` for any. */
  readonly host: string;
  /** Undefined for any. */
  readonly port: number | undefined;
  /** The address and port dialled instead; absent parts stay. */
  readonly to: Partial<Place>;
}

/** Where a connection is made. */
export interface Place {
  /** As a resolver takes it. */
  readonly host: string;
  readonly port: number;
  /** Known without DNS. */
  readonly addresses?: readonly Address[];
}

/** `--connect-to` chooses host and port, `--resolve` then the address of these, each by the first that fits. */
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

/** `HOST:PORT:ADDRESS[,ADDRESS]…`, with `*` for any host; undefined for anything else. */
export function readResolve(text: string): Detour | undefined {
  const [, host = "", port = "", list = ""] = /^([^:[\]]+):(\d{1,5}):(.+)$/.exec(text) ?? [];
  const addresses = list.split(",").map((one) => parseAddress(one.replace(/^\[(.*)\]$/, "$1")));
  const known = addresses.filter((address) => address !== undefined);
  if (known.length < addresses.length || !isPort(port)) return undefined;
  return { host: host === "*" ? "" : host.toLowerCase(), port: Number(port), to: { addresses: known } };
}

const PART = /^(\[[^\]]*\]|[^:]*):(\d{0,5}):(\[[^\]]*\]|[^:]*):(\d{0,5})$/;

/** `HOST:PORT:HOST:PORT`, each of which may be empty; undefined for anything else. */
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
