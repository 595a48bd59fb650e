import { type RequestOf, rereadBlocklist, type unblockTpp as unblockTppOperation } from '@xs2a/contracts';
import type { BlocklistContext } from './blocklist-context.ts';
import { moveBlock } from './move-block.ts';

/** Lifts a block. Stores nothing if the TPP is not blocked. */
export async function unblockTpp(context: BlocklistContext, request: RequestOf<typeof unblockTppOperation>) {
  const { tppId, ...decision } = request;
  await moveBlock(context, 'unblocked', tppId, { until: null, ...decision });
  return { replicas: (await context.bus.askAll(rereadBlocklist, {})).length };
}
