import {
  type simulateInWorkspace as operation,
  type ReplyOf,
  type RequestOf,
  toMinorUnits,
  type WorkspaceSimulation,
  Xs2aError,
} from '@xs2a/contracts';
import type { UpdateFilter } from 'mongodb';
import { findWorkspace } from '../access/find-workspace.ts';
import type { BankContext } from '../context.ts';
import { postBooking } from '../ledger/post-booking.ts';
import { internalAccountId } from '../model/internal-account.ts';
import { isCustomer } from '../model/ledger-account.ts';
import { ledgerIdOf, type StoredWorkspace } from '../model/workspace.ts';
import { transferFrom } from '../sandbox/data/entry-details.ts';
import { payee } from '../sandbox/data/payees.ts';
import { answerDevice } from '../sandbox/phone/answer-device.ts';
import { describeWorkspace } from './describe-workspace.ts';
import { feedAccountsNow } from './feed-accounts-now.ts';
import { passDays } from './pass-days.ts';
import { pushStatus, releasePayments } from './push-status.ts';

const MINUTE_MS = 60_000;
/** An account at another bank, from which simulated funds arrive. */
const PAYER = { bank: '999101', account: '321000999' };

/** Simulates an event in one workspace for its developer. */
export async function simulateInWorkspace(
  context: BankContext,
  { key, simulation }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const workspace = await findWorkspace(context, key);
  const done = await run(context, workspace, key, simulation);
  return { workspace: await describeWorkspace(context, await findWorkspace(context, key), key), done };
}

async function run(
  context: BankContext,
  workspace: StoredWorkspace,
  key: string,
  simulation: WorkspaceSimulation,
): Promise<boolean> {
  const { workspaces } = context;
  const own = { _id: workspace._id };
  switch (simulation.what) {
    case 'device':
      await workspaces.updateOne(own, { $set: { device: simulation.state } });
      return true;
    case 'bank':
      await workspaces.updateOne(own, presenceOf(simulation, context.now()));
      return true;
    case 'payments':
      await workspaces.updateOne(own, { $set: { payments: simulation.state } });
      if (simulation.state === 'executed') await releasePayments(context, workspace);
      return true;
    case 'paymentStatus':
      return pushStatus(context, workspace, simulation);
    case 'codesExpire':
      return expireCodes(context, workspace);
    case 'psuApproves':
      return answer(context, workspace, key, simulation.authorisationId, true);
    case 'psuDeclines':
      return answer(context, workspace, key, simulation.authorisationId, false);
    case 'fundsArrive':
      return creditAccount(context, workspace, simulation);
    case 'daysPass':
      return passDays(context, workspace, simulation.days);
  }
}

function presenceOf(
  { state, minutes }: WorkspaceSimulation & { what: 'bank' },
  at: Date,
): UpdateFilter<StoredWorkspace> {
  if (state === 'present' || minutes === undefined) return { $set: { bank: state }, $unset: { awayUntil: true } };
  return { $set: { bank: state, awayUntil: new Date(at.getTime() + minutes * MINUTE_MS) } };
}

/** Expires codes and prompts now, by changing their stored expiry, which alone decides. */
async function expireCodes(context: BankContext, { psus }: StoredWorkspace): Promise<boolean> {
  const at = context.now();
  const open = { psuId: { $in: psus.map(({ psuId }) => psuId) }, expiresAt: { $gt: at } };
  const codes = await context.challenges.updateMany({ ...open, accepted: false }, { $set: { expiresAt: at } });
  const prompts = await context.devicePrompts.updateMany({ ...open, status: 'waiting' }, { $set: { expiresAt: at } });
  return codes.modifiedCount + prompts.modifiedCount > 0;
}

/** Answers the waiting prompt on any device of the workspace; of several accounts, the first pays. */
async function answer(
  context: BankContext,
  { psus }: StoredWorkspace,
  workspaceKey: string,
  authorisationId: string,
  approve: boolean,
): Promise<boolean> {
  const prompt = await context.devicePrompts.findOne({ authorisationId, status: 'waiting' });
  const account = prompt?.offeredAccounts?.[0]?.key;
  for (const { psuId } of psus) {
    const request = { psuId, authorisationId, approve, workspaceKey, ...(account !== undefined && { account }) };
    const { answered } = await answerDevice(context, request);
    if (answered) return true;
  }
  return false;
}

/** Books a credit transfer from another bank. */
async function creditAccount(
  context: BankContext,
  workspace: StoredWorkspace,
  { iban, amount, currency, from, text }: WorkspaceSimulation & { what: 'fundsArrive' },
): Promise<boolean> {
  const ids = workspace.accounts.map((account) => ledgerIdOf(workspace, account));
  const wanted = { _id: { $in: ids }, 'customer.reference.iban': iban, currency };
  const account = await context.ledgerAccounts.findOne(wanted);
  if (account === null || !isCustomer(account)) {
    throw new Xs2aError('fieldInvalid', { path: 'iban', text: 'no account of this sandbox in this currency' });
  }
  const units = toMinorUnits({ amount, currency });
  if (units === 0n) throw new Xs2aError('fieldInvalid', { path: 'amount', text: 'must be more than 0' });
  const id = crypto.randomUUID();
  const payer = { ...payee(from, PAYER.bank, PAYER.account), name: from };
  const at = context.now();
  const lines = [
    {
      ledgerAccountId: account._id,
      currency,
      amount: units,
      entry: { reference: `${id}-C`, details: transferFrom(payer, text) },
    },
    { ledgerAccountId: internalAccountId('clearing', currency), currency, amount: -units },
  ];
  await context.database.transaction((session) => postBooking(context, { id, at, lines }, session));
  await feedAccountsNow(context, [account._id]);
  return true;
}
