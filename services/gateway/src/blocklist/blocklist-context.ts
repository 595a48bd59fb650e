import type { Kit } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { BlockedTpp } from '../model/blocked-tpp.ts';

/** Part of the context that blocklist operations use. */
export interface BlocklistContext extends Pick<Kit, 'bus' | 'now'> {
  readonly blockedTpps: Collection<BlockedTpp>;
}
