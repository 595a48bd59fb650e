import type { ReplyOf, readFundsConsent as operation } from '@xs2a/contracts';
import { type Addressed, findAddressed } from './read-consent.ts';
import type { ConsentRoom } from './room.ts';

/** What its TPP may see of a confirmation-of-funds consent; `account` in both forms (field guide 12, row 12). */
export async function readFundsConsent(
  { fundsConsents }: ConsentRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof operation>> {
  const { content, accounts, consentStatus } = await findAddressed(fundsConsents, addressed);
  const [first] = accounts;
  return { ...content, account: content.account ?? first ?? {}, consentStatus };
}
