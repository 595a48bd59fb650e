import { z } from 'zod';

/** The service has no settings of its own: its limits are part of the profile. */
export const PaymentsConfig = z.object({});
