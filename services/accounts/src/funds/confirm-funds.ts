import {
  checkFunds,
  type confirmFunds as operation,
  type ReplyOf,
  type RequestOf,
  useFundsConsent,
} from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';

/**
 * Asks the bank at the time of the question whether the amount is there, once consent has allowed it. What was fed is
 * not looked at: it may be older than the question.
 */
export async function confirmFunds(
  { bus }: Pick<AccountsContext, 'bus'>,
  { tpp, consentId, body }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account: asked, cardNumber, instructedAmount } = body;
  const { account } = await bus.ask(useFundsConsent, { tpp, consentId, account: asked, cardNumber });
  const { fundsAvailable } = await bus.ask(checkFunds, { account, instructedAmount });
  return { fundsAvailable };
}
