import { AUDIT } from '../audit/commands.ts';
import { CAMT } from '../camt/commands.ts';
import { CERTIFICATES } from '../certificates/commands.ts';
import type { Command, Group } from '../command/command.ts';
import { CONFORMANCE } from '../conformance/commands.ts';
import { CONNECTOR } from '../connector/commands.ts';
import { DEAD_LETTERS } from '../dead-letters/commands.ts';
import { IDENTITIES } from '../identities/commands.ts';
import { KEYS } from '../keys/commands.ts';
import { PROFILE } from '../profile/commands.ts';
import { PSU } from '../psu/commands.ts';
import { RECONCILE } from '../reconcile/commands.ts';
import { REGISTER } from '../register/commands.ts';
import { STATISTICS } from '../statistics/commands.ts';
import { STORY } from '../story/commands.ts';
import { TPP } from '../tpp/commands.ts';
import { TRUST_LIST } from '../trust-list/commands.ts';

/** All commands by subject, in the order of the help and of their documentation page. */
export const COMMANDS: Readonly<Record<string, Readonly<Record<string, Command | Group>>>> = {
  'TPPs and their actions': { tpp: TPP, register: REGISTER, story: STORY, audit: AUDIT, statistics: STATISTICS },
  'Data of one PSU': { psu: PSU },
  Troubleshooting: { 'dead-letters': DEAD_LETTERS, reconcile: RECONCILE },
  'Settings, keys and certificates': {
    profile: PROFILE,
    identities: IDENTITIES,
    keys: KEYS,
    certificates: CERTIFICATES,
    'trust-list': TRUST_LIST,
  },
  'The bank': { connector: CONNECTOR, conformance: CONFORMANCE, camt: CAMT },
};
