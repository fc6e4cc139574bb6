/** A database embedded in the executable: the import is a path that can be read. */
declare module "*.mmdb" {
  const path: string;
  export default path;
}
