import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';

/** Milliseconds between two looks at a server that has answered, and at one that has not yet. */
const LOOK_EVERY_MS = 200;
const LOOK_AGAIN_MS = 100;
/** Looks without a word from the server, each with time to read what has arrived, after which the connection is given up. */
const SILENT_LOOKS_MAX = 8;
/** Milliseconds for which a connection that was lost is waited for. After that requests are refused at once. */
const AWAY_MS_MAX = 1_500;
const WAIT_STEP_MS = 20;

/** Connection timings of the client. {@link ConnectionWatch} notices a hanging server; the client's own pings are a second safeguard. */
export const CONNECTION_TIMES = {
  timeout: 1_000,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 100,
  reconnectJitter: 100,
  pingInterval: 5_000,
  maxPingOut: 2,
  // Not the one that was just left: it may hang, and then takes a whole time-out. Any of those never tried at first.
  reconnectToServer: (members) => members.toSorted((one, other) => one.lastConnect - other.lastConnect)[0] ?? null,
} as const satisfies ConnectionOptions;

/**
 * Says whether the server is there. A server that says nothing for a second, not even to a ping, hangs: the connection is
 * given up, and the client connects to the next member.
 */
export class ConnectionWatch {
  readonly #connection: NatsConnection;
  readonly #onLost: () => void;
  #timer: NodeJS.Timeout;
  #lostAt: number | undefined;
  #messages = 0;
  #isPinging = false;
  #silentLooks = 0;
  #isStopped = false;

  constructor(connection: NatsConnection, onLost: () => void) {
    this.#connection = connection;
    this.#onLost = onLost;
    this.#timer = this.#lookAfter(LOOK_EVERY_MS);
    void this.#follow();
  }

  get isConnected(): boolean {
    return this.#lostAt === undefined && !this.#connection.isClosed();
  }

  /** Connected, and the server has answered the last ping, or has had no time to. */
  get isSure(): boolean {
    return this.isConnected && this.#silentLooks === 0;
  }

  /** Waits for a connection, a sure one if need be. Rejects at the latest moment given, or if it was lost long ago. */
  async untilConnected(latest: number, mustBeSure: boolean): Promise<void> {
    while (!(mustBeSure ? this.isSure : this.isConnected)) {
      const until = Math.min(latest, (this.#lostAt ?? Date.now()) + AWAY_MS_MAX);
      if (Date.now() >= until || this.#connection.isClosed()) throw new Error('the bus is away');
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #lookAfter(pauseMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      const isLate = this.#isPinging;
      this.#look();
      if (!this.#isStopped) this.#timer = this.#lookAfter(isLate ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
    }, pauseMs).unref();
  }

  #look(): void {
    if (!this.isConnected) return;
    const { inMsgs } = this.#connection.stats();
    // Any incoming message proves that the server is alive.
    const isHeard = inMsgs !== this.#messages;
    this.#messages = inMsgs;
    if (isHeard) this.#silentLooks = 0;
    else if (!this.#isPinging) void this.#ping();
    else if (++this.#silentLooks >= SILENT_LOOKS_MAX) {
      this.#silentLooks = 0;
      void this.#connection.reconnect();
    }
  }

  async #ping(): Promise<void> {
    this.#isPinging = true;
    await this.#connection.flush().then(
      () => (this.#silentLooks = 0),
      () => undefined,
    );
    this.#isPinging = false;
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'reconnect') this.#lostAt = undefined;
      if (type !== 'disconnect' && type !== 'staleConnection' && type !== 'forceReconnect' && type !== 'close')
        continue;
      const isNew = this.#lostAt === undefined;
      this.#lostAt ??= Date.now();
      if (isNew || type === 'close') this.#onLost();
    }
  }
}
