import { connect, headers } from '@nats-io/transport-node';
import { HOP_BUDGET_MS, Xs2aError } from '@xs2a/contracts';
import { forAllTests, natsServer } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echo, gate, readEcho, startEcho, unserved } from '../../test/echo-service.ts';
import { Bus, currentContext, type RequestContext, runInContext } from '../index.ts';

const nats = forAllTests(() => natsServer());
let bus: Bus;
beforeAll(async () => {
  bus = await Bus.connect(nats.url, 'test');
});
afterAll(async () => {
  await bus.close();
});

/** Returns the error of a request. */
async function refusalOf(ask: Promise<unknown>): Promise<Xs2aError> {
  const error: unknown = await ask.then(
    () => expect.fail('the ask was answered'),
    (refused: unknown) => refused,
  );
  if (!(error instanceof Xs2aError)) throw error;
  return error;
}

function context(change: Partial<RequestContext> = {}): RequestContext {
  return { requestId: crypto.randomUUID(), traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, ...change };
}

describe('a request on the bus', () => {
  it('returns the reply of the operation', async () => {
    await using _ = await startEcho(nats.url, ({ word }) => ({ word: word.toUpperCase() }));
    expect(await bus.ask(echo, { word: 'consent' })).toEqual({ word: 'CONSENT' });
  });

  it('propagates the request id and trace context; each service has its own span', async () => {
    const seen: RequestContext[] = [];
    await using _ = await startEcho(nats.url, (request) => {
      seen.push(currentContext());
      return request;
    });
    const sent = context();
    await runInContext(sent, () => bus.ask(echo, { word: '' }));
    expect(seen[0]?.requestId).toBe(sent.requestId);
    expect(seen[0]?.traceparent.slice(0, 35)).toBe(sent.traceparent.slice(0, 35));
    expect(seen[0]?.traceparent).not.toBe(sent.traceparent);
  });

  it('fails with the error case, path and text of the other side', async () => {
    await using _ = await startEcho(nats.url, () => {
      throw new Xs2aError('executionDateInvalid', { path: 'requestedExecutionDate', text: 'is a Sunday' });
    });
    const error = await refusalOf(bus.ask(echo, { word: '' }));
    expect(error).toMatchObject({
      situation: 'executionDateInvalid',
      path: 'requestedExecutionDate',
      text: 'is a Sunday',
    });
  });

  it('with a malformed payload is refused before the handler runs, with the path of the fault', async () => {
    await using _ = await startEcho(nats.url, (request) => request);
    const error = await refusalOf(bus.send(echo.subject, { word: 1 }, 'write'));
    expect(error).toMatchObject({ situation: 'fieldInvalid', path: 'word' });
  });

  it.each([unserved, { ...unserved, hop: 'read' as const }])(
    'that nobody listens to ($hop) is serviceUnavailable',
    async (operation) => {
      expect((await refusalOf(bus.ask(operation, { word: '' }))).situation).toBe('serviceUnavailable');
    },
  );

  it('for a read finds a receiver that is being replaced', async () => {
    const answered = bus.ask(readEcho, { word: 'late' });
    const receiver = await connect({ servers: nats.url });
    receiver.subscribe(readEcho.subject, { callback: (_, message) => void message.respond(message.data) });
    expect(await answered).toEqual({ word: 'late' });
    await receiver.close();
  });

  it.each([
    ['{"word":', 'bodyInvalid'],
    ['', 'bodyInvalid'],
    ['null', 'fieldInvalid'],
    ['[]', 'fieldInvalid'],
  ])('with payload %j is refused as %s', async (payload, situation) => {
    await using _ = await startEcho(nats.url, (request) => request);
    const caller = await connect({ servers: nats.url });
    const reply = await caller.request(echo.subject, payload);
    expect(reply.json<{ refusal: string }>().refusal).toBe(situation);
    expect(reply.headers?.get('Nats-Service-Error-Code')).toBe('400');
    await caller.close();
  });

  it.each([
    [
      'an error',
      () => {
        throw new Error('secret detail');
      },
    ],
    ['a rejected promise', () => Promise.reject(new TypeError('secret detail'))],
    ['a text', () => Promise.reject('secret detail')],
    ['nothing', () => Promise.reject(null)],
  ])('whose handler throws %s fails with an internal error without details', async (_, answer) => {
    await using _service = await startEcho(nats.url, answer);
    const error = await refusalOf(bus.ask(echo, { word: '' }));
    expect(error.situation).toBe('internalError');
    expect(JSON.stringify([error.path, error.text, error.message])).not.toContain('secret');
  });

  it.each([
    ['undefined', undefined],
    ['a value without JSON form', { word: 1n }],
  ])('whose handler returns %s fails with an internal error', async (_, result) => {
    await using _service = await startEcho(nats.url, () => result);
    expect((await refusalOf(bus.ask(echo, { word: '' }))).situation).toBe('internalError');
  });

  it('whose reply cannot be written as JSON fails with an internal error of the receiver, and the caller keeps running', async () => {
    const receiver = await connect({ servers: nats.url });
    receiver.subscribe(unserved.subject, { callback: (_, message) => void message.respond('<html>') });
    await receiver.flush();
    const error = await refusalOf(bus.ask(unserved, { word: '' }));
    expect(error.situation).toBe('internalError');
    await receiver.close();
  });

  it('fails with an internal error if the error code is unknown', async () => {
    const receiver = await connect({ servers: nats.url });
    const newer = headers();
    newer.set('Nats-Service-Error', 'constructor');
    receiver.subscribe(unserved.subject, {
      callback: (_, message) => void message.respond('{"refusal":"constructor"}', { headers: newer }),
    });
    await receiver.flush();
    const error = await refusalOf(bus.ask(unserved, { word: '' }));
    expect(error.situation).toBe('internalError');
    await receiver.close();
  });

  it('that exceeds the maximum message size is refused, and the connection stays open', async () => {
    await using _ = await startEcho(nats.url, (request) => request);
    const error = await refusalOf(bus.ask(echo, { word: 'x'.repeat(9_000_000) }));
    expect(error.refusal.status).toBeGreaterThanOrEqual(500);
    expect(await bus.ask(echo, { word: 'small' })).toEqual({ word: 'small' });
  });

  it('whose reply exceeds the maximum message size is refused at once', async () => {
    await using _ = await startEcho(nats.url, ({ word }) => ({
      word: word === 'small' ? word : 'x'.repeat(9_000_000),
    }));
    const error = await refusalOf(bus.ask(echo, { word: 'large' }));
    expect(error.situation).toBe('internalError');
    expect(await bus.ask(echo, { word: 'small' })).toEqual({ word: 'small' });
  });
});

