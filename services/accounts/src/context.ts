import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { AspspProfile } from '@xs2a/contracts';
import { type Bus, type Clock, type Kit, SECRETS, sharedSecret } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { AccountsConfig } from './config.ts';
import { ACCOUNTS, type Account } from './model/account.ts';
import { DELTA_CURSORS, type DeltaCursor } from './model/delta-cursor.ts';
import { type StoredTransaction, TRANSACTIONS } from './model/transaction.ts';
import { pageTokenSecret } from './page-token-secret.ts';
import { EntryRenderer } from './rendering/entry-renderer.ts';

/** Dependencies of the use cases of this service. */
export interface AccountsContext {
  readonly accounts: Collection<Account>;
  readonly transactions: Collection<StoredTransaction>;
  readonly deltaCursors: Collection<DeltaCursor>;
  /** Key that encrypts page tokens. */
  readonly pageTokenKey: KeyObject;
  /** Renders entries for lists. */
  readonly renderer: EntryRenderer;
  readonly bus: Bus;
  readonly profile: AspspProfile;
  readonly now: Clock;
}

/** AES-256. */
const KEY_BYTES = 32;

export async function createContext(kit: Kit<AccountsConfig>): Promise<AccountsContext> {
  const { collection, bus, profile, now } = kit;
  return {
    accounts: collection(ACCOUNTS),
    transactions: collection(TRANSACTIONS),
    deltaCursors: collection(DELTA_CURSORS),
    pageTokenKey: createSecretKey(await pageTokenKey(kit)),
    renderer: new EntryRenderer(profile),
    bus,
    profile,
    now,
  };
}

/** Returns the same key for all replicas: derived from PAGE_TOKEN_KEY, or stored in the database. */
async function pageTokenKey({ collection, config }: Kit<AccountsConfig>): Promise<Buffer> {
  const key = pageTokenSecret(config);
  if (key !== undefined) return createHash('sha256').update(key).digest();
  const create = (): string => randomBytes(KEY_BYTES).toString('base64');
  return Buffer.from(await sharedSecret(collection(SECRETS), 'pages', create), 'base64');
}
