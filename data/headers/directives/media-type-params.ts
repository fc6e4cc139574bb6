/** Common parameters of Content-Type. Keys in lower case. */

import { wordTable } from "../word-table.ts";

export const mediaTypeParams = wordTable({
  charset: "The character encoding of the text.",
  boundary: "The line that separates the parts of a multipart body.",
  profile: "Rules that the content follows beyond its media type.",
  version: "The version of the format.",
  q: "A weight: belongs in Accept, not in Content-Type.",
  type: "The media type of the main part.",
  start: "The part to begin with.",
  codecs: "The codecs of sound and video.",
  format: "How lines of plain text may be wrapped: flowed or fixed.",
  delsp: "Whether spaces at wrapped line ends are deleted.",
  header: "Whether the first line of a table holds the column names.",
  method: "The calendar operation, such as REQUEST.",
  component: "The kind of calendar entry.",
  action: "The SOAP operation.",
  "odata.metadata": "How much control information an OData answer holds.",
  "odata.streaming": "Whether an OData answer can be read as a stream.",
  ieee754compatible: "Whether large numbers are written as text in OData.",
  v: "The version of the format, as signed exchanges tell.",
  ext: "Extensions of JSON:API that the document uses.",
  proto: "The message definition for Protocol Buffers data.",
  encoding: "How message data are encoded.",
});
