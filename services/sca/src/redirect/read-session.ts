import type { readSession as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { findBySession } from './find-by-session.ts';
import { viewOf } from './page-view.ts';

/** Returns the present page of a session, for reload and the back button. */
export async function readSession(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return { view: viewOf(context, await findBySession(context, request)) };
}
