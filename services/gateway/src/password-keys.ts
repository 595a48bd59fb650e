import { type PublicKeys, readPasswordKeys } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import type { NextFunction, Request, Response } from 'express';

const READ_AGAIN_MS = 60_000;
/** Until sca has told them for the first time. */
const READ_SOON_MS = 2_000;

/** The bank's public keys for passwords, as sca tells them; whether there are any decides which links are offered. */
export class PasswordKeys {
  readonly #bus: Bus;
  #known: PublicKeys = { keys: [] };
  #readAgainAt = 0;
  /** Whether sca has ever told. */
  #isTold = false;
  #asking: Promise<void> | undefined;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  onApplicationBootstrap(): Promise<void> {
    return this.#refresh();
  }

  /** Whether encrypted passwords are offered, as far as is known; asks anew beside the answer. */
  get offered(): boolean {
    if (Date.now() >= this.#readAgainAt) void this.#refresh();
    return this.#known.keys.length > 0;
  }

  /**
   * Before the first answer that may link to a password, sca is asked: services start together, and a link that is
   * missing by chance would say that the bank has no keys. Where sca is away the answer goes without.
   */
  awaited() {
    return ({ method }: Request, _: Response, next: NextFunction): void => {
      if (this.#isTold || method === 'GET' || method === 'HEAD') return next();
      this.#asking ??= this.#refresh().finally(() => {
        this.#asking = undefined;
      });
      void this.#asking.then(() => next());
    };
  }

  /** For anybody: public keys are no secret, and a TPP may cache them for as long as they are known here. */
  serve() {
    return (request: Request, response: Response, next: NextFunction): void => {
      if (request.method !== 'GET' || request.path !== '/') {
        next();
        return;
      }
      this.#read().then((keys) => {
        response.setHeader('Cache-Control', `public, max-age=${READ_AGAIN_MS / 1_000}`);
        response.type('application/jwk-set+json').send(JSON.stringify(keys));
      }, next);
    };
  }

  async #read(): Promise<PublicKeys> {
    this.#known = await this.#bus.askOnce(readPasswordKeys, {});
    this.#isTold = true;
    this.#readAgainAt = Date.now() + READ_AGAIN_MS;
    return this.#known;
  }

  async #refresh(): Promise<void> {
    this.#readAgainAt = Date.now() + READ_SOON_MS;
    // sca may be away: what was known stays.
    await this.#read().catch(() => undefined);
  }
}
