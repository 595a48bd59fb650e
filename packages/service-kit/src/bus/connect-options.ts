import { readFileSync } from 'node:fs';
import {
  AuthorizationError,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
} from '@nats-io/transport-node';
import { z } from 'zod';
import { signingAuthenticator } from '../identity/nkey-authenticator.ts';
import { ServerUnavailable } from '../settings/server-unavailable.ts';
import { SettingsRefusal } from '../settings/settings-refusal.ts';

const file = z.string().min(1).optional();

/** Address and identity of a service or command on the bus. Files are read again for each connection. */
export const BusConfig = z.object({
  /** Address of the bus; the members of a cluster are separated by commas. It may include a user: `nats://user:password@host`. */
  NATS_URL: z.string().default('nats://127.0.0.1:4222'),
  /** User of the bus, with `NATS_PASSWORD` or `NATS_PASSWORD_FILE`. */
  NATS_USER: z.string().min(1).optional(),
  /** Password of `NATS_USER`. A file keeps it out of the environment. */
  NATS_PASSWORD: z.string().min(1).optional(),
  /** File with the password of `NATS_USER`. */
  NATS_PASSWORD_FILE: file,
  /** File with a user JWT and its seed (`.creds`), as created by `nsc`. */
  NATS_CREDENTIALS_FILE: file,
  /** File with the seed of an NKey. */
  NATS_NKEY_FILE: file,
  /** File with the CA certificates (PEM) for verifying the bus server. If set, the bus must offer TLS. */
  NATS_CA_FILE: file,
  /** File with the client certificate (PEM) for the bus. */
  NATS_CERTIFICATE_FILE: file,
  /** File with the private key (PEM) of `NATS_CERTIFICATE_FILE`. */
  NATS_KEY_FILE: file,
});
export type BusConfig = z.infer<typeof BusConfig>;

const RETRY_MS = 250;
/** Milliseconds after which a connection attempt without a word from the server is given up. The client's default is 20 s. */
const CONNECT_TIMEOUT_MS = 1_000;

