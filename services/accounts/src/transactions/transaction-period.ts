import { type listTransactions, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { AccountsContext } from '../context.ts';

type Bounds = Pick<RequestOf<typeof listTransactions>, 'dateFrom' | 'dateTo'>;

/** Both days are included. Days are `YYYY-MM-DD`, which sort as text. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** Returns the requested period. Its faults are refused before consent is asked: a refused call is no access (decision 18). */
export function transactionPeriod(
  { profile, now }: Pick<AccountsContext, 'profile' | 'now'>,
  { dateFrom, dateTo }: Bounds,
): Period {
  if (dateFrom === undefined) throw new Xs2aError('queryInvalid', { path: 'dateFrom', text: 'is needed' });
  const today = bankDay(now(), profile);
  if (dateFrom > today) throw new Xs2aError('periodInvalid', { path: 'dateFrom', text: 'must not be in the future' });
  const to = dateTo ?? today;
  if (dateFrom > to) throw new Xs2aError('periodInvalid', { path: 'dateFrom', text: 'must not be later than dateTo' });
  return { from: dateFrom, to };
}
