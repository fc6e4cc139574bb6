/** Client hints: what a browser tells of itself when asked. */

import type { CatalogueRow } from "../row.ts";

export const clientHints: readonly CatalogueRow[] = [
  {
    name: "Accept-CH",
    description:
      "Asks the browser to send the named client hints, such as Sec-CH-UA-Model, with later requests. Counts over HTTPS only; responses that depend on a hint should name it in Vary.",
  },
  {
    name: "Critical-CH",
    type: "sf-list",
    description:
      "Names client hints without which the server cannot answer well: if the browser did not send them, it repeats the request at once. Must be a subset of Accept-CH.",
  },
  {
    name: "Content-DPR",
    type: "string",
    replacedBy: "image dimensions and srcset",
    description:
      "Told the pixel density for which an image was chosen in reply to the DPR hint. Removed from browsers.",
  },
  {
    name: "Device-Memory",
    type: "string",
    direction: "request",
    replacedBy: "Sec-CH-Device-Memory",
    description:
      "Tells roughly how many gibibytes of memory the device has, in coarse steps against fingerprinting. The older name of the hint.",
  },
  {
    name: "DPR",
    type: "string",
    direction: "request",
    replacedBy: "Sec-CH-DPR",
    description:
      "Tells how many physical pixels make up one CSS pixel on the screen. The older name of the hint.",
  },
  {
    name: "Viewport-Width",
    type: "integer",
    direction: "request",
    replacedBy: "Sec-CH-Viewport-Width",
    description: "Tells the width of the browser window in CSS pixels. The older name of the hint.",
  },
  {
    name: "Width",
    type: "integer",
    direction: "request",
    replacedBy: "Sec-CH-Width",
    description:
      "Tells the width in physical pixels at which the page wants to show an image. The older name of the hint.",
  },
  {
    name: "Downlink",
    type: "string",
    direction: "request",
    description:
      "Estimates the bandwidth of the client's connection in megabits a second, rounded and capped against fingerprinting.",
  },
  {
    name: "ECT",
    type: "token",
    direction: "request",
    description:
      "Classes the speed of the client's connection as slow-2g, 2g, 3g or 4g. Measured, so a slow Wi-Fi can be 3g.",
  },
  {
    name: "RTT",
    type: "integer",
    direction: "request",
    description:
      "Estimates the round trip time of the client's connection in milliseconds, rounded to steps of 25.",
  },
  {
    name: "Sec-CH-Device-Memory",
    type: "sf-item",
    direction: "request",
    description:
      "Tells roughly how many gibibytes of memory the device has, so that servers can send lighter pages to small devices.",
  },
  {
    name: "Sec-CH-DPR",
    type: "sf-item",
    direction: "request",
    description:
      "Tells the ratio of physical to CSS pixels, so that the server can pick images of the right density.",
  },
  {
    name: "Sec-CH-Prefers-Color-Scheme",
    type: "sf-item",
    direction: "request",
    description:
      "Tells whether the user prefers a light or a dark design, before the first style sheet is sent.",
  },
  {
    name: "Sec-CH-Prefers-Reduced-Motion",
    type: "sf-item",
    direction: "request",
    description: "Tells whether the user asked for fewer animations: reduce or no-preference.",
  },
  {
    name: "Sec-CH-Prefers-Reduced-Transparency",
    type: "sf-item",
    direction: "request",
    description: "Tells whether the user asked for fewer see-through effects: reduce or no-preference.",
  },
  {
    name: "Sec-CH-UA",
    type: "sf-list",
    direction: "request",
    description:
      "Names the browser's brands with their main versions. One brand is deliberate nonsense that changes, so that servers do not rely on fixed lists. Sent by default by Chromium browsers.",
  },
  {
    name: "Sec-CH-UA-Arch",
    type: "sf-item",
    direction: "request",
    description: "Tells the processor architecture, such as x86 or arm, so that downloads can match.",
  },
  {
    name: "Sec-CH-UA-Bitness",
    type: "sf-item",
    direction: "request",
    description: "Tells the word size of the processor architecture, 64 or 32 bits.",
  },
  {
    name: "Sec-CH-UA-Form-Factors",
    type: "sf-list",
    direction: "request",
    description:
      "Tells how the user handles the device: Desktop, Mobile, Tablet, Automotive, XR, EInk or Watch.",
  },
  {
    name: "Sec-CH-UA-Full-Version",
    type: "sf-item",
    direction: "request",
    replacedBy: "Sec-CH-UA-Full-Version-List",
    description: "Told the browser's full version number; one number for several brands proved too little.",
  },
  {
    name: "Sec-CH-UA-Full-Version-List",
    type: "sf-list",
    direction: "request",
    description:
      "Names the browser's brands with their full version numbers. Sent only when the server asked for it.",
  },
  {
    name: "Sec-CH-UA-Mobile",
    type: "sf-item",
    direction: "request",
    description:
      "Tells whether the browser would like the mobile version of a site: ?1 for yes, ?0 for no. Sent by default.",
  },
  {
    name: "Sec-CH-UA-Model",
    type: "sf-item",
    direction: "request",
    description: "Tells the model of the device, such as Pixel 9; empty on desktops.",
  },
  {
    name: "Sec-CH-UA-Platform",
    type: "sf-item",
    direction: "request",
    description: "Names the operating system, such as Windows, macOS or Android. Sent by default.",
  },
  {
    name: "Sec-CH-UA-Platform-Version",
    type: "sf-item",
    direction: "request",
    description:
      "Gives the version of the operating system. For Windows, 13 and above mean Windows 11; Linux sends an empty text.",
  },
  {
    name: "Sec-CH-UA-WoW64",
    type: "sf-item",
    direction: "request",
    description: "Tells with ?1 that a 32-bit browser runs on 64-bit Windows.",
  },
  {
    name: "Sec-CH-Viewport-Height",
    type: "sf-item",
    direction: "request",
    description: "Tells the height of the browser window in CSS pixels.",
  },
  {
    name: "Sec-CH-Viewport-Width",
    type: "sf-item",
    direction: "request",
    description:
      "Tells the width of the browser window in CSS pixels, from which servers choose image sizes.",
  },
  {
    name: "Sec-CH-Width",
    type: "sf-item",
    direction: "request",
    description: "Tells at which width, in physical pixels, the page will show the requested image.",
  },
];
