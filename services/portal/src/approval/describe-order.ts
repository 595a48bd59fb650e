import {
  type AccountReference,
  isProvided,
  PAYMENT_PRODUCTS,
  type ProductRow,
  type ScaContentOf,
} from '@xs2a/contracts';
import { type AccountNames, describeAccount, lookUp } from '../rendering/describe-account.ts';
import { formatAmount, formatDate, formatMonths } from '../rendering/formats.ts';
import { type Language, WORDS } from '../rendering/languages.ts';
import type { Details, Fact } from '../rendering/summary.ts';
import { describePayee, describePayeesOfBulk } from './describe-payee.ts';

const LAST_DAY = 31;
/** By a name that may be of a newer version. */
const PRODUCTS: Readonly<Record<string, ProductRow>> = PAYMENT_PRODUCTS;

export function describePayment(view: AccountNames, content: ScaContentOf<'payment'>, language: Language): Details {
  const isInstant = PRODUCTS[content.paymentProduct]?.instant === true;
  return {
    amounts: [formatAmount(content.instructedAmount, language)],
    facts: [
      ...transferFacts(view, content, language),
      ...executionDate(content.requestedExecutionDate, language),
      { ...kindOf(content, language), ...(isInstant && { detail: WORDS[language].orders.instant, isKey: true }) },
    ],
  };
}

/** The amount is that of each execution. The total depends on the executions still to come. */
export function describePeriodicPayment(
  view: AccountNames,
  content: ScaContentOf<'periodicPayment'>,
  language: Language,
): Details {
  const { orders } = WORDS[language];
  const { startDate, endDate, executionRule } = content;
  const last = endDate === undefined ? orders.untilCancelled : orders.latest(formatDate(endDate, language));
  const facts = [
    ...transferFacts(view, content, language),
    frequencyOf(content, language),
    { label: orders.firstExecution, value: orders.earliest(formatDate(startDate, language)) },
    { label: orders.lastExecution, value: last },
  ];
  if (executionRule !== undefined) {
    facts.push({ label: orders.noBankingDay, value: lookUp(orders.executionRules, executionRule) });
  }
  return {
    amounts: [formatAmount(content.instructedAmount, language)],
    amountNote: orders.perExecution,
    facts: [...facts, kindOf(content, language)],
  };
}

/** Shows totals and payees (RTS 2018/389, Art. 5(3)(b)). For a long list, some payees and the number of the others. */
export function describeBulkPayment(
  view: AccountNames,
  content: ScaContentOf<'bulkPayment'>,
  language: Language,
): Details {
  const { orders } = WORDS[language];
  const more = content.numberOfTransactions - content.payees.length;
  const { facts: verified, ...inDoubt } = describePayeesOfBulk(view, content.payeeVerification, language);
  return {
    ...inDoubt,
    amounts: content.totals.map((total) => formatAmount(total, language)),
    amountLabel: orders.total,
    facts: [
      { label: orders.transfers, value: String(content.numberOfTransactions), isKey: true },
      ...verified,
      ...content.debtorAccounts.map((account) => fromAccount(view, account, language)),
      ...executionDate(content.requestedExecutionDate, language),
      kindOf(content, language),
    ],
    payees: content.payees.map(({ creditorName, creditorAccount, instructedAmount }) => ({
      name: creditorName,
      account: describeAccount(creditorAccount, view).id,
      amount: formatAmount(instructedAmount, language),
    })),
    ...(more > 0 && { morePayees: orders.morePayees(more) }),
  };
}

function transferFacts(
  view: AccountNames,
  content: Pick<
    ScaContentOf<'payment'>,
    | 'creditorName'
    | 'payeeVerification'
    | 'creditorAccount'
    | 'debtorAccount'
    | 'accountChosenByPsu'
    | 'remittanceInformation'
  >,
  language: Language,
): Fact[] {
  const { orders } = WORDS[language];
  const { creditorAccount, debtorAccount, accountChosenByPsu, remittanceInformation } = content;
  const facts: Fact[] = [
    ...describePayee(content, language),
    { ...accountFact(view, creditorAccount, orders.payeeAccount), isKey: true },
    !isProvided(debtorAccount)
      ? { label: orders.fromAccount, value: orders.accountToChoose }
      : { ...fromAccount(view, debtorAccount, language), ...(accountChosenByPsu && { isKey: true }) },
  ];
  if (remittanceInformation !== undefined) facts.push({ label: orders.remittance, value: remittanceInformation });
  return facts;
}

function fromAccount(view: AccountNames, account: AccountReference, language: Language): Fact {
  return accountFact(view, account, WORDS[language].orders.fromAccount);
}

/** Includes the name of the account if it is the PSU's own. */
function accountFact(view: AccountNames, account: AccountReference, label: string): Fact {
  const { id, name } = describeAccount(account, view);
  return { label, value: id, isAccount: true, ...(name && { detail: name }) };
}

function executionDate(day: string | undefined, language: Language): Fact[] {
  return day === undefined ? [] : [{ label: WORDS[language].orders.executionDate, value: formatDate(day, language) }];
}

function kindOf(
  { paymentService, paymentProduct }: { paymentService: string; paymentProduct: string },
  language: Language,
): Fact {
  const { kind, services, products } = WORDS[language].orders;
  const inJson: string = PRODUCTS[paymentProduct]?.inJson ?? paymentProduct;
  return { label: kind, value: `${lookUp(services, paymentService)}, ${lookUp(products, inJson)}` };
}

/** Describes the frequency: `Every month, on the 15th of the month`. Day 31 is the last day of every month (decision 24). */
function frequencyOf(content: ScaContentOf<'periodicPayment'>, language: Language): Fact {
  const { orders } = WORDS[language];
  const { frequency, dayOfExecution, monthsOfExecution } = content;
  const when: string[] = [];
  if (monthsOfExecution !== undefined) {
    const months = monthsOfExecution.map(Number).toSorted((a, b) => a - b);
    when.push(orders.inMonths(formatMonths(months, language)));
  }
  if (dayOfExecution !== undefined) {
    const day = Number(dayOfExecution);
    when.push(day === LAST_DAY ? orders.onLastDay : orders.onDay(day));
  }
  const detail = when.join(', ');
  return { label: orders.frequency, value: lookUp(orders.frequencies, frequency), ...(detail !== '' && { detail }) };
}
