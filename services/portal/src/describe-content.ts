import type { AccessRight, AccountReference, Amount, Grant, ScaContent, ScaContentOf, ScaView } from '@xs2a/contracts';
import { accountKey, formatAccount, formatAmount, formatDate } from './formats.ts';
import { type Language, WORDS } from './languages.ts';
import { APPROVAL_KINDS } from './words/words.ts';

/** What is to be approved, in the words and forms of a language: exactly what the code is bound to. */
export interface Summary {
  readonly title: string;
  readonly amount?: string;
  readonly facts: readonly Fact[];
  /** Said in place of accounts while there are none to show. */
  readonly noAccounts: string;
  readonly accounts: readonly GrantedAccount[];
}
/** An account as people read it, and what may be read of it. */
export interface GrantedAccount {
  readonly id: string;
  readonly name?: string;
  readonly rights: readonly string[];
}
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
  readonly isAccount?: true;
}

type Named = Pick<ScaView, 'accountNames'>;

export function describeContent(view: ScaView, language: Language): Summary {
  const words = WORDS[language].summary;
  const requestedBy = { label: words.requestedBy, value: view.tppName };
  const details = detailsOf(view, language);
  const signedInAs = view.psu && { label: words.signedInAs, value: view.psu.name };
  const title = words.title[APPROVAL_KINDS[view.content.kind]];
  return { title, ...details, facts: [requestedBy, ...details.facts, ...(signedInAs ? [signedInAs] : [])] };
}

type Details = Omit<Summary, 'title'>;

function detailsOf(view: ScaView, language: Language): Details {
  return detailsOfContent(view, view.content, language);
}

function detailsOfContent(view: ScaView, content: ScaContent, language: Language): Details {
  switch (content.kind) {
    case 'consent':
      return describeConsent(view, content, language);
    case 'fundsConsent':
      return describeFundsConsent(view, content, language);
    case 'payment':
    case 'periodicPayment':
      return describePayment(view, content, language);
    case 'cancellation':
      return detailsOfContent(view, content.payment, language);
    case 'bulkPayment':
    case 'basket':
      return { facts: amountsOf(content.totals, language), noAccounts: '', accounts: [] };
  }
}

function describeConsent(view: ScaView, content: ScaContentOf<'consent'>, language: Language): Details {
  const { summary } = WORDS[language];
  const facts: Fact[] = [
    { label: summary.access, value: content.recurring ? summary.recurring(content.frequencyPerDay) : summary.once },
    { label: summary.validUntil, value: formatDate(content.validUntil, language) },
  ];
  if (content.model !== 'detailed') facts.unshift({ label: summary.data, value: dataOf(content.rights, language) });
  const noAccounts = view.offeredAccounts === undefined ? summary.noAccounts : summary.chooseAccounts;
  return { facts, noAccounts, accounts: describeGrants(content.grants, view, language) };
}

/** The accounts of a consent, and what may be read of each. */
export function describeGrants(grants: readonly Grant[], view: Named, language: Language): GrantedAccount[] {
  const { rights } = WORDS[language];
  return grants.map((grant) => ({
    ...describeAccount(grant.account, view),
    rights: grant.rights.map((right) => rights[right]),
  }));
}

/** What is asked for on accounts that the provider did not name. */
function dataOf(asked: readonly AccessRight[], language: Language): string {
  const { summary, rights } = WORDS[language];
  return asked.length === 0 ? summary.listOnly : asked.map((right) => rights[right]).join(', ');
}

function describeFundsConsent(view: ScaView, content: ScaContentOf<'fundsConsent'>, language: Language): Details {
  const { summary, rights } = WORDS[language];
  const { maskedPan, cardInformation, registrationInformation, validUntil } = content;
  const facts: Fact[] = [{ label: summary.allowed, value: summary.fundsChecks }];
  if (maskedPan !== undefined)
    facts.push({ label: summary.card, value: formatAccount({ maskedPan }), isAccount: true });
  if (cardInformation !== undefined) facts.push({ label: summary.cardInformation, value: cardInformation });
  if (registrationInformation !== undefined) {
    facts.push({ label: summary.registrationInformation, value: registrationInformation });
  }
  const end = validUntil === undefined ? summary.untilWithdrawn : formatDate(validUntil, language);
  facts.push({ label: summary.validUntil, value: end });
  const accounts = content.accounts.map((account) => ({ ...describeAccount(account, view), rights: [rights.funds] }));
  return { facts, noAccounts: '', accounts };
}

function describePayment(
  view: ScaView,
  content: ScaContentOf<'payment' | 'periodicPayment'>,
  language: Language,
): Details {
  const { summary, services, products } = WORDS[language];
  const debtor = describeAccount(content.debtorAccount, view);
  const facts: Fact[] = [
    { label: summary.payee, value: content.creditorName },
    { label: summary.payeeAccount, value: describeAccount(content.creditorAccount, view).id, isAccount: true },
    { label: summary.fromAccount, value: debtor.id, isAccount: true, ...(debtor.name && { detail: debtor.name }) },
  ];
  if (content.remittanceInformation !== undefined) {
    facts.push({ label: summary.remittance, value: content.remittanceInformation });
  }
  if ('requestedExecutionDate' in content && content.requestedExecutionDate !== undefined) {
    facts.push({ label: summary.executionDate, value: formatDate(content.requestedExecutionDate, language) });
  }
  const kinds = [lookUp(services, content.paymentService), lookUp(products, content.paymentProduct)];
  facts.push({ label: summary.kind, value: kinds.join(', ') });
  return {
    amount: formatAmount(content.instructedAmount, language),
    facts,
    noAccounts: '',
    accounts: [],
  };
}

function amountsOf(totals: readonly Amount[], language: Language): Fact[] {
  return totals.map((total) => ({ label: WORDS[language].summary.amount, value: formatAmount(total, language) }));
}

function describeAccount(account: AccountReference, view: Named): { id: string; name?: string } {
  const key = accountKey(account);
  const name = Object.hasOwn(view.accountNames ?? {}, key) ? view.accountNames?.[key] : undefined;
  const currency = account.currency === undefined ? '' : ` ${account.currency}`;
  return { id: formatAccount(account) + currency, ...(name !== undefined && { name }) };
}

/** The name of a thing; a newer one than this portal knows is shown as it is called on the wire. */
export function lookUp(names: Readonly<Record<string, string>>, key: string): string {
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? key;
}
