import { startApproval } from '@xs2a/approvals';
import {
  type AuthorisationState,
  type startBasketAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { ACTIVE_BASKET, type Basket } from '../model/basket.ts';
import { basketParent } from '../model/sca-parent.ts';
import { basketContent } from './basket-content.ts';
import { findBasket } from './read-basket.ts';

/** Starts an authorisation of a basket for the TPP: always explicitly, one for each signer (decision 20). */
export function startBasketAuthorisation(
  context: PaymentsContext,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  return startApproval<Basket>(context, request, {
    collection: context.baskets,
    statusField: 'transactionStatus',
    find: () => findBasket(context, request),
    parentOf: ({ _id }) => basketParent(_id),
    approvalsOf: (basket) => basket,
    refuseStart({ transactionStatus, authoriseUntil }) {
      if (!ACTIVE_BASKET.some((status) => status === transactionStatus)) {
        throw new Xs2aError('statusInvalid', {
          text: `the signing basket awaits no authorisation: its transactionStatus is ${transactionStatus}`,
        });
      }
      if (authoriseUntil <= context.now()) {
        throw new Xs2aError('statusInvalid', { text: 'the signing basket awaits no authorisation: its time is over' });
      }
    },
    contentOf: basketContent,
    // The PSU is shown the basket as of the moment when the authorisation is stored.
    guardOf: ({ contentHash }) => ({ contentHash }),
  });
}
