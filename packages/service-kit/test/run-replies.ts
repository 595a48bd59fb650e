import type { Msg } from '@nats-io/transport-node';
import type { Receiver } from '../src/bus/ask.ts';
import { Receivers } from '../src/bus/replies/receivers.ts';

// A separate process with --expose-gc: replies come to several concurrent receivers, and only the young generation is collected.
// It prints how many bytes of replies are retained.
const REPLIES = 600;
const REPLY_BYTES = 50_000;
const WAITING = 8;
const EVERY = 50;

const receivers = new Receivers('inbox');
const waiting: string[] = [];
const minorCollection = (): void => gc?.({ type: 'minor' });
const leftBytes = (): number => process.memoryUsage().arrayBuffers;

function ask(): void {
  const receiver: Receiver & { reply?: Msg } = {
    receive(message) {
      this.reply = message;
    },
    cut: () => undefined,
    forbidden: () => undefined,
  };
  const subject = receivers.open(receiver);
  receivers.receive({ subject, data: new Uint8Array(REPLY_BYTES) } as unknown as Msg);
  waiting.push(subject);
}

for (let asked = 0; asked < WAITING; asked++) ask();
// A full collection moves the pending receivers to the old generation.
gc?.();
const before = leftBytes();
for (let asked = 0; asked < REPLIES; asked++) {
  receivers.close(waiting.shift() ?? '');
  ask();
  if (asked % EVERY === 0) minorCollection();
}
for (const subject of waiting.splice(0)) receivers.close(subject);
minorCollection();
minorCollection();
console.log(leftBytes() - before);
