/** NOTICE, as a text inside the executable; a module of its own, so that only who prints it loads it. */

import text from "../../../NOTICE" with { type: "text" };

export const notice: string = text;