describe('a deadline', () => {
  it('is passed on slightly shortened and never exceeds the time budget of the hop', async () => {
    const seen: number[] = [];
    await using _ = await startEcho(nats.url, (request) => {
      seen.push(currentContext().deadline ?? 0);
      return request;
    });
    const now = Date.now();
    await runInContext(context({ deadline: now + 1_000 }), () => bus.ask(readEcho, { word: '' }));
    await runInContext(context({ deadline: Date.now() + 60_000 }), () => bus.ask(readEcho, { word: '' }));
    expect(seen[0]).toBeLessThan(now + 1_000);
    expect(seen[0]).toBeGreaterThan(now + 800);
    expect(seen[1]).toBeLessThanOrEqual(Date.now() + HOP_BUDGET_MS.read);
  });

  it('ends the wait before the time budget of the hop', async () => {
    const held = gate();
    await using _ = await startEcho(nats.url, async (request) => {
      await held.passed;
      return request;
    });
    const soon = context({ deadline: Date.now() + 300 });
    const error = await refusalOf(runInContext(soon, () => bus.ask(echo, { word: '' })));
    expect(error.situation).toBe('serviceUnavailable');
    held.open();
  });

  it('that has passed prevents the request', async () => {
    let asked = 0;
    await using _ = await startEcho(nats.url, (request) => {
      asked++;
      return request;
    });
    const late = context({ deadline: Date.now() - 1 });
    const error = await refusalOf(runInContext(late, () => bus.ask(echo, { word: '' })));
    expect(error.situation).toBe('serviceUnavailable');
    expect(asked).toBe(0);
  });

  it('that passed while the request waited drops it before the handler runs', async () => {
    const held = gate();
    const worked: string[] = [];
    await using _ = await startEcho(
      nats.url,
      async (request) => {
        worked.push(request.word);
        await held.passed;
        return request;
      },
      { env: { WORK_AT_ONCE_MAX: '1' } },
    );
    const first = bus.ask(echo, { word: 'first' });
    await expect.poll(() => worked.length).toBe(1);
    const deadline = Date.now() + 150;
    await refusalOf(runInContext(context({ deadline }), () => bus.ask(echo, { word: 'expired' })));
    await expect.poll(Date.now).toBeGreaterThan(deadline);
    const last = bus.ask(echo, { word: 'last' });
    held.open();
    await Promise.all([first, last]);
    expect(worked).toEqual(['first', 'last']);
  });
});

