/** Nothing where the type says nothing, so that reading a field that the generator could not type does not compile. */
type Known<T> = 0 extends 1 & T ? never : unknown extends T ? never : T;

/** Takes values whose type the generated client knows. */
export function read<T extends readonly unknown[]>(..._values: { [K in keyof T]: Known<T[K]> } & T): void {}
