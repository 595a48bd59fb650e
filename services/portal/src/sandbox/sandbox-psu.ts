import type { Request } from 'express';
import type { PortalRoom } from '../context.ts';
import { PageTrouble } from '../visits/page-error.ts';

const PSU_ID = /^[\x21-\x7e]{1,100}$/;

/** The PSU whose inbox or device is looked at; at a bank in earnest there is no such page. */
export function sandboxPsu(request: Request, room: PortalRoom): string {
  const { psuId } = request.params;
  if (!room.isSandbox || typeof psuId !== 'string' || !PSU_ID.test(psuId)) throw new PageTrouble('notFound', 404);
  return psuId;
}
