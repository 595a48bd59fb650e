import type { AspspProfile } from '@xs2a/contracts';
import type { Collection, Document } from 'mongodb';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { WorkScopes } from '../context/work-scopes.ts';
import type { HttpListeners } from '../http/http-listener.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { OutboxSender } from '../outbox/outbox-sender.ts';
import type { Peers } from '../profile/profile-peers.ts';
import type { ServiceKeys } from '../protection/service-keys.ts';
import type { Database } from '../storage/database.ts';
import { wrapCollection } from '../storage/late-fields.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';
import type { KitConfig } from './config.ts';

/** Resources that the kit provides to a service. Those that need a database throw if the service declares no collection. */
export interface Kit<Config = unknown> {
  readonly config: Config & KitConfig;
  readonly profile: AspspProfile;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined;
  readonly bus: Bus;
  /** Keys of the service; undefined if it uses none. */
  readonly keys: ServiceKeys | undefined;
  readonly peers: Peers;
  /** The time of the current work. */
  readonly now: Clock;
  /** Moves the current work to the part of its owner; does nothing where the work is not divided. */
  readonly enterScope: WorkScopes['enter'];
  readonly listeners: HttpListeners;
  /** Adds a line to the answer of `/readyz` while `look` returns a text. */
  readonly remark: (look: () => string | undefined) => void;
  readonly database: Database;
  readonly outbox: OutboxSender;
  readonly jobs: Jobs;
  readonly collection: <T extends Document>(stored: StoredCollection<T>) => Collection<T>;
}

/** Parts of the kit for services with stored documents. */
interface Persistence {
  readonly database: Database;
  readonly outbox: OutboxSender;
  readonly jobs: Jobs;
}

export function createKit<Config>(
  parts: Pick<
    Kit<Config>,
    | 'config'
    | 'profile'
    | 'log'
    | 'metrics'
    | 'tracing'
    | 'bus'
    | 'keys'
    | 'peers'
    | 'now'
    | 'enterScope'
    | 'listeners'
    | 'remark'
  >,
  persistence: Persistence | undefined,
): Kit<Config> {
  const stored = (): Persistence => {
    if (persistence === undefined) throw new Error('the service declares no collection and has no database');
    return persistence;
  };
  return {
    ...parts,
    get database() {
      return stored().database;
    },
    get outbox() {
      return stored().outbox;
    },
    get jobs() {
      return stored().jobs;
    },
    collection: <T extends Document>({ name, lateFields }: StoredCollection<T>) => {
      const collection = stored().database.db.collection<T>(name);
      return lateFields === undefined ? collection : wrapCollection(collection, lateFields);
    },
  };
}
