import { checkFunds, type RequestOf, readInbox, sendChallenge, verifyChallenge, verifyPassword } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, test } from 'vitest';
import { PRIVATE, situationOf, startBank } from '../../test/test-context.ts';

const at = forAllTests(() => startBank({ clock: () => new Date(nowMs) }));
let nowMs = Date.now();

function challenge(overrides: Partial<RequestOf<typeof sendChallenge>> = {}): RequestOf<typeof sendChallenge> {
  return {
    challengeId: crypto.randomUUID(),
    psuId: 'psu-private',
    authenticationMethodId: 'sms',
    contentHash: 'hash-of-content',
    text: 'Plaćanje 12,34 EUR',
    lifetimeSeconds: 300,
    ...overrides,
  };
}

/** Sends a challenge and reads its code from the PSU's inbox. */
async function sent(overrides: Partial<RequestOf<typeof sendChallenge>> = {}) {
  const request = challenge(overrides);
  nowMs += 1;
  await at.bus.ask(sendChallenge, request);
  const { messages } = await at.bus.ask(readInbox, { psuId: request.psuId });
  const code = messages[0]?.code ?? '';
  return { ...request, code, wrong: code === '000000' ? '000001' : '000000' };
}

const judge = (challengeId: string, code: string, contentHash = 'hash-of-content', attemptId = crypto.randomUUID()) =>
  at.bus.ask(verifyChallenge, { challengeId, attemptId, contentHash, code });

describe('a one-time code', () => {
  test('is accepted once, for the content it was sent for', async () => {
    const { challengeId, code } = await sent();
    expect(code).toMatch(/^[0-9]{6}$/);
    expect(await judge(challengeId, code)).toEqual({ verdict: 'accepted' });
    expect(await judge(challengeId, code)).toEqual({ verdict: 'wrong' });
  });

  test('is found in the inbox by the authorisation it was sent for, whatever else was sent', async () => {
    const authorisationId = crypto.randomUUID();
    const { code } = await sent({ authorisationId });
    await sent({ authorisationId: crypto.randomUUID() });
    await sent();
    const { messages } = await at.bus.ask(readInbox, { psuId: 'psu-private', authorisationId });
    expect(messages.map((message) => message.code)).toEqual([code]);
  });

  test.each([
    ['hr', 'Skenirajte sliku'],
    ['en', 'Scan the picture'],
    [undefined, 'Skenirajte sliku'],
  ] as const)('in a picture says how to read it in the language of its text: %s', async (language, said) => {
    const photo = challenge({ authenticationMethodId: 'photo', ...(language && { language }) });
    expect((await at.bus.ask(sendChallenge, photo)).additionalInformation).toContain(said);
  });

  test('is wrong for any other content', async () => {
    const { challengeId, code } = await sent();
    expect(await judge(challengeId, code, 'hash-of-other-content')).toEqual({ verdict: 'wrong' });
    expect(await judge(challengeId, code)).toEqual({ verdict: 'accepted' });
  });

  test('of one challenge is wrong for another one', async () => {
    const first = await sent();
    const second = await sent();
    if (first.code !== second.code) expect(await judge(second.challengeId, first.code)).toEqual({ verdict: 'wrong' });
    expect(await judge(crypto.randomUUID(), first.code)).toEqual({ verdict: 'wrong' });
  });

  test('is valid until the end of its lifetime and expired from then on', async () => {
    const early = await sent({ lifetimeSeconds: 60 });
    const late = await sent({ lifetimeSeconds: 60 });
    nowMs += 59_000;
    expect(await judge(early.challengeId, early.code)).toEqual({ verdict: 'accepted' });
    nowMs += 1_000;
    expect(await judge(late.challengeId, late.code)).toEqual({ verdict: 'expired' });
  });

  test('gets the same answer for a repeated attempt, even after it has expired', async () => {
    const { challengeId, code, wrong } = await sent();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(await judge(challengeId, wrong, 'hash-of-content', first)).toEqual({ verdict: 'wrong' });
    expect(await judge(challengeId, code, 'hash-of-content', first)).toEqual({ verdict: 'wrong' });
    expect(await judge(challengeId, code, 'hash-of-content', second)).toEqual({ verdict: 'accepted' });
    nowMs += 3_600_000;
    expect(await judge(challengeId, code, 'hash-of-content', second)).toEqual({ verdict: 'accepted' });
  });

  test('after five wrong attempts the right code is wrong too', async () => {
    const { challengeId, code, wrong } = await sent();
    for (let attempt = 0; attempt < 5; attempt++) expect(await judge(challengeId, wrong)).toEqual({ verdict: 'wrong' });
    expect(await judge(challengeId, code)).toEqual({ verdict: 'wrong' });
  });

  test('permits no more attempts and no second acceptance for parallel guesses', async () => {
    const guessed = await sent();
    const wrongs = await Promise.all(Array.from({ length: 20 }, () => judge(guessed.challengeId, guessed.wrong)));
    expect(wrongs.every(({ verdict }) => verdict === 'wrong')).toBe(true);
    expect((await at.context.challenges.findOne({ _id: guessed.challengeId }))?.attempts).toHaveLength(5);
    const right = await sent();
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => judge(right.challengeId, right.code)));
    expect(verdicts.filter(({ verdict }) => verdict === 'accepted')).toHaveLength(1);
  });

  test('sent twice under one challengeId is one message and the same code', async () => {
    const { challengeId, code } = await sent({ psuId: 'psu-multi' });
    await at.bus.ask(sendChallenge, challenge({ challengeId, psuId: 'psu-multi' }));
    const { messages } = await at.bus.ask(readInbox, { psuId: 'psu-multi' });
    expect(messages.map((message) => message.code)).toEqual([code]);
  });

  test('is not stored in clear with its challenge', async () => {
    const { challengeId, code } = await sent();
    const stored = await at.context.challenges.findOne({ _id: challengeId });
    expect(JSON.stringify({ ...stored, _id: '', sentAt: '', expiresAt: '', salt: '', codeHash: '' })).not.toContain(
      code,
    );
  });

  test('is not sent by a method that the PSU does not have, nor to an unknown or blocked PSU', async () => {
    expect(
      await situationOf(at.bus.ask(sendChallenge, challenge({ psuId: 'psu-multi', authenticationMethodId: 'push' }))),
    ).toBe('scaMethodUnknown');
    expect(await situationOf(at.bus.ask(sendChallenge, challenge({ psuId: 'psu-blocked' })))).toBe(
      'psuCredentialsInvalid',
    );
    expect(await situationOf(at.bus.ask(sendChallenge, challenge({ psuId: 'nobody' })))).toBe('psuCredentialsInvalid');
  });
});

