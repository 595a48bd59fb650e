import type { Language } from '@xs2a/approvals';
import { type PsuData, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { countNamedPsu } from '../attempts/named-psus.ts';
import { hasSigned } from '../authorisation/signature.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { askNamedPsu } from './ask-named-psu.ts';
import { expectedPsu } from './named-psu.ts';

/**
 * Identifies the PSU by the PSU-ID that the TPP names, unverified. The TPP learns nothing about the PSU before a factor is
 * verified, not even whether it exists (decision 38): the bank is not asked. In the decoupled approach the PSU's device is
 * prompted at once.
 */
export async function identifyPsu(
  context: ScaContext,
  authorisation: Authorisation,
  input: { psu: PsuData | undefined; language: Language; authenticationMethodId?: string },
): Promise<Authorisation> {
  const named = expectedPsu(authorisation, input.psu);
  // The TPP may learn of an approval that the PSU gave to the same TPP, for the same resource.
  if (await hasSigned(context, authorisation, named.psuId)) throw new Xs2aError('signedAlready', { path: 'PSU-ID' });
  if (authorisation.methodsToChoose !== undefined || authorisation.scaApproach === 'REDIRECT')
    return storeIdentified(context, authorisation, named);
  await countNamedPsu(context, { tppId: authorisation.tppId, psuId: named.psuId });
  return authorisation.scaApproach === 'DECOUPLED'
    ? askNamedPsu(context, authorisation, named, input)
    : storeIdentified(context, authorisation, named);
}

async function storeIdentified(
  context: ScaContext,
  authorisation: Authorisation,
  namedPsu: PsuData,
): Promise<Authorisation> {
  const { corporateId } = namedPsu;
  const identified = await advance(AUTHORISATIONS, context.authorisations, authorisation, 'identified', {
    at: context.now(),
    by: authorisation.tppId,
    set: { namedPsu, ...(corporateId !== undefined && { namedCompany: corporateId }) },
  });
  if (identified === null) throw new Xs2aError('statusConflict');
  return identified;
}
