import type { Language } from '@xs2a/approvals';
import type { AccountReference, ScaContent, ScaContentOf } from '@xs2a/contracts';
import { formatAmounts, formatDate } from './message-formats.ts';

/** Number of accounts, payees or orders named in a message, because a telephone shows a few lines; the others are counted. */
const NAMED_MAX = 3;

/** The text for each kind of content. */
type Messages = { [Kind in ScaContent['kind']]: (content: ScaContentOf<Kind>, tppName: string) => string };

/** An account in a message to a telephone: its last four characters. */
export function shortenAccount({ iban, bban, maskedPan, pan, msisdn }: AccountReference): string {
  return `…${(iban ?? bban ?? maskedPan ?? pan ?? msisdn ?? '').slice(-4)}`;
}

const MESSAGES: Record<Language, Messages> = {
  hr: {
    consent: ({ grants, validUntil }, tppName) =>
      `Pristup ${grants.length === 0 ? 'popisu Vaših' : `podacima ${grants.length}`} računa za ${tppName} do ${formatDate(validUntil, 'hr')}`,
    fundsConsent: ({ accounts, validUntil }, tppName) =>
      `Provjera raspoloživosti sredstava za ${tppName}, račun ${listAccounts(accounts)}${until('do', validUntil, 'hr') || '.'}`,
    payment: ({ instructedAmount, creditorName, creditorAccount }) =>
      `Plaćanje ${formatAmounts([instructedAmount], 'hr')} ` +
      `primatelju ${creditorName}, račun ${shortenAccount(creditorAccount)}.`,
    periodicPayment: ({ instructedAmount, creditorName, creditorAccount, startDate, endDate }) =>
      `Trajni nalog ${formatAmounts([instructedAmount], 'hr')} primatelju ${creditorName}, ` +
      `račun ${shortenAccount(creditorAccount)}, od ${formatDate(startDate, 'hr')}${until('do', endDate, 'hr')}`,
    bulkPayment: ({ numberOfTransactions, totals, payees }) =>
      `Skupno plaćanje ${formatAmounts(totals, 'hr')}, naloga: ${numberOfTransactions}, primatelji: ${listPayees(payees, numberOfTransactions)}.`,
    cancellation: ({ payment }) => `OPOZIV: ${messageFor(payment, '', 'hr')}`,
    basket: ({ members, totals }) =>
      `Košarica naloga (${members.length}): ${formatAmounts(totals, 'hr')}; ${listMembers(members, 'hr')}`,
  },
  en: {
    consent: ({ grants, validUntil }, tppName) =>
      `Access to ${grants.length === 0 ? 'the list of your' : `the data of ${grants.length}`} ` +
      `${grants.length === 1 ? 'account' : 'accounts'} for ${tppName} until ${formatDate(validUntil, 'en')}.`,
    fundsConsent: ({ accounts, validUntil }, tppName) =>
      `Funds checks by ${tppName}, account ${listAccounts(accounts)}${until('until', validUntil, 'en')}.`,
    payment: ({ instructedAmount, creditorName, creditorAccount }) =>
      `Payment of ${formatAmounts([instructedAmount], 'en')} to ${creditorName}, account ${shortenAccount(creditorAccount)}.`,
    periodicPayment: ({ instructedAmount, creditorName, creditorAccount, startDate, endDate }) =>
      `Standing order of ${formatAmounts([instructedAmount], 'en')} to ${creditorName}, ` +
      `account ${shortenAccount(creditorAccount)}, from ${formatDate(startDate, 'en')}${until('until', endDate, 'en')}.`,
    bulkPayment: ({ numberOfTransactions, totals, payees }) =>
      `Bulk payment of ${formatAmounts(totals, 'en')}, ${numberOfTransactions} transfers to ${listPayees(payees, numberOfTransactions)}.`,
    cancellation: ({ payment }) => `CANCELLATION of: ${messageFor(payment, '', 'en')}`,
    basket: ({ members, totals }) =>
      `Basket of orders (${members.length}): ${formatAmounts(totals, 'en')}; ${listMembers(members, 'en')}`,
  },
};

export function listAccounts(accounts: readonly AccountReference[]): string {
  const shown = accounts.slice(0, NAMED_MAX).map(shortenAccount);
  const others = accounts.length - shown.length;
  return shown.join(', ') + (others > 0 ? ` (+${others})` : '');
}

export function listPayees(payees: readonly { creditorName: string }[], count: number): string {
  const shown = payees.slice(0, NAMED_MAX).map(({ creditorName }) => creditorName);
  const others = count - shown.length;
  return shown.join(', ') + (others > 0 ? ` (+${others})` : '');
}

export function listMembers(members: readonly ScaContent[], language: Language): string {
  const others = members.length - NAMED_MAX;
  const shown = members.slice(0, NAMED_MAX).map((member) => messageFor(member, '', language));
  return shown.join(' ') + (others > 0 ? ` (+${others})` : '');
}

function until(word: string, day: string | undefined, language: Language): string {
  return day === undefined ? '' : `, ${word} ${formatDate(day, language)}`;
}

/** Returns the text beside a code, which shows the PSU what the code approves (dynamic linking, RTS 2018/389, Art. 5). */
export function messageFor(content: ScaContent, tppName: string, language: Language): string {
  const write = MESSAGES[language][content.kind] as (content: ScaContent, tppName: string) => string;
  return write(content, tppName);
}
