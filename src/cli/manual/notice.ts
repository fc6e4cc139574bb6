/** NOTICE, embedded in the executable; a separate module, loaded only to print it. */

import text from "../../../NOTICE" with { type: "text" };

export const notice: string = text;
