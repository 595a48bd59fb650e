import type { Request } from 'express';
import type { PortalContext } from '../context.ts';
import { PageError } from '../visits/page-error.ts';

const PSU_ID = /^[\x21-\x7e]{1,100}$/;

/** The PSU whose messages or device are shown. These pages exist in the sandbox only. */
export function sandboxPsu(request: Request, context: PortalContext): string {
  const { psuId } = request.params;
  if (!context.isSandbox || typeof psuId !== 'string' || !PSU_ID.test(psuId)) throw new PageError('notFound', 404);
  return psuId;
}
