import { type readApproval as operation, psuNameOf, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import { tppNameOf } from '../authorisation/tpp-name.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, mustChoose } from '../model/authorisation.ts';
import { toRequestedContent } from '../psu/named-accounts.ts';
import { redirectUrisOf } from '../redirect/oauth-authorisation.ts';
import { approvalOfPsu } from './approval-of-psu.ts';
import { findServerApproval } from './find-server-approval.ts';
import { isUndecided } from './is-undecided.ts';

/** Reads the content of an authorisation for the bank's own server, before the sign-in or for the PSU signed in there. */
export async function readApproval(
  context: Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'now'>,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const authorisation = await findServerApproval(context, request);
  const { _id, scaStatus, openUntil, namedPsu } = authorisation;
  const isOpen = isUndecided(context, authorisation);
  return {
    authorisationId: _id,
    scaStatus,
    isOpen,
    openUntil: openUntil.toISOString(),
    tppName: tppNameOf(context, authorisation),
    redirectUris: redirectUrisOf(authorisation),
    ...(namedPsu && { namedPsu: psuNameOf(namedPsu) }),
    content: toRequestedContent(authorisation.content),
    ...(isOpen && (await shownToPsu(context, authorisation, request))),
  };
}

async function shownToPsu(
  context: Pick<ScaContext, 'authorisations' | 'bus' | 'profile'>,
  authorisation: Authorisation,
  { psuId, corporateId, accounts }: RequestOf<typeof operation>,
): Promise<Partial<ReplyOf<typeof operation>>> {
  if (psuId === undefined) return {};
  const found = await approvalOfPsu(context, authorisation, { psuId, corporateId, accounts });
  if (typeof found === 'string') return { problem: found };
  const { content, contentHash, accountNames, offeredAccounts } = found;
  return {
    content,
    accountNames,
    ...(offeredAccounts && { offeredAccounts }),
    ...(!mustChoose(found) && { contentHash }),
  };
}
