/** ONE table of network options, for whoever makes requests of their own: a person at the keyboard, modules of a probe. */

import { NETWORKS, VERSIONS } from "./lookup-enums.ts";

export interface NetworkOption {
  readonly type: "boolean" | "string";
  readonly help: string;
  readonly short?: string;
  readonly aliases?: readonly string[];
  /** The placeholder of the value in help. */
  readonly value?: string;
  readonly words?: readonly string[];
  /** Its value names a file. */
  readonly file?: true;
  readonly repeats?: true;
}

export const networkOptions: Readonly<Record<string, NetworkOption>> = {
  header: {
    type: "string",
    short: "H",
    value: "'NAME: VALUE'",
    repeats: true,
    help: "a field to send in place of the default; repeatable; credentials go to the first origin only",
  },
  omit: {
    type: "string",
    value: "NAME",
    repeats: true,
    help: "a default field that is not to be sent, such as Accept-Encoding; repeatable",
  },
  agent: {
    type: "string",
    short: "A",
    aliases: ["user-agent"],
    value: "STRING",
    help: "User-Agent to send",
  },
  user: {
    type: "string",
    short: "u",
    value: "USER:PASSWORD",
    help: "credentials for the first origin (Basic); those in the URL count as well",
  },
  cookie: {
    type: "string",
    short: "b",
    value: "'NAME=VALUE; …'",
    help: "cookies to send to the first origin",
  },
  referer: { type: "string", short: "e", value: "URL", help: "Referer to send" },
  resolve: {
    type: "string",
    value: "HOST:PORT:ADDRESS",
    repeats: true,
    help: "connect to this address for the host and port, such as to an origin that DNS does not name yet; * is any host",
  },
  "connect-to": {
    type: "string",
    value: "HOST:PORT:HOST:PORT",
    repeats: true,
    help: "connect to the second host and port instead of the first; any of them may be empty",
  },
  proxy: {
    type: "string",
    short: "x",
    value: "URL",
    help: "http, https or socks5 proxy [HTTPS_PROXY, HTTP_PROXY or ALL_PROXY of the environment]; empty for none",
  },
  noproxy: {
    type: "string",
    value: "HOST,…",
    help: "hosts that are asked directly [NO_PROXY of the environment]; * is every host",
  },
  "unix-socket": {
    type: "string",
    value: "PATH",
    file: true,
    help: "connect to the server's Unix socket, whatever the URL's host",
  },
  network: { type: "string", words: NETWORKS, help: "IP version to use" },
  ipv4: { type: "boolean", short: "4", help: "same as --network 4" },
  ipv6: { type: "boolean", short: "6", help: "same as --network 6" },
  dns: { type: "string", value: "ADDRESS:PORT", help: "DNS server to ask, instead of the system's" },
  "http-version": {
    type: "string",
    words: VERSIONS,
    help: "HTTP version to use; auto offers 2 and 1.1, as browsers do [auto]",
  },
  "http1.1": { type: "boolean", help: "same as --http-version 1.1" },
  http2: { type: "boolean", help: "same as --http-version 2" },
  http3: { type: "boolean", help: "same as --http-version 3" },
  insecure: { type: "boolean", short: "k", help: "accept certificates that are not trusted" },
  cacert: { type: "string", value: "FILE", file: true, help: "trust only the certificates in this PEM file" },
  cert: {
    type: "string",
    short: "E",
    value: "FILE[:PASSWORD]",
    file: true,
    help: "client certificate for servers that ask for one (PEM)",
  },
  pass: { type: "string", value: "PASSWORD", help: "password of its key" },
  key: {
    type: "string",
    value: "FILE",
    file: true,
    help: "key of the client certificate (PEM), where it is in a file of its own",
  },
  timeout: {
    type: "string",
    value: "TIME",
    help: "time limit for a whole lookup, such as 20s; a number alone is seconds",
  },
  "connect-timeout": { type: "string", value: "TIME", help: "time limit for DNS and TCP" },
};