describe('overload', () => {
  it('is reported at once, and concurrent work never exceeds its limit', async () => {
    const held = gate();
    let atWork = 0;
    let most = 0;
    await using _ = await startEcho(
      nats.url,
      async (request) => {
        most = Math.max(most, ++atWork);
        await held.passed;
        atWork--;
        return request;
      },
      { env: { WORK_AT_ONCE_MAX: '3', WORK_WAITING_MAX: '4' } },
    );
    const refused: string[] = [];
    const refuse = (error: Xs2aError): number => refused.push(error.situation);
    const asks = Array.from({ length: 20 }, () => bus.ask(echo, { word: '' }).catch(refuse));
    await expect.poll(() => refused.length).toBe(13);
    held.open();
    await Promise.all(asks);
    expect(refused).toEqual(Array(13).fill('overloaded'));
    expect(most).toBe(3);
  });
});

describe('shutdown', () => {
  it('waits for requests in progress and answers them', async () => {
    const held = gate();
    let working = 0;
    const service = await startEcho(nats.url, async (request) => {
      working++;
      await held.passed;
      return request;
    });
    const asks = Array.from({ length: 10 }, (_, index) => bus.ask(echo, { word: String(index) }));
    await expect.poll(() => working).toBe(10);
    let stopped = false;
    const stop = service.stop().then(() => (stopped = true));
    // The replica no longer listens but still runs.
    const elsewhere = (): Promise<string> =>
      refusalOf(runInContext(context({ deadline: Date.now() + 500 }), () => bus.ask(readEcho, { word: '' }))).then(
        ({ situation }) => situation,
      );
    expect(await elsewhere()).toBe('serviceUnavailable');
    expect(stopped).toBe(false);
    held.open();
    expect((await Promise.all(asks)).map(({ word }) => Number(word))).toEqual([...Array(10).keys()]);
    await stop;
  });

  it('of one of two replicas loses no request, repeatedly and under load', async () => {
    const answer = async (request: { word: string }): Promise<unknown> => {
      await new Promise((resolve) => setImmediate(resolve));
      return request;
    };
    let rolling = true;
    let asked = 0;
    const failures: unknown[] = [];
    await using _stays = await startEcho(nats.url, answer);
    const callers = Array.from({ length: 50 }, async () => {
      while (rolling) await bus.ask(echo, { word: String(asked++) }).catch((error: unknown) => failures.push(error));
    });
    for (let round = 0; round < 6; round++) {
      const replica = await startEcho(nats.url, answer);
      const before = asked;
      await expect.poll(() => asked).toBeGreaterThan(before + 200);
      await replica.stop();
    }
    rolling = false;
    await Promise.all(callers);
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(1_000);
  });
});

describe('a lost bus connection', () => {
  it('is waited for briefly, then requests are refused at once, and they work again once it is back', async () => {
    await using server = await natsServer();
    const caller = await Bus.connect(server.url, 'caller');
    const held = gate();
    let working = 0;
    await using service = await startEcho(server.url, async (request) => {
      working++;
      if (request.word === 'held') await held.passed;
      return request;
    });
    const inFlight = refusalOf(caller.ask(echo, { word: 'held' }));
    await expect.poll(() => working).toBe(1);
    const ready = (): Promise<number> => fetch(`${service.healthUrl}/readyz`).then(({ status }) => status);
    expect(await ready()).toBe(200);

    await server.stop('SIGKILL');
    expect((await inFlight).situation).toBe('serviceUnavailable');
    const after = async (word: string): Promise<number> => {
      const startedAt = performance.now();
      expect((await refusalOf(caller.ask(echo, { word }))).situation).toBe('serviceUnavailable');
      return performance.now() - startedAt;
    };
    const waited = await after('away');
    expect(await after('away for long')).toBeLessThan(waited);
    await expect.poll(ready).toBe(503);
    expect((await fetch(`${service.healthUrl}/livez`)).status).toBe(200);

    held.open();
    await server.restart();
    const answered = (): Promise<unknown> => caller.ask(readEcho, { word: 'again' }).catch(() => undefined);
    await expect.poll(answered).toEqual({ word: 'again' });
    await expect.poll(ready).toBe(200);
    await caller.close();
  });
});
