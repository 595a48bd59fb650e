import { type blockTpp as blockTppOperation, type RequestOf, rereadBlocklist, Xs2aError } from '@xs2a/contracts';
import type { BlocklistContext } from './blocklist-context.ts';
import { moveBlock } from './move-block.ts';

/** Blocks a TPP or one of its certificates. The block is stored first; the reply follows once the replicas have read it. */
export async function blockTpp(context: BlocklistContext, request: RequestOf<typeof blockTppOperation>) {
  const { tppId, until, ...decision } = request;
  const end = until === undefined ? null : new Date(until);
  if (end !== null && end <= context.now())
    throw new Xs2aError('fieldInvalid', { path: 'until', text: 'is in the past' });
  await moveBlock(context, 'blocked', tppId, { until: end, ...decision });
  return { replicas: (await context.bus.askAll(rereadBlocklist, {})).length };
}
