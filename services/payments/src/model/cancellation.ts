import { Approvals } from '@xs2a/approvals';
import { ScaWishes } from '@xs2a/contracts';
import { z } from 'zod';

/** A cancellation that PSUs must approve. Until all of them have, the payment continues. */
export const Cancellation = Approvals.extend({ requestedAt: z.date(), wishes: ScaWishes });
export type Cancellation = z.infer<typeof Cancellation>;
