import * as contracts from '@xs2a/contracts';
import { z } from 'zod';
import {
  AccountLinks,
  CardAccountLinks,
  CardReportLinks,
  DownloadLinks,
  ReportLinks,
  TransactionLinks,
} from './link-answers.ts';
import { fieldsOf, strictSchema } from './strict-response-schema.ts';

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
const { accessQuota: ___, ...beneficiaries } = fieldsOf(contracts.readTrustedBeneficiaries.reply);
export const TrustedBeneficiaries = z.strictObject(beneficiaries);
const { accessQuota: __, ...cardBalances } = fieldsOf(contracts.readCardBalances.reply);
export const CardBalances = z.strictObject(cardBalances);

const reference = z.strictObject({
  reference: z.string().max(140),
  referenceType: z.string().max(35).optional(),
  referenceIssuer: z.string().max(35).optional(),
});
const referenceText = z.string().max(140);

/** The Croatian profile calls the id of a transaction `resourceId`, the standard calls it `transactionId` (decision 14). */
export const TransactionDetails = z.strictObject({
  ...fieldsOf(contracts.Transaction),
  /** By the edition of the bank; the owning service sends the reference alone. */
  remittanceInformationStructured: z.union([referenceText, reference]).optional(),
  entryDetails: z
    .array(z.strictObject({ ...fieldsOf(contracts.EntryItem), remittanceInformationStructured: reference.optional() }))
    .optional(),
  resourceId: z.string().optional(),
});
export const ListedTransaction = TransactionDetails.extend({ _links: TransactionLinks });

const account = strictSchema(contracts.AccountReference);
const balanceList = z.array(strictSchema(contracts.Balance)).optional();

/** A JSON list, or the download link of a report that is too long for one XML answer (decision 19). */
export const TransactionReport = z.union([
  z.strictObject({
    account,
    transactions: z.strictObject({
      booked: z.array(ListedTransaction).optional(),
      pending: z.array(ListedTransaction).optional(),
      information: z.array(strictSchema(contracts.StandingOrder)).optional(),
      _links: ReportLinks,
    }),
    balances: balanceList,
  }),
  z.strictObject({ account, balances: balanceList, _links: DownloadLinks }),
]);

/** By the edition of the bank: as in the Croatian profile, or one level deeper (decision 14). */
export const TransactionDetailsAnswer = z.strictObject({
  transactionsDetails: z.union([TransactionDetails, z.strictObject({ transactionDetails: TransactionDetails })]),
});

export const CardTransactionReport = z.strictObject({
  cardAccount: account,
  debitAccounting: z.boolean().optional(),
  balances: balanceList,
  cardTransactions: z.strictObject({
    booked: z.array(strictSchema(contracts.CardTransaction)).optional(),
    pending: z.array(strictSchema(contracts.CardTransaction)).optional(),
    _links: CardReportLinks,
  }),
});
