/**
 * Sites and hosts in strings: which of them are a robot's contact. Source: own collection of strings and the
 * sites' own pages, 2026-11.
 */

/** Sites in strings of people's software: not a robot's contact. */
export const noContact =
  /^https?:\/\/(?:www\.)?(?:w3\.org|mozilla\.|ns\.adobe|schemas\.|gecko|maxthon|opera\.com|apple\.com\/?$|bsalsa|iconsurf|dell\.com|chedot|hotbar|tencenttraveler|netscape|simplicity|trustedsource|icab|webkit|qtweb)|bsalsa|embedded web browser|me\.dium\.com|arachne\.cz/i;

/** Mail domains of the public: an address there does not identify an operator. */
export const freeMail =
  /(?:gmail|googlemail|hotmail|outlook|yahoo|gmx|web|mail|protonmail|proton|icloud|qq|163|126|atomicmail)\.[a-z]+$|\.example$|example\.com$/;

/** Host without a scheme, with the character that precedes it. */
export const markedHost =
  /(?:\+|[(; ]|^(?=[^ ]*\/[a-z]|www\.))((?:www\.)?[a-z0-9-]{2,40}(?:\.[a-z0-9-]{1,40}){0,3}\.(?:com|org|net|edu|gov|io|de|ru|fr|co|ai|dev|app|eu|uk|info|me|fm|jp|cz|nl|tv|cloud|be|ch|at|it|se|pl|us|biz|ca|au|br|in|cn|kr|es|dk|no|fi|xyz|site|online|tech|ly|gy|gl|gg|to|page|party|world|life|live|news|blog|social|space|systems|network|digital|agency|studio|team|zone|email|tools|services|solutions|security|science|media|sk|hu|ro|gr|pt|ie|mx|nz|za|tr|il|lt|lv|ee|bg|ua|rs|hr|si)(?:\/[\w./?=&%#-]{0,80})?)(?=[\s;,)]|$)/i;

/** Package id: `com.example.news`. */
export const packageId =
  /^(?:com|org|net|app|air|[a-z]{2})(?:\.[a-z0-9-]+){2,}(?<!\.(?:com|org|net|edu|gov))(?:\/|$)/i;

/** Sites that host pages of many people: code, blogs, free sites, short links, directories. */
export const sharedHosts: ReadonlySet<string> = new Set(
  `github.com github.io gitlab.com gitlab.io bitbucket.org sourceforge.net sourceforge.io codeberg.org sr.ht savannah.gnu.org
  googlecode.com npmjs.com pypi.org rubygems.org packagist.org readthedocs.io readthedocs.org apache.org mozilla.org
  blogspot.com wordpress.com wordpress.org tumblr.com medium.com substack.com livejournal.com notion.site notion.so
  wixsite.com weebly.com squarespace.com webflow.io carrd.co geocities.com angelfire.com tripod.com narod.ru wikidot.com
  twitter.com x.com facebook.com linkedin.com youtube.com instagram.com t.me reddit.com wikipedia.org stackoverflow.com
  amazonaws.com cloudfront.net herokuapp.com appspot.com azurewebsites.net netlify.app vercel.app workers.dev pages.dev
  web.app firebaseapp.com onrender.com fly.dev ngrok.io duckdns.org ddns.net no-ip.org dyndns.org
  bit.ly rb.gy cutt.ly ow.ly t.ly t.co goo.gl is.gd tinyurl.com amzn.to forms.gle aka.ms
  example.com example.org example.net example.co example.nl domain.com yourdomain.com unspecified.mail
  user-agents.net useragents.io darkvisitors.com knownagents.com whatismybrowser.com useragentstring.com
  projecthoneypot.org webmasterworld.com datadome.co
  gmail.com hotmail.com yahoo.com yandex.ru mail.ru`
    .split(/\s+/)
    .filter((domain) => domain !== ""),
);

/** Short links: they do not identify an owner. */
export const shortLink =
  /^https?:\/\/(?:www\.)?(?:bit\.ly|rb\.gy|cutt\.ly|ow\.ly|t\.ly|t\.co|goo\.gl|is\.gd|tinyurl\.com|amzn\.to|forms\.gle)\//;

/** Other signs of a contact: `(+`, `mailto:` without an address, `name at example dot org`. */
export const otherSigns =
  /^(?!mozilla|opera|.{0,60}hbbtv).{3,60}\(\+[a-z]|mailto:|\bat [\w-]{1,40}(?:\.| dot )[a-z]{2,}|\b\[at\] [\w-]{1,40}(?:\.| dot )[a-z]{2,}/i;

/** Signs next to which a host in a browser's string counts as a contact. */
export const hostSigns =
  /www\.|bot|crawl|spider|compatible|\.com[/ ;)]|\.org[/ ;)]|\.net[/ ;)]|\.io[/ ;)]|; \+[a-z]| \(\+[a-z]/;

/** The path after a site may be the product's version, not a page: `http://acme.example/v1.5.x`. */
export const versionPage = /^(https?:\/\/[^/]+\/)v?\d+(?:\.[\dx]+)+$/;

/** Registrable label and its public suffix: `seldom` and `.co.uk` of `https://www.seldom.co.uk/`. */
export const registered =
  /^https?:\/\/(?:[^/:?#]+\.)?(?!(?:com?|org|net|ac|gov|govt|gob|edu|or|ne|go)\.[a-z]{2}(?:[/:?#]|$))([a-z0-9-]+)((?:\.(?:com?|org|net|ac|gov|govt|gob|edu|or|ne|go))?\.[a-z]{2,12})(?:[/:?#]|$)/i;

/** Programs named like their domain: `radio.de`, `Bitcast.fm`. */
export const domainName = /^[a-z0-9-]{2,30}\.(?:com|fm|de|net|org|io|ai|tv|co|app|at|fr|pl|dk|eu|is|guide)$/i;

/** Words that follow the owner's name in names of robots. */
export const robotsEnd = /^[-_ ]*(?:bots?|(?:web)?crawler|spider|robot|fetcher|monitor|scanner|checker)$/i;

/** Personal pages on a shared site, such as Google Sites or `/~name`. */
export const personal = /^https?:\/\/(?:sites|groups|code|docs|plus)\.google\.|\/~/i;
