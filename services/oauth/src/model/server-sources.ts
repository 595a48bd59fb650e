import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { RevokedGrant } from './revoked-grant.ts';
import type { ServerRecord } from './server-record.ts';
import type { Subject } from './subject.ts';

/** Dependencies of the authorisation server. */
export interface ServerSources {
  readonly records: Collection<ServerRecord>;
  readonly revokedGrants: Collection<RevokedGrant>;
  readonly subjects: Collection<Subject>;
  readonly bus: Bus;
  readonly profile: AspspProfile;
  readonly now: Clock;
  /** Issuer and audience of tokens. */
  readonly issuer: string;
  readonly portalUrl: string;
}
