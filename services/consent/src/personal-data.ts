import { anyOf, type PersonalData, type PsuDocuments } from '@xs2a/service-kit';
import { CONSENTS, type Consent } from './model/consent.ts';

const PSU_IDS = ['namedPsu.psuId', 'psuId', 'signedBy', 'history.psuId'];
const IBANS = [...['accounts', 'balances', 'transactions'].map((name) => `access.${name}.iban`), 'grants.account.iban'];

const CONSENT = {
  source: 'request of the TPP, and approval of the PSU',
  shows: [
    'tppId',
    'tppName',
    'namedPsu',
    'psuId',
    'signedBy',
    'corporateId',
    'consentStatus',
    'model',
    'access',
    'grantedAccess',
    'grants',
    'content',
    'validUntil',
    'frequencyPerDay',
    'recurringIndicator',
    'authorisedAt',
    'uses',
    'history',
  ],
  erase: { way: 'afterTerm' },
} as const satisfies Partial<PsuDocuments>;

/** Accesses first, because the consents find them. */
export const PERSONAL_DATA: PersonalData = {
  accesses: {
    purpose: 'evidence of what TPPs read under the consents of the PSU',
    source: 'requests of TPPs',
    kept: '400 days after the last access of its kind and day',
    async find({ psuId }, db) {
      const granted = { signedBy: psuId, authorisedAt: { $exists: true } };
      return { consentId: { $in: await db.collection<Consent>(CONSENTS.name).distinct('_id', granted) } };
    },
    index: { consentId: 1 },
    shows: ['consentId', 'tppId', 'day', 'kind', 'psuPresent', 'times', 'firstAt', 'lastAt'],
    erase: { way: 'keep', because: 'it is evidence, names no PSU, and goes by itself 400 days after the access' },
  },
  consents: {
    ...CONSENT,
    purpose: 'consents to account information, and evidence of them',
    find: ({ psuId, ibans }) => ({ $or: [...anyOf(PSU_IDS, [psuId]), ...anyOf(IBANS, ibans)] }),
  },
  fundsConsents: {
    ...CONSENT,
    purpose: 'consents to the confirmation of funds, and evidence of them',
    find: ({ psuId, ibans }) => ({ $or: [...anyOf(PSU_IDS, [psuId]), ...anyOf(['accounts.iban'], ibans)] }),
  },
  detailAccesses: { none: 'Counters by ids of a consent and an entry. They go as soon as they limit nothing.' },
};
