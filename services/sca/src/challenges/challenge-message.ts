import type { AccountReference, Amount, ScaContent, ScaContentOf } from '@xs2a/contracts';
import type { Language } from '../model/language.ts';

/** A telephone shows a few lines: so many accounts, payees or orders are named, the others counted. */
const NAMED_MAX = 3;

/** The text for each kind of content. */
type Messages = { [Kind in ScaContent['kind']]: (content: ScaContentOf<Kind>, tppName: string) => string };

/** An account in a message to a telephone: its last four characters. */
function ending(identifier = ''): string {
  return `…${identifier.slice(-4)}`;
}

/** `2027-05-20` as 20.5.2027. */
function croatianDate(day: string): string {
  return day.split('-').toReversed().map(Number).join('.');
}

const MESSAGES: Record<Language, Messages> = {
  hr: {
    consent: ({ grants, validUntil }, tppName) =>
      `Pristup podacima o računima (${grants.length}) za ${tppName} do ${croatianDate(validUntil)}.`,
    fundsConsent: ({ accounts, validUntil }, tppName) =>
      `Provjera raspoloživosti sredstava za ${tppName}, ` +
      `račun ${endings(accounts)}${until('do', validUntil && croatianDate(validUntil))}.`,
    payment: ({ instructedAmount: { amount, currency }, creditorName, creditorAccount }) =>
      `Plaćanje ${amount.replace('.', ',')} ${currency} ` +
      `primatelju ${creditorName}, račun ${ending(creditorAccount.iban)}.`,
    periodicPayment: ({ instructedAmount, creditorName, creditorAccount, startDate, endDate }) =>
      `Trajni nalog ${croatianAmounts([instructedAmount])} primatelju ${creditorName}, ` +
      `račun ${ending(creditorAccount.iban)}, od ${croatianDate(startDate)}${until('do', endDate && croatianDate(endDate))}.`,
    bulkPayment: ({ numberOfTransactions, totals, payees }) =>
      `Skupno plaćanje ${croatianAmounts(totals)}, naloga: ${numberOfTransactions}, primatelji: ${names(payees, numberOfTransactions)}.`,
    cancellation: ({ payment }) => `OPOZIV: ${messageFor(payment, '', 'hr')}`,
    basket: ({ members, totals }) =>
      `Košara (${members.length}): ${croatianAmounts(totals)}; ${summaries(members, 'hr')}`,
  },
  en: {
    consent: ({ grants, validUntil }, tppName) =>
      `Access to account data (${grants.length}) for ${tppName} until ${validUntil}.`,
    fundsConsent: ({ accounts, validUntil }, tppName) =>
      `Funds checks by ${tppName}, account ${endings(accounts)}${until('until', validUntil)}.`,
    payment: ({ instructedAmount: { amount, currency }, creditorName, creditorAccount }) =>
      `Payment of ${currency} ${amount} to ${creditorName}, account ${ending(creditorAccount.iban)}.`,
    periodicPayment: ({ instructedAmount, creditorName, creditorAccount, startDate, endDate }) =>
      `Standing order of ${englishAmounts([instructedAmount])} to ${creditorName}, ` +
      `account ${ending(creditorAccount.iban)}, from ${startDate}${until('until', endDate)}.`,
    bulkPayment: ({ numberOfTransactions, totals, payees }) =>
      `Bulk payment of ${englishAmounts(totals)}, ${numberOfTransactions} transfers to ${names(payees, numberOfTransactions)}.`,
    cancellation: ({ payment }) => `CANCELLATION of: ${messageFor(payment, '', 'en')}`,
    basket: ({ members, totals }) =>
      `Basket (${members.length}): ${englishAmounts(totals)}; ${summaries(members, 'en')}`,
  },
};

function endings(accounts: readonly AccountReference[]): string {
  const shown = accounts.slice(0, NAMED_MAX).map(({ iban, maskedPan, bban }) => ending(iban ?? maskedPan ?? bban));
  const others = accounts.length - shown.length;
  return shown.join(', ') + (others > 0 ? ` (+${others})` : '');
}

function croatianAmounts(amounts: readonly Amount[]): string {
  return amounts.map(({ amount, currency }) => `${amount.replace('.', ',')} ${currency}`).join(' + ');
}

function englishAmounts(amounts: readonly Amount[]): string {
  return amounts.map(({ amount, currency }) => `${currency} ${amount}`).join(' + ');
}

function names(payees: readonly { creditorName: string }[], count: number): string {
  const shown = payees.slice(0, NAMED_MAX).map(({ creditorName }) => creditorName);
  const others = count - shown.length;
  return shown.join(', ') + (others > 0 ? ` (+${others})` : '');
}

function summaries(members: readonly ScaContent[], language: Language): string {
  const others = members.length - NAMED_MAX;
  const shown = members.slice(0, NAMED_MAX).map((member) => messageFor(member, '', language));
  return shown.join(' ') + (others > 0 ? ` (+${others})` : '');
}

function until(word: string, day: string | undefined): string {
  return day === undefined ? '' : `, ${word} ${day}`;
}

/** The text beside a code: the PSU sees what the code approves (dynamic linking, RTS 2018/389 Art. 5). */
export function messageFor(content: ScaContent, tppName: string, language: Language): string {
  const write = MESSAGES[language][content.kind] as (content: ScaContent, tppName: string) => string;
  return write(content, tppName);
}
