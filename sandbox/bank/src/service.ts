import * as operations from '@xs2a/contracts';
import { withClocks } from '@xs2a/sandbox-clocks';
import { addGauge, defineService, handler, versionOf } from '@xs2a/service-kit';
import { whilePresent } from './access/presence.ts';
import { BankConfig } from './config.ts';
import { checkExemption } from './connector/check-exemption.ts';
import { checkFunds } from './connector/check-funds.ts';
import { concludePayment } from './connector/conclude-payment.ts';
import { identifyPsu } from './connector/identify-psu.ts';
import { putStandingOrder } from './connector/put-standing-order.ts';
import { readSigningRules } from './connector/read-signing-rules.ts';
import { returnPayment } from './connector/return-payment.ts';
import { sendChallenge } from './connector/send-challenge.ts';
import { submitBulkPayment } from './connector/submit-bulk-payment.ts';
import { submitPayment } from './connector/submit-payment.ts';
import { verifyChallenge } from './connector/verify-challenge.ts';
import { verifyPassword } from './connector/verify-password.ts';
import { verifyPayee } from './connector/verify-payee.ts';
import { withdrawChallenge } from './connector/withdraw-challenge.ts';
import { withdrawPayment } from './connector/withdraw-payment.ts';
import { type BankContext, createContext } from './context.ts';
import { feedAccounts, findAccountsBehind } from './feed/feed-account.ts';
import { bookPendingEntries } from './ledger/book-pending-entries.ts';
import { BULK_ORDERS, BULK_PIECES } from './model/bulk-order.ts';
import { CHALLENGES, INBOX_MESSAGES } from './model/challenge.ts';
import { DEVICE_PROMPTS } from './model/device-prompt.ts';
import { ENTRIES } from './model/entry.ts';
import { FEEDS } from './model/feed.ts';
import { LEDGER_ACCOUNTS } from './model/ledger-account.ts';
import { ORDERS } from './model/order.ts';
import { POSTINGS } from './model/posting.ts';
import { PSUS } from './model/psu.ts';
import { REGISTRATIONS } from './model/registrations.ts';
import { SEEDINGS } from './model/seeding.ts';
import { STANDING_ORDERS_SET_UP } from './model/standing-order.ts';
import { WORKSPACES } from './model/workspace.ts';
import { resumeBulks } from './orders/resume-bulks.ts';
import { resumeOrders } from './orders/resume-orders.ts';
import { joinScheme } from './payee-scheme/join-scheme.ts';
import { answerDevice } from './sandbox/phone/answer-device.ts';
import { readDevice } from './sandbox/phone/read-device.ts';
import { readInbox } from './sandbox/phone/read-inbox.ts';
import { seedSandbox } from './sandbox/seeding/seed-sandbox.ts';
import { addPsus, deleteWorkspace, resetWorkspace } from './workspaces/change-workspace.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { deleteIdleWorkspaces } from './workspaces/delete-idle-workspaces.ts';
import { issueWorkspaceCertificate } from './workspaces/issue-certificate.ts';
import { readWorkspace } from './workspaces/read-workspace.ts';
import { simulateInWorkspace } from './workspaces/simulate.ts';

/** An order this old is no longer being executed: its transaction would have timed out. */
const ABANDONED_AFTER_MS = 5_000;

const bank = defineService({
  name: 'bank',
  version: versionOf(import.meta.url),
  usesKeys: true,
  config: BankConfig,
  collections: [
    LEDGER_ACCOUNTS,
    POSTINGS,
    ENTRIES,
    ORDERS,
    BULK_ORDERS,
    BULK_PIECES,
    STANDING_ORDERS_SET_UP,
    FEEDS,
    PSUS,
    CHALLENGES,
    INBOX_MESSAGES,
    DEVICE_PROMPTS,
    SEEDINGS,
    WORKSPACES,
    REGISTRATIONS,
  ],
  createContext,
  handlers: [
    // Operations of every bank connector. Those that name no PSU check the simulated outage themselves.
    handler(operations.identifyPsu, whilePresent(identifyPsu)),
    handler(operations.readSigningRules, readSigningRules),
    handler(operations.checkExemption, whilePresent(checkExemption)),
    handler(operations.verifyPassword, whilePresent(verifyPassword)),
    handler(operations.sendChallenge, whilePresent(sendChallenge)),
    handler(operations.withdrawChallenge, withdrawChallenge),
    handler(operations.verifyChallenge, verifyChallenge),
    handler(operations.checkFunds, checkFunds),
    handler(operations.verifyPayee, verifyPayee),
    handler(operations.submitPayment, whilePresent(submitPayment)),
    handler(operations.submitBulkPayment, whilePresent(submitBulkPayment)),
    handler(operations.putStandingOrder, whilePresent(putStandingOrder)),
    handler(operations.withdrawPayment, withdrawPayment),
    handler(operations.concludePayment, concludePayment),
    handler(operations.returnPayment, returnPayment),
    // Messages on a PSU's phone.
    handler(operations.readInbox, readInbox),
    handler(operations.readDevice, readDevice),
    handler(operations.answerDevice, answerDevice),
    // The sandboxes of developers.
    handler(operations.createWorkspace, createWorkspace),
    handler(operations.readWorkspace, readWorkspace),
    handler(operations.issueWorkspaceCertificate, issueWorkspaceCertificate),
    handler(operations.addWorkspacePsus, addPsus),
    handler(operations.resetWorkspace, resetWorkspace),
    handler(operations.deleteWorkspace, deleteWorkspace),
    handler(operations.simulateInWorkspace, simulateInWorkspace),
  ],
  jobs: [
    { name: 'feedAccounts', everyMs: 1_000, run: feedAccounts },
    {
      name: 'takeUpOrders',
      everyMs: 2_000,
      inEachScope: true,
      run: (context) => resumeOrders(context, ABANDONED_AFTER_MS),
    },
    {
      name: 'takeUpBulks',
      everyMs: 2_000,
      inEachScope: true,
      run: (context) => resumeBulks(context, ABANDONED_AFTER_MS),
    },
    { name: 'bookPendingEntries', everyMs: 60_000, inEachScope: true, run: bookPendingEntries },
    { name: 'deleteIdleWorkspaces', everyMs: 3_600_000, run: deleteIdleWorkspaces },
  ],
  onStart: start,
  async onStop({ background, beside }) {
    await beside.disposeAsync();
    await background.settled();
  },
});

/** The sandbox bank: PSUs, accounts, a double-entry ledger, one-time codes, and the feed to accounts. */
export const service = withClocks(bank, operations.moveBankClock, 'psu');

/** Loads the sandbox; the service is not ready before. */
async function start(context: BankContext): Promise<void> {
  await seedSandbox(context);
  if (context.identityProviderPort !== undefined) {
    // The library is loaded only if the provider is used.
    const { serveIdentityProvider } = await import('./identity-provider/serve-identity-provider.ts');
    await serveIdentityProvider(context, context.identityProviderPort);
  }
  if (context.payeeScheme.settingsFile !== undefined) await joinScheme(context, context.payeeScheme.settingsFile);
  addGauge(context.metrics, 'xs2a_bank_accounts_behind', 'Accounts whose feed is not acknowledged yet', async () => {
    return (await findAccountsBehind(context)).length;
  });
}
