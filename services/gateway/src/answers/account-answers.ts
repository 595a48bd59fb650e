import * as contracts from '@xs2a/contracts';
import { z } from 'zod';
import {
  AccountLinks,
  CardAccountLinks,
  CardReportLinks,
  DownloadLinks,
  ReportLinks,
  TransactionLinks,
} from './links-of-answers.ts';
import { fieldsOf, strictly } from './strictly.ts';

/** Accounts, balances and transactions (Implementation Guidelines, Account Details, Balance and Transactions). */
export const Account = z.strictObject({ ...fieldsOf(contracts.AccountView), _links: AccountLinks.optional() });
export const CardAccount = z.strictObject({
  ...fieldsOf(contracts.CardAccountView),
  _links: CardAccountLinks.optional(),
});

export const AccountList = z.strictObject({ accounts: z.array(Account) });
export const AccountDetails = z.strictObject({ account: Account });
export const CardAccountList = z.strictObject({ cardAccounts: z.array(CardAccount) });
export const CardAccountDetails = z.strictObject({ cardAccount: CardAccount });

const { accessQuota: _, ...balances } = fieldsOf(contracts.readBalances.reply);
export const Balances = z.strictObject(balances);
const { accessQuota: __, ...cardBalances } = fieldsOf(contracts.readCardBalances.reply);
export const CardBalances = z.strictObject(cardBalances);

/** The Croatian profile addresses an entry by `resourceId`, the guidelines by `transactionId` (decision 14). */
export const TransactionDetails = z.strictObject({
  ...fieldsOf(contracts.Transaction),
  resourceId: z.string().optional(),
});
export const ListedTransaction = TransactionDetails.extend({ _links: TransactionLinks });

const account = strictly(contracts.AccountReference);
const listOfBalances = z.array(strictly(contracts.Balance)).optional();

/** A list in JSON, or where a report in XML would be too long: how to download it (decision 19). */
export const TransactionReport = z.union([
  z.strictObject({
    account,
    transactions: z.strictObject({
      booked: z.array(ListedTransaction).optional(),
      pending: z.array(ListedTransaction).optional(),
      information: z.array(strictly(contracts.StandingOrder)).optional(),
      _links: ReportLinks,
    }),
    balances: listOfBalances,
  }),
  z.strictObject({ account, balances: listOfBalances, _links: DownloadLinks }),
]);

/** Flat (decision 14). */
export const TransactionDetailsAnswer = z.strictObject({ transactionsDetails: TransactionDetails });

export const CardTransactionReport = z.strictObject({
  cardAccount: account,
  debitAccounting: z.boolean().optional(),
  balances: listOfBalances,
  cardTransactions: z.strictObject({
    booked: z.array(strictly(contracts.CardTransaction)).optional(),
    pending: z.array(strictly(contracts.CardTransaction)).optional(),
    _links: CardReportLinks,
  }),
});
