import {
  type AccountReference,
  confirmFunds,
  FundsConfirmationRequest,
  listFundsConsentAuthorisations,
  type ReplyOf,
  readConsentStatus,
  readFundsConsent,
  readFundsConsentStatus,
  readScaStatus,
  settleFundsConsentAuthorisation,
  terminateFundsConsent,
  useConsent,
  useFundsConsent,
} from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, askForFundsConsent, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { CARD, fundsConsentOrder, fundsQuestion, IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { authorisationOf } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent', 'accounts'));

/** Each test uses a separate TPP: without a Consent-ID any consent of the TPP counts. */
function newTpp() {
  return { ...TPP, id: `PSDHR-HNB-${crypto.randomUUID()}`, roles: [...TPP.roles] };
}
type Tpp = ReturnType<typeof newTpp>;
const ZAGREB = { timeZone: 'Europe/Zagreb' };

async function valid(tpp: Tpp, body?: object, psuId?: string): Promise<string> {
  const created = await askForFundsConsent(services.bus, body, { tpp });
  await approveOnBus(services.bus, created, psuId);
  return created.consentId;
}

function use(
  tpp: Tpp,
  consentId?: string,
  given: { account?: AccountReference | undefined; cardNumber?: string } = {},
) {
  return services.bus.ask(useFundsConsent, { tpp, consentId, account: { iban: IBAN.private }, ...given });
}

function confirm(tpp: Tpp) {
  const body = FundsConfirmationRequest.parse(fundsQuestion('1.00'));
  return services.bus.ask(confirmFunds, { tpp, body });
}

async function statusOf(tpp: Tpp, consentId: string): Promise<string> {
  return (await services.bus.ask(readFundsConsentStatus, { tpp, consentId })).consentStatus;
}

function stored(consentId: string): Promise<{ _id: string; contentHash: string } | null> {
  const collection = services.database('consent').collection<{ _id: string; contentHash: string }>('fundsConsents');
  return collection.findOne({ _id: consentId });
}

describe('the content of a confirmation-of-funds consent', () => {
  const CARD_FIELDS = { cardExpiryDate: '2099-12-31', cardInformation: 'Visa', registrationInformation: 'since 2026' };
  const read = (tpp: Tpp, consentId: string): Promise<ReplyOf<typeof readFundsConsent>> =>
    services.bus.ask(readFundsConsent, { tpp, consentId });

  it('is returned as requested in the form of the standard, with a masked card number', async () => {
    const tpp = newTpp();
    const body = fundsConsentOrder({ cardNumber: CARD.clear, ...CARD_FIELDS });
    const { consentId } = await askForFundsConsent(services.bus, body, { tpp });
    expect(await read(tpp, consentId)).toEqual({
      account: { iban: IBAN.private },
      cardNumber: CARD.masked,
      ...CARD_FIELDS,
      consentStatus: 'received',
    });
  });

  it('is returned as requested in the form of the interface, with an account', async () => {
    const tpp = newTpp();
    const access = { balances: [{ iban: IBAN.private }], transactions: [{ iban: IBAN.savings }] };
    const body = { access, recurringIndicator: 'true', validUntil: '9999-12-31', frequencyPerDay: '4' };
    const { consentId } = await askForFundsConsent(services.bus, body, { tpp });
    expect(await read(tpp, consentId)).toEqual({
      access,
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      account: { iban: IBAN.private },
      consentStatus: 'received',
    });
  });

  it('has no clear card number anywhere, from whatever field', async () => {
    const access = { balances: [{ pan: CARD.clear }], transactions: [{ maskedPan: CARD.clear }] };
    const { consentId, authorisation } = await askForFundsConsent(services.bus, {
      account: { pan: CARD.clear },
      cardNumber: CARD.clear,
      access,
    });
    const atSca = await authorisationOf(services, authorisation?.authorisationId ?? '');
    expect(atSca.parent.id).toBe(consentId);
    const kept = JSON.stringify([await stored(consentId), atSca]);
    expect(kept).toContain(CARD.masked);
    expect(kept).not.toContain(CARD.clear);
  });

  it('is refused if its last day is over', async () => {
    for (const field of ['validUntil', 'cardExpiryDate']) {
      const asked = askForFundsConsent(services.bus, fundsConsentOrder({ [field]: '2020-01-01' }));
      expect(await situationOf(asked)).toBe('fieldInvalid');
    }
  });
});

describe('the life of a confirmation-of-funds consent', () => {
  it('begins as received, and valid once the PSU of the account approved it', async () => {
    const tpp = newTpp();
    const created = await askForFundsConsent(services.bus, undefined, { tpp });
    expect(created.consentStatus).toBe('received');
    expect(await situationOf(use(tpp, created.consentId))).toBe('consentNotUsable');
    await approveOnBus(services.bus, created);
    expect(await statusOf(tpp, created.consentId)).toBe('valid');
    expect(await use(tpp, created.consentId)).toEqual({ account: { iban: IBAN.private } });
  });

  it('ends no other consent, of either kind, and is ended by none', async () => {
    const tpp = newTpp();
    const recurring = await askForConsent(services.bus, {}, { tpp });
    await approveOnBus(services.bus, recurring);
    const [first, second] = [
      await valid(tpp),
      await valid(tpp, { access: { balances: [{ iban: IBAN.private }] }, recurringIndicator: true }),
    ];
    expect((await services.bus.ask(readConsentStatus, { tpp, consentId: recurring.consentId })).consentStatus).toBe(
      'valid',
    );
    const later = await askForConsent(services.bus, {}, { tpp });
    await approveOnBus(services.bus, later);
    expect((await services.bus.ask(readConsentStatus, { tpp, consentId: recurring.consentId })).consentStatus).toBe(
      'expired',
    );
    expect([await statusOf(tpp, first), await statusOf(tpp, second)]).toEqual(['valid', 'valid']);
  });

  it('ends with its deletion: nothing is permitted from the response on, and its open authorisation fails', async () => {
    const tpp = newTpp();
    const { consentId } = await askForFundsConsent(services.bus, undefined, { tpp });
    const terminate = () => services.bus.ask(terminateFundsConsent, { tpp, consentId, requestId: crypto.randomUUID() });
    expect(await terminate()).toEqual({ consentStatus: 'terminatedByTpp' });
    const { authorisationIds } = await services.bus.ask(listFundsConsentAuthorisations, { tpp, consentId });
    await eventually(
      () => {
        const parent = { kind: 'fundsConsent', id: consentId } as const;
        return services.bus.ask(readScaStatus, { tpp, parent, authorisationId: authorisationIds[0] ?? '' });
      },
      ({ scaStatus }) => scaStatus === 'failed',
    );
    expect(await situationOf(use(tpp, consentId))).toBe('consentNotUsable');
    expect(await situationOf(use(tpp))).toBe('piisNotActivated');
    expect(await terminate()).toEqual({ consentStatus: 'terminatedByTpp' });
  });

  it('counts the outcome of an authorisation once, and only for the content that was approved', async () => {
    const tpp = newTpp();
    const { consentId, authorisation } = await askForFundsConsent(services.bus, undefined, { tpp });
    const settlement = {
      authorisationId: authorisation?.authorisationId ?? '',
      parent: { kind: 'fundsConsent', id: consentId },
      outcome: 'failed',
      contentHash: (await stored(consentId))?.contentHash ?? '',
    } as const;
    const settle = (given: object) => services.bus.ask(settleFundsConsentAuthorisation, { ...settlement, ...given });
    expect(await situationOf(settle({ contentHash: 'other' }))).toBe('authorisationUnknown');
    expect(await settle({})).toEqual({ consentStatus: 'rejected' });
    expect(await settle({ outcome: 'finalised' })).toEqual({ consentStatus: 'rejected' });
  });

  it('returns the same consent and link for a repeated request, and refuses another body under its id', async () => {
    const repeated = { tpp: newTpp(), requestId: crypto.randomUUID() };
    const [first, again] = [
      await askForFundsConsent(services.bus, undefined, repeated),
      await askForFundsConsent(services.bus, undefined, repeated),
    ];
    expect(again).toEqual(first);
    expect(await situationOf(askForFundsConsent(services.bus, undefined, { ...repeated, fingerprint: 'other' }))).toBe(
      'requestIdReused',
    );
  });
});

describe('the permission decision', () => {
  it("ignores consents of other TPPs as unknown, and the TPP's own consents for other services", async () => {
    const tpp = newTpp();
    const consentId = await valid(tpp);
    const stranger = newTpp();
    expect(await situationOf(use(stranger, consentId))).toBe('consentIdHeaderUnknown');
    expect(await situationOf(use(stranger))).toBe('piisNotActivated');
    expect(await situationOf(statusOf(stranger, consentId))).toBe('consentIdPathUnknown');
    const reading = await askForConsent(services.bus, {}, { tpp });
    await approveOnBus(services.bus, reading);
    // A consent to read accounts does not cover funds: the request is checked as without a consent.
    expect(await situationOf(use(tpp, reading.consentId))).toBeUndefined();
    expect(await situationOf(use(tpp, reading.consentId, { account: { iban: IBAN.multi } }))).toBe('piisNotActivated');
    const read = (by: typeof tpp) =>
      services.bus.ask(useConsent, { tpp: by, consentId, psuPresent: true, kind: 'list' });
    expect(await situationOf(read(tpp))).toBe('consentNotUsable');
    expect(await situationOf(read(stranger))).toBe('consentIdHeaderUnknown');
  });

  it('covers each named account, and no other', async () => {
    const tpp = newTpp();
    const access = { balances: [{ iban: IBAN.private }], transactions: [{ iban: IBAN.savings }] };
    const consentId = await valid(tpp, { access });
    const other = { account: { iban: IBAN.multi } };
    for (const iban of [IBAN.private, IBAN.savings]) {
      expect(await use(tpp, consentId, { account: { iban } })).toEqual({ account: { iban } });
      expect(await use(tpp, undefined, { account: { iban } })).toEqual({ account: { iban } });
    }
    expect(await situationOf(use(tpp, consentId, other))).toBe('consentLacksRight');
    expect(await situationOf(use(tpp, undefined, other))).toBe('piisNotActivated');
  });

  it('takes a card alone for the account that it was registered for, under the named consent or any', async () => {
    const tpp = newTpp();
    const asked = (cardNumber: string, consentId?: string) => use(tpp, consentId, { account: undefined, cardNumber });
    const anyCard = await valid(tpp, fundsConsentOrder({ account: { iban: IBAN.savings } }));
    expect(await situationOf(asked(CARD.clear))).toBe('cardInvalid');
    const named = await valid(tpp, fundsConsentOrder({ cardNumber: CARD.clear }));
    for (const written of [CARD.clear, CARD.masked, '4532 0000 0000 0017', '4532-0000-0000-0017', '453200••••••0017']) {
      expect(await asked(written)).toEqual({ account: { iban: IBAN.private } });
      expect(await asked(written, named)).toEqual({ account: { iban: IBAN.private } });
    }
    expect(await asked(CARD.clear, anyCard)).toEqual({ account: { iban: IBAN.savings } });
    for (const unknown of ['4532000000000025', 'card of Ana', '17']) {
      expect(await situationOf(asked(unknown))).toBe('cardInvalid');
      expect(await situationOf(asked(unknown, named))).toBe('cardInvalid');
    }
    expect(await situationOf(services.bus.ask(useFundsConsent, { tpp: newTpp(), cardNumber: CARD.clear }))).toBe(
      'cardInvalid',
    );
  });

  it('refuses a card alone that may belong to several accounts: masked numbers of two cards can be the same', async () => {
    const tpp = newTpp();
    await valid(tpp, fundsConsentOrder({ cardNumber: CARD.clear }));
    await valid(tpp, fundsConsentOrder({ account: { iban: IBAN.savings }, cardNumber: CARD.clear }));
    const refused = services.bus.ask(useFundsConsent, { tpp, cardNumber: CARD.clear });
    expect(await situationOf(refused)).toBe('cardInvalid');
    expect(await use(tpp, undefined, { account: { iban: IBAN.savings }, cardNumber: CARD.clear })).toEqual({
      account: { iban: IBAN.savings },
    });
  });

  it('refuses a card that the consent does not name; a consent without a card covers any', async () => {
    const tpp = newTpp();
    const named = await valid(tpp, fundsConsentOrder({ cardNumber: CARD.clear }));
    for (const cardNumber of [CARD.clear, CARD.masked]) {
      expect(await situationOf(use(tpp, named, { cardNumber }))).toBeUndefined();
      expect(await situationOf(use(tpp, undefined, { cardNumber }))).toBeUndefined();
    }
    expect(await situationOf(use(tpp, named))).toBeUndefined();
    const otherCard = { cardNumber: '4532000000000025' };
    expect(await situationOf(use(tpp, named, otherCard))).toBe('cardInvalid');
    expect(await situationOf(use(tpp, undefined, otherCard))).toBe('cardInvalid');
    const anyCard = await valid(tpp);
    expect(await situationOf(use(tpp, anyCard, otherCard))).toBeUndefined();
    expect(await situationOf(use(tpp, undefined, otherCard))).toBeUndefined();
  });

  it('a card account is found by its number, clear or masked', async () => {
    const tpp = newTpp();
    await valid(tpp, { account: { pan: CARD.clear } });
    for (const account of [{ pan: CARD.clear }, { maskedPan: CARD.masked }]) {
      expect(await use(tpp, undefined, { account })).toEqual({ account: { maskedPan: CARD.masked } });
    }
    expect(await situationOf(use(tpp, undefined, { account: { pan: '4532000000000025' } }))).toBe('piisNotActivated');
  });

  it('asks about the sub-account that a consent names, and covers no other', async () => {
    const tpp = newTpp();
    const dollars = { iban: IBAN.multi, currency: 'USD' };
    const consentId = await valid(tpp, { account: dollars }, 'psu-multi');
    expect(await use(tpp, consentId, { account: { iban: IBAN.multi } })).toEqual({ account: dollars });
    const euros = { account: { iban: IBAN.multi, currency: 'EUR' } };
    expect(await situationOf(use(tpp, consentId, euros))).toBe('consentLacksRight');
    expect(await situationOf(use(tpp, undefined, euros))).toBe('piisNotActivated');
  });
});

describe('a funds confirmation', () => {
  it('is refused without a permission, and while the bank is unavailable', async () => {
    const tpp = newTpp();
    expect(await situationOf(confirm(tpp))).toBe('piisNotActivated');
    await valid(tpp);
    expect(await confirm(tpp)).toEqual({ fundsAvailable: true });
    await services.running.bank.stop();
    expect(await situationOf(confirm(tpp))).toBe('serviceUnavailable');
    await services.restart('bank');
  });
});

describe('the last day of a confirmation-of-funds consent', () => {
  it.each(['validUntil', 'cardExpiryDate'])(
    'serves to the end of the day of %s in the time zone of the bank',
    async (field) => {
      const tpp = newTpp();
      const today = bankDay(services.clock.now(), ZAGREB);
      const other = field === 'validUntil' ? 'cardExpiryDate' : 'validUntil';
      const consentId = await valid(tpp, fundsConsentOrder({ [field]: today, [other]: '2099-12-31' }));
      const midnight = new Date(`${today}T12:00:00Z`);
      while (bankDay(midnight, ZAGREB) === today) midnight.setMinutes(midnight.getMinutes() + 15);
      services.clock.moveTo(new Date(midnight.getTime() - 60_000).toISOString());
      expect(await situationOf(use(tpp, consentId))).toBeUndefined();
      expect(await situationOf(use(tpp, undefined))).toBeUndefined();
      services.clock.moveTo(midnight.toISOString());
      expect(await situationOf(use(tpp, consentId))).toBe('consentExpired');
      expect(await situationOf(use(tpp, undefined))).toBe('piisNotActivated');
      await services.running.consent.kit.jobs.runNow('expireConsents');
      expect(await statusOf(tpp, consentId)).toBe('expired');
      expect(await situationOf(use(tpp, consentId))).toBe('consentExpired');
    },
  );

  it('is optional: without it a consent stays valid, but one not approved in time is rejected', async () => {
    const tpp = newTpp();
    const approved = await valid(tpp);
    const { consentId: left } = await askForFundsConsent(services.bus, undefined, { tpp });
    services.clock.forward({ days: 3_650 });
    for (const job of ['expireConsents', 'rejectUnauthorised']) await services.running.consent.kit.jobs.runNow(job);
    expect([await statusOf(tpp, approved), await statusOf(tpp, left)]).toEqual(['valid', 'rejected']);
    expect(await situationOf(use(tpp, approved))).toBeUndefined();
  });
});
