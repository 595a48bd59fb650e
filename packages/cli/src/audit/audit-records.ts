import type { HistoryEntry } from '@xs2a/service-kit';
import type { Db } from 'mongodb';

export const AUDIT_SERVICES = ['payments', 'consent', 'sca', 'gateway'] as const;
type Databases = Readonly<Record<(typeof AUDIT_SERVICES)[number], Db>>;

/** One line of the export: author, time and change. */
export interface AuditRecord {
  readonly at: string;
  readonly service: keyof Databases;
  readonly action: 'status' | 'access';
  readonly resource: string;
  readonly id: string;
  /** TPP of the resource. */
  readonly tpp?: string | undefined;
  /** Id of a TPP, `psu`, or name of a service. */
  readonly by: string;
  readonly certificate?: string | undefined;
  /** Pseudonym. */
  readonly psu?: string | undefined;
  readonly event?: string | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | undefined;
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
  readonly kind?: string | undefined;
  readonly psuPresent?: boolean | undefined;
  readonly times?: number | undefined;
}

interface Keeper {
  _id: string;
  tppId?: string;
  history: HistoryEntry[];
}
interface Access {
  consentId: string;
  tppId: string;
  kind: string;
  psuPresent: boolean;
  times: number;
  lastAt: Date;
}

/** Collections whose history is evidence. */
const HISTORIES = [
  ['consent', 'consents', 'consent'],
  ['consent', 'fundsConsents', 'fundsConsent'],
  ['payments', 'payments', 'payment'],
  ['payments', 'baskets', 'signingBasket'],
  ['sca', 'authorisations', 'authorisation'],
  ['sca', 'psuRequests', 'psuRequest'],
  ['gateway', 'stoppedTpps', 'blockedTpp'],
] as const satisfies readonly (readonly [keyof Databases, string, string])[];

/** Records from the first time (included) to the second (excluded): status changes in order of time, then accesses. */
export async function* auditRecords(
  databases: Databases,
  { from, to }: { from: Date; to: Date },
  pseudonymOf: (psuId: string) => string,
): AsyncGenerator<AuditRecord> {
  for (const [service, collection, resource] of HISTORIES) {
    const found = databases[service].collection<Keeper>(collection).aggregate<{
      _id: string;
      tppId?: string;
      entry: HistoryEntry;
    }>(
      [
        { $match: { 'history.at': { $gte: from, $lt: to } } },
        { $project: { tppId: 1, entry: '$history' } },
        { $unwind: '$entry' },
        { $match: { 'entry.at': { $gte: from, $lt: to } } },
        { $sort: { 'entry.at': 1, _id: 1 } },
      ],
      { allowDiskUse: true },
    );
    for await (const { _id, tppId, entry } of found) {
      const { at, event, from: before, to: after, by, certificate, psuId, requestId, traceId } = entry;
      yield {
        at: at.toISOString(),
        service,
        action: 'status',
        resource,
        id: _id,
        tpp: tppId,
        by,
        certificate,
        psu: psuId === undefined ? undefined : pseudonymOf(psuId),
        event,
        from: before,
        to: after,
        requestId,
        traceId,
      };
    }
  }
  const lastAt = { $gte: from, $lt: to };
  const accesses = databases.consent.collection<Access>('accesses').find({ lastAt }).sort({ lastAt: 1, _id: 1 });
  for await (const { consentId: id, tppId, kind, psuPresent, times, lastAt: last } of accesses) {
    const who = { tpp: tppId, by: tppId };
    const at = last.toISOString();
    yield { at, service: 'consent', action: 'access', resource: 'consent', id, ...who, kind, psuPresent, times };
  }
}
