import { command, type Group } from '../command/command.ts';
import { DATABASE, DATABASE_UNAVAILABLE, DATABASES } from '../command/common.ts';

const DAY = { value: 'day' } as const;

export const AUDIT: Group = {
  about: 'what is kept as evidence: who did what, and that nobody has altered it',
  commands: {
    export: command({
      about: 'exports who did what, and what TPPs read under which consent',
      details: 'Lines of JSON. Days are those of UTC. PSUs are pseudonyms: a keyed hash of the PSU-ID.',
      options: {
        from: { about: 'The first day; yesterday if left out.', ...DAY },
        to: { about: 'The last day; yesterday if left out.', ...DAY },
        out: { about: 'Folder for a file of each day; standard output if left out.', value: 'folder' },
      },
      examples: ['audit export --from 2026-11-01 --to 2026-11-30 --out audit', 'audit export --out audit'],
      variables: {
        AUDIT_KEY_FILE:
          'File with the key of pseudonyms, of 32 bytes at least. Without it they hold within one export alone.',
        ...DATABASES,
      },
      exits: { 3: DATABASE_UNAVAILABLE },
      load: async () => (await import('./export.ts')).exportAudit,
    }),
    'verify-history': command({
      about: 'verifies that the history of statuses has not been altered',
      options: {
        service: {
          about: 'The service whose history it is; all if left out.',
          value: 'name',
          choices: ['consent', 'payments', 'sca', 'gateway'],
        },
        checkpoint: {
          about: 'Also that this checkpoint, which was kept elsewhere, is in it.',
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
