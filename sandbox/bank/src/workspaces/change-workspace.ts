import type {
  addWorkspacePsus,
  deleteWorkspace as deletion,
  ReplyOf,
  RequestOf,
  resetWorkspace as reset,
} from '@xs2a/contracts';
import { Xs2aError } from '@xs2a/contracts';
import { findWorkspace } from '../access/find-workspace.ts';
import type { BankContext } from '../context.ts';
import { ledgerIdOf, type StoredWorkspace, WORKSPACES } from '../model/workspace.ts';
import { closeAccounts } from './close-accounts.ts';
import { describeWorkspace } from './describe-workspace.ts';
import { feedAccountsNow } from './feed-accounts-now.ts';
import { openAccounts } from './open-accounts.ts';
import { clockMessages, stopClocks } from './pass-days.ts';
import { planPsus } from './plan-psus.ts';
import { releasePayments } from './push-status.ts';
import { storePsus, withPasswords } from './store-psus.ts';

/** Adds a PSU, or the signers of a company, with accounts. */
export async function addPsus(
  context: BankContext,
  { key, psu }: RequestOf<typeof addWorkspacePsus>,
): Promise<ReplyOf<typeof addWorkspacePsus>> {
  const before = await findWorkspace(context, key);
  const planned = await planPsus(context, before, psu);
  const psus = await withPasswords(planned.psus, key);
  await openAccounts(context, before, planned.accounts, async (session) => {
    const { modifiedCount } = await context.workspaces.updateOne(
      { _id: before._id, generation: before.generation, psus: { $size: before.psus.length } },
      { $push: { psus: { $each: planned.psus }, accounts: { $each: planned.accounts } } },
      { session },
    );
    if (modifiedCount === 0) throw new Xs2aError('statusConflict');
    await storePsus(context, psus, session);
  });
  await feedAccountsNow(
    context,
    planned.accounts.map((account) => ledgerIdOf(before, account)),
  );
  return { workspace: await describeWorkspace(context, await findWorkspace(context, key), key) };
}

/** Replaces all accounts; PSU-IDs, passwords and account numbers stay. Ends all simulations. */
export async function resetWorkspace(
  context: BankContext,
  { key }: RequestOf<typeof reset>,
): Promise<ReplyOf<typeof reset>> {
  const before = await findWorkspace(context, key);
  const generation = before.generation + 1;
  const set = { generation, device: 'answering', bank: 'present', payments: 'executed', daysAhead: 0 } as const;
  await closeAccounts(context, before, async (session) => {
    await claim(context, before, set, session);
    await forgetPhones(context, before, session);
  });
  const claimed = await context.workspaces.findOne({ _id: before._id });
  if (claimed !== null) await context.outbox.deliver(WORKSPACES, claimed);
  await context.clocks.refresh(before._id);
  await releasePayments(context, before);
  const workspace = { ...before, ...set };
  await openAccounts(context, workspace, workspace.accounts, () => Promise.resolve());
  await feedAccountsNow(
    context,
    workspace.accounts.map((account) => ledgerIdOf(workspace, account)),
  );
  return { workspace: await describeWorkspace(context, workspace, key) };
}

/** Deletes a workspace with all its data at the bank. */
export async function deleteWorkspace(
  context: BankContext,
  { key }: RequestOf<typeof deletion>,
): Promise<ReplyOf<typeof deletion>> {
  await removeWorkspace(context, await findWorkspace(context, key));
  return { deleted: true };
}

export async function removeWorkspace(context: BankContext, workspace: StoredWorkspace): Promise<void> {
  await stopClocks(context, workspace);
  await closeAccounts(context, workspace, async (session) => {
    const { _id, generation } = workspace;
    const { deletedCount } = await context.workspaces.deleteOne({ _id, generation }, { session });
    if (deletedCount === 0) throw new Xs2aError('statusConflict');
    await context.psus.deleteMany({ _id: { $in: workspace.psus.map(({ psuId }) => psuId) } }, { session });
    await forgetPhones(context, workspace, session);
  });
  // The payments are rejected, because their accounts are closed.
  await releasePayments(context, workspace);
  context.log.info({ event: 'workspaceDeleted' }, 'the sandbox of a developer was deleted');
}

type Session = Parameters<Parameters<BankContext['database']['transaction']>[0]>[0];

async function claim(
  context: BankContext,
  { _id, generation, daysAhead }: StoredWorkspace,
  set: Partial<StoredWorkspace>,
  session: Session,
): Promise<void> {
  const outbox = daysAhead === 0 ? [] : clockMessages(context, _id, 0);
  const { modifiedCount } = await context.workspaces.updateOne(
    { _id, generation },
    { $set: set, ...(outbox.length > 0 && { $push: { outbox: { $each: outbox } } }) },
    { session },
  );
  if (modifiedCount === 0) throw new Xs2aError('statusConflict');
}

async function forgetPhones(
  { inboxMessages, devicePrompts }: BankContext,
  { psus }: StoredWorkspace,
  session: Session,
): Promise<void> {
  const those = { psuId: { $in: psus.map(({ psuId }) => psuId) } };
  await inboxMessages.deleteMany(those, { session });
  await devicePrompts.deleteMany(those, { session });
}
