import { once } from 'node:events';
import { createConnection } from 'node:net';

const PROBE_MS_MAX = 1_000;
/** Lines of `/readyz` that give no reason. */
const OF_EVERY_SERVICE = /^(?:version|profile|busy|service is starting)/;

/** A NATS server sends `INFO {…}` on connection. */
export async function isNatsListening(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port });
  try {
    socket.setTimeout(PROBE_MS_MAX, () => socket.destroy());
    const silent = once(socket, 'close').then(() => ['']);
    const [first] = (await Promise.race([once(socket, 'data'), silent])) as [Buffer | string];
    return first.toString().startsWith('INFO');
  } finally {
    socket.destroy();
  }
}

export async function isReady(healthPort: number): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_MS_MAX);
  const response = await fetch(`http://127.0.0.1:${healthPort}/readyz`, { signal });
  await response.arrayBuffer();
  return response.status === 200;
}

/** Missing dependencies that a service reports while it is not ready. */
export async function lacksOf(healthPort: number): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${healthPort}/readyz`, { signal: AbortSignal.timeout(PROBE_MS_MAX) });
  const [, ...lines] = (await response.text()).trimEnd().split('\n');
  return response.status === 200 ? [] : lines.filter((line) => !OF_EVERY_SERVICE.test(line));
}

/** The sandbox bank is ready and accounts has acknowledged its whole feed, so that the first read finds all data. */
export async function isReadyAndFed(healthPort: number): Promise<boolean> {
  if (!(await isReady(healthPort))) return false;
  const signal = AbortSignal.timeout(PROBE_MS_MAX);
  const response = await fetch(`http://127.0.0.1:${healthPort}/metrics`, { signal });
  return /^xs2a_bank_accounts_behind\{[^{}\n]*\} 0$/m.test(await response.text());
}
