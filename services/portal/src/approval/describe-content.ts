import { payeesInDoubt, type ScaContent, type ScaContentOf, type ScaView } from '@xs2a/contracts';
import { describeAccount, describeGrants } from '../rendering/describe-account.ts';
import { describeTpp } from '../rendering/describe-tpp.ts';
import { formatAccount, formatAmount, formatDate } from '../rendering/formats.ts';
import { type Language, WORDS } from '../rendering/languages.ts';
import type { Details, Fact, Summary } from '../rendering/summary.ts';
import { describeBulkPayment, describePayment, describePeriodicPayment } from './describe-order.ts';

/** Describes exactly the content to approve: requester, order or access, and signers. */
export function describeContent(view: ScaView, language: Language): Summary {
  const { summary, approvals } = WORDS[language];
  const details = detailsOf(view, view.content, language);
  const isAccess = view.content.kind === 'consent' || view.content.kind === 'fundsConsent';
  const requestedBy: Fact = { label: summary.requestedBy, value: view.tppName, ...(isAccess && { isKey: true }) };
  const facts = [requestedBy, ...details.facts, ...describeTpp(view, language)];
  if (view.psu !== undefined) facts.push({ label: summary.signedInAs, value: view.psu.name });
  return {
    title: approvals[view.content.kind].title,
    ...details,
    ...(view.content.kind === 'cancellation' && { badge: WORDS[language].orders.cancellation }),
    ...(payeesInDoubt(view.content) > 0 && { needsCare: true }),
    ...(view.content.kind === 'basket' && { members: membersOf(view, view.content, language) }),
    // In the order of the folded summary, so that no row moves between the steps.
    facts: [...facts, ...signaturesOf(view, language)].toSorted(
      (one, other) => Number(isBelow(one)) - Number(isBelow(other)),
    ),
  };
}

const isBelow = ({ isKey }: Fact): boolean => isKey !== true;

function detailsOf(view: ScaView, content: ScaContent, language: Language): Details {
  switch (content.kind) {
    case 'consent':
      return describeConsent(view, content, language);
    case 'fundsConsent':
      return describeFundsConsent(view, content, language);
    case 'payment':
      return describePayment(view, content, language);
    case 'periodicPayment':
      return describePeriodicPayment(view, content, language);
    case 'bulkPayment':
      return describeBulkPayment(view, content, language);
    case 'cancellation':
      return detailsOf(view, content.payment, language);
    case 'basket':
      return describeBasket(content, language);
  }
}

function describeConsent(view: ScaView, content: ScaContentOf<'consent'>, language: Language): Details {
  const { summary } = WORDS[language];
  const facts: Fact[] = [
    { label: summary.access, value: content.recurring ? summary.recurring(content.frequencyPerDay) : summary.once },
    { label: summary.valid, value: summary.until(formatDate(content.validUntil, language)), isKey: true },
  ];
  if (content.combinedServiceIndicator) facts.push({ label: summary.session, value: summary.paymentMayFollow });
  if (content.model !== 'detailed') facts.unshift({ label: summary.data, value: dataOf(content, language) });
  const noAccounts = view.offeredAccounts === undefined ? summary.noAccounts : summary.chooseAccounts;
  return { facts, noAccounts, accounts: describeGrants(content.grants, view, language) };
}

/** Names the rights requested on accounts that the provider did not name. */
function dataOf({ rights, ownerName }: ScaContentOf<'consent'>, language: Language): string {
  const { summary, rightsOnAccounts } = WORDS[language];
  const names = ownerName ? [rightsOnAccounts.ownerName] : [];
  if (rights.length === 0) return [summary.listOnly, ...names].join(', ');
  const list = [...rights.map((right) => rightsOnAccounts[right]), ...names].join(', ');
  return list.charAt(0).toUpperCase() + list.slice(1);
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
  const end = validUntil === undefined ? summary.untilWithdrawn : summary.until(formatDate(validUntil, language));
  facts.push({ label: summary.valid, value: end });
  return {
    facts,
    ...(content.accounts.length === 1 && { isOfOneAccount: true }),
    accounts: content.accounts.map((account) => ({ ...describeAccount(account, view), rights: [rights.funds] })),
  };
}

function describeBasket({ members, totals }: ScaContentOf<'basket'>, language: Language): Details {
  const { orders } = WORDS[language];
  return {
    amounts: totals.map((total) => formatAmount(total, language)),
    amountLabel: orders.total,
    facts: [{ label: orders.orders, value: String(members.length), isKey: true }],
  };
}

/** Describes each order of a basket like a separate order. */
function membersOf(view: ScaView, { members }: ScaContentOf<'basket'>, language: Language) {
  const { approvals, orders } = WORDS[language];
  return members.map((member, index) => ({
    ...detailsOf(view, member, language),
    title: `${approvals[member.kind].title}, ${orders.order(index + 1, members.length)}`,
  }));
}

/** Describes the number of approvals, needed and missing, if one is not enough. */
function signaturesOf({ signatures, scaStatus }: ScaView, language: Language): Fact[] {
  if (signatures === undefined || scaStatus === 'failed') return [];
  const { needed, given } = signatures;
  const { orders } = WORDS[language];
  const detail = orders.othersNeeded(Math.max(0, needed - given - 1));
  return [{ label: orders.signatures, value: orders.signers(needed), detail }];
}
