import { command, type Group } from '../command/command.ts';

const SIGNERS = {
  about: 'Certificates that may sign the list of lists (PEM), as published in the Official Journal.',
  value: 'file',
  required: true,
} as const;

export const TRUST_LIST: Group = {
  about: 'creates the trust anchors of the gateway from the trusted lists of the European Union (ETSI TS 119 612)',
  commands: {
    fetch: command({
      about: 'downloads the trusted lists over https, and imports nothing',
      options: {
        signers: SIGNERS,
        out: { about: 'Folder for the lists.', value: 'folder', required: true },
        territories: { about: 'States, separated by commas; default: all.', value: 'states' },
        from: {
          about: 'Address of the list of lists.',
          value: 'url',
          default: 'https://ec.europa.eu/tools/lotl/eu-lotl.xml',
        },
      },
      examples: ['trust-list fetch --signers lotl-signers.pem --out lists --territories HR,SI'],
      exits: {
        1: {
          means: 'a list was not fetched',
          next: 'Run it again, or with --territories for these alone; the lists of the others are in the folder.',
        },
      },
      load: async () => (await import('./make-anchors.ts')).fetchTrustLists,
    }),
    import: command({
      about: 'verifies trusted lists and converts them to trust anchors; needs no network',
      details:
        'Prints the changes since the previous import, and writes trust-anchors.pem (for TPP_TRUST_LIST) and manifest.json.\nA rejected list changes nothing; the others are imported.',
      options: {
        lotl: { about: 'The list of lists.', value: 'file', required: true },
        signers: SIGNERS,
        list: { about: 'The list of a state; may be repeated.', value: 'file', several: true },
        out: { about: 'Folder for the trust anchors.', value: 'folder', required: true },
        check: { about: 'Writes nothing.' },
      },
      examples: [
        'trust-list import --lotl lists/eu-lotl.xml --signers lotl-signers.pem --list lists/HR.xml --out trust',
      ],
      exits: {
        0: 'imported, or nothing had changed',
        1: {
          means: 'a list was rejected',
          next: 'Fetch the list anew, and compare its signer with the list of lists; its anchors of before stay trusted.',
        },
        3: { means: 'with --check: an import would change something', next: 'Run it without --check to import.' },
      },
      load: async () => (await import('./make-anchors.ts')).importTrustLists,
    }),
  },
};
