import { Elysia } from "elysia";

/** The pages. */
export function webRoutes() {
  return new Elysia({ name: "web" });
}
