import type { RequestInputOf, submitPayment } from '@xs2a/contracts';
import { demand } from '../fault.ts';
import { pause, type Session } from '../session.ts';

type Submission = RequestInputOf<typeof submitPayment>;

/** Milliseconds in which a second booking would show, once the first is in the feed. */
const SECOND_BOOKING_MS = 700;

export async function executedOnce(session: Session, { paymentId, body }: Submission): Promise<void> {
  const { status, reasonCode } = await session.end(paymentId);
  demand(status === 'ACSC' || status === 'ACCC', `it ended ${status} ${reasonCode ?? ''}`);
  await bookedOnce(session, body.endToEndIdentification);
}

export async function bookedOnce(session: Session, reference: string | undefined): Promise<void> {
  const { executionSeconds } = session.facts;
  const found = await session.until(() => (session.debits(reference).length > 0 ? true : undefined), executionSeconds);
  demand(found === true, `no debit with its endToEndId was told within ${executionSeconds} s`);
  await pause(SECOND_BOOKING_MS);
  const debits = session.debits(reference).length;
  demand(debits === 1, `it was booked ${debits} times`);
}
