import { setTimeout as after } from 'node:timers/promises';
import { collectWhenQuiet } from '../src/runtime/collect-when-quiet.ts';

// A separate process with --expose-gc: a burst of work, then a time with requests and one without. It prints its heap after each.
const EVERY_MS = 20;
const LOOKS = 15;
const MIB = 1_048_576;
const BURST_ROWS = 400_000;

let asked = 0;
using _ = collectWhenQuiet(() => asked, EVERY_MS);
const heapMiB = (): number => process.memoryUsage().heapTotal / MIB;
const burst = (): number =>
  Array.from({ length: BURST_ROWS }, (_row, index) => ({ index, text: `row ${index}` })).length;

const before = heapMiB();
burst();
const peak = heapMiB();
for (let look = 0; look < LOOKS; look++) {
  asked++;
  await after(EVERY_MS / 2);
}
const busy = heapMiB();
await after(EVERY_MS * LOOKS);
console.log(JSON.stringify({ before, peak, busy, quiet: heapMiB() }));
