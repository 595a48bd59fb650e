import { CONNECTOR_OPERATIONS } from '@xs2a/contracts';
import { breakingChanges, breakingDocumentChanges, type Operations } from './breaking-changes.ts';
import { breakingIndexChanges, type Finding } from './breaking-indexes.ts';
import type { ServiceContract } from './service-contract.ts';

/** A recorded release of one service. */
export interface Release extends ServiceContract {
  readonly service: string;
  readonly version: string;
}

export type { Finding } from './breaking-indexes.ts';

type Contracts = Readonly<Record<string, ServiceContract>>;

/** Operations that banks may call, whatever these services do. */
const FROM_BANKS = new Set(
  CONNECTOR_OPERATIONS.filter(({ way }) => way === 'told').map((row) => row.operation.subject),
);

/**
 * Returns changes in the present sources that would break the last release of any service: its requests, the fields it reads in
 * replies, its stored documents, and the bank's connector. Both versions run side by side during a rollout.
 */
export function findBreaks(present: Contracts, last: readonly Release[]): Finding[] {
  const serves = allServed(present);
  const findings = last.flatMap(({ service, version, asks, serves: served, stores, indexes }) => {
    const name = `${service} ${version}`;
    const fromBanks = pick(
      served,
      (subject) => FROM_BANKS.has(subject) && served[subject]?.request.deprecated !== true,
    );
    return [
      ...breakingChanges(asks, serves).map((what) => ({
        what: `${what} (${name} asks it)`,
        remedy: operationRemedy(what, name),
      })),
      ...breakingChanges(fromBanks, serves).map((what) => ({
        what: `${what} (banks ask it)`,
        remedy: connectorRemedy(what),
      })),
      ...Object.entries(stores).flatMap(([collection, before]) => {
        const after = present[service]?.stores[collection];
        const path = `${service}.${collection}`;
        const broken =
          after === undefined ? [`${path}: the collection was removed`] : breakingDocumentChanges(before, after, path);
        return broken.map((what) => ({ what: `${what} (stored by ${name})`, remedy: documentRemedy(what, name) }));
      }),
      ...Object.entries(indexes).flatMap(([collection, before]) => {
        const after = present[service]?.indexes[collection] ?? [];
        return breakingIndexChanges(before, after, stores[collection]?.properties ?? {}).map(({ what, remedy }) => ({
          what: `${service}.${collection}: ${what} ${name}`,
          remedy,
        }));
      }),
    ];
  });
  return [...new Map(findings.map((finding) => [finding.what, finding])).values()];
}

/**
 * Returns the services to release first: those whose last release does not serve an operation in the form that this service
 * calls. They are upgraded first, and each can be rolled back alone.
 */
export function findOrder(service: string, present: ServiceContract, last: readonly Release[]): Finding[] {
  return last.flatMap(({ service: owner, version, serves }) => {
    if (owner === service) return [];
    const asked = pick(present.asks, (subject) => subject.startsWith(`${owner}.`));
    return breakingChanges(asked, serves).map((what) => ({
      what: `${what.replace('was removed', 'is not there')} (in ${owner} ${version})`,
      remedy: `Release ${owner} first.`,
    }));
  });
}

function allServed(contracts: Contracts): Operations {
  return Object.assign({}, ...Object.values(contracts).map(({ serves }) => serves)) as Operations;
}

function pick(operations: Operations, isPicked: (subject: string) => boolean): Operations {
  return Object.fromEntries(Object.entries(operations).filter(([subject]) => isPicked(subject)));
}

const isNewValue = (what: string): boolean => what.includes(': value ') && what.includes(' is unknown to ');

function operationRemedy(what: string, asker: string): string {
  const subject = /^[\w.]+/.exec(what)?.[0] ?? '';
  if (what.endsWith('was removed'))
    return `Serve ${subject} until a release of ${asker.split(' ')[0]} no longer asks it.`;
  if (isNewValue(what)) return ANNOUNCE;
  if (/may be missing|the field was removed/.test(what)) return DEPRECATE;
  return `Leave ${subject} as it was, and serve the changed operation beside it under a new name. Remove ${subject} when ${asker.split(' ')[0]} has been released without it.`;
}

function connectorRemedy(what: string): string {
  return `${operationRemedy(what, 'a bank')} A bank's connector is older than any release: mark the request with .meta({ deprecated: true }) in one release, tell banks, and remove it in the next.`;
}

const ANNOUNCE =
  'Announce the value: .meta({ announced: [value] }) in one release, which understands it and never writes it. The next may write it.';
const DEPRECATE =
  'Keep the field for one release in which nobody reads it: .meta({ deprecated: true }). The next may leave it out.';

function documentRemedy(what: string, release: string): string {
  if (isNewValue(what)) return ANNOUNCE;
  if (/may be missing|the field was removed/.test(what)) return DEPRECATE;
  if (what.endsWith('is required now'))
    return `Make it optional: documents of ${release} have none. Fill it in lazily (lateFields of storedCollection).`;
  if (what.endsWith('was removed')) return `Keep it: documents of ${release} are stored so.`;
  return 'Give what has changed a new optional field, and fill it in lazily (lateFields of storedCollection).';
}
