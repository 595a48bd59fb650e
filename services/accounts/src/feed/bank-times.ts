import type { AspspProfile, Balance, FeedTransaction, StandingOrder } from '@xs2a/contracts';
import { bankDate, bankTime } from '@xs2a/service-kit';

type Zone = Pick<AspspProfile, 'timeZone'>;

/** Returns a balance with its times in the format of responses. Invalid dates and times are left out. */
export function withBankTimes({ referenceDate, lastChangeDateTime, ...balance }: Balance, zone: Zone): Balance {
  return {
    ...balance,
    ...present({
      referenceDate: normal(bankDate, referenceDate, zone),
      lastChangeDateTime: normal(bankTime, lastChangeDateTime, zone),
    }),
  };
}

/** As above for an entry, including its balance and card fields. */
export function entryWithBankTimes(fed: FeedTransaction, zone: Zone): FeedTransaction {
  const { bookingDate, valueDate, balanceAfterTransaction, card, ...entry } = fed;
  return {
    ...entry,
    ...present({
      bookingDate: normal(bankDate, bookingDate, zone),
      valueDate: normal(bankDate, valueDate, zone),
      balanceAfterTransaction: balanceAfterTransaction && withBankTimes(balanceAfterTransaction, zone),
      card: card && cardWithBankTimes(card, zone),
    }),
  };
}

function cardWithBankTimes(card: NonNullable<FeedTransaction['card']>, zone: Zone): FeedTransaction['card'] {
  const { transactionDate, acceptorTransactionDateTime, ...details } = card;
  return {
    ...details,
    ...present({
      transactionDate: normal(bankDate, transactionDate, zone),
      acceptorTransactionDateTime: normal(bankTime, acceptorTransactionDateTime, zone),
    }),
  };
}

/** As above for a standing order. Its mandatory first day is kept as it was sent. */
export function orderWithBankTimes(order: StandingOrder, zone: Zone): StandingOrder {
  const { startDate, startDateTime, endDate, endDateTime, ...details } =
    order.additionalInformationStructured.standingOrderDetails;
  return {
    ...order,
    additionalInformationStructured: {
      standingOrderDetails: {
        ...details,
        startDate: bankDate(startDate, zone) ?? startDate,
        ...present({
          startDateTime: normal(bankTime, startDateTime, zone),
          endDate: normal(bankDate, endDate, zone),
          endDateTime: normal(bankTime, endDateTime, zone),
        }),
      },
    },
  };
}

function normal(
  read: (said: string, zone: Zone) => string | undefined,
  said: string | undefined,
  zone: Zone,
): string | undefined {
  return said === undefined ? undefined : read(said, zone);
}

function present<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
