import type { Access } from '../model/access.ts';
import type { Gathering } from './gathered-writes.ts';

/** Record of one read by a TPP. */
export function accessAt(at: Date, noted: Pick<Access, 'consentId' | 'tppId' | 'day' | 'kind' | 'psuPresent'>): Access {
  const { consentId, day, kind, psuPresent } = noted;
  const _id = `${consentId} ${day} ${kind} ${psuPresent ? 'present' : 'absent'}`;
  return { ...noted, _id, times: 1, firstAt: at, lastAt: at };
}

/** Records, for `npm run xs2a -- audit export`, the reads of each TPP under each consent. */
export const ACCESS_RECORDS: Gathering<Access, Access> = {
  keyOf: ({ _id }) => _id,
  add: (to, { times, firstAt, lastAt }) => {
    to.times += times;
    if (firstAt < to.firstAt) to.firstAt = firstAt;
    if (lastAt > to.lastAt) to.lastAt = lastAt;
  },
  writeOf: ({ _id, times, firstAt, lastAt, ...noted }) => ({
    updateOne: {
      filter: { _id },
      update: { $setOnInsert: noted, $inc: { times }, $min: { firstAt }, $max: { lastAt } },
      upsert: true,
    },
  }),
  failure: 'could not store the accesses of TPPs, will try again',
};
