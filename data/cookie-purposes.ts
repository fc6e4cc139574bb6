/** Purposes of cookies in `cookies.txt`, in words. */
export const cookiePurposes = {
  /** Identifies the visitor: login or server-side state. */
  session: "Holds or identifies the visitor's session",
  /** Scripts often need to read the token. */
  "anti-forgery": "A token against forged requests",
  "load-balancing": "Keeps the visitor on one server or in a queue",
  "rate-limiting": "Counts the visitor's requests against a limit",
  "bot-defence": "Distinguishes people from bots",
  analytics: "Counts visitors",
  advertising: "Recognises visitors for advertising",
  consent: "Remembers what the visitor agreed to",
  preference: "Remembers a setting",
  experiment: "Assigns the visitor to a variant",
  cache: "Helps caches and page rendering",
  cart: "Remembers the shopping cart",
  affiliate: "Credits a partner site with a sale",
} as const;
