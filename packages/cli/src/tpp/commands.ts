import { command, type Group } from '../command/command.ts';
import { BUS, BUS_UNAVAILABLE } from '../command/common.ts';

const TPP_ID = { id: { about: 'organizationIdentifier of the TPP, or the thumbprint of a certificate.' } };
const REASON = { about: 'Reason, for the record.', value: 'why', required: true } as const;
const BY = { about: 'Operator name; default: the current user of this machine.', value: 'who' };
const EXITS = {
  1: { means: 'the gateway refuses', next: 'Correct what the line names. xs2a tpp list shows who is blocked.' },
  3: BUS_UNAVAILABLE,
};

export const TPP: Group = {
  about: 'blocks and unblocks TPPs; a decision takes effect at once at every replica of the gateway',
  commands: {
    block: command({
      about: 'blocks a TPP at once, at every replica of the gateway',
      arguments: TPP_ID,
      options: { reason: REASON, until: { about: 'End of the block; default: none.', value: 'time' }, by: BY },
      examples: ['tpp block PSDHR-HNB-00000000 --reason "certificate lost" --until 2027-01-31T00:00:00Z'],
      variables: BUS,
      exits: EXITS,
      load: async () => (await import('./block-tpp.ts')).block,
    }),
    unblock: command({
      about: 'unblocks a TPP',
      arguments: TPP_ID,
      options: { reason: REASON, by: BY },
      examples: ['tpp unblock PSDHR-HNB-00000000 --reason "new certificate"'],
      variables: BUS,
      exits: EXITS,
      load: async () => (await import('./block-tpp.ts')).unblock,
    }),
    list: command({
      about: 'lists the blocked TPPs, each with the reason and end of the block',
      examples: ['tpp list'],
      variables: BUS,
      exits: EXITS,
      load: async () => (await import('./block-tpp.ts')).list,
    }),
  },
};
