import {
  CONSENT_STATUS_MACHINE,
  isFinal,
  type OAuthScope,
  readConsentStatus,
  readFundsConsentStatus,
  Xs2aError,
} from '@xs2a/contracts';
import type { ServerSources } from '../model/server-sources.ts';

/** Operations that read a consent's status, for the scopes with refresh tokens. */
const CONSENTS = {
  AIS: { read: readConsentStatus, roles: ['AISP'] },
  PIIS: { read: readFundsConsentStatus, roles: ['PIISP'] },
} as const;

/**
 * Whether the consent of a token has ended for good. A status that may still change is not final: the approval may not have
 * reached the consent yet, or further PSUs have to approve. Used when a token is refreshed; the consent service checks each
 * access itself. Throws while the consent service is unavailable.
 */
export async function hasConsentEnded(
  { bus }: Pick<ServerSources, 'bus'>,
  tppId: string,
  { name, resourceId }: OAuthScope,
): Promise<boolean> {
  if (resourceId === undefined || !(name === 'AIS' || name === 'PIIS')) return false;
  const { read, roles } = CONSENTS[name];
  try {
    const { consentStatus } = await bus.ask(read, { tpp: { id: tppId, roles: [...roles] }, consentId: resourceId });
    return isFinal(CONSENT_STATUS_MACHINE, consentStatus);
  } catch (error) {
    if (error instanceof Xs2aError && error.situation === 'consentIdPathUnknown') return true;
    throw error;
  }
}
