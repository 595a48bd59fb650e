import type { z } from 'zod';
import { say, toStep } from '../approval/show-step.ts';
import { field, type Visit } from '../visits/open-visit.ts';

/** What the script of a page wrote into its form; without it, or with anything else, the page says that it needs it. */
export function readAnswer<T>(visit: Visit, schema: z.ZodType<T>): T | undefined {
  const { success, data } = schema.safeParse(parsed(field(visit, 'answer')));
  if (success) return data;
  say(visit, { word: 'passkeyMissing' });
  toStep(visit);
  return undefined;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
