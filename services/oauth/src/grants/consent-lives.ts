import { type OAuthScope, readConsentStatus, readFundsConsentStatus, Xs2aError } from '@xs2a/contracts';
import type { ServerSources } from '../model/server-sources.ts';

/** Whether the consent of a token is still valid. Asked when a token is refreshed: consent itself judges each access. */
export async function consentLives(
  { bus }: Pick<ServerSources, 'bus'>,
  tppId: string,
  { name, resourceId }: OAuthScope,
): Promise<boolean> {
  if (resourceId === undefined) return true;
  try {
    if (name === 'AIS') {
      const request = { tpp: { id: tppId, roles: ['AISP' as const] }, consentId: resourceId };
      return (await bus.ask(readConsentStatus, request)).consentStatus === 'valid';
    }
    if (name === 'PIIS') {
      const request = { tpp: { id: tppId, roles: ['PIISP' as const] }, consentId: resourceId };
      return (await bus.ask(readFundsConsentStatus, request)).consentStatus === 'valid';
    }
    return false;
  } catch (error) {
    if (error instanceof Xs2aError && error.refusal.status < 500) return false;
    throw error;
  }
}
