import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { revokeGrant } from '../grants/revoke-grant.ts';
import { hashOf, type ServerRecord } from '../model/server-record.ts';
import type { ServerSources } from '../model/server-sources.ts';
import { clientOf } from './client-of.ts';

/** How long a used code stays known. */
const USED_KEPT_MS = 86_400_000;
/** What is never stored in clear: they are, or lead to, what the TPP or the browser holds. */
const SECRET_FIELDS = ['jti', 'uid', 'returnTo', 'parJti', 'session'] as const;

type StoreContext = Pick<ServerSources, 'records' | 'revokedGrants' | 'now' | 'portalUrl' | 'profile'>;

/** The storage of the authorisation server for one kind of record. */
export function adapterFor(context: StoreContext, kind: string): Adapter {
  if (kind === 'Client') return { ...NOTHING, find: (id: string) => Promise.resolve(clientOf(id)) };
  // A browser signs in for each request anew.
  if (kind === 'Session' || kind === 'AccessToken') return NOTHING;
  return recordsOf(context, kind);
}

const NOTHING: Adapter = {
  upsert: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve(),
};

function recordsOf(context: StoreContext, kind: string): Adapter {
  const { records, now } = context;
  return {
    ...NOTHING,
    async upsert(id, payload, expiresIn = 0) {
      const validUntil = new Date(now().getTime() + expiresIn * 1_000);
      const stored = withoutSecrets(payload);
      const grant = payload.grantId === undefined ? {} : { grant: hashOf('Grant', payload.grantId) };
      const $set = { kind, payload: stored, ...grant, validUntil, keptUntil: validUntil };
      await records.updateOne({ _id: hashOf(kind, id) }, { $set }, { upsert: true });
    },
    async find(id) {
      const record = await records.findOne({ _id: hashOf(kind, id) });
      if (record === null || (record.consumedAt === undefined && record.validUntil <= now())) return undefined;
      return presented(context, record, id);
    },
    /** One request alone uses a code. */
    async consume(id) {
      const at = now();
      const $set = { consumedAt: at, keptUntil: new Date(at.getTime() + USED_KEPT_MS) };
      const { matchedCount } = await records.updateOne(
        { _id: hashOf(kind, id), consumedAt: { $exists: false } },
        { $set },
      );
      if (matchedCount === 0) throw new errors.InvalidGrant('it was used already');
    },
    async destroy(id) {
      await records.deleteOne({ _id: hashOf(kind, id) });
    },
    async revokeByGrantId(grantId) {
      await revokeGrant(context, hashOf('Grant', grantId));
    },
  };
}

function withoutSecrets(payload: AdapterPayload): Record<string, unknown> {
  const stored: Record<string, unknown> = { ...payload };
  for (const field of SECRET_FIELDS) delete stored[field];
  return JSON.parse(JSON.stringify(stored)) as Record<string, unknown>;
}

function presented(
  { portalUrl }: StoreContext,
  { kind, payload, consumedAt }: ServerRecord,
  id: string,
): AdapterPayload {
  return {
    ...payload,
    jti: id,
    ...(kind === 'Interaction' && { uid: id, returnTo: `${portalUrl}/oauth/authorize/${id}` }),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1_000) }),
  };
}
