import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { type SettingFault, SettingsRefusal } from './settings-refusal.ts';

type Values = Readonly<Record<string, unknown>>;
/** Variables of a listener. Without a port, there is no listener. */
export interface ListenerVariables {
  readonly host: string;
  readonly port: string;
}

/** Listens at every address for a moment, so that ports in use are reported by variable before any connection is made. */
export async function unavailableListeners(
  values: Values,
  listeners: readonly ListenerVariables[],
): Promise<SettingFault[]> {
  const opened: Server[] = [];
  const faults: SettingFault[] = [];
  for (const { host, port } of listeners) {
    // One after another, so that two listeners with the same port are found as well.
    const [address, number] = [values[host], values[port]];
    if (typeof address !== 'string' || typeof number !== 'number') continue;
    const server = createServer();
    opened.push(server);
    try {
      server.listen(number, address);
      await once(server, 'listening');
    } catch (error) {
      faults.push(listeningFault(error, { host, port }));
    }
  }
  await Promise.all(opened.map((server) => new Promise((resolve) => server.close(resolve))));
  return faults;
}

export function listeningFault(error: unknown, { host, port }: ListenerVariables): SettingFault {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return { variable: port, text: 'the port is taken' };
  if (code === 'EACCES') return { variable: port, text: 'this user may not open the port' };
  return { variable: host, text: `is no address to listen at (${code})` };
}

/** Turns an error of listening into a fault of its variable; returns any other error unchanged. */
export function refusalToListen(error: unknown, values: Values, listeners: readonly ListenerVariables[]): unknown {
  const { syscall, port } = error as { syscall?: string; port?: number };
  const listener = listeners.find((one) => values[one.port] === port);
  if (syscall !== 'listen' || listener === undefined) return error;
  return new SettingsRefusal([listeningFault(error, listener)], { cause: error });
}
