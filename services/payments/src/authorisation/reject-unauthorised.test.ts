import { CONTEXT } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { askForPayment } from '@xs2a/test-system/ask-as-gateway';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import type { PaymentsContext } from '../context.ts';
import { rejectUnauthorised } from './reject-unauthorised.ts';

const services = forAllTests(() => startServices('sca', 'payments'));

describe('payments that were not authorised in time', () => {
  it('are each rejected at their own moment, however long the messages of earlier ones took', async () => {
    const context = services.running.payments.get<PaymentsContext>(CONTEXT);
    for (let count = 0; count < 3; count++) await askForPayment(services.bus);
    services.clock.forward({ days: 2 });
    const deliver = async (): Promise<boolean> => {
      services.clock.forward({ minutes: 1 });
      return false;
    };
    await rejectUnauthorised({ ...context, outbox: { deliver } as never });
    const rejected = await context.payments.find({ transactionStatus: 'RJCT' }).toArray();
    const minutes = rejected.map(({ history }) => Math.floor((history.at(-1)?.at.getTime() ?? 0) / 60_000));
    expect(new Set(minutes).size).toBe(3);
  });
});
