/** Fields that clients, browser tools and phones add, also to what people copy from them. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const clients: readonly CatalogueRow[] = [
  {
    name: "X-Firefox-Spdy",
    description:
      "Added by Firefox's developer tools to the fields they show: h2 says that the response came over HTTP/2. The server did not send it.",
    type: "token",
    sender: "Firefox",
  },
  {
    name: "X-Firefox-Http3",
    description:
      "Added by Firefox's developer tools to the fields they show: the version of HTTP/3 in use. The server did not send it.",
    type: "token",
    sender: "Firefox",
  },
  {
    name: "X-Firefox-Early-Data",
    description: "Added by Firefox itself: says whether the request went out as TLS early data.",
    type: "token",
    sender: "Firefox",
  },
  {
    name: "X-Android-Received-Millis",
    description:
      "Added by the client library OkHttp on Android: when the response came, in milliseconds since 1970.",
    type: "integer",
    sender: "Android",
  },
  {
    name: "X-Android-Sent-Millis",
    description:
      "Added by the client library OkHttp on Android: when the request left, in milliseconds since 1970.",
    type: "integer",
    sender: "Android",
  },
  {
    name: "X-Android-Response-Source",
    description:
      "Added by the client library OkHttp on Android: whether the response came from the network or the cache, with the status.",
    sender: "Android",
  },
  {
    name: "X-Android-Selected-Protocol",
    description:
      "Added by the client library OkHttp on Android: protocol of the connection, such as http/1.1.",
    type: "token",
    sender: "Android",
  },
  {
    name: "OkHttp-Received-Millis",
    description: "Added by old versions of the client library OkHttp itself: when the response came.",
    type: "integer",
    sender: "OkHttp",
  },
  {
    name: "OkHttp-Sent-Millis",
    description: "Added by old versions of the client library OkHttp itself: when the request left.",
    type: "integer",
    sender: "OkHttp",
  },
  {
    name: "OkHttp-Selected-Protocol",
    description: "Added by old versions of the client library OkHttp itself: protocol of the connection.",
    type: "token",
    sender: "OkHttp",
  },
  {
    name: "X-Requested-With",
    description:
      "XMLHttpRequest when a script library made the request; Android's web view puts the application's name there.",
    type: "token",
    direction: "request",
  },
  {
    name: "X-HTTP-Method-Override",
    description:
      "Method that the server is to take in place of POST, where firewalls let only GET and POST through.",
    type: "token",
    direction: "request",
  },
  {
    name: "X-HTTP-Method",
    description: "Microsoft's spelling of the method override.",
    type: "token",
    direction: "request",
  },
  {
    name: "X-Method-Override",
    description: "Short spelling of the method override.",
    type: "token",
    direction: "request",
  },
  { name: "X-Api-Key", description: "Key of the caller for an interface. A secret.", direction: "request" },
  {
    name: "Api-Key",
    description: "Key of the caller for an interface, without X-. A secret.",
    direction: "request",
  },
  {
    name: "X-Access-Token",
    description: "Token that gives access. In a response it is a login's result and must not be cached.",
    direction: "both",
  },
  {
    name: "X-Refresh-Token",
    description: "Token by which a client gets new access tokens. A secret that belongs in no shared cache.",
    direction: "both",
  },
  {
    name: "X-Forwarded-Port",
    description: "Port that the client used towards the front proxy.",
    type: "integer",
    direction: "request",
  },
  {
    name: "X-Forwarded-Prefix",
    description: "Part of the path that the front proxy took away.",
    direction: "request",
  },
  {
    name: "X-Forwarded-Ssl",
    description: '"on" when the client reached the front proxy over TLS.',
    type: "token",
    direction: "request",
  },
  {
    name: "X-Forwarded-Scheme",
    description: "Scheme that the client used towards the front proxy, beside X-Forwarded-Proto.",
    type: "token",
    direction: "request",
  },
  {
    name: "X-Forwarded-Client-Cert",
    description: "Facts on the client's certificate, added by the proxy that ended TLS.",
    type: "list",
    direction: "request",
    sender: "Envoy and others",
  },
  { name: "X-Forwarded-User", description: "User that the front proxy has let in.", direction: "request" },
  {
    name: "X-Forwarded-Email",
    description: "Mail address of the user whom the front proxy has let in.",
    direction: "request",
  },
  {
    name: "X-Original-Forwarded-For",
    description: "X-Forwarded-For as it came to the proxy, before it wrote its own.",
    type: "list",
    direction: "request",
    sender: "ingress-nginx and others",
  },
  {
    name: "X-Cluster-Client-Ip",
    description: "Address of the client, in the name that Zeus and Rackspace balancers used.",
    direction: "request",
  },
  {
    name: "X-ProxyUser-Ip",
    description: "Address of the client behind a Google service.",
    direction: "request",
  },
  {
    name: "WL-Proxy-Client-IP",
    description: "Address of the client for WebLogic, from its web server plug-in.",
    direction: "request",
    sender: "Oracle WebLogic",
  },
  {
    name: "X-Auth-Request-User",
    description: "User whom OAuth2 Proxy has let in.",
    direction: "both",
    sender: "OAuth2 Proxy",
  },
  {
    name: "X-Auth-Request-Email",
    description: "Mail address of the user whom OAuth2 Proxy has let in.",
    direction: "both",
    sender: "OAuth2 Proxy",
  },
  {
    name: "X-Auth-Request-Redirect",
    description: "Address to return to after login by OAuth2 Proxy.",
    type: "url",
    direction: "both",
    sender: "OAuth2 Proxy",
  },
  {
    name: "Remote-User",
    description: "User whom a login proxy such as Authelia has let in. It must not be taken from outside.",
    direction: "both",
  },
  {
    name: "X-Moz",
    description: '"prefetch" when old Firefox loaded the page in advance.',
    type: "token",
    direction: "request",
    sender: "Firefox",
  },
  {
    name: "X-Purpose",
    description: '"preview" or "prefetch" when the browser loaded the page in advance.',
    type: "token",
    direction: "request",
    sender: "Safari and others",
  },
  {
    name: "X-UIDH",
    description:
      "Identifier that the mobile operator Verizon put into its customers' requests. It makes them traceable.",
    direction: "request",
    sender: "Verizon",
  },
  {
    name: "X-ATT-DeviceId",
    description: "Model of the phone, put into requests by the mobile operator AT&T.",
    direction: "request",
    sender: "AT&T",
  },
  {
    name: "X-OperaMini-Phone-UA",
    description: "User agent of the phone behind Opera's servers.",
    type: "product",
    direction: "request",
    sender: "Opera Mini",
  },
  {
    name: "X-OperaMini-Features",
    description: "Abilities of the Opera Mini client.",
    type: "list",
    direction: "request",
    sender: "Opera Mini",
  },
  {
    name: "X-UCBrowser-Device-UA",
    description: "User agent of the phone behind UC Browser's servers.",
    type: "product",
    direction: "request",
    sender: "UC Browser",
  },
  {
    name: "X-Device-User-Agent",
    description: "User agent of the phone, as a converting proxy passes it on.",
    type: "product",
    direction: "request",
  },
  {
    name: "X-Original-User-Agent",
    description: "User agent before a proxy changed it.",
    type: "product",
    direction: "request",
  },
  {
    name: "X-GitHub-Api-Version",
    description: "Version date of the interface that the caller asks GitHub for.",
    type: "token",
    direction: "request",
    sender: "GitHub",
  },
  {
    name: "X-Goog-Api-Key",
    description: "Key of the caller for a Google interface. A secret.",
    direction: "request",
    sender: "Google",
  },
  {
    name: "X-Amz-Target",
    description: "Operation that the caller asks of an AWS service.",
    direction: "request",
    sender: "Amazon Web Services",
  },
  {
    name: "Anthropic-Version",
    description: "Version date of the interface that the caller asks Anthropic for.",
    type: "token",
    direction: "request",
    sender: "Anthropic",
    links: ["https://docs.anthropic.com/en/api/versioning"],
  },
  {
    name: "Anthropic-Beta",
    description: "Trial features that the caller asks Anthropic for.",
    type: "list",
    direction: "request",
    sender: "Anthropic",
  },
  {
    name: "OpenAI-Beta",
    description: "Trial features that the caller asks OpenAI for.",
    type: "list",
    direction: "request",
    sender: "OpenAI",
  },
  {
    name: "X-Lighttpd-Send-File",
    description:
      "Tells lighttpd to send a file from disk in place of the body. It should not reach the client.",
    sender: "lighttpd",
  },
  {
    name: "X-Reproxy-Url",
    description:
      "Tells the proxy in front to fetch the body from another address. It should not reach the client.",
    type: "url",
    sender: "Perlbal and nginx",
  },
  {
    name: "X-Consumed-Content-Encoding",
    description: "Content coding that a proxy or client has already undone.",
    type: "token",
  },
  {
    name: "X-Encoded-Content-Encoding",
    description: "Content coding of the body before a proxy unpacked it.",
    type: "token",
  },
  {
    name: "X-Encoded-Content-Length",
    description: "Length of the body before a proxy unpacked it.",
    type: "integer",
  },
  {
    name: "X-Bluecoat-Via",
    description: "Identifier by which Blue Coat proxies, now ProxySG, find loops.",
    type: "identifier",
    sender: "Symantec ProxySG",
  },
  {
    name: "X-Authenticated-User",
    description: "User whom a company's proxy has let in, encoded.",
    direction: "request",
    sender: "Proxies",
  },
  {
    name: "X-Archive-Orig-Server",
    description: "Server field of the page when the Wayback Machine stored it.",
    sender: "Internet Archive",
  },
  {
    name: "X-Archive-Src",
    description: "Archive file from which the Wayback Machine took the page.",
    sender: "Internet Archive",
  },
  {
    name: "X-Archive-Orig-Date",
    description: "Date field of the page when the Wayback Machine stored it.",
    type: "date",
    sender: "Internet Archive",
  },
  {
    name: "X-Archive-Guessed-Content-Type",
    description: "Media type that the Wayback Machine took the page for.",
    type: "media-type",
    sender: "Internet Archive",
  },
  {
    name: "X-Archive-Guessed-Charset",
    description: "Character set that the Wayback Machine took the page for.",
    type: "token",
    sender: "Internet Archive",
  },
  {
    name: "X-Archive-Redirect-Reason",
    description: "Why the Wayback Machine sent the visitor to another capture.",
    sender: "Internet Archive",
  },
  {
    name: "X-App-Server-Archive",
    description: "Server at the Internet Archive that answered.",
    sender: "Internet Archive",
  },
  {
    name: "X-Ts",
    description: "Status code of the capture at the Wayback Machine, or a time stamp elsewhere.",
    type: "integer",
    sender: "Internet Archive and others",
  },
  {
    name: "X-Tr",
    description: "Milliseconds that the Wayback Machine took, or a trace mark elsewhere.",
    type: "integer",
    sender: "Internet Archive and others",
  },
  {
    name: "X-Page-Cache",
    description: "Result of a cache of whole pages, as the Wayback Machine and others report it.",
    type: "token",
    sender: "Internet Archive and others",
  },
  {
    name: "X-RL",
    description: "State of the limit on visits at the Wayback Machine.",
    type: "integer",
    sender: "Internet Archive and others",
  },
  {
    name: "X-NA",
    description: "Flag of the Wayback Machine on the request; not documented.",
    type: "integer",
    sender: "Internet Archive",
  },
  {
    name: "X-NID",
    description: "Network operator of the visitor by the Wayback Machine's lookup.",
    sender: "Internet Archive",
  },
];
