import { type listTransactions, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import type { AccountsRoom } from './room.ts';

const MS_PER_MINUTE = 60_000;

type Bounds = Pick<RequestOf<typeof listTransactions>, 'dateFrom' | 'dateTo'>;
type Rules = Pick<AccountsRoom, 'profile' | 'now'>;

/** Both ends belong to it. Days are `YYYY-MM-DD`, whose order as text is their order in time. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The period asked for, as far as it can be judged without the consent: a refused call is no access (field guide 7.3). */
export function transactionPeriod({ profile, now }: Rules, { dateFrom, dateTo }: Bounds): Period {
  if (dateFrom === undefined) throw new Xs2aError('queryInvalid', { path: 'dateFrom', text: 'is needed' });
  const today = bankDay(now(), profile);
  if (dateFrom > today) throw new Xs2aError('periodInvalid', { path: 'dateFrom', text: 'must not be in the future' });
  const to = dateTo ?? today;
  if (dateFrom > to) throw new Xs2aError('periodInvalid', { path: 'dateFrom', text: 'must not be later than dateTo' });
  return { from: dateFrom, to };
}

/**
 * History older than the profile's span needs a PSU who authenticated for the consent a short time ago (RTS 2018/389
 * Art. 10, field guide 7.4). The refusal names the first day that may be asked for.
 */
export function refuseOldHistory(
  rules: Rules,
  { from, authorisedAt, path }: { from: string; authorisedAt: string; path: string },
): void {
  const { freshScaMinutes } = rules.profile.limits;
  const earliest = earliestDay(rules, authorisedAt);
  if (from >= earliest) return;
  throw new Xs2aError('periodInvalid', {
    path,
    text: `entries before ${earliest} are given for ${freshScaMinutes} minutes after the PSU authorised the consent`,
  });
}

/** The first day that may be given now; shortly after SCA that is every day. */
export function earliestDay({ profile, now }: Rules, authorisedAt: string): string {
  const { historyDays, freshScaMinutes } = profile.limits;
  const moment = now();
  const minutesSinceSca = (moment.getTime() - Date.parse(authorisedAt)) / MS_PER_MINUTE;
  return minutesSinceSca <= freshScaMinutes ? '0000-01-01' : addDays(bankDay(moment, profile), -historyDays);
}
