import type { readWayBack as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { tppNameOf } from '../authorisation/tpp-name.ts';
import type { ScaContext } from '../context.ts';
import { findByExpiredLink } from './find-by-link.ts';
import { refusedUriOf } from './return-uri.ts';

/** Returns the redirect to the TPP for a PSU who comes too late (decision 22). */
export async function readReturnLink(
  context: Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'now' | 'enterScope'>,
  { redirectReference }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const authorisation = await findByExpiredLink(context, redirectReference);
  const returnUri = refusedUriOf(authorisation);
  return { tppName: tppNameOf(context, authorisation), ...(returnUri !== undefined && { returnUri }) };
}
