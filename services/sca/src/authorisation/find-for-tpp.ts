import { isOfOtherPsu } from '@xs2a/approvals';
import { isHeldAuthorisation, type ScaParent, type Tpp, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { mayHold, readHeldAuthorisation, takeHeld } from '../held/held-authorisation.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { failIfOverdue } from './fail-if-overdue.ts';

type FindContext = Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'now'>;

interface Addressed {
  readonly tpp: Tpp;
  readonly parent: ScaParent;
  readonly authorisationId: string;
}

/**
 * Finds an authorisation below its parent, for the TPP of the parent. An authorisation of another TPP is treated as unknown. A
 * payment is addressed under its own payment service and product (decision 11). An authorisation without any step so far stays
 * with its parent.
 */
export async function findForTpp(context: FindContext, addressed: Addressed): Promise<Authorisation> {
  return refuseOtherToken(addressed, await find(context, addressed, readHeldAuthorisation));
}

/** As {@link findForTpp}, for a step: stores an authorisation here that was held with its parent. */
export async function takeForTpp(
  context: FindContext & Pick<ScaContext, 'outbox'>,
  addressed: Addressed,
): Promise<Authorisation> {
  return failIfOverdue(context, refuseOtherToken(addressed, await find(context, addressed, takeHeld)));
}

/** Refuses the access token of another PSU. An authorisation without a named PSU accepts any token (decision 97). */
function refuseOtherToken({ tpp }: Addressed, found: Authorisation): Authorisation {
  const { signedBy } = found;
  const namedPsu = found.psu ?? found.namedPsu;
  const psus = { namedPsu, signedBy, signaturesNeeded: 1 };
  if (namedPsu !== undefined && isOfOtherPsu(tpp, psus)) throw new Xs2aError('tokenInvalid', { path: 'Authorization' });
  return found;
}

async function find(
  context: FindContext,
  { tpp, parent, authorisationId }: Addressed,
  held: typeof readHeldAuthorisation,
): Promise<Authorisation> {
  const { kind, id, paymentService, paymentProduct } = parent;
  const stored = await context.authorisations.findOne({
    'parent.kind': kind,
    'parent.id': id,
    _id: authorisationId,
    tppId: tpp.id,
  });
  const isHeld = stored === null && isHeldAuthorisation(authorisationId) && mayHold(parent);
  const found = isHeld ? await held(context, { kind: parent.kind, id }, { authorisationId, tppId: tpp.id }) : stored;
  if (found === null) throw new Xs2aError('authorisationUnknown');
  if (found.parent.paymentService !== paymentService || found.parent.paymentProduct !== paymentProduct) {
    throw new Xs2aError('productNotOfPayment');
  }
  return found;
}
