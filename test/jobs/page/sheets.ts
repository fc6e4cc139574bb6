/**
 * Style sheets, written by hand, with the URLs that browsers request for them; `browser-claims` verifies them
 * with Chromium.
 */

/**
 * Style sheet, then kind and text of each URL in order. `next` marks a font source that is loaded only if the
 * previous ones are unusable.
 */
export type SheetRow = readonly [css: string, ...found: string[]];

const raw = String.raw;

/** For a page with `<p class=a>` in the font `f`, to which every rule applies. */
export const SHEETS: readonly SheetRow[] = [
  // @import
  ["@import 'a.css';", "style a.css"],
  ['@charset "utf-8"; @import url("a.css") screen;', "style a.css"],
  ["@IMPORT URL(a.css);", "style a.css"],
  ["@import'a.css'", "style a.css"],
  ["@import 'a.css", "style a.css"],
  ["@import url(a.css", "style a.css"],
  ["@import url( 'a.css' );@import\turl(\nb.css\n)layer;", "style a.css", "style b.css"],
  ["@import/**/'a.css'/**/;", "style a.css"],
  ["@import url(a.css) layer(base) supports(display: grid) screen and (min-width: 1px);", "style a.css"],
  ["@import 'a.css' supports(background: url(b.png));", "style a.css"],
  ["@layer base; @import url(a.css) layer(base);", "style a.css"],
  ["@layer x { p { color: red } } @import 'a.css';"],
  ["p{} @import 'a.css';"],
  ["@media print {} @import 'a.css';"],
  ["@namespace url(http://www.w3.org/1999/xhtml); @import 'a.css';"],
  ["/* @import 'a.css'; */"],
  ["/* a */ @import 'a.css'; /* b */ @import 'b.css';", "style a.css", "style b.css"],
  ["<!-- @import 'a.css'; -->", "style a.css"],
  ["@import 'a.css' {} @import 'b.css';", "style b.css"],
  ["@import foo 'a.css';"],
  ["@import;"],
  ["@import-url 'a.css';"],
  ["p { @import 'a.css'; }"],
  ["p { color: red; } } @import 'a.css';"],
  ["x; @import 'a.css';"],
  [raw`@\69mport 'a.css';`, "style a.css"],
  [raw`@import 'a\2e css';`, "style a.css"],
  ["@import 'a.css'; p { background: url(b.png) }", "style a.css", "image b.png"],
  // url() and strings
  ["p{background:url( 'a b.png' )}", "image a b.png"],
  ["p{background:url(a.png)}", "image a.png"],
  ["p{background:URL( a.png )}", "image a.png"],
  ["p{background:url(a.png), url(b.png)}", "image a.png", "image b.png"],
  ["p{background:url(a.png)", "image a.png"],
  ["p{background:url(a.png", "image a.png"],
  ["p{background:url('a.png", "image a.png"],
  ["p{content:'url(a.png)'}"],
  ['p::before{content:"\\"url(a.png)";background:url(b.png)}', "image b.png"],
  ["p{/* background:url(a.png) */}"],
  ["p{background:url(a/*b*/.png)}", "image a/*b*/.png"],
  ["p{background:/**/url(a.png)/**/}", "image a.png"],
  ["p{mask:url(#m)}"],
  ["p{background:url()}"],
  ["p{background:url('')}"],
  [raw`p{background:url(a\)b.png)}`, "image a)b.png"],
  [raw`p{background:url("\61 .png")}`, "image a.png"],
  [raw`p{background:url(\000061b.png)}`, "image ab.png"],
  [raw`p{background:url("a\"b.png")}`, 'image a"b.png'],
  ["p{background:url('a\\\nb.png')}", "image ab.png"],
  [raw`p{background:u\72l(a.png)}`, "image a.png"],
  [raw`p{background:\75\72\6c(a.png)}`, "image a.png"],
  // Bad URLs and strings
  ["p{background:url(a b.png)} p{color:red}"],
  ["p{background:url(a'b.png)} .a{background:url(c.png)}", "image c.png"],
  ["p{background:url(a(b).png);} .a{background:url(c.png)}", "image c.png"],
  ["p{content:'a\n;} .a{background:url(b.png)}", "image b.png"],
  ["p{background:my-url(a.png)}"],
  ["p{background:url (a.png)}"],
  // Functions
  [
    `p{background:image-set("a.png" 1x);border-image:-webkit-image-set(url(b.png) 1x) 1;content:"c.png"}`,
    "image a.png",
    "image b.png",
  ],
  [`p{background:image-set("a.png" type("image/png") 1x)}`, "image a.png"],
  ["p{background:-webkit-cross-fade(url(a.png), url(b.png), 50%)}", "image a.png", "image b.png"],
  ["p{--u:url(a.png);background:var(--u)}", "image a.png"],
  ["p{background:var(--none, url(a.png))}", "image a.png"],
  ["p{cursor:url(a.png) 1 1, auto;list-style:url(b.png);display:list-item}", "image a.png", "image b.png"],
  // Nesting and preludes
  ["@media screen{p{background:url(a.png)}}", "image a.png"],
  ["@supports (background: url(a.png)) { p { background: url(b.png) } }", "image b.png"],
  ["p{&.a{background:url(a.png)}color:red}", "image a.png"],
  ["p{@media screen{background:url(a.png)}}", "image a.png"],
  ["@layer x{@layer y{p{background:url(a.png)}}}", "image a.png"],
  ["p[title='}'],p{background:url(a.png)}", "image a.png"],
  ["p{color:{;};background:url(a.png)}", "image a.png"],
  ["p{color:(};x:y) ;background:url(a.png)}", "image a.png"],
  [
    "@keyframes k{from{background:url(a.png)}to{background:url(a.png)}}p{animation:k 9s}",
    "image a.png",
    "image a.png",
  ],
  ["@namespace url(http://www.w3.org/1999/xhtml);"],
  ["@unknown url(a.png); p{background:url(b.png)}", "image b.png"],
  // Fonts
  [
    "@font-face{font-family:f;src:url(a.woff2) format('woff2'),url(a.woff)}",
    "font a.woff2",
    "font a.woff next",
  ],
  ["@FONT-FACE{font-family:f;src:local('no such'),url('a.woff2')}", "font a.woff2"],
  [
    "@media screen{@font-face{font-family:f;src:url(a.woff2)}p{background:url(b.png)}}",
    "font a.woff2",
    "image b.png",
  ],
  [
    "@layer x{@font-face{font-family:f;src:url(a.woff2)}}p{background:url(b.png)}",
    "font a.woff2",
    "image b.png",
  ],
  [
    "@font-face{font-family:f;src:url(a.woff2)}@font-face{font-family:g;src:url(b.woff2)}.a::after{content:'x';font-family:g}",
    "font a.woff2",
    "font b.woff2",
  ],
];
