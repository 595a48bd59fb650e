import { anyOf, type PersonalData } from '@xs2a/service-kit';
import { hashToken } from './session/token.ts';

const ENROLLED = 'the PSU';
const UNTIL_REMOVED = 'until the PSU removes it, or an erasure';
const PSU_IDS = ['psu.psuId', 'namedPsu.psuId', 'signedBy', 'combined.psu.psuId', 'history.psuId'];
const IBANS = [
  'accounts',
  'debtorAccount',
  'debtorAccounts',
  'grants.account',
  'members.debtorAccount',
  'members.debtorAccounts',
  'members.grants.account',
  'payment.debtorAccount',
  'payment.debtorAccounts',
].map((field) => `content.${field}.iban`);

/** Authorisations first, because passkeys are evidence of them. No session, link or secret is shown. */
export const PERSONAL_DATA: PersonalData = {
  authorisations: {
    purpose: 'strong customer authentication, and evidence of it',
    source: 'request of the TPP, and input of the PSU',
    find: ({ psuId, ibans }) => ({ $or: [...anyOf(PSU_IDS, [psuId]), ...anyOf(IBANS, ibans)] }),
    shows: [
      'tppId',
      'tppName',
      'parent',
      'content',
      'namedPsu',
      'psu',
      'signedBy',
      'language',
      'scaApproach',
      'scaStatus',
      'chosenScaMethod',
      'failures',
      'history',
    ],
    erase: { way: 'afterTerm' },
  },
  logins: {
    purpose: 'sign-in to the pages for permissions and factors',
    source: ENROLLED,
    kept: 'a day after its end',
    find: ({ psuId }) => ({ 'psu.psuId': psuId }),
    shows: ['psu', 'scaStatus', 'openUntil', 'history'],
    erase: {
      way: 'delete',
      keeps: (_, { now }) =>
        Promise.resolve([{ where: { openUntil: { $gt: now } }, because: 'the PSU is signed in', isOpen: true }]),
    },
  },
  passkeys: {
    purpose: 'factor of strong customer authentication, and evidence of what it approved',
    source: ENROLLED,
    kept: UNTIL_REMOVED,
    find: ({ psuId }) => ({ psuId }),
    index: { psuId: 1 },
    shows: ['psuId', 'name', 'publicKey', 'deviceType', 'createdAt', 'lastUsedAt', 'removedAt'],
    erase: { way: 'delete', unless: 'kept' },
  },
  totpSecrets: {
    purpose: 'factor of strong customer authentication',
    source: ENROLLED,
    kept: UNTIL_REMOVED,
    find: ({ psuId }) => ({ _id: psuId }),
    shows: ['createdAt', 'lastUsedAt'],
    erase: { way: 'delete', unless: 'open' },
  },
  psuAttempts: {
    purpose: 'protection of the PSU-ID against guessing',
    source: 'wrong passwords and codes',
    kept: 'as long as it limits something',
    find: ({ psuId }) => ({ _id: hashToken(psuId) }),
    shows: ['failures', 'closedUntil', 'challengesSent', 'forgetAt'],
    erase: { way: 'keep', because: 'it protects the PSU, has a hash instead of the PSU-ID, and goes by itself' },
  },
  namedPsus: { none: 'A hash of TPP and PSU-ID together, for an hour.' },
  bankSignIns: { none: 'Hashes of a sign-in that has no PSU yet.' },
  psuRequests: {
    none: 'Requests for reports and erasures, with a hash instead of the PSU-ID: evidence that they were made.',
  },
  secrets: { none: 'Keys of the service.' },
};
