import type { Language } from '@xs2a/approvals';
import { type AspspProfile, fillIn, type ScaContent, type ScaContentOf } from '@xs2a/contracts';
import { listAccounts, listMembers, listPayees, messageFor, shortenAccount } from './challenge-message.ts';
import { formatAmounts, formatDate } from './message-formats.ts';
import { payeeMessage } from './payee-message.ts';

/** Values that a text of the bank may use, for each kind of content. */
type Values = {
  [Kind in ScaContent['kind']]: (content: ScaContentOf<Kind>, language: Language) => Record<string, string>;
};

const VALUES: Values = {
  consent: ({ grants, validUntil }, language) => ({ count: `${grants.length}`, until: until(validUntil, language) }),
  fundsConsent: ({ accounts, validUntil }, language) => ({
    accounts: listAccounts(accounts),
    until: until(validUntil, language),
  }),
  payment: ({ instructedAmount, creditorName, creditorAccount }, language) => ({
    amount: formatAmounts([instructedAmount], language),
    payee: creditorName,
    account: shortenAccount(creditorAccount),
  }),
  periodicPayment: ({ instructedAmount, creditorName, creditorAccount, startDate, endDate }, language) => ({
    amount: formatAmounts([instructedAmount], language),
    payee: creditorName,
    account: shortenAccount(creditorAccount),
    start: formatDate(startDate, language),
    until: until(endDate, language),
  }),
  bulkPayment: ({ numberOfTransactions, totals, payees }, language) => ({
    amount: formatAmounts(totals, language),
    count: `${numberOfTransactions}`,
    payees: listPayees(payees, numberOfTransactions),
  }),
  cancellation: ({ payment }, language) => ({ order: messageFor(payment, '', language) }),
  basket: ({ members, totals }, language) => ({
    amount: formatAmounts(totals, language),
    count: `${members.length}`,
    orders: listMembers(members, language),
  }),
};

function until(day: string | undefined, language: Language): string {
  if (day === undefined) return '';
  return `${language === 'hr' ? 'do' : 'until'} ${formatDate(day, language)}`;
}

/** Advice for a PSU who did not request it. */
export function unrequestedAdvice(brand: AspspProfile['brand'], language: Language): string {
  const phone = brand?.contact.phone;
  if (language === 'hr') return `Ako to niste Vi, ne potvrđujte i ${phone ? `nazovite ${phone}` : 'javite se banci'}.`;
  return `If this was not you, do not confirm it and ${phone ? `call ${phone}` : 'contact the bank'}.`;
}

/** Returns the text beside a code, in the bank's own words if configured, and what the PSU must know of the payee. */
export function brandMessage(
  profile: Pick<AspspProfile, 'aspspName' | 'brand'>,
  content: ScaContent,
  tppName: string,
  language: Language,
): string {
  const text = wordsFor(profile, content, tppName, language);
  const payee = payeeMessage(content, language);
  return payee === '' ? text : `${payee} ${text}`;
}

/** The bank's own text has placeholders, of which the required ones are checked at start. */
function wordsFor(
  { aspspName, brand }: Pick<AspspProfile, 'aspspName' | 'brand'>,
  content: ScaContent,
  tppName: string,
  language: Language,
): string {
  const text = brand?.messages?.[content.kind]?.[language];
  if (text === undefined) return `${messageFor(content, tppName, language)} ${unrequestedAdvice(brand, language)}`;
  const values = VALUES[content.kind] as (content: ScaContent, language: Language) => Record<string, string>;
  return fillIn(text, { ...values(content, language), bank: aspspName, tpp: tppName });
}
