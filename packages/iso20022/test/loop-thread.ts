import { parentPort } from 'node:worker_threads';

/** Work that behaves badly in its thread. */
parentPort?.on('message', (work: string) => {
  const held: number[][] = [];
  while (work === 'loop' || work === 'grow')
    if (work === 'grow') held.push(Array.from({ length: 10_000 }, Math.random));
  if (work === 'fail') throw new Error('failed');
  parentPort?.postMessage(work, []);
});
