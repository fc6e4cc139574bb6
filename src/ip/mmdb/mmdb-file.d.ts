/** Path of an embedded database. */
declare module "*.mmdb" {
  const path: string;
  export default path;
}

/** C source compiled at run time. */
declare module "*.c" {
  const source: string;
  export default source;
}
