import { type createWorkspace as operation, type ReplyOf, type RequestOf, tppIdOf } from '@xs2a/contracts';
import { hashWorkspaceKey, newWorkspaceKey } from '../access/workspace-key.ts';
import type { BankContext } from '../context.ts';
import { ledgerIdOf, type StoredWorkspace } from '../model/workspace.ts';
import { newWorkspaceId } from '../model/workspace-id.ts';
import { describeWorkspace } from './describe-workspace.ts';
import { feedAccountsNow } from './feed-accounts-now.ts';
import { issue } from './issue-certificate.ts';
import { limitRegistrations } from './limit-registrations.ts';
import { openAccounts } from './open-accounts.ts';
import { planPsus } from './plan-psus.ts';
import { storePsus, withPasswords } from './store-psus.ts';
import { storeWithinLimit } from './store-within-limit.ts';

/** Registers a developer: a TPP with certificates, and PSUs with accounts that are hidden from others (decision 83). */
export async function createWorkspace(
  context: BankContext,
  wish: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  await limitRegistrations(context, wish.address);
  const _id = newWorkspaceId();
  const key = newWorkspaceKey();
  const at = context.now();
  const empty: StoredWorkspace = {
    _id,
    keyHash: hashWorkspaceKey(key),
    tppId: tppIdOf(_id),
    name: wish.name,
    roles: [...new Set(wish.roles)],
    createdAt: at,
    usedAt: at,
    generation: 1,
    device: 'answering',
    bank: 'present',
    daysAhead: 0,
    psus: [],
    accounts: [],
  };
  await storeWithinLimit(context, empty);
  try {
    return await fillWorkspace(context, empty, key, wish);
  } catch (error) {
    // Releases a place whose key was not delivered.
    await context.workspaces.deleteOne({ _id, accounts: { $size: 0 } });
    throw error;
  }
}

/** Creates certificates, PSUs and accounts for a workspace that has its place. */
async function fillWorkspace(
  context: BankContext,
  empty: StoredWorkspace,
  key: string,
  wish: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const qwac = await issue(context, empty, 'qwac', empty.roles);
  const qseal = await issue(context, empty, 'qseal', empty.roles);
  const workspace = await withPlans(context, empty, wish);
  const stored = await withPasswords(workspace.psus, key);
  await openAccounts(context, workspace, workspace.accounts, async (session) => {
    const { psus, accounts } = workspace;
    await context.workspaces.updateOne({ _id: empty._id }, { $set: { psus, accounts } }, { session });
    await storePsus(context, stored, session);
  });
  await feedAccountsNow(
    context,
    workspace.accounts.map((account) => ledgerIdOf(workspace, account)),
  );
  context.log.info({ event: 'workspaceCreated' }, 'a developer has registered');
  const { authority, ...webPair } = qwac;
  const { authority: _, ...sealPair } = qseal;
  return {
    workspace: await describeWorkspace(context, workspace, key),
    key,
    qwac: webPair,
    qseal: sealPair,
    authority,
  };
}

async function withPlans(
  context: BankContext,
  empty: StoredWorkspace,
  { psus }: RequestOf<typeof operation>,
): Promise<StoredWorkspace> {
  let workspace = empty;
  for (const psu of psus) {
    const planned = await planPsus(context, workspace, psu);
    const { psus: before, accounts } = workspace;
    workspace = { ...workspace, psus: [...before, ...planned.psus], accounts: [...accounts, ...planned.accounts] };
  }
  return workspace;
}
