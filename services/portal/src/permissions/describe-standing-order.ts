import type { PsuStandingOrder } from '@xs2a/contracts';
import { describePeriodicPayment } from '../approval/describe-order.ts';
import { lookUp } from '../rendering/describe-account.ts';
import { describeTpp } from '../rendering/describe-tpp.ts';
import { formatDate, formatInstant } from '../rendering/formats.ts';
import { type Language, WORDS } from '../rendering/languages.ts';
import type { Permission } from '../rendering/permission.ts';
import { standingOrderPath } from '../visits/paths.ts';
import type { Words } from '../words/words.ts';

/** Describes a standing order in the language of the page. */
export function describeStandingOrder(
  order: PsuStandingOrder,
  { language, timeZone, accountNames }: { language: Language; timeZone: string; accountNames: Record<string, string> },
): Permission {
  const { permissions, summary } = WORDS[language];
  const { standingOrders: words, by } = permissions;
  const { content, isActive, mayStop, nextExecution, executedAt, tppName } = order;
  const { amounts, amountNote, facts } = describePeriodicPayment({ accountNames }, content, language);
  const moment = (instant: string): string => formatInstant(instant, language, timeZone, 'short');
  return {
    title: content.creditorName,
    tppName,
    path: standingOrderPath(order.paymentId),
    status: words.statuses[statusOf(order)],
    isValid: isActive,
    ...(isActive &&
      mayStop && {
        withdrawal: {
          label: words.stop,
          hint: words.stopHint,
          question: words.stopQuestion(content.creditorName),
          confirm: words.stopConfirm,
          keep: words.keep,
        },
      }),
    ...(isActive && !mayStop && { cannotWithdraw: words.cannotStop }),
    accounts: [],
    ...(amounts?.[0] !== undefined && { amount: amounts[0] }),
    ...(amountNote !== undefined && { amountNote }),
    instructedAmount: content.instructedAmount,
    facts: [
      { label: summary.requestedBy, value: tppName, isKey: true as const },
      ...(nextExecution === undefined
        ? []
        : [{ label: words.next, value: formatDate(nextExecution, language), isKey: true as const }]),
      ...(executedAt === undefined ? [] : [{ label: words.latest, value: moment(executedAt) }]),
      // The payee is the title.
      ...facts.slice(1),
      ...describeTpp(order, language),
    ],
    history: order.history
      .map(({ at, event, by: author }) => ({ at: moment(at), what: lookUp(words.events, event), by: by[author] }))
      .toReversed(),
  };
}

function statusOf({
  isActive,
  transactionStatus,
}: PsuStandingOrder): keyof Words['permissions']['standingOrders']['statuses'] {
  if (isActive) return 'active';
  if (transactionStatus === 'CANC') return 'cancelled';
  return transactionStatus === 'RJCT' ? 'rejected' : 'done';
}
