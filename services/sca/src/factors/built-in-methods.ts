import type { OwnFactor, ScaApproach, ScaContent, ScaMethod } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { passkeysOf } from '../model/passkey.ts';
import type { KnownPsu } from '../psu/verify-credentials.ts';

/** The standard takes the text to show from here; on the page the words beside it are in the PSU's language. */
const NAMES_SHOWN = 3;

interface Use {
  readonly approaches: readonly ScaApproach[];
  readonly contents: readonly ScaContent['kind'][];
}

/**
 * What each factor of our own may approve, and where. A passkey answers a browser at the bank's own address, for exactly
 * this content: picked through the TPP, it leads there (field guide 1.3). A code of an app is bound to the time alone, not to amount and payee: no payment is approved with it, nor
 * what may hold one (RTS 2018/389 Art. 5).
 */
const USES: Record<OwnFactor, Use> = {
  passkey: {
    approaches: ['REDIRECT', 'EMBEDDED'],
    contents: ['consent', 'fundsConsent', 'payment', 'periodicPayment', 'bulkPayment', 'cancellation', 'basket'],
  },
  totp: { approaches: ['REDIRECT', 'EMBEDDED'], contents: ['consent', 'fundsConsent'] },
};

/** The factors of our own that a PSU may choose here. One for whom the bank has no factor at all has none here either. */
export async function ownMethods(
  room: ScaRoom,
  authorisation: Pick<Authorisation, 'scaApproach' | 'content' | 'redirectUri'>,
  { scaMethods }: KnownPsu,
  psuId: string,
): Promise<ScaMethod[]> {
  if (scaMethods.length === 0) return [];
  const { scaApproach, content } = authorisation;
  const fitting = room.profile.ownFactors.filter((factor) => {
    const { approaches, contents } = USES[factor];
    if (!approaches.includes(scaApproach) || !contents.includes(content.kind)) return false;
    return factor !== 'passkey' || mayLeadToPage(room, authorisation);
  });
  const methods = await Promise.all(fitting.map((factor) => METHODS[factor](room, psuId)));
  return methods.flat();
}

/** The same for signing in at the bank's own pages: nothing is approved by that. */
export async function ownSignInMethods(room: ScaRoom, { scaMethods }: KnownPsu, psuId: string): Promise<ScaMethod[]> {
  if (scaMethods.length === 0) return [];
  return (await Promise.all(room.profile.ownFactors.map((factor) => METHODS[factor](room, psuId)))).flat();
}

/** Only where the bank redirects at all, and the TPP has said where the PSU's browser comes back to. */
function mayLeadToPage(
  { profile }: ScaRoom,
  { scaApproach, redirectUri }: Pick<Authorisation, 'scaApproach' | 'redirectUri'>,
): boolean {
  return scaApproach === 'REDIRECT' || (profile.scaApproaches.includes('REDIRECT') && redirectUri !== undefined);
}

const METHODS: Record<OwnFactor, (room: ScaRoom, psuId: string) => Promise<ScaMethod[]>> = {
  passkey: async (room, psuId) => {
    const names = (await passkeysOf(room, psuId)).map(({ name }) => name);
    if (names.length === 0) return [];
    const others = names.length - NAMES_SHOWN;
    const name = names.slice(0, NAMES_SHOWN).join(', ') + (others > 0 ? ` (+${others})` : '');
    return [{ authenticationMethodId: 'own-passkey', authenticationType: 'PASSKEY', name }];
  },
  totp: async ({ totpSecrets }, psuId) => {
    const isThere = (await totpSecrets.countDocuments({ _id: psuId }, { limit: 1 })) === 1;
    return isThere ? [{ authenticationMethodId: 'own-totp', authenticationType: 'TOTP', name: 'Authenticator' }] : [];
  },
};
