// A replica of the echo service as a separate process, which a test can halt. It records every word that it echoes.
import { appendFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { startEcho } from './echo-service.ts';

const { NATS_URL = '', JOURNAL = '' } = process.env;

await startEcho(
  NATS_URL,
  async ({ word }) => {
    appendFileSync(JOURNAL, `${word}\n`);
    const [, ms] = /^slow (\d+)$/.exec(word) ?? [];
    await after(ms === undefined ? 2 : Number(ms));
    return { word };
  },
  { env: { ...process.env, LOG_LEVEL: 'silent' } },
);
console.log('ready');