/** Errors of a server that is still starting, or whose certificate is renewed too late; they are retried. Any other error is a wrong setting that a retry cannot fix. */
const TEMPORARY_CODES = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Address of a bus server: `nats://host:4222`, `host`, `tls://[::1]:4222`. */
const SERVER = /^((nats|tls):\/\/)?([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Returns the connection options. Throws for contradictory settings, with the names of the variables. */
export function connectOptions(config: BusConfig): ConnectionOptions {
  const { servers, user, password } = readAddress(config.NATS_URL);
  const named = { user: config.NATS_USER ?? user, password: readPassword(config) ?? password };
  const { NATS_CREDENTIALS_FILE: creds, NATS_NKEY_FILE: nkey } = config;
  const ways = [named.user && 'NATS_USER', creds && 'NATS_CREDENTIALS_FILE', nkey && 'NATS_NKEY_FILE'].filter(Boolean);
  if (ways.length > 1) throw refusal(ways.join(' and '), 'only one of them can name the user of the bus');
  if (named.user === undefined && named.password !== undefined) throw refusal('NATS_PASSWORD', 'needs NATS_USER');
  // Read at every connection, so that renewed credentials need no restart.
  const authenticator =
    creds !== undefined
      ? (nonce?: string) => credsAuthenticator(readVariable('NATS_CREDENTIALS_FILE', creds))(nonce)
      : nkey !== undefined
        ? signingAuthenticator(() => trimmed(readVariable('NATS_NKEY_FILE', nkey)))
        : undefined;
  authenticator?.('');
  return {
    servers,
    ...(named.user !== undefined && { user: named.user, pass: named.password ?? '' }),
    ...(authenticator && { authenticator }),
    ...tlsOptions(config),
  };
}

/** Limits of waiting for an unavailable server. */
export interface Waiting {
  /** Milliseconds; no limit if left out. */
  readonly patienceMs?: number | undefined;
  /** Ends the wait with an error. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the code of each failed attempt. */
  readonly onAway?: ((reason: string) => void) | undefined;
}

/** Connects as configured. Waits for an unavailable server. Throws at once if the server refuses the credentials or the certificate. */
export async function connectToBus(
  config: BusConfig,
  options: ConnectionOptions,
  { patienceMs = Infinity, signal, onAway }: Waiting = {},
): Promise<NatsConnection> {
  const known = connectOptions(config);
  const configured = { timeout: CONNECT_TIMEOUT_MS, ...options, ...known };
  for (const startedAt = performance.now(); ; ) {
    try {
      // On its first connection the client drops unavailable cluster members, unless it waits for them indefinitely.
      const first = await connect({ ...configured, waitOnFirstConnect: false, reconnect: false });
      await first.close();
      return await connect({ ...configured, waitOnFirstConnect: true, ignoreAuthErrorAbort: true });
    } catch (error) {
      if (!isTemporary(error)) throw refusalOf(error);
      const reason = reasonOf(error);
      onAway?.(reason);
      if (performance.now() - startedAt >= patienceMs) {
        throw new ServerUnavailable(`NATS_URL: no NATS server answers at ${String(known.servers)} (${reason})`);
      }
      signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function tlsOptions(config: BusConfig): Pick<ConnectionOptions, 'tls'> {
  const { NATS_CA_FILE: caFile, NATS_CERTIFICATE_FILE: certFile, NATS_KEY_FILE: keyFile } = config;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw refusal('NATS_CERTIFICATE_FILE and NATS_KEY_FILE', 'belong together');
  }
  const files = { NATS_CA_FILE: caFile, NATS_CERTIFICATE_FILE: certFile, NATS_KEY_FILE: keyFile };
  for (const [name, path] of Object.entries(files)) if (path !== undefined) readVariable(name, path);
  if (caFile === undefined && certFile === undefined) return {};
  return { tls: { ...(caFile && { caFile }), ...(certFile && keyFile && { certFile, keyFile }) } };
}

function readPassword({ NATS_PASSWORD: inline, NATS_PASSWORD_FILE: path }: BusConfig): string | undefined {
  if (inline !== undefined && path !== undefined) {
    throw refusal('NATS_PASSWORD and NATS_PASSWORD_FILE', 'only one of them can be the password');
  }
  return path === undefined ? inline : new TextDecoder().decode(trimmed(readVariable('NATS_PASSWORD_FILE', path)));
}

/** The client does not accept a user in the address, so it is extracted. */
function readAddress(url: string): { servers: string[]; user?: string; password?: string } {
  const addresses = url.split(',').map((one) => one.trim());
  const found: { user?: string; password?: string } = {};
  const servers = addresses.map((address) => {
    const [, scheme = '', name, host] = /^([a-z]+:\/\/)?(?:([^@/]*)@)?([^@]*)$/.exec(address) ?? [];
    if (host === undefined || !SERVER.test(`${scheme}${host}`)) {
      throw refusal('NATS_URL', 'is no address of a NATS server (nats://host:4222)');
    }
    const [user, ...password] = name?.split(':') ?? [];
    if (user)
      Object.assign(found, { user: decodeURIComponent(user), password: decodeURIComponent(password.join(':')) });
    return `${scheme}${host}`;
  });
  return { servers, ...found };
}

function readVariable(name: string, path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw refusal(name, `the file cannot be read (${code})`);
  }
}

function trimmed(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).trim());
}

/** Message of a server that closed the connection because the credentials came late, as on a busy machine. It has not checked them. */
const LATE = 'authentication timeout';

function isLate(error: unknown): boolean {
  return error instanceof AuthorizationError && error.message.toLowerCase().includes(LATE);
}

function isTemporary(error: unknown): boolean {
  if (isLate(error)) return true;
  if (!(error instanceof Error) || error instanceof SettingsRefusal || error instanceof AuthorizationError)
    return false;
  const { code, message } = error as NodeJS.ErrnoException;
  // The client has no error code for a server without TLS.
  return code === undefined ? !message.includes("'tls'") : TEMPORARY_CODES.has(code);
}

/** Error code for the operator. A server that accepts the connection but stays silent has none. */
function reasonOf(error: unknown): string {
  if (isLate(error)) return LATE;
  const { code, cause } = error as NodeJS.ErrnoException;
  return code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? 'no answer';
}

function refusalOf(error: unknown): Error {
  if (error instanceof SettingsRefusal || !(error instanceof Error)) return error as Error;
  if (error instanceof AuthorizationError) {
    return refusal('NATS_URL', 'the bus refuses these credentials (NATS_USER, NATS_CREDENTIALS_FILE, NATS_NKEY_FILE)');
  }
  const { code } = error as NodeJS.ErrnoException;
  const why = code ?? error.message.split('\n')[0];
  return refusal('NATS_URL', `no TLS with the bus (${why}); see NATS_CA_FILE, NATS_CERTIFICATE_FILE, NATS_KEY_FILE`);
}

function refusal(variable: string, text: string): SettingsRefusal {
  return new SettingsRefusal([{ variable, text }]);
}
