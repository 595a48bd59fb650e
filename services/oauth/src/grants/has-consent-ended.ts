import {
  CONSENT_STATUS_MACHINE,
  isFinal,
  type OAuthScope,
  readConsentStatus,
  readFundsConsentStatus,
  Xs2aError,
} from '@xs2a/contracts';
import type { ServerSources } from '../model/server-sources.ts';

/** Where the status of a consent is read, for the scopes whose tokens are refreshed. */
const CONSENTS = {
  AIS: { read: readConsentStatus, roles: ['AISP'] },
  PIIS: { read: readFundsConsentStatus, roles: ['PIISP'] },
} as const;

/**
 * Whether the consent of a token has ended for good. A status that may still change is no end: the approval may not have
 * reached the consent yet, or further PSUs have to approve. Asked when a token is refreshed; consent itself judges each access.
 * Throws while consent is away.
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
