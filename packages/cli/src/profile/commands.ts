import { command, type Group } from '../command/command.ts';

const PROFILE_ARGUMENT = { name: { about: 'A preset, or a file; default: hr-full.', optional: true } } as const;
const EXITS = {
  1: {
    means: 'the profile is invalid; one line for each error',
    next: 'Correct the file: docs/profile describes each setting. Presets are listed there too.',
  },
};

export const PROFILE: Group = {
  about: "shows and checks the bank's settings of the interface",
  commands: {
    show: command({
      about: 'prints every setting of a preset, or of a file merged into its preset',
      details: 'Services show the fingerprint at /readyz.',
      arguments: PROFILE_ARGUMENT,
      examples: ['profile show hr-full', 'profile show bank.yaml'],
      exits: EXITS,
      load: async () => (await import('./show.ts')).show,
    }),
    check: command({
      about: 'checks whether services would start with a profile, and names settings that may be obstacles to TPPs',
      arguments: PROFILE_ARGUMENT,
      examples: ['profile check bank.yaml'],
      exits: EXITS,
      load: async () => (await import('./show.ts')).check,
    }),
  },
};
