import { afterAll, beforeAll } from 'vitest';

/**
 * An object shared by all tests of a file, for example its services: created before the first of them, so that a file whose tests
 * are all filtered out starts nothing, and disposed of after the last. It is available to tests and hooks.
 */
export function forAllTests<T extends object & Partial<AsyncDisposable>>(make: () => T | Promise<T>): T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(() => made?.[Symbol.asyncDispose]?.());
  return proxyOf(() => made);
}

/** Returns a proxy for an object that is created later. */
export function proxyOf<T extends object>(find: () => T | undefined): T {
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
