import { type ScaParent, type Tpp, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

/**
 * An authorisation below its parent, for the TPP of the parent. An authorisation of another TPP is answered as an
 * unknown one. A payment is addressed under its own payment service and product (decision 11).
 */
export async function findForTpp(
  { authorisations }: Pick<ScaContext, 'authorisations'>,
  { tpp, parent, authorisationId }: { tpp: Tpp; parent: ScaParent; authorisationId: string },
): Promise<Authorisation> {
  const { kind, id, paymentService, paymentProduct } = parent;
  const authorisation = await authorisations.findOne({
    'parent.kind': kind,
    'parent.id': id,
    _id: authorisationId,
    tppId: tpp.id,
  });
  if (authorisation === null) throw new Xs2aError('authorisationUnknown');
  const stored = authorisation.parent;
  if (stored.paymentService !== paymentService || stored.paymentProduct !== paymentProduct) {
    throw new Xs2aError('productNotOfPayment');
  }
  return authorisation;
}
