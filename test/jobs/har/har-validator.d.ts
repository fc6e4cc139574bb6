declare module "har-validator/lib/promise.js" {
  /** Rejects if the data are not a HAR 1.2 log. */
  export function har(data: unknown): Promise<unknown>;
}
