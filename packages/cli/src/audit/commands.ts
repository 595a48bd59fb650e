import { command, type Group } from '../command/command.ts';
import { DATABASE, DATABASE_UNAVAILABLE, DATABASES } from '../command/common.ts';

const DAY = { value: 'day' } as const;

export const AUDIT: Group = {
  about: 'stored evidence: its export, and its verification',
  commands: {
    export: command({
      about: 'exports all actions with their actors, and the accesses of TPPs under each consent',
      details: 'Lines of JSON. Days are those of UTC. PSUs are pseudonyms: a keyed hash of the PSU-ID.',
      options: {
        from: { about: 'The first day; default: yesterday.', ...DAY },
        to: { about: 'The last day; default: yesterday.', ...DAY },
        out: { about: 'Folder for one file per day; default: standard output.', value: 'folder' },
      },
      examples: ['audit export --from 2026-11-01 --to 2026-11-30 --out audit', 'audit export --out audit'],
      variables: {
        AUDIT_KEY_FILE:
          'File with the key of the pseudonyms, at least 32 bytes. Without it the pseudonyms differ per export.',
        ...DATABASES,
      },
      exits: { 3: DATABASE_UNAVAILABLE },
      load: async () => (await import('./export.ts')).exportAudit,
    }),
    'verify-history': command({
      about: 'verifies that the history of statuses has not been altered',
      options: {
        service: {
          about: 'The service whose history is verified; default: all.',
          value: 'name',
          choices: ['consent', 'payments', 'sca', 'gateway'],
        },
        checkpoint: {
          about: 'Also verifies that the history contains this checkpoint, from an external copy.',
          value: 'number and hash',
        },
      },
      examples: ['audit verify-history', 'audit verify-history --service payments --checkpoint "42 <hash>"'],
      variables: DATABASE,
      exits: {
        1: {
          means: 'something was altered',
          next: 'Let the database as it is, and go on as docs/operations/incidents.md says: somebody may have altered data.',
        },
        3: DATABASE_UNAVAILABLE,
      },
      load: async () => (await import('./verify-history.ts')).verifyHistories,
    }),
  },
};
