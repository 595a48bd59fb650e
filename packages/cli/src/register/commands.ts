import { command, type Group } from '../command/command.ts';

export const REGISTER: Group = {
  about: 'entries of TPPs in the register of payment institutions (EBA)',
  commands: {
    show: command({
      about: 'shows the entry of a TPP in the register of payment institutions, and the resulting roles',
      arguments: { organizationIdentifier: { about: 'organizationIdentifier of the TPP.' } },
      options: {
        file: { about: 'The reduced register.', value: 'file', required: true },
        country: { about: 'Country in which the TPP is to offer its services.', value: 'country', default: 'HR' },
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
      about: "creates the file for TPP_REGISTER_FILE from the EBA's download",
      details:
        'The download is unpacked JSON of some 200 MB. The result keeps only entities and fields that the gateway uses.',
      arguments: { download: { about: "The EBA's file." } },
      options: { out: { about: 'The file to write.', value: 'file', required: true } },
      examples: ['register reduce download.json --out register.json'],
      exits: {},
      load: async () => (await import('./read-register.ts')).reduce,
    }),
  },
};
