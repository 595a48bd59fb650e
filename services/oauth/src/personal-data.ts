import type { PersonalData } from '@xs2a/service-kit';

export const PERSONAL_DATA: PersonalData = {
  subjects: {
    purpose: 'PSU behind an access token, which TPPs do not see',
    source: 'sign-in of the PSU',
    kept: 'until the last token of its grant ends',
    find: ({ psuId }) => ({ 'psu.psuId': psuId }),
    shows: ['psu', 'keptUntil'],
    erase: { way: 'delete', unless: 'open' },
  },
  records: { none: 'Hashes of codes and tokens, and random subjects. They go with their grant.' },
  revokedGrants: { none: 'Hashes of grants.' },
  clients: { none: 'Contains data of TPPs only.' },
  secrets: { none: 'Keys of the service.' },
};
