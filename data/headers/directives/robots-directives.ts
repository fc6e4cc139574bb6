/** Directives of X-Robots-Tag and of the robots meta element, as search engines read them. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const robotsDirectives = wordTable({
  all: "No limits: the default.",
  noindex: "Keep the page out of search results.",
  index: "The page may be indexed: the default, so without effect.",
  nofollow: "Do not follow the links of the page.",
  follow: "Links may be followed: the default, so without effect.",
  none: "Neither index nor follow: noindex and nofollow together.",
  noarchive:
    "Show no stored copy of the page. Google no longer has such copies; other search engines still read it.",
  nocache: "Show no stored copy; Bing's word for noarchive.",
  nosnippet: "Show no text or video preview in results.",
  indexifembedded: "May be indexed if embedded in another page, despite noindex. Google only.",
  "max-snippet": "The largest number of characters of a text preview; -1 for no limit, 0 for none.",
  "max-image-preview": "The largest image preview: none, standard or large.",
  "max-video-preview": "The longest video preview in seconds; -1 for no limit.",
  notranslate: "Offer no translation in results.",
  noimageindex: "Do not index the images of the page.",
  unavailable_after: "Keep the page out of results after this date.",
  noai: "Asks that the content not be used for artificial intelligence. A private word that few crawlers obey.",
  noimageai:
    "Asks that the images not be used for artificial intelligence. A private word that few crawlers obey.",
  noodp: "Do not use the description of the Open Directory, which closed in 2017. Without effect.",
  noydir: "Do not use the description of the Yahoo directory, which closed in 2014. Without effect.",
});
