import * as operations from '@xs2a/contracts';
import { defineService, handler, versionOf } from '@xs2a/service-kit';
import { z } from 'zod';
import { useConsent } from './access/use-consent.ts';
import { handOverAuthorisation, handOverBeforeOlderSca } from './authorisation/hand-over.ts';
import { listConsentAuthorisations, listFundsConsentAuthorisations } from './authorisation/list-authorisations.ts';
import { settleConsentAuthorisation, settleFundsConsentAuthorisation } from './authorisation/settle-authorisation.ts';
import { startConsentAuthorisation, startFundsConsentAuthorisation } from './authorisation/start-authorisation.ts';
import { reserveConsents } from './baskets/reserve-consents.ts';
import { settleBasket } from './baskets/settle-basket.ts';
import { createContext } from './context.ts';
import { createConsent } from './creation/create-consent.ts';
import { findPsuConsents, readPsuConsent } from './dashboard/find-psu-consents.ts';
import { listPsuConsents } from './dashboard/list-psu-consents.ts';
import { expireConsents, expireOneOffConsents } from './endings/expire-consents.ts';
import { rejectUnauthorisedConsents } from './endings/reject-unauthorised-consents.ts';
import { revokeConsent } from './endings/revoke-consent.ts';
import { terminateConsent, terminateFundsConsent } from './endings/terminate-consent.ts';
import { createFundsConsent } from './funds/create-funds-consent.ts';
import { readFundsConsent } from './funds/read-funds-consent.ts';
import { useFundsConsent } from './funds/use-funds-consent.ts';
import { ACCESSES } from './model/access.ts';
import { CONSENTS } from './model/consent.ts';
import { DETAIL_ACCESSES } from './model/detail-access.ts';
import { FUNDS_CONSENTS } from './model/funds-consent.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { findStored } from './reading/find-stored.ts';
import { readConsent } from './reading/read-consent.ts';
import { readConsentStatus, readFundsConsentStatus } from './reading/read-consent-status.ts';
import { joinSession } from './session/join-session.ts';

const EVERY_MINUTE_MS = 60_000;

/** Consents of both kinds, and the decision on every access under them. */
export const service = defineService({
  name: 'consent',
  version: versionOf(import.meta.url),
  usesKeys: true,
  config: z.object({}),
  collections: [CONSENTS, FUNDS_CONSENTS, ACCESSES, DETAIL_ACCESSES],
  personalData: PERSONAL_DATA,
  createContext,
  handlers: [
    handler(operations.createConsent, createConsent),
    handler(operations.readConsent, readConsent),
    handler(operations.readConsentStatus, readConsentStatus),
    handler(operations.terminateConsent, terminateConsent),
    handler(operations.listConsentAuthorisations, listConsentAuthorisations),
    handler(operations.startConsentAuthorisation, startConsentAuthorisation),
    handler(operations.handOverConsentAuthorisation, handOverAuthorisation),
    handler(operations.settleConsentAuthorisation, settleConsentAuthorisation),
    handler(operations.reserveConsents, reserveConsents),
    handler(operations.settleBasketConsents, settleBasket),
    handler(operations.joinSession, joinSession),
    handler(operations.findStoredConsents, findStored),
    handler(operations.useConsent, useConsent),
    handler(operations.findPsuConsents, findPsuConsents),
    handler(operations.readPsuConsent, readPsuConsent),
    handler(operations.listPsuConsents, listPsuConsents),
    handler(operations.revokeConsent, revokeConsent),
    handler(operations.createFundsConsent, createFundsConsent),
    handler(operations.readFundsConsent, readFundsConsent),
    handler(operations.readFundsConsentStatus, readFundsConsentStatus),
    handler(operations.terminateFundsConsent, terminateFundsConsent),
    handler(operations.listFundsConsentAuthorisations, listFundsConsentAuthorisations),
    handler(operations.startFundsConsentAuthorisation, startFundsConsentAuthorisation),
    handler(operations.settleFundsConsentAuthorisation, settleFundsConsentAuthorisation),
    handler(operations.useFundsConsent, useFundsConsent),
  ],
  jobs: [
    { name: 'expireConsents', everyMs: EVERY_MINUTE_MS, inEachScope: true, run: expireConsents },
    { name: 'expireUsedUp', everyMs: EVERY_MINUTE_MS, inEachScope: true, run: expireOneOffConsents },
    { name: 'rejectUnauthorised', everyMs: EVERY_MINUTE_MS, inEachScope: true, run: rejectUnauthorisedConsents },
  ],
  onStart: handOverBeforeOlderSca,
  onStop: async ({ attendedUses, accessRecords }) => {
    await attendedUses.flush();
    await accessRecords.flush();
  },
});
