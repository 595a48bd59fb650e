import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A PSU may complain about a payment for thirteen months (PSD2, Art. 71(1)); accesses are kept for as long. */
const KEPT_SECONDS = 400 * 86_400;

/** Reads of one kind of data by a TPP under one consent on one day, with the PSU present or not. */
export const Access = z.object({
  _id: z.string(),
  consentId: z.string(),
  tppId: z.string(),
  /** In the bank's time zone. */
  day: z.string(),
  kind: z.string(),
  psuPresent: z.boolean(),
  times: z.int(),
  firstAt: z.date(),
  lastAt: z.date(),
});
export type Access = z.infer<typeof Access>;

export const ACCESSES = storedCollection('accesses', Access, {
  indexes: [{ key: { consentId: 1 } }, { key: { lastAt: 1 }, name: 'forgotten', expireAfterSeconds: KEPT_SECONDS }],
});
