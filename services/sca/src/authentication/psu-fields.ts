import type { AuthorisingPsu } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { builtInMethods } from '../factors/built-in-methods.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { accountNamesOf, type KnownPsu, methodsFor } from '../psu/known-psu.ts';
import { nameAccounts } from '../psu/named-accounts.ts';
import { withPayeeVerified } from '../psu/payee-verification.ts';
import { psuAccountsInContent } from '../psu/psu-accounts-in-content.ts';

/** The fields that an authorisation has once its PSU is known. */
export async function psuFields(context: ScaContext, authorisation: Authorisation, psu: KnownPsu, psuId: string) {
  return {
    ...psuAndAccounts(await withPayeeVerified(context, authorisation), psu, psuId),
    // Factors that the PSU enrolled come first.
    scaMethods: [
      ...(await builtInMethods(context, authorisation, psu, psuId)),
      ...methodsFor(context.profile, authorisation.scaApproach, psu),
    ],
  };
}

type PsuAndAccounts = ReturnType<typeof nameAccounts> &
  Pick<Authorisation, 'accountNames' | 'signaturesNeeded'> & { psu: AuthorisingPsu };

/** Fields of the PSU, and of the content for this PSU. */
export function psuAndAccounts(authorisation: Authorisation, psu: KnownPsu, psuId: string): PsuAndAccounts {
  const named = nameAccounts(authorisation, psu.accounts);
  const concerned = psuAccountsInContent(named.content, psu);
  return {
    ...named,
    psu: { psuId, name: psu.name, ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }) },
    accountNames: accountNamesOf(concerned),
    signaturesNeeded: Math.max(1, ...concerned.map(({ signaturesNeeded }) => signaturesNeeded)),
  };
}
