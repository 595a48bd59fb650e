import type { readFundsConsent as operation, ReplyOf } from '@xs2a/contracts';
import { effectiveStatus } from './effective-status.ts';
import { type Addressed, findAddressed } from './read-consent.ts';
import type { ConsentRoom } from './room.ts';

/** What its TPP may see of a confirmation-of-funds consent; `account` in both forms (field guide 12, row 12). */
export async function readFundsConsent(room: ConsentRoom, addressed: Addressed): Promise<ReplyOf<typeof operation>> {
  const consent = await findAddressed(room.fundsConsents, addressed);
  const { content, accounts } = consent;
  const consentStatus = effectiveStatus(consent, room.now(), room.profile);
  return { ...content, account: content.account ?? accounts[0] ?? {}, consentStatus };
}
