import { simulatedWork } from './world.ts';

/** The requested delay of a timer does not matter, only the events before it ends. */
const PAUSE_MS_MAX = 200;

/**
 * Replaces timers and random numbers of this process for simulated work, and leaves them unchanged for everything else, such as
 * the database driver. Disposing restores the originals.
 */
export function simulateGlobals(): Disposable {
  const { setTimeout, clearTimeout } = globalThis;
  const { random } = Math;
  const cancels = new WeakMap<object, () => void>();

  globalThis.setTimeout = ((callback: () => void, ms?: number) => {
    const work = simulatedWork();
    if (work === undefined) return setTimeout(callback, ms);
    const { world, life } = work;
    const cancel = world.schedule(`timer of ${life.name}`, world.random.between(1, PAUSE_MS_MAX), () => {
      if (life.isAlive) world.start(life, async () => callback());
    });
    const timer = { unref: () => timer, ref: () => timer };
    cancels.set(timer, cancel);
    return timer;
  }) as unknown as typeof setTimeout;
  globalThis.clearTimeout = (timer: unknown) => {
    const cancel = typeof timer === 'object' && timer !== null ? cancels.get(timer) : undefined;
    if (cancel === undefined) clearTimeout(timer as NodeJS.Timeout);
    else cancel();
  };
  Math.random = () => simulatedWork()?.world.random.next() ?? random();
  const randomUUID = crypto.randomUUID.bind(crypto);
  Object.defineProperty(crypto, 'randomUUID', {
    configurable: true,
    value: () => simulatedWork()?.world.random.uuid() ?? randomUUID(),
  });
  return {
    [Symbol.dispose]() {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      Math.random = random;
      Reflect.deleteProperty(crypto, 'randomUUID');
    },
  };
}
