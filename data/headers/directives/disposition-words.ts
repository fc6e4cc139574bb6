/** Types and parameters of Content-Disposition: RFC 6266, RFC 7578 and the IANA registry. Keys in lower case. */

import { wordTable } from "../word-table.ts";

export const dispositionWords = wordTable({
  inline: "Shown in the page or window.",
  attachment: "Saved as a file.",
  "form-data": "A field of a form; only within a multipart/form-data body.",
  filename: "The suggested file name, in ASCII.",
  "filename*": "The suggested file name with its character encoding; takes precedence over filename.",
  name: "The name of the form field.",
  size: "The approximate size in bytes.",
  "creation-date": "When the file was created.",
  "modification-date": "When the file was last changed.",
  "read-date": "When the file was last read.",
});
