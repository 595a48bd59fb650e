import { toAmount, type Workspace } from '@xs2a/contracts';
import { endsOn } from '../access/find-workspace.ts';
import { isAway } from '../access/presence.ts';
import { workspacePassword } from '../access/workspace-key.ts';
import type { BankContext } from '../context.ts';
import { bankDayOf } from '../model/bank-day.ts';
import { isCustomer } from '../model/ledger-account.ts';
import { ledgerIdOf, type StoredWorkspace } from '../model/workspace.ts';
import { momentIn } from './pass-days.ts';
import { heldPayments } from './push-status.ts';

/** Returns the developer's view of a workspace. Its passwords are derived from the key. */
export async function describeWorkspace(
  context: Pick<BankContext, 'ledgerAccounts' | 'orders' | 'bulkOrders' | 'now'>,
  workspace: StoredWorkspace,
  key: string,
): Promise<Workspace> {
  const { ledgerAccounts } = context;
  const { _id, tppId, name, roles, createdAt, psus, accounts, device, awayUntil } = workspace;
  const away = isAway(workspace, momentIn(context, workspace));
  const ids = accounts.map((account) => ledgerIdOf(workspace, account));
  const held = (
    await ledgerAccounts
      .find({ _id: { $in: ids } })
      .sort({ _id: 1 })
      .toArray()
  ).filter(isCustomer);
  return {
    id: _id,
    tppId,
    name,
    roles,
    createdAt: createdAt.toISOString(),
    endsOn: bankDayOf(endsOn(workspace)),
    psus: psus.map((psu) => ({
      psuId: psu.psuId,
      password: workspacePassword(key, psu.psuId),
      name: psu.name,
      ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }),
      methods: psu.methods,
      accounts: held
        .filter(({ customer }) => customer.owners.includes(psu.psuId))
        .map(({ currency, balance, customer }) => ({
          ...(customer.reference.iban !== undefined && { iban: customer.reference.iban }),
          ...(customer.reference.maskedPan !== undefined && { maskedPan: customer.reference.maskedPan }),
          currency,
          product: customer.product,
          balance: toAmount(balance, currency).amount,
        })),
    })),
    simulation: {
      device,
      bank: away ? 'away' : 'present',
      ...(away && awayUntil !== undefined && { bankBackAt: awayUntil.toISOString() }),
      payments: workspace.payments ?? 'executed',
      held: await heldPayments(context, workspace),
      today: bankDayOf(momentIn(context, workspace)),
    },
  };
}
