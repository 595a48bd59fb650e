import { afterAll, beforeAll } from 'vitest';

/**
 * What all tests of a file share, for example its services: made before the first of them, so that a file whose tests are all
 * filtered out starts nothing, and disposed of after the last. It is there once tests and hooks run.
 */
export function forAllTests<T extends object & Partial<AsyncDisposable>>(make: () => T | Promise<T>): T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(() => made?.[Symbol.asyncDispose]?.());
  return new Proxy({} as T, {
    get(_, key) {
      if (made === undefined) throw new Error(`${String(key)} is read before the tests of the file run`);
      const value: unknown = Reflect.get(made, key, made);
      return typeof value === 'function' ? value.bind(made) : value;
    },
  });
}
