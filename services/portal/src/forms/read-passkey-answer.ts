import type { z } from 'zod';
import type { Visit } from '../visits/open-visit.ts';
import { redirectWithNote } from '../visits/redirect-to-page.ts';
import { field } from './read-inputs.ts';

/** Reads the script's result from a form. If it is unusable, the page says that it needs the script. */
export function readPasskeyAnswer<T>(visit: Visit, schema: z.ZodType<T>): T | undefined {
  const { success, data } = schema.safeParse(parsed(field(visit, 'answer')));
  if (success) return data;
  redirectWithNote(visit, { word: 'passkeyMissing' });
  return undefined;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
