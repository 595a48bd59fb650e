import { z } from 'zod';

/** consent has no variables of its own: periods and limits come from the profile. */
export const ConsentConfig = z.object({});
