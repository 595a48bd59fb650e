import { HOP_BUDGET_MS, type Hop, type Operation, type ReplyOf, type RequestInputOf, Xs2aError } from '@xs2a/contracts';
import {
  type Bus,
  currentContext,
  newTraceparent,
  type RequestContext,
  refusalMessage,
  refusalOf,
  runInContext,
  toRefusal,
} from '@xs2a/service-kit';
import type { Faults } from './faults.ts';
import { type Life, simulatedWork, type World } from './world.ts';

const MESSAGE_MS_MAX = 30;
const LATE_MS_MAX = 6_000;

/** Use case that answers an operation, bound to its context. */
export interface Receiver {
  readonly life: Life;
  readonly operation: Operation;
  readonly answer: (request: unknown) => unknown;
}

type Outcome = { readonly reply: string } | { readonly refusal: string };

/**
 * A bus that loses, repeats, delays and reorders messages. Requests and replies are sent as text, as on the real one; every
 * request is answered, refused, or times out.
 */
export class SimulatedBus {
  readonly #world: World;
  readonly #faults: Faults;
  readonly #receivers = new Map<string, Receiver[]>();

  constructor(world: World, faults: Faults) {
    this.#world = world;
    this.#faults = faults;
  }

  /** Returns it under the type that services use. */
  asBus(): Bus {
    const ask = (operation: Operation, request: unknown): Promise<unknown> =>
      this.#ask(operation.subject, request, operation.hop);
    const bus = { ask, askOnce: ask, isConnected: true } as unknown as Bus;
    return Object.assign(bus, {
      send: (subject: string, request: unknown, hop: Hop) => this.#ask(subject, request, hop),
    });
  }

  ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    return this.#ask(operation.subject, request, operation.hop) as Promise<ReplyOf<O>>;
  }

  receive(receiver: Receiver): void {
    const { subject } = receiver.operation;
    this.#receivers.set(subject, [...this.#alive(subject), receiver]);
  }

  #alive(subject: string): Receiver[] {
    return (this.#receivers.get(subject) ?? []).filter(({ life }) => life.isAlive);
  }

  #ask(subject: string, request: unknown, hop: Hop): Promise<unknown> {
    const world = this.#world;
    const caller = simulatedWork()?.life;
    if (caller === undefined) throw new Error('only simulated work asks on the simulated bus');
    const context = { requestId: currentContext().requestId, traceparent: newTraceparent() };
    const payload = JSON.stringify(request);
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome): void => {
        if (!caller.isAlive) return;
        cancel();
        if ('reply' in outcome) resolve(JSON.parse(outcome.reply));
        else reject(refusalOf(JSON.parse(outcome.refusal)));
      };
      const cancel = world.schedule(`${subject} runs out of time`, HOP_BUDGET_MS[hop], () => {
        if (caller.isAlive) reject(new Xs2aError('serviceUnavailable', { cause: new Error(`${subject}: no reply`) }));
      });
      if (this.#alive(subject).length === 0) {
        this.#carry(`${subject} nobody listens`, () => settle(refusal(new Xs2aError('serviceUnavailable'))));
        return;
      }
      this.#carry(subject, () => this.#deliver(subject, payload, context, settle));
    });
  }

  #deliver(subject: string, payload: string, context: RequestContext, settle: (outcome: Outcome) => void): void {
    const receivers = this.#alive(subject);
    if (receivers.length === 0) return;
    const { life, operation, answer } = this.#world.random.pick(receivers);
    this.#world.start(life, () =>
      runInContext(context, async () => {
        const outcome = await outcomeOf(operation, payload, answer);
        if (life.isAlive) this.#carry(`${subject} reply`, () => settle(outcome));
      }),
    );
  }

  /** Delivers a message: not at all, late, or twice. */
  #carry(name: string, arrive: () => void): void {
    const { random } = this.#world;
    if (random.chance(this.#faults.lose)) return;
    const times = random.chance(this.#faults.repeat) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const max = random.chance(this.#faults.delay) ? LATE_MS_MAX : MESSAGE_MS_MAX;
      this.#world.schedule(name, random.between(1, max), arrive);
    }
  }
}

async function outcomeOf(operation: Operation, payload: string, answer: Receiver['answer']): Promise<Outcome> {
  try {
    const reply = await answer(operation.request.parse(JSON.parse(payload)));
    return { reply: JSON.stringify(reply) };
  } catch (error) {
    return refusal(toRefusal(error));
  }
}

function refusal(error: Xs2aError): Outcome {
  return { refusal: refusalMessage(error).payload };
}
