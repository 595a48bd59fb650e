import {
  checkFunds,
  type confirmFunds as operation,
  type ReplyOf,
  type RequestOf,
  useFundsConsent,
} from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';

/** Confirms the availability of funds: asks consent, then the bank. Balances fed by the bank are not used, because they may be outdated. */
export async function confirmFunds(
  { bus }: Pick<AccountsContext, 'bus'>,
  { tpp, consentId, body }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account: asked, cardNumber, instructedAmount } = body;
  const { account } = await bus.ask(useFundsConsent, { tpp, consentId, account: asked, cardNumber });
  const { fundsAvailable } = await bus.ask(checkFunds, { account, instructedAmount });
  return { fundsAvailable };
}
