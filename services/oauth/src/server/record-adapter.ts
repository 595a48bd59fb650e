import { randomBytes } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { revokeGrant } from '../grants/revoke-grant.ts';
import { hashOf, type ServerRecord } from '../model/server-record.ts';
import type { ServerSources } from '../model/server-sources.ts';
import { clientOf } from './client-of.ts';

const PUSHED = 'PushedAuthorizationRequest';
const MS_PER_MINUTE = 60_000;
/** Time for which a used code is remembered. */
const USED_KEPT_MS = 86_400_000;
/** Fields never stored in clear, because they are or reveal secrets of the TPP or browser. */
const SECRET_FIELDS = ['jti', 'uid', 'returnTo', 'parJti', 'session'] as const;
/**
 * Prefix for the stored id of a pushed request, whose original id is no longer available. Random for each process, so that nobody
 * can send it.
 */
const STORED = `${randomBytes(16).toString('base64url')}.`;

type StoreContext = Pick<ServerSources, 'records' | 'revokedGrants' | 'now' | 'portalUrl' | 'profile'>;

/** Returns the storage of the authorisation server for one kind of record. */
export function adapterFor(context: StoreContext, kind: string): Adapter {
  if (kind === 'Client') return { ...NOTHING, find: (id: string) => Promise.resolve(clientOf(id)) };
  // A browser signs in anew for each request.
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
  const { records, now, profile } = context;
  return {
    ...NOTHING,
    async upsert(id, payload, expiresIn = 0) {
      const validUntil = new Date(now().getTime() + expiresIn * 1_000);
      const stored = withoutSecrets(payload);
      const grant = payload.grantId === undefined ? {} : { grant: hashOf('Grant', payload.grantId) };
      const pushed = payload.parJti === undefined ? {} : { pushed: idOf(PUSHED, payload.parJti) };
      // A pushed request is kept until the last possible approval.
      const approvalMs = kind === PUSHED ? profile.limits.redirectLinkMinutes * 4 * MS_PER_MINUTE : 0;
      const keptUntil = new Date(validUntil.getTime() + approvalMs);
      const $set = { kind, payload: stored, ...grant, ...pushed, validUntil, keptUntil };
      await records.updateOne({ _id: idOf(kind, id) }, { $set }, { upsert: true });
    },
    async find(id) {
      const record = await records.findOne({ _id: idOf(kind, id) });
      if (record === null) return undefined;
      const isOver = record.validUntil <= now() && record.consumedAt === undefined && !isStoredId(kind, id);
      if (isOver) return undefined;
      return presented(context, record, id);
    },
    /** A code may be used by one request only, a pushed request by one approval only (RFC 9126, 2.2). */
    async consume(id) {
      const at = now();
      const $set = { consumedAt: at, keptUntil: new Date(at.getTime() + USED_KEPT_MS) };
      const { matchedCount } = await records.updateOne(
        { _id: idOf(kind, id), consumedAt: { $exists: false } },
        { $set },
      );
      if (matchedCount > 0) return;
      throw kind === PUSHED
        ? new errors.InvalidRequestUri('it was used already')
        : new errors.InvalidGrant('it was used already');
    },
    async destroy(id) {
      await records.deleteOne({ _id: idOf(kind, id) });
    },
    async revokeByGrantId(grantId) {
      await revokeGrant(context, hashOf('Grant', grantId));
    },
  };
}

function idOf(kind: string, id: string): string {
  return isStoredId(kind, id) ? id.slice(STORED.length) : hashOf(kind, id);
}

function isStoredId(kind: string, id: string): boolean {
  return kind === PUSHED && id.startsWith(STORED);
}

function withoutSecrets(payload: AdapterPayload): Record<string, unknown> {
  const stored: Record<string, unknown> = { ...payload };
  for (const field of SECRET_FIELDS) delete stored[field];
  return JSON.parse(JSON.stringify(stored)) as Record<string, unknown>;
}

function presented(
  { portalUrl }: StoreContext,
  { kind, payload, pushed, consumedAt }: ServerRecord,
  id: string,
): AdapterPayload {
  return {
    ...payload,
    jti: id,
    ...(kind === 'Interaction' && { uid: id, returnTo: `${portalUrl}/oauth/authorize/${id}` }),
    ...(pushed !== undefined && { parJti: STORED + pushed }),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1_000) }),
  };
}
