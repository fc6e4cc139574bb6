/** Makes SQLite statements fail, as on a full disk or a damaged page. */

import { Database, type Statement } from "bun:sqlite";

type Method = (...args: unknown[]) => unknown;

/**
 * Counts the statements of databases opened during `work`. Statement `at` throws; with `onwards`, all later
 * ones do too.
 */
export async function withFailure<T>(
  at: number,
  onwards: boolean,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly calls: number }> {
  let calls = 0;
  const counted = (owner: object, name: string) => {
    const methods = owner as Record<string, Method>;
    const original = methods[name];
    if (!original) throw new Error(`there is no ${name}`);
    methods[name] = function (this: unknown, ...args: unknown[]) {
      calls++;
      if (calls === at || (onwards && calls > at))
        throw Object.assign(new Error("database or disk is full"), {
          name: "SQLiteError",
          code: "SQLITE_FULL",
        });
      return original.apply(this, args);
    };
  };
  const wrapped = new WeakSet<Statement>();
  const { run, prepare, query } = Database.prototype;
  counted(Database.prototype, "run");
  const watching = <M extends typeof prepare | typeof query>(make: M): M =>
    function (this: Database, ...args: [string]) {
      const statement: Statement = make.apply(this, args);
      if (!wrapped.has(statement))
        for (const name of ["run", "get", "all", "iterate"]) counted(statement, name);
      wrapped.add(statement);
      return statement;
    } as M;
  Object.assign(Database.prototype, { prepare: watching(prepare), query: watching(query) });
  try {
    const result = await work();
    return { result, calls };
  } finally {
    Object.assign(Database.prototype, { run, prepare, query });
  }
}
