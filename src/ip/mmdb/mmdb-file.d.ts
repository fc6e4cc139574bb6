/** A database embedded in the executable: the import is a path that can be read. */
declare module "*.mmdb" {
  const path: string;
  export default path;
}

/** C that is compiled when the process runs. */
declare module "*.c" {
  const source: string;
  export default source;
}
