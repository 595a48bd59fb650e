import { NotGiven } from './check.ts';
import { consentBody, wholeAccess } from './orders.ts';
import { listen, type Receiver, receiverAt } from './receiver.ts';
import type { TestContext } from './test-context.ts';

/** Finds an address for notifications that the instance accepts: one of the suite, otherwise one of the instance itself. */
export class ReceiverFinder implements AsyncDisposable {
  #found: Promise<Receiver> | undefined;
  readonly #open: Receiver[] = [];

  receiver(context: TestContext): Promise<Receiver> {
    this.#found ??= this.#look(context);
    return this.#found;
  }

  async #look(context: TestContext): Promise<Receiver> {
    const { receiverPort, portal } = context.environment;
    const own = receiverPort === undefined ? [] : [await listen(receiverPort).catch(taken)];
    this.#open.push(...own);
    const { notifications } = context.facts;
    const theirs = [notifications, portal].includes(undefined)
      ? []
      : [receiverAt(new URL(notifications ?? '', portal).href)];
    for (const receiver of [...own, ...theirs]) {
      const { headers } = await askConsent(context, { 'TPP-Notification-URI': receiver.url });
      if (headers.get('ASPSP-Notification-Support') === 'true') return receiver;
    }
    throw new NotGiven(
      'the instance tells no TPP at an address on this machine: --receiver-port names one that it permits',
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const receiver of this.#open) await receiver[Symbol.asyncDispose]();
  }
}

function taken(error: unknown): never {
  throw new NotGiven(`nobody can listen at --receiver-port: ${error instanceof Error ? error.message : String(error)}`);
}

/** A creation that requests notifications. */
export const askConsent = (context: TestContext, headers: Record<string, string>) =>
  context.ask('POST /v1/consents', { headers, body: consentBody(wholeAccess(context)) });
