import {
  leaveBasket,
  reserveConsents,
  settleBasketConsents,
  startConsentAuthorisation,
  useConsent,
} from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { askForConsent, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { startServices } from '@xs2a/test-system/start/start-services';
import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ConsentContext } from '../context.ts';
import { endConsent } from '../endings/end-consent.ts';
import { endDueConsents } from '../endings/end-due-consents.ts';
import type { Consent } from '../model/consent.ts';
import { accountConsents } from '../model/consent-kind.ts';

const services = forAllTests(() => startServices('bank', 'sca', 'consent'));

const tpp = { ...TPP, roles: [...TPP.roles] };
const reserve = (consentIds: string[], basketId: string = crypto.randomUUID()) =>
  services.bus.ask(reserveConsents, { tpp, basketId, consentIds });

/** State of a consent if the bank does not answer within a second. */
const WITHOUT_RULES = { $unset: { signaturesNeeded: '' } } as const;

describe('a basket reserves all its consents or none (decision 23)', () => {
  it('consents of different PSUs are refused, and none of them stays blocked', async () => {
    const consentOf = async (psuId: string) => (await askForConsent(services.bus, {}, { psu: { psuId } })).consentId;
    const consentIds = [await consentOf('psu-private'), await consentOf('psu-empty')];
    expect(await situationOf(reserve(consentIds))).toBe('basketMixInvalid');
    for (const consentId of consentIds) {
      const start = services.bus.ask(startConsentAuthorisation, { ...creation(), consentId });
      expect(await situationOf(start)).toBeUndefined();
    }
  });
});

describe('a consent that was approved with its basket', () => {
  it.each([
    ['the bank had not said how many must approve', undefined, ['psu-private'], 1],
    ['another member needed more PSUs', 1, ['psu-one', 'psu-two'], 2],
  ])('has as many needed approvals as after one of its own, where %s', async (_, said, signedBy, needed) => {
    const { consentId } = await askForConsent(services.bus, {}, { wishes: { explicitAuthorisationPreferred: true } });
    const consents = services.database('consent').collection<{ _id: string; signaturesNeeded?: number }>('consents');
    await consents.updateOne(
      { _id: consentId },
      said === undefined ? WITHOUT_RULES : { $set: { signaturesNeeded: said } },
    );
    const basketId = crypto.randomUUID();
    await reserve([consentId], basketId);
    const psu = { psuId: signedBy.at(-1) ?? '', name: 'Ana' };
    await services.bus.ask(settleBasketConsents, { basketId, outcome: 'authorised', signedBy, psu });
    const stored = await consents.findOne({ _id: consentId });
    expect(stored).toMatchObject({ consentStatus: 'valid', signedBy, signaturesNeeded: needed });
  });

  it('is not open to the access token of another PSU, even if the bank had not stated the number of signers', async () => {
    const { consentId } = await askForConsent(services.bus, {}, { wishes: { explicitAuthorisationPreferred: true } });
    const consents = services.database('consent').collection<{ _id: string }>('consents');
    await consents.updateOne({ _id: consentId }, WITHOUT_RULES);
    const basketId = crypto.randomUUID();
    await reserve([consentId], basketId);
    const psu = { psuId: 'psu-private', name: 'Ana' };
    await services.bus.ask(settleBasketConsents, { basketId, outcome: 'authorised', signedBy: [psu.psuId], psu });
    const readFor = (psuId: string) => {
      const use = { tpp: { ...tpp, onBehalfOf: { psuId } }, consentId, psuPresent: true, kind: 'list' as const };
      return situationOf(services.bus.ask(useConsent, use));
    };
    expect([await readFor(psu.psuId), await readFor('psu-empty')]).toEqual([undefined, 'consentNotUsable']);
  });
});

describe('a consent that ends at the moment at which a basket reserves it', () => {
  type End = (context: ConsentContext, _id: string, taken: () => Promise<unknown>) => Promise<unknown>;
  const deleted: End = (context, _id, taken) => {
    const kind = accountConsents(context);
    const find = async () => {
      const consent = (await kind.collection.findOne({ _id })) as Consent;
      await taken();
      return consent;
    };
    return endConsent(context, kind, find, 'terminated', { by: tpp });
  };
  const outOfTime: End = async (context, _id, taken) => {
    const { consents } = context;
    const found = await consents.find({ _id }).toArray();
    await taken();
    const find = () => ({ limit: () => ({ toArray: async () => found }) });
    const collection = Object.create(consents, { find: { value: find } }) as Collection<Consent>;
    await endDueConsents(context, { ...accountConsents(context), collection }, { _id }, () => 'refused');
    // The next run of the job.
    await endDueConsents(context, accountConsents(context), { _id, consentStatus: 'received' }, () => 'refused');
  };

  it.each([
    ['deleted by its TPP', deleted],
    ['out of time', outOfTime],
  ])('%s: it tells that it leaves the basket', async (_, end) => {
    const context = services.running.consent.get<ConsentContext>(CONTEXT);
    const { consentId } = await askForConsent(services.bus, {}, { wishes: { explicitAuthorisationPreferred: true } });
    const basketId = crypto.randomUUID();
    const left: object[] = [];
    const told = standIn(services.bus, leaveBasket, (request) => {
      left.push(request);
      return { transactionStatus: 'RCVD' as const };
    });
    await services.bus.connection.flush();
    await end(context, consentId, () => reserve([consentId], basketId));
    told.unsubscribe();
    expect(left).toEqual([{ basketId, consentId }]);
  });
});
