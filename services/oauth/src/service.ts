import * as operations from '@xs2a/contracts';
import { defineService, handler, SECRETS, versionOf } from '@xs2a/service-kit';
import { answerInteraction } from './authorisation/answer-interaction.ts';
import { authorise } from './authorisation/authorise.ts';
import { readInteraction } from './authorisation/read-interaction.ts';
import { OAuthConfig } from './config.ts';
import { createContext } from './context.ts';
import { KNOWN_CLIENTS } from './model/known-client.ts';
import { REVOKED_GRANTS } from './model/revoked-grant.ts';
import { SERVER_RECORDS } from './model/server-record.ts';
import { SUBJECTS } from './model/subject.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { answerTpp } from './tokens/answer-tpp.ts';
import { readRevokedGrants } from './tokens/read-revoked-grants.ts';
import { readTokenKeys } from './tokens/read-token-keys.ts';
import { readTokenPsu } from './tokens/read-token-psu.ts';
import { UNSAFE_SETTINGS } from './unsafe-settings.ts';

/** The authorisation server for TPPs. It has no address of its own: gateway and portal pass on its requests (decision 69). */
export const service = defineService({
  name: 'oauth',
  version: versionOf(import.meta.url),
  usesKeys: true,
  config: OAuthConfig,
  unsafeSettings: UNSAFE_SETTINGS,
  collections: [SERVER_RECORDS, REVOKED_GRANTS, SUBJECTS, KNOWN_CLIENTS, SECRETS],
  personalData: PERSONAL_DATA,
  createContext,
  handlers: [
    handler(operations.answerTpp, answerTpp),
    handler(operations.readTokenKeys, readTokenKeys),
    handler(operations.readRevokedGrants, readRevokedGrants),
    handler(operations.readTokenPsu, readTokenPsu),
    handler(operations.authorise, authorise),
    handler(operations.readInteraction, readInteraction),
    handler(operations.answerInteraction, answerInteraction),
  ],
});
