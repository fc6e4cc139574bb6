/** Tokens of the CSP sandbox directive and of the iframe sandbox attribute (HTML standard). */

import { wordTable } from "../../word-table.ts";

export const sandboxTokens = wordTable({
  "allow-downloads": "Downloads may start.",
  "allow-downloads-without-user-activation":
    "Downloads may start without a click. Experimental and withdrawn.",
  "allow-forms": "Forms may be sent.",
  "allow-modals": "Dialogs such as alert and print may open.",
  "allow-orientation-lock": "The screen orientation may be locked.",
  "allow-pointer-lock": "The mouse pointer may be captured.",
  "allow-popups": "New windows may open; they stay in the sandbox.",
  "allow-popups-to-escape-sandbox": "Windows opened from here are not sandboxed.",
  "allow-presentation": "Presentations on a second screen may start.",
  "allow-same-origin":
    "The page keeps its real origin, with its cookies and storage. With allow-scripts it can leave the sandbox.",
  "allow-scripts": "Scripts may run.",
  "allow-storage-access-by-user-activation": "Unpartitioned cookies may be requested after a click.",
  "allow-top-navigation": "The page may navigate the whole window.",
  "allow-top-navigation-by-user-activation": "The page may navigate the whole window after a click.",
  "allow-top-navigation-to-custom-protocols": "Links may open other applications by their own schemes.",
});