describe('the inbox', () => {
  test('shows the newest message first, and nothing for an unknown PSU', async () => {
    await sent({ text: 'first', psuId: 'psu-exempt' });
    await sent({ text: 'second', psuId: 'psu-exempt' });
    const { messages } = await at.bus.ask(readInbox, { psuId: 'psu-exempt' });
    expect(messages.map(({ text }) => text)).toEqual(['second', 'first']);
    expect(await at.bus.ask(readInbox, { psuId: 'nobody' })).toEqual({ messages: [] });
  });

  test('and the bank do not exist outside the sandbox', async () => {
    await expect(startBank({ sandbox: false })).rejects.toThrow('SANDBOX: must be true');
  });
});

describe('the password', () => {
  test('is verified for a known PSU', async () => {
    expect(await at.bus.ask(verifyPassword, { psuId: 'psu-private', password: 'psu-private-pass' })).toEqual({
      verified: true,
    });
  });

  test.each([
    ['a wrong password', 'psu-private', 'psu-private-pas'],
    ['the password of another PSU', 'psu-private', 'psu-multi-pass'],
    ['an empty password', 'psu-private', ''],
    ['an unknown PSU', 'nobody', 'nobody-pass'],
    ['a blocked PSU without its password', 'psu-blocked', 'wrong'],
  ])('is not verified: %s', async (_, psuId, password) => {
    expect(await at.bus.ask(verifyPassword, { psuId, password })).toEqual({ verified: false });
  });

  test('of a blocked PSU is not verified, and the reply says that the PSU is blocked', async () => {
    const credentials = { psuId: 'psu-blocked', password: 'psu-blocked-pass' };
    expect(await at.bus.ask(verifyPassword, credentials)).toEqual({ verified: false, blocked: true });
  });

  test('is stored only as an argon2id hash with its own salt', async () => {
    const psus = await at.context.psus.find().toArray();
    expect(new Set(psus.map(({ password }) => password.salt)).size).toBe(psus.length);
    expect(JSON.stringify(psus)).not.toContain('-pass');
  });
});

describe('checkFunds', () => {
  const funds = (amount: string, account: object = { iban: PRIVATE }, currency = 'EUR') =>
    at.bus
      .ask(checkFunds, { account, instructedAmount: { currency, amount } })
      .then(({ fundsAvailable }) => fundsAvailable);

  test('counts the agreed overdraft to the cent and reserves nothing', async () => {
    expect(await funds('5932.10')).toBe(true);
    expect(await funds('5932.11')).toBe(false);
    expect(await funds('5932.10')).toBe(true);
  });

  test('checks the sub-account of the currency, and a card by its number', async () => {
    const multi = { iban: 'HR9899900051200000018' };
    expect(await funds('1200.00', multi, 'USD')).toBe(true);
    expect(await funds('1200.01', multi, 'USD')).toBe(false);
    expect(await funds('1.00', multi, 'GBP')).toBe(false);
    expect(await funds('1749.25', { pan: '4532000000000017' })).toBe(true);
    expect(await funds('1749.26', { maskedPan: '453200******0017' })).toBe(false);
  });

  test('answers no for an unknown or blocked account', async () => {
    expect(await funds('1.00', { iban: 'HR1723600001101234565' })).toBe(false);
    expect(await funds('1.00', { iban: 'HR1499900059900000012' })).toBe(false);
  });
});
