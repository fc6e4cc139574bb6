/** Values of the Sec-Fetch fields, by field name and value in lower case; destinations that explain themselves are left out. */

import { wordTable } from "../word-table.ts";

export const fetchMetadataValues = wordTable({
  "sec-fetch-site=none": "The user opened the address directly.",
  "sec-fetch-site=same-origin": "Caused by a page of the same origin.",
  "sec-fetch-site=same-site": "Caused by a page of another host of the same site.",
  "sec-fetch-site=cross-site": "Caused by a page of another site.",
  "sec-fetch-mode=navigate": "A page is being opened.",
  "sec-fetch-mode=cors": "A request that needs the consent of other origins.",
  "sec-fetch-mode=no-cors": "An embedded resource whose content stays closed to scripts.",
  "sec-fetch-mode=same-origin": "A request that must stay within the origin.",
  "sec-fetch-mode=websocket": "A WebSocket is being opened.",
  "sec-fetch-dest=empty": "No element: fetch, beacon and the like.",
  "sec-fetch-dest=document": "A page in a window or tab.",
  "sec-fetch-dest=iframe": "A page in an iframe element.",
  "sec-fetch-dest=fencedframe": "A page in a fenced frame.",
  "sec-fetch-dest=report": "A report of the browser.",
  "sec-fetch-dest=webidentity": "Federated sign-in (FedCM).",
  "sec-fetch-storage-access=none": "No access to unpartitioned cookies.",
  "sec-fetch-storage-access=inactive": "Permission exists but is not in use.",
  "sec-fetch-storage-access=active": "Unpartitioned cookies are sent.",
});
