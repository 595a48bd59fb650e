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
  return madeLater(() => made);
}

/** Stands for an object that tests and hooks make. */
export function madeLater<T extends object>(find: () => T | undefined): T {
  const present = (key: PropertyKey): T => {
    const made = find();
    if (made === undefined) throw new Error(`${String(key)} is used before the tests of the file run`);
    return made;
  };
  return new Proxy({} as T, {
    get(_, key) {
      const made = present(key);
      const value: unknown = Reflect.get(made, key, made);
      return typeof value === 'function' ? value.bind(made) : value;
    },
    set: (_, key, value) => Reflect.set(present(key), key, value),
  });
}
