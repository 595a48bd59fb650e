import type { OwnFactor, ScaApproach, ScaContent, ScaMethod } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { isOfferedWith } from '../psu/approach-of-method.ts';
import type { KnownPsu } from '../psu/known-psu.ts';
import { activePasskeys } from './active-passkeys.ts';

/** Number of passkeys listed in the method's name. */
const NAMES_SHOWN = 3;

type BuiltInType = Extract<ScaMethod['authenticationType'], 'PASSKEY' | 'TOTP'>;
export type BuiltInMethod = ScaMethod & { readonly authenticationType: BuiltInType };

interface Use {
  readonly approaches: readonly ScaApproach[];
  readonly contents: readonly ScaContent['kind'][];
}

/**
 * Content and approaches for each built-in factor. A passkey answers a browser at the bank's own address, for exactly this
 * content; chosen through the TPP, it leads to that page (decision 21). A TOTP code is bound to the time, not to amount and
 * payee, so it approves neither payments nor content that may contain one (RTS 2018/389, Art. 5).
 */
const USES: Record<OwnFactor, Use> = {
  passkey: {
    approaches: ['REDIRECT', 'EMBEDDED'],
    contents: ['consent', 'fundsConsent', 'payment', 'periodicPayment', 'bulkPayment', 'cancellation', 'basket'],
  },
  totp: { approaches: ['REDIRECT', 'EMBEDDED'], contents: ['consent', 'fundsConsent'] },
};

export function isBuiltIn(method: ScaMethod): method is BuiltInMethod {
  return method.authenticationType === 'PASSKEY' || method.authenticationType === 'TOTP';
}

/** Whether a built-in factor may approve this content in this approach. */
export function mayApprove(factor: OwnFactor, scaApproach: ScaApproach, kind: ScaContent['kind']): boolean {
  const { approaches, contents } = USES[factor];
  return approaches.includes(scaApproach) && contents.includes(kind);
}

/** Returns the built-in methods that a PSU may choose here; none for a PSU without a method of the bank. */
export async function builtInMethods(
  context: ScaContext,
  authorisation: Pick<Authorisation, 'scaApproach' | 'content' | 'redirectUri'>,
  { scaMethods }: KnownPsu,
  psuId: string,
): Promise<ScaMethod[]> {
  if (scaMethods.length === 0) return [];
  const { scaApproach, content } = authorisation;
  const permitted = context.profile.ownFactors.filter(
    (factor) => mayApprove(factor, scaApproach, content.kind) && (factor !== 'passkey' || returnsToTpp(authorisation)),
  );
  const methods = (await Promise.all(permitted.map((factor) => METHODS[factor](context, psuId)))).flat();
  return methods.filter((method) => isOfferedWith(context.profile, scaApproach, method));
}

/** Returns the built-in methods for a sign-in to the bank's own pages, which approves nothing. */
export async function builtInSignInMethods(
  context: ScaContext,
  { scaMethods }: KnownPsu,
  psuId: string,
): Promise<ScaMethod[]> {
  if (scaMethods.length === 0) return [];
  return (await Promise.all(context.profile.ownFactors.map((factor) => METHODS[factor](context, psuId)))).flat();
}

/** Whether the browser returns: only if the TPP named a redirect URI. */
function returnsToTpp({ scaApproach, redirectUri }: Pick<Authorisation, 'scaApproach' | 'redirectUri'>): boolean {
  return scaApproach === 'REDIRECT' || redirectUri !== undefined;
}

const METHODS: Record<OwnFactor, (context: ScaContext, psuId: string) => Promise<ScaMethod[]>> = {
  passkey: async (context, psuId) => {
    const names = (await activePasskeys(context, psuId)).map(({ name }) => name);
    if (names.length === 0) return [];
    const others = names.length - NAMES_SHOWN;
    const name = names.slice(0, NAMES_SHOWN).join(', ') + (others > 0 ? ` (+${others})` : '');
    return [{ authenticationMethodId: 'own-passkey', authenticationType: 'PASSKEY', name }];
  },
  totp: async ({ totpSecrets }, psuId) => {
    const isEnrolled = (await totpSecrets.countDocuments({ _id: psuId }, { limit: 1 })) === 1;
    // TPPs show this name; the bank's pages show another in the PSU's language.
    const method = { authenticationMethodId: 'own-totp', authenticationType: 'TOTP', name: 'Authenticator' } as const;
    return isEnrolled ? [method] : [];
  },
};
