import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';

/** Milliseconds between two checks of the server connection. */
const CHECK_EVERY_MS = 200;
const RECHECK_MS = 100;
/** Number of checks without data from the server after which the connection is given up. Each leaves time to read what has arrived. */
const SILENT_CHECKS_MAX = 8;
/** Milliseconds to wait for a lost connection to come back. After that, requests are refused at once. */
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
  // Not the member that was just left: it may hang and cost a whole timeout. Members never tried come first.
  reconnectToServer: (members) => members.toSorted((one, other) => one.lastConnect - other.lastConnect)[0] ?? null,
} as const satisfies ConnectionOptions;

/**
 * Checks whether the server is alive. A server that sends nothing for a second, not even after a ping, hangs: the connection is
 * given up, and the client connects to the next member.
 */
export class ConnectionWatch {
  readonly #connection: NatsConnection;
  readonly #onLost: () => void;
  #timer: NodeJS.Timeout;
  #lostAt: number | undefined;
  #messages = 0;
  #isPinging = false;
  #silentChecks = 0;
  #isStopped = false;

  constructor(connection: NatsConnection, onLost: () => void) {
    this.#connection = connection;
    this.#onLost = onLost;
    this.#timer = this.#checkAfter(CHECK_EVERY_MS);
    void this.#follow();
  }

  get isConnected(): boolean {
    return this.#lostAt === undefined && !this.#connection.isClosed();
  }

  /** Connected, and the server has answered the last ping or has not had time to. */
  get isSure(): boolean {
    return this.isConnected && this.#silentChecks === 0;
  }

  /**
   * Waits for a connection; with `mustBeSure`, for one to a server that answers. Rejects at `latest`, or if the connection was
   * lost too long ago.
   */
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

  #checkAfter(pauseMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      const isLate = this.#isPinging;
      this.#check();
      if (!this.#isStopped) this.#timer = this.#checkAfter(isLate ? RECHECK_MS : CHECK_EVERY_MS);
    }, pauseMs).unref();
  }

  #check(): void {
    if (!this.isConnected) return;
    const { inMsgs } = this.#connection.stats();
    // Any incoming message proves that the server is alive.
    const isHeard = inMsgs !== this.#messages;
    this.#messages = inMsgs;
    if (isHeard) this.#silentChecks = 0;
    else if (!this.#isPinging) void this.#ping();
    else if (++this.#silentChecks >= SILENT_CHECKS_MAX) {
      this.#silentChecks = 0;
      void this.#connection.reconnect();
    }
  }

  async #ping(): Promise<void> {
    this.#isPinging = true;
    await this.#connection.flush().then(
      () => (this.#silentChecks = 0),
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
