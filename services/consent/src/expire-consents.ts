import { advance, bankDay } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { ConsentKind, ConsentRecord } from './consent-record.ts';
import type { ConsentRoom } from './room.ts';

const BATCH = 500;

type Tidying = Pick<ConsentRoom, 'profile' | 'now'>;

/** Writes down what the date has decided already: consents after their last day become `expired`. Returns how many. */
export function expireConsents<T extends ConsentRecord>(room: Tidying, kind: ConsentKind<T>): Promise<number> {
  const over = { consentStatus: 'valid', validUntil: { $lt: bankDay(room.now(), room.profile) } } as const;
  return moveAll(room, kind, over, 'lapsed');
}

/** Consents that nobody authorised in time become `rejected` (field guide 1.1). Returns how many. */
export function rejectUnauthorised<T extends ConsentRecord>(room: Tidying, kind: ConsentKind<T>): Promise<number> {
  return moveAll(room, kind, { consentStatus: 'received', authoriseUntil: { $lte: room.now() } }, 'refused');
}

async function moveAll<T extends ConsentRecord>(
  { now }: Tidying,
  { stored, collection }: ConsentKind<T>,
  over: Filter<ConsentRecord>,
  event: 'lapsed' | 'refused',
): Promise<number> {
  const at = now();
  const due = await collection
    .find<T>(over as Filter<T>)
    .limit(BATCH)
    .toArray();
  for (const consent of due) await advance(stored, collection, consent, event, { at, by: 'consent' });
  return due.length;
}
