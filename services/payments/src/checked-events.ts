import type { AspspProfile, EventOf, TRANSACTION_STATUS_MACHINE } from '@xs2a/contracts';

type PaymentEvent = EventOf<typeof TRANSACTION_STATUS_MACHINE>;

/** The checks that this bank reports after the authorisation, in one move (field guide 1.2; 12, decided 6). */
export const AFTER_AUTHORISATION: Record<AspspProfile['transactionStatusStyle'], readonly PaymentEvent[]> = {
  technical: ['authorised'],
  profile: ['authorised', 'profileChecked'],
  funds: ['authorised', 'profileChecked'],
};

/** A bank that reports checks of funds does so once they were found. */
export function fundsEvents(
  { transactionStatusStyle }: Pick<AspspProfile, 'transactionStatusStyle'>,
  fundsAvailable: boolean | undefined,
): readonly PaymentEvent[] {
  return transactionStatusStyle === 'funds' && fundsAvailable === true ? ['fundsChecked'] : [];
}
