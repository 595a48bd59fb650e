import { shownTppName } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

/** Returns the name of the TPP for pages and messages. */
export function tppNameOf(
  { profile }: Pick<ScaContext, 'profile'>,
  { tppName, tppId }: Pick<Authorisation, 'tppName' | 'tppId'>,
): string {
  return shownTppName(tppName, tppId, profile.aspspName);
}
