import type * as wald from "./wald.js";

interface Held {
  free(): void;
}
type Answer<T> = T extends Held ? InWorker<T> : T;
type Passed<T> = T extends Held ? T | InWorker<T> : T;
type Call<A extends unknown[], R> = (...args: { [I in keyof A]: Passed<A[I]> }) => Promise<Answer<Awaited<R>>>;
type Made<T> = T extends new (...args: infer A) => infer R
  ? { new (...args: { [I in keyof A]: Passed<A[I]> }): Promise<Answer<R>> }
  : unknown;

/**
 * What is in the Worker: a call returns a promise, and so does a property. Objects that hold memory of the library stay
 * there; decisions are copied, without their methods.
 */
export type InWorker<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? Call<A, R> : InWorker<T[K]> & Promise<T[K]>;
} & Made<T>;

/**
 * Starts a Worker with the whole package in it. Functions among the arguments, such as `progress`, are called without
 * being waited for: what they return is not read.
 * @param worker One of your own that runs libwald/thread, where a bundler needs it written out.
 */
export function startWorker(worker?: Worker): InWorker<typeof wald> & { terminate(): unknown };
