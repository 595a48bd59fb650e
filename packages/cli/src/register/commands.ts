import { command, type Group } from '../command/command.ts';

export const REGISTER: Group = {
  about: 'what the register of payment institutions says of TPPs (EBA)',
  commands: {
    show: command({
      about: 'shows what the register of payment institutions says of a TPP',
      details: 'And what the gateway makes of it.',
      arguments: { organizationIdentifier: { about: 'Of the TPP.' } },
      options: {
        file: { about: 'The register, as reduced.', value: 'file', required: true },
        country: { about: 'Where it is to offer its services.', value: 'country', default: 'HR' },
      },
      examples: ['register show PSDHR-HNB-12345 --file register.json'],
      exits: {
        0: 'the TPP is authorised',
        1: {
          means: 'it is not, or is not named',
          next: 'Reduce the newest download, and ask the authority that has authorised the TPP.',
        },
      },
      load: async () => (await import('./read-register.ts')).show,
    }),
    reduce: command({
      about: "makes the file for TPP_REGISTER_FILE of the EBA's download",
      details:
        'The download is unpacked JSON of some 200 MB. Kept are entities that may be TPPs, and of them what is read.',
      arguments: { download: { about: "The EBA's file." } },
      options: { out: { about: 'The file to write.', value: 'file', required: true } },
      examples: ['register reduce download.json --out register.json'],
      exits: {},
      load: async () => (await import('./read-register.ts')).reduce,
    }),
  },
};
