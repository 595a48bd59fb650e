import { PageError } from '@xs2a/portal/extension';
import type { Request } from 'express';

const PSU_ID = /^[\x21-\x7e]{1,100}$/;

/** The PSU whose messages or device are shown. */
export function sandboxPsu(request: Request): string {
  const { psuId } = request.params;
  if (typeof psuId !== 'string' || !PSU_ID.test(psuId)) throw new PageError('notFound', 404);
  return psuId;
}
