import {
  type AuthorisationState,
  type startBasketAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { startAuthorisationOf } from '@xs2a/service-kit';
import { ACTIVE, type Basket, contentOfBasket } from './basket.ts';
import { findBasket } from './read-basket.ts';
import type { PaymentsRoom } from './room.ts';

/** The TPP starts an authorisation of a basket: always explicitly, one for each signer (interface 4.2 rule 5). */
export function startBasket(room: PaymentsRoom, request: RequestOf<typeof operation>): Promise<AuthorisationState> {
  return startAuthorisationOf<Basket>(room, request, {
    collection: room.baskets,
    statusField: 'transactionStatus',
    find: () => findBasket(room, request),
    parentOf: ({ _id }) => ({ kind: 'basket', id: _id }),
    approvalsOf: (basket) => basket,
    refuseStart({ transactionStatus }) {
      if (!ACTIVE.some((status) => status === transactionStatus)) throw new Xs2aError('statusInvalid');
    },
    contentOf: contentOfBasket,
    // What is shown is the basket as it is when the authorisation is noted.
    guardOf: ({ contentHash }) => ({ contentHash }),
  });
}
