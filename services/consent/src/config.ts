import { z } from 'zod';

/** consent has no settings of its own; spans and limits are the profile's. */
export const ConsentConfig = z.object({});
