import { z } from 'zod';

/** payments has no settings of its own; spans and limits are the profile's. */
export const PaymentsConfig = z.object({});
