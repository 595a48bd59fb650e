import type { Consent } from '../model/consent.ts';
import { addUses } from './add-uses.ts';
import type { Gathering } from './gathered-writes.ts';

/** Reads of one consent on one day with the PSU present. */
export interface DayOfUses {
  readonly consentId: string;
  /** In the bank's time zone. */
  readonly day: string;
  at: Date;
  times: number;
}

/** Counts the reads with the PSU present. They are not limited, and no decision depends on their number. */
export const PSU_PRESENT_READS: Gathering<DayOfUses, Consent> = {
  keyOf: ({ consentId, day }) => `${consentId} ${day}`,
  add: (to, { at, times }) => {
    to.times += times;
    if (at > to.at) to.at = at;
  },
  writeOf: ({ consentId, day, at, times }) => ({
    updateOne: { filter: { _id: consentId }, update: [{ $set: { uses: addUses(day, at, times) } }] },
  }),
  failure: 'could not store the uses of consents, will try again',
};
