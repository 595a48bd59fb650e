import { offersOAuth, Xs2aError } from '@xs2a/contracts';
import type { Kit } from '@xs2a/service-kit';
import { SECRETS } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { OAuthConfig } from './config.ts';
import { KNOWN_CLIENTS, type KnownClient } from './model/known-client.ts';
import { REVOKED_GRANTS } from './model/revoked-grant.ts';
import { SERVER_RECORDS } from './model/server-record.ts';
import type { ServerSources } from './model/server-sources.ts';
import { SUBJECTS } from './model/subject.ts';
import type { AuthorisationServer } from './server/authorisation-server.ts';
import { readTokenKeys, type TokenKeys } from './server/token-keys.ts';

/** Dependencies of the use cases of this service. */
export interface OAuthContext extends ServerSources {
  readonly clients: Collection<KnownClient>;
  readonly isSandbox: boolean;
  readonly keys: TokenKeys | undefined;
  /** Returns the authorisation server. Throws if the profile does not offer OAuth with this server. */
  readonly server: () => AuthorisationServer;
}

export async function createContext(kit: Kit<OAuthConfig>): Promise<OAuthContext> {
  const { config, profile, bus, now, collection } = kit;
  const isOffered = offersOAuth(profile) && profile.oauth.server === undefined;
  const secrets = collection(SECRETS);
  const keys = isOffered ? await readTokenKeys(config, secrets) : undefined;
  let server: AuthorisationServer | undefined;
  const context: OAuthContext = {
    records: collection(SERVER_RECORDS),
    revokedGrants: collection(REVOKED_GRANTS),
    subjects: collection(SUBJECTS),
    clients: collection(KNOWN_CLIENTS),
    bus,
    profile,
    now,
    isSandbox: config.SANDBOX === 'true',
    issuer: withoutSlash(config.GATEWAY_URL),
    portalUrl: withoutSlash(config.PORTAL_URL),
    keys,
    server() {
      if (server === undefined) throw new Xs2aError('addressUnknown');
      return server;
    },
  };
  if (keys !== undefined) {
    // The library is loaded only if the bank offers OAuth.
    const { createAuthorisationServer } = await import('./server/authorisation-server.ts');
    server = await createAuthorisationServer(context, keys, secrets);
  }
  return context;
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}
