/** Hosting companies, control panels and parked domains. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const hosting: readonly CatalogueRow[] = [
  {
    name: "Host-Header",
    description:
      "Internal mark of SiteGround's servers, mostly a fixed hash. It has nothing to do with the Host field of requests.",
    type: "identifier",
    sender: "SiteGround",
  },
  {
    name: "X-Proxy-Cache",
    description: "HIT, MISS or BYPASS of a caching proxy, as nginx at SiteGround and similar hosts send it.",
    type: "token",
    sender: "SiteGround and others",
  },
  {
    name: "X-Proxy-Cache-Info",
    description: 'Detail beside X-Proxy-Cache, such as "DT:1" for the kind of content.',
    sender: "SiteGround",
  },
  {
    name: "X-Cache-Enabled",
    description: "Says whether the host's page cache is on for the site.",
    type: "token",
    sender: "SiteGround and others",
  },
  {
    name: "X-Httpd",
    description: '"1" when SiteGround\'s Apache, behind nginx, made the response.',
    type: "integer",
    sender: "SiteGround",
  },
  {
    name: "X-Httpd-Modphp",
    description: '"1" when PHP ran inside of Apache at SiteGround.',
    type: "integer",
    sender: "SiteGround",
  },
  {
    name: "SG-F-Cache",
    description: "HIT, MISS or BYPASS of SiteGround's file cache.",
    type: "token",
    sender: "SiteGround",
  },
  {
    name: "X-SG-CDN",
    description: "Says that SiteGround's delivery network passed the response on.",
    sender: "SiteGround",
  },
  {
    name: "X-Server-Cache",
    description: '"true" where the host\'s nginx cache is on, beside X-Proxy-Cache with its result.',
    type: "token",
    sender: "Bluehost and HostGator",
  },
  {
    name: "X-Endurance-Cache-Level",
    description: "Level, from 0 to 4, of the page cache plugin of Endurance hosts.",
    type: "integer",
    sender: "Bluehost and HostGator",
  },
  {
    name: "X-Newfold-Cache-Level",
    description: "Level of the page cache at the hosts of Newfold, the later name of Endurance.",
    type: "integer",
    sender: "Bluehost and HostGator",
  },
  {
    name: "X-nginx-cache",
    description: "What nginx's cache did, or at Bluehost which rules it uses, such as WordPress.",
    sender: "Bluehost and others",
  },
  {
    name: "X-Adblock-Key",
    description:
      "Key and signature by which a parked domain asks ad blockers to let its advertisements through.",
    sender: "Domain parking",
  },
  {
    name: "X-Check",
    description: "Fixed hash that is sent by parked domains.",
    type: "identifier",
    sender: "Domain parking",
  },
  {
    name: "X-Language",
    description:
      "Language of the page; on parked domains of ParkingCrew that of the advertisements, such as english.",
    sender: "Domain parking and others",
  },
  {
    name: "X-Template",
    description: 'Name of the page\'s template. On parked domains it begins with "tpl_".',
    sender: "Domain parking and others",
  },
  {
    name: "X-Buckets",
    description: "Test groups that a parking service put the visitor in.",
    type: "list",
    sender: "Domain parking",
  },
  {
    name: "X-Cache-Miss-From",
    description: "Internal name of the parking server that answered, as seen on domains parked at Sedo.",
    sender: "Domain parking",
  },
  { name: "X-Subdomain", description: "Sub-domain part that a parking page saw.", sender: "Domain parking" },
  { name: "X-Domain", description: "Domain for which the server made the page." },
  {
    name: "X-Pcrew-Ip-Organization",
    description: "Network operator of the visitor, as the parking service sees it.",
    sender: "Domain parking",
  },
  {
    name: "X-Pcrew-Blocked-Reason",
    description: "Why the parking service refused the visitor.",
    sender: "Domain parking",
  },
  {
    name: "X-Powered-By-Plesk",
    description: "Advertises the control panel Plesk, such as PleskLin or PleskWin.",
    sender: "Plesk",
  },
  {
    name: "X-Accel-Version",
    description: "Marks nginx as Plesk sets it up in front of Apache.",
    sender: "Plesk",
  },
  {
    name: "X-Webcom-Cache-Status",
    description: "HIT, MISS or BYPASS of the cache at Web.com and Network Solutions.",
    type: "token",
    sender: "Web.com",
  },
  {
    name: "X-SiteId",
    description: "Number of the site at the host, as in GoDaddy's website builder.",
    type: "identifier",
    sender: "GoDaddy and others",
  },
  {
    name: "X-Nginx-Cache-Status",
    description:
      "Status of nginx's proxy or FastCGI cache: HIT, MISS, BYPASS, EXPIRED, STALE, UPDATING or REVALIDATED.",
    type: "token",
  },
  {
    name: "X-Nginx-Upstream-Cache-Status",
    description: "Cache status of nginx under a longer name; upstream means the server behind it.",
    type: "token",
  },
  {
    name: "X-FastCGI-Cache",
    description: "HIT, MISS or BYPASS of nginx's cache for PHP and other FastCGI programs.",
    type: "token",
    links: ["https://nginx.org/en/docs/http/ngx_http_fastcgi_module.html"],
  },
  {
    name: "fastcgi-cache",
    description: "Result of nginx's FastCGI cache, under a name without X-.",
    type: "token",
  },
  {
    name: "X-Cache-NxAccel",
    description: "Result of an nginx accelerator that hosts put in front of cPanel.",
    type: "token",
    sender: "cPanel nginx add-ons",
  },
  {
    name: "X-SRCache-Fetch-Status",
    description: "HIT, MISS or BYPASS as nginx's srcache module looked for the page, often in Redis.",
    type: "token",
    sender: "OpenResty",
    links: ["https://github.com/openresty/srcache-nginx-module"],
  },
  {
    name: "X-SRCache-Store-Status",
    description: "STORE or BYPASS: whether nginx's srcache module kept the page.",
    type: "token",
    sender: "OpenResty",
    links: ["https://github.com/openresty/srcache-nginx-module"],
  },
  {
    name: "X-Microcache",
    description: "Result of a cache that keeps pages for only a second or so, to survive bursts.",
  },
  {
    name: "X-Microcachable",
    description: "Says that a page may go into such a cache of seconds.",
    type: "token",
  },
  {
    name: "X-Accel-Expires",
    description:
      "Tells nginx for how many seconds to cache, 0 for not at all, or with @ until what time. nginx consumes it, so that it should not be visible.",
    sender: "nginx",
    links: ["https://nginx.org/en/docs/http/ngx_http_proxy_module.html"],
  },
  {
    name: "X-Accel-Redirect",
    description:
      "Tells nginx to send another internal file in place of the body. Seen by a client it is a slip.",
    type: "url",
    sender: "nginx",
    links: ["https://nginx.org/en/docs/http/ngx_http_proxy_module.html"],
  },
  {
    name: "X-Accel-Buffering",
    description: '"no" tells nginx to pass the body on at once, for event streams.',
    type: "token",
    sender: "nginx",
    links: ["https://nginx.org/en/docs/http/ngx_http_proxy_module.html"],
  },
  {
    name: "X-Accel-Limit-Rate",
    description: "Speed in bytes a second at which nginx is to send the body.",
    sender: "nginx",
  },
  { name: "X-Accel-Charset", description: "Character set that nginx is to convert from.", sender: "nginx" },
  {
    name: "X-Sendfile",
    description:
      "Tells the web server to send a file from disk in place of the body. It should not reach the client.",
    sender: "Apache and lighttpd",
  },
  {
    name: "X-Server-Powered-By",
    description: "Names Engintron, which puts nginx before Apache on cPanel servers.",
    type: "product",
    sender: "Engintron",
  },
  {
    name: "Cache-Provider",
    description: "Names Cloudways and the place or plugin that cached the page.",
    sender: "Cloudways",
  },
  {
    name: "X-IPLB-Instance",
    description: "Number of the OVHcloud load balancer that handled the request.",
    type: "identifier",
    sender: "OVHcloud",
  },
  {
    name: "X-IPLB-Request-ID",
    description:
      "Identifier of the request at OVHcloud's load balancer: addresses, ports and time in hexadecimal.",
    type: "identifier",
    sender: "OVHcloud",
  },
  {
    name: "X-OVH-Webhosting-Id",
    description: "Number of the web hosting at OVHcloud.",
    type: "identifier",
    sender: "OVHcloud",
  },
  {
    name: "X-CDN-Pop",
    description: "Point of presence of OVHcloud's delivery network, with country.",
    sender: "OVHcloud",
  },
  {
    name: "X-CDN-Pop-IP",
    description: "Network or address of the OVHcloud point of presence.",
    sender: "OVHcloud",
  },
  {
    name: "X-Loopia-Node",
    description: "Server of the Swedish host Loopia that answered.",
    sender: "Loopia",
  },
  {
    name: "X-TransIP-Balancer",
    description: "Load balancer of the Dutch host TransIP that took the request.",
    sender: "TransIP",
  },
  {
    name: "X-TransIP-Backend",
    description: "Web server of the Dutch host TransIP that answered.",
    sender: "TransIP",
  },
  {
    name: "x-service-level",
    description: "Service class, such as standard, in the CDN of the host 20i.",
    type: "token",
    sender: "20i StackCDN",
  },
  {
    name: "x-backend-server",
    description: "Server behind the proxy that made the page. An internal name; no client needs it.",
  },
  {
    name: "x-backend-hostname",
    description: "Host name of the backend that answered. Internal, so better not told.",
  },
  {
    name: "x-provided-by",
    description: "Names StackCDN, the delivery network of the host 20i, and its version.",
    sender: "20i StackCDN",
  },
  {
    name: "x-origin-cache-status",
    description: "What the cache at the origin, behind the CDN, did with the request.",
    type: "token",
    sender: "20i StackCDN",
  },
  {
    name: "x-cdn-cache-status",
    description: "What the cache of the CDN did, beside x-origin-cache-status.",
    type: "token",
    sender: "20i StackCDN",
  },
  {
    name: "x-via",
    description:
      "Servers that the response passed: at Wangsu's CDN a list with host names, at StackCDN the airport code.",
    sender: "Wangsu and 20i",
  },
  {
    name: "X-hostinger-datacenter",
    description: "Data centre of the host Hostinger that answered.",
    sender: "Hostinger",
  },
  {
    name: "X-hostinger-node",
    description: "Server of the host Hostinger that answered.",
    sender: "Hostinger",
  },
  {
    name: "x-hcdn-cache-status",
    description: "HIT, MISS, DYNAMIC or the like of Hostinger's delivery network.",
    type: "token",
    sender: "Hostinger",
  },
  {
    name: "x-hcdn-request-id",
    description: "Identifier of the request in Hostinger's delivery network, with its location.",
    type: "identifier",
    sender: "Hostinger",
  },
  {
    name: "x-hcdn-upstream-rt",
    description: "Seconds that the origin took towards Hostinger's delivery network.",
    sender: "Hostinger",
  },
  {
    name: "x-hcdn-upgrade-insecure-requests",
    description: "Says whether Hostinger's CDN asks browsers to upgrade addresses of the page.",
    type: "token",
    sender: "Hostinger",
  },
  { name: "panel", description: "Control panel that runs the hosting, such as hpanel.", sender: "Hostinger" },
  {
    name: "platform",
    description: "Name of the hosting platform, such as hostinger.",
    sender: "Hostinger and others",
  },
  {
    name: "X-GeoIP-Country-Code",
    description: "Country of the visitor as the server looked it up.",
    type: "token",
  },
  {
    name: "X-Country-Code",
    description: "Country code by which the site chose the content, usually that of the visitor.",
    type: "token",
  },
  {
    name: "X-Request-Country",
    description: "Country that the request came from by the server's lookup.",
    type: "token",
  },
  { name: "X-Country", description: "Country of the visitor by the site's own lookup.", type: "token" },
  {
    name: "X-Geo-Country",
    description: "Visitor's country as a geographic lookup at the edge gave it.",
    type: "token",
  },
  { name: "X-Geo", description: "Place of the visitor by the site's own lookup." },
  {
    name: "X-Heroku-Queue-Wait-Time",
    description: "Milliseconds that the request waited in Heroku's router.",
    type: "integer",
    sender: "Heroku",
  },
  {
    name: "X-Heroku-Dynos-In-Use",
    description: "Dynos of the Heroku application in use at that time.",
    type: "integer",
    sender: "Heroku",
  },
  {
    name: "X-Render-Origin-Server",
    description: "Server software of the application behind the host Render.",
    type: "product",
    sender: "Render",
  },
  {
    name: "Rndr-Id",
    description: "Identifier of the request at the host Render.",
    type: "identifier",
    sender: "Render",
  },
  {
    name: "X-Railway-Request-Id",
    description: "Identifier of the request at the host Railway.",
    type: "identifier",
    sender: "Railway",
  },
  {
    name: "X-Railway-Edge",
    description: "Region of Railway's edge that took the request.",
    sender: "Railway",
  },
  {
    name: "X-Railway-Cdn-Edge",
    description: "Edge of the delivery network in front of Railway.",
    sender: "Railway",
  },
  {
    name: "X-Railway-Fallback",
    description: '"true" when Railway answered because no application did.',
    type: "token",
    sender: "Railway",
  },
  {
    name: "Fly-Request-Id",
    description: "Identifier of the request at Fly.io; the end names the region.",
    type: "identifier",
    sender: "Fly.io",
    links: ["https://fly.io/docs/networking/request-headers/"],
  },
  {
    name: "Fly-Region",
    description: "Region of Fly.io at which the request came in.",
    type: "token",
    sender: "Fly.io",
  },
  {
    name: "Fly-Client-IP",
    description: "Address of the client as Fly.io's proxy saw it.",
    direction: "request",
    sender: "Fly.io",
  },
  {
    name: "Fly-Replay",
    description:
      "Asks Fly.io's proxy to send the request again to another region or machine. The proxy consumes it.",
    type: "parameters",
    sender: "Fly.io",
    links: ["https://fly.io/docs/networking/dynamic-request-routing/"],
  },
  {
    name: "X-Do-App-Origin",
    description: "Number of the App Platform application at DigitalOcean.",
    type: "identifier",
    sender: "DigitalOcean",
  },
  {
    name: "X-Do-Orig-Status",
    description: "Status code of the application behind DigitalOcean's App Platform.",
    type: "integer",
    sender: "DigitalOcean",
  },
  {
    name: "X-DO-CDN-UUID",
    description: "Number of the delivery endpoint of a DigitalOcean Space.",
    type: "identifier",
    sender: "DigitalOcean",
  },
  {
    name: "X-Deno-Ray",
    description: "Identifier of the request at Deno Deploy, with its region.",
    type: "identifier",
    sender: "Deno Deploy",
  },
  {
    name: "X-Gitlab-Meta",
    description: "Correlation identifier and version in JSON, as GitLab sends them.",
    type: "json",
    sender: "GitLab",
  },
  {
    name: "X-Gitlab-Lb",
    description: "Load balancer of gitlab.com that took the request.",
    sender: "GitLab",
  },
  { name: "X-Gitlab-Sv", description: "Server pool of gitlab.com that answered.", sender: "GitLab" },
  {
    name: "Gitlab-Lb",
    description: "Load balancer of gitlab.com, in the form without X-.",
    sender: "GitLab",
  },
  {
    name: "Gitlab-Sv",
    description: "Server or pool at gitlab.com behind the load balancer.",
    sender: "GitLab",
  },
  {
    name: "Sozu-Id",
    description: "Identifier of the request in Sozu, the proxy of the host Clever Cloud.",
    type: "identifier",
    sender: "Clever Cloud",
  },
  {
    name: "X-Yottaa-Metrics",
    description: "Figures of Yottaa's delivery: session, node and timings.",
    type: "parameters",
    sender: "Yottaa",
  },
  {
    name: "X-Yottaa-Optimizations",
    description: "Changes that Yottaa made to the page.",
    type: "parameters",
    sender: "Yottaa",
  },
  {
    name: "X-Ray",
    description:
      "Servers and times of the layers at a hosting company, such as wn12543:0.010; the sender is not documented.",
  },
  {
    name: "Nginx-Cache",
    description: "Cache result that an nginx configuration notes without X-.",
    type: "token",
    sender: "nginx",
  },
];
