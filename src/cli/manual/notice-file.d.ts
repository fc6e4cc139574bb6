/** NOTICE has no ending that says what it is. */
declare module "*/NOTICE" {
  const text: string;
  export default text;
}
