import { BankScaMethod } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

export const PasswordHash = z.object({ salt: z.string(), hash: z.string() });
export type PasswordHash = z.infer<typeof PasswordHash>;

/** A payment service user of the bank. `_id` is the PSU-ID. */
export const Psu = z.object({
  _id: z.string(),
  name: z.string(),
  corporateId: z.string().optional(),
  blocked: z.boolean(),
  scaMethods: z.array(BankScaMethod),
  /** Transfers between this PSU's own accounts need no SCA (RTS 2018/389, Art. 15). */
  ownTransfersExempted: z.boolean().optional(),
  password: PasswordHash,
});
export type Psu = z.infer<typeof Psu>;

export const PSUS = storedCollection('psus', Psu, { indexes: [{ key: { corporateId: 1 }, sparse: true }] });
