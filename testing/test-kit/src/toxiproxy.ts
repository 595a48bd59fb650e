import { findServer } from './find-server.ts';
import { controlsOf, freePort, LocalServer } from './test-server.ts';

/** Effect of a proxy on the bytes that pass it, in toxiproxy's terms. */
export interface Toxic {
  readonly type: 'latency' | 'bandwidth' | 'timeout' | 'reset_peer' | 'slicer' | 'slow_close' | 'limit_data';
  readonly attributes: Readonly<Record<string, number>>;
}

/** A proxy port in front of another port. */
export interface ToxicProxy {
  readonly name: string;
  readonly host: string;
  /** Applies this to the traffic, in both directions, until it is removed. */
  poison(toxic: Toxic): Promise<void>;
  cure(): Promise<void>;
}

/** A toxiproxy server: proxies whose network can be slow, narrow, silent or cut. */
export interface Toxiproxy extends AsyncDisposable {
  /** Creates a proxy for a port of this machine. */
  before(name: string, port: number): Promise<ToxicProxy>;
}

const DIRECTIONS = ['upstream', 'downstream'] as const;

export async function toxiproxy(): Promise<Toxiproxy> {
  const port = await freePort();
  const server = new LocalServer(findServer('toxiproxy-server'), '');
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      // Toxiproxy refuses the user agent of a browser.
      headers: { 'User-Agent': 'xs2a', 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`toxiproxy answered ${response.status}: ${await response.text()}`);
    return response;
  };
  await server.start(['-host', '127.0.0.1', '-port', String(port)], () => ask('GET', '/version'));
  return {
    async before(name, upstreamPort) {
      const host = `127.0.0.1:${await freePort()}`;
      await ask('POST', '/proxies', { name, listen: host, upstream: `127.0.0.1:${upstreamPort}`, enabled: true });
      const toxics = `/proxies/${name}/toxics`;
      return {
        name,
        host,
        poison: async (toxic) => {
          for (const stream of DIRECTIONS) await ask('POST', toxics, { ...toxic, name: stream, stream });
        },
        cure: async () => {
          const given = (await (await ask('GET', toxics)).json()) as { name: string }[];
          for (const toxic of given) await ask('DELETE', `${toxics}/${toxic.name}`);
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      await controlsOf(server).stop('SIGKILL');
    },
  };
}
