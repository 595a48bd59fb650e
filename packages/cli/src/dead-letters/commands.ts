import { command, type Group } from '../command/command.ts';
import { DATABASE, DATABASE_UNAVAILABLE } from '../command/common.ts';

const ID = { id: { about: 'Id of the dead letter in the list.' } };
const SERVICE = {
  service: {
    about: 'The service that sent the message.',
    value: 'name',
    required: true,
    choices: ['payments', 'consent', 'sca', 'bank'],
  },
} as const;
const EXITS = {
  1: {
    means: 'the dead letter or its resource does not exist',
    next: 'xs2a dead-letters list shows those that there are; xs2a story tells what became of its document.',
  },
  3: DATABASE_UNAVAILABLE,
};

export const DEAD_LETTERS: Group = {
  about: 'messages that their receiver has refused permanently',
  commands: {
    list: command({
      about: 'lists messages that their receiver has refused permanently',
      options: SERVICE,
      examples: ['dead-letters list --service payments'],
      variables: DATABASE,
      exits: { 3: DATABASE_UNAVAILABLE },
      load: async () => (await import('./handle-dead-letters.ts')).list,
    }),
    show: command({
      about: 'shows a dead letter with its request, which may contain personal data',
      arguments: ID,
      options: SERVICE,
      examples: ['dead-letters show <id> --service payments'],
      variables: DATABASE,
      exits: EXITS,
      load: async () => (await import('./handle-dead-letters.ts')).show,
    }),
    replay: command({
      about: 'returns a dead letter to its outbox for immediate delivery',
      arguments: ID,
      options: SERVICE,
      examples: ['dead-letters replay <id> --service payments'],
      variables: DATABASE,
      exits: EXITS,
      load: async () => (await import('./handle-dead-letters.ts')).replay,
    }),
    drop: command({
      about: 'drops a dead letter permanently',
      arguments: ID,
      options: SERVICE,
      examples: ['dead-letters drop <id> --service payments'],
      variables: DATABASE,
      exits: EXITS,
      load: async () => (await import('./handle-dead-letters.ts')).drop,
    }),
  },
};
