import { workspaceOfAccount, workspaceOfPsu, Xs2aError } from '@xs2a/contracts';
import type { BankContext } from '../context.ts';
import type { StoredWorkspace } from '../model/workspace.ts';

export type PresenceContext = Pick<BankContext, 'workspaces' | 'now' | 'clocks'>;

/** Whether the bank is unavailable; a developer may simulate this for a while. */
export function isAway({ bank, awayUntil }: Pick<StoredWorkspace, 'bank' | 'awayUntil'>, at: Date): boolean {
  return bank === 'away' && (awayUntil === undefined || awayUntil > at);
}

/**
 * Refuses like an unavailable bank, if a developer simulates that. The ids are those of PSUs, companies and accounts of the
 * ledger; shared test users belong to no workspace, and nothing is read for them. From then on the clock of the workspace
 * applies.
 */
export async function requirePresence(
  { workspaces, now, clocks }: PresenceContext,
  ids: readonly string[],
): Promise<void> {
  const concerned = new Set(ids.flatMap((id) => workspaceOfPsu(id) ?? workspaceOfAccount(id) ?? []));
  if (concerned.size === 0) return;
  for (const workspace of concerned) await clocks.follow(workspace);
  const found = await workspaces
    .find({ _id: { $in: [...concerned] }, bank: 'away' }, { projection: { bank: 1, awayUntil: 1 } })
    .toArray();
  if (found.some((workspace) => isAway(workspace, now()))) throw new Xs2aError('serviceUnavailable');
}

/** Wraps an operation about one PSU, so that an unavailable bank does not answer it. */
export function whilePresent<Request extends { readonly psuId: string }, Reply>(
  run: (context: BankContext, request: Request) => Promise<Reply>,
): (context: BankContext, request: Request) => Promise<Reply> {
  return async (context, request) => {
    await requirePresence(context, [request.psuId]);
    return run(context, request);
  };
}
