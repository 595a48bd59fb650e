import { parentPort } from 'node:worker_threads';

/** Misbehaviour of a piece of work towards its thread. */
parentPort?.on('message', (work: string) => {
  const held: number[][] = [];
  while (work === 'loop' || work === 'grow')
    if (work === 'grow') held.push(Array.from({ length: 10_000 }, Math.random));
  if (work === 'fail') throw new Error('failed');
  parentPort?.postMessage(work, []);
});
