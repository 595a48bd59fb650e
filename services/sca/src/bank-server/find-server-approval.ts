import {
  approvesAtBankServer,
  OAUTH_SCOPES,
  type RequestOf,
  type readApproval,
  readOAuthScope,
  Xs2aError,
} from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { openForOAuth } from '../redirect/oauth-authorisation.ts';

type Asked = Pick<RequestOf<typeof readApproval>, 'tppId' | 'scope' | 'authorisationId' | 'psuId'>;

/** Finds the authorisation to which a TPP leads the PSU at the bank's own server. Refused if the profile has no such server. */
export async function findServerApproval(
  context: Pick<ScaContext, 'authorisations' | 'profile' | 'now'>,
  { tppId, scope, authorisationId, psuId }: Asked,
): Promise<Authorisation> {
  if (!approvesAtBankServer(context.profile)) throw new Xs2aError('addressUnknown');
  if ((scope === undefined) === (authorisationId === undefined)) {
    throw new Xs2aError('fieldInvalid', { path: 'scope', text: 'either scope or authorisationId must be there' });
  }
  const found =
    authorisationId === undefined
      ? await ofScope(context, { tppId, scope, psuId })
      : await context.authorisations.findOne({ _id: authorisationId, tppId, scaApproach: 'REDIRECT' });
  if (found === null) throw new Xs2aError('authorisationUnknown');
  return found;
}

/** Of several open authorisations, prefers the one for which the TPP named this PSU, then the newest without a named PSU. */
async function ofScope(
  context: Pick<ScaContext, 'authorisations' | 'now'>,
  { tppId, scope, psuId }: Asked,
): Promise<Authorisation | null> {
  const { name, resourceId } = readOAuthScope(scope) ?? {};
  if (name === undefined || resourceId === undefined) throw new Xs2aError('fieldInvalid', { path: 'scope' });
  const open = await openForOAuth(context, { tppId, kinds: [...OAUTH_SCOPES[name].kinds], resourceId });
  const own = open.find(({ namedPsu }) => psuId !== undefined && namedPsu?.psuId === psuId);
  const anybodys = open.find(({ namedPsu }) => namedPsu === undefined);
  return own ?? (psuId === undefined ? undefined : anybodys) ?? open[0] ?? null;
}
