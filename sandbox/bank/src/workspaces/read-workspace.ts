import type { readWorkspace as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { findWorkspace } from '../access/find-workspace.ts';
import type { BankContext } from '../context.ts';
import { describeWorkspace } from './describe-workspace.ts';

export async function readWorkspace(
  context: BankContext,
  { key }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return { workspace: await describeWorkspace(context, await findWorkspace(context, key), key) };
}
