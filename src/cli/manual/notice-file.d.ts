/** NOTICE has no file extension. */
declare module "*/NOTICE" {
  const text: string;
  export default text;
}
