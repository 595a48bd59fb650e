import { randomBytes } from 'node:crypto';
import { type OwnFactor, type beginFactor as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { activePasskeys } from '../factors/active-passkeys.ts';
import { seal } from '../keys/factor-key.ts';
import type { Login } from '../model/login.ts';
import type { PendingFactor } from '../model/pending-factor.ts';
import { newToken } from '../session/token.ts';
import { type FactorReply, replyWithNextSession } from './factor-reply.ts';
import { enrolmentObstacle, findSignedIn } from './find-signed-in.ts';

/** Maximum number of passkeys. A PSU has a few devices; more passkeys would only fill the database. */
const PASSKEYS_MAX = 10;
/** Length of the HMAC of the code (RFC 4226, 4 R6). */
const SECRET_BYTES = 20;
const ENROLMENT_MINUTES = 5;
const MS_PER_MINUTE = 60_000;

/** Begins the enrolment of a factor. An enrolment begun earlier in this sign-in is dropped. */
export async function beginFactor(
  context: ScaContext,
  { session, kind }: RequestOf<typeof operation>,
): Promise<FactorReply> {
  if (!context.profile.ownFactors.includes(kind)) throw new Xs2aError('scaMethodUnknown', { path: 'kind' });
  const login = await findSignedIn(context, session);
  const problem = enrolmentObstacle(context, login);
  if (problem !== undefined) return replyWithNextSession(context, login, { problem });
  const adding = await BEGIN[kind](context, login);
  if (typeof adding === 'string') return replyWithNextSession(context, login, { problem: adding });
  await context.logins.updateOne({ _id: login._id, scaStatus: 'finalised' }, { $set: { adding } });
  return replyWithNextSession(context, login);
}

type Begin = (context: ScaContext, login: Login) => Promise<PendingFactor | 'passkeysTooMany' | 'totpPresent'>;

const BEGIN: Record<OwnFactor, Begin> = {
  passkey: async (context, { psu }) => {
    const present = await activePasskeys(context, psu.psuId);
    if (present.length >= PASSKEYS_MAX) return 'passkeysTooMany';
    // One random handle for all passkeys of a PSU. It does not identify the PSU (WebAuthn Level 3, 14.6.1).
    const userHandle = present[0]?.userHandle ?? newToken();
    return { kind: 'passkey', challenge: newToken(), userHandle, until: enrolmentUntil(context) };
  },
  totp: async (context, { psu: { psuId } }) => {
    if (context.factorKey === undefined) throw new Xs2aError('internalError');
    if ((await context.totpSecrets.findOne({ _id: psuId })) !== null) return 'totpPresent';
    const secret = seal(context.factorKey, randomBytes(SECRET_BYTES), psuId);
    return { kind: 'totp', secret, until: enrolmentUntil(context) };
  },
};

function enrolmentUntil({ now }: Pick<ScaContext, 'now'>): Date {
  return new Date(now().getTime() + ENROLMENT_MINUTES * MS_PER_MINUTE);
}
