import { z } from 'zod';

/** sca has no settings of its own; spans and limits are the profile's. */
export const ScaConfig = z.object({});
