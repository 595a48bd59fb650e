import {
  answerDevice,
  type RequestOf,
  readDevice,
  readInbox,
  reportChallenge,
  sendChallenge,
  verifyChallenge,
} from '@xs2a/contracts';
import { forAllTests, standIn } from '@xs2a/test-kit';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBank, until } from '../../../test/test-context.ts';

const at = forAllTests(() => startBank({ clock: () => new Date(nowMs) }));
let nowMs = Date.now();
/** Messages to sca. While it is down nobody listens. */
const sent: RequestOf<typeof reportChallenge>[] = [];
let scaListens: { unsubscribe(): void };

function listenAsSca(): { unsubscribe(): void } {
  return standIn(at.bus, reportChallenge, (report) => {
    sent.push(report);
    return { scaStatus: 'finalised' as const };
  });
}

beforeAll(async () => {
  scaListens = listenAsSca();
  await at.bus.connection.flush();
});
beforeEach(() => {
  sent.length = 0;
  nowMs += 3_600_000;
});

type Challenge = RequestOf<typeof sendChallenge> & { authorisationId: string };

/** A prompt on the device of psu-private; a test says only what it is about. */
async function prompted(overrides: Partial<Challenge> = {}): Promise<Challenge> {
  nowMs += 1;
  const request = {
    challengeId: crypto.randomUUID(),
    authorisationId: crypto.randomUUID(),
    psuId: 'psu-private',
    authenticationMethodId: 'push',
    contentHash: 'hash-of-content',
    text: 'Plaćanje 12,34 EUR',
    lifetimeSeconds: 300,
    ...overrides,
  };
  expect(await at.bus.ask(sendChallenge, request)).toEqual({});
  return request;
}

const answer = (authorisationId: string, approve: boolean, psuId = 'psu-private') =>
  at.bus.ask(answerDevice, { psuId, authorisationId, approve }).then(({ answered }) => answered);

const waiting = async (psuId = 'psu-private') => (await at.bus.ask(readDevice, { psuId })).prompts;

describe('a prompt on the device', () => {
  test('shows the content to approve, newest first, and has no code', async () => {
    const older = await prompted({ text: 'older' });
    const newer = await prompted({ text: 'newer' });
    expect(await waiting()).toEqual([
      { authorisationId: newer.authorisationId, at: new Date(nowMs).toISOString(), text: 'newer' },
      { authorisationId: older.authorisationId, at: new Date(nowMs - 1).toISOString(), text: 'older' },
    ]);
    const { messages } = await at.bus.ask(readInbox, { psuId: 'psu-private' });
    expect(messages).toEqual([]);
    expect(await waiting('psu-corporate-1')).toEqual([]);
  });

  test.each([
    [true, 'approved'],
    [false, 'declined'],
  ] as const)('answered %s is reported to sca as %s before the PSU gets the reply', async (approve, verdict) => {
    const { authorisationId, challengeId, contentHash } = await prompted();
    expect(await answer(authorisationId, approve)).toBe(true);
    expect(sent).toEqual([{ challengeId, contentHash, verdict }]);
    expect(await waiting()).toEqual([]);
  });

  test('is answered once, even if two answers come at the same moment', async () => {
    const { authorisationId } = await prompted();
    const answers = await Promise.all([true, false, true, false].map((approve) => answer(authorisationId, approve)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await answer(authorisationId, true)).toBe(false);
    expect(sent).toHaveLength(1);
  });

  test('is answered by its own PSU alone', async () => {
    const { authorisationId } = await prompted();
    expect(await answer(authorisationId, true, 'psu-corporate-1')).toBe(false);
    expect(await answer(crypto.randomUUID(), true)).toBe(false);
    expect(sent).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });

  test('can be answered until the end of its lifetime, and no longer', async () => {
    const early = await prompted({ lifetimeSeconds: 60 });
    const late = await prompted({ lifetimeSeconds: 60 });
    nowMs += 59_000;
    expect(await answer(early.authorisationId, true)).toBe(true);
    nowMs += 1_000;
    expect(await waiting()).toEqual([]);
    expect(await answer(late.authorisationId, true)).toBe(false);
    expect(sent.map(({ challengeId }) => challengeId)).toEqual([early.challengeId]);
  });

  test('sent twice under one challengeId is one prompt, also after it was answered', async () => {
    const prompt = await prompted();
    await prompted(prompt);
    expect(await waiting()).toHaveLength(1);
    await answer(prompt.authorisationId, false);
    await prompted(prompt);
    expect(await waiting()).toEqual([]);
  });

  test('replaces an older one of the same authorisation', async () => {
    const older = await prompted();
    const newer = await prompted({ authorisationId: older.authorisationId, contentHash: 'hash-of-other-content' });
    expect(await waiting()).toHaveLength(1);
    expect(await answer(older.authorisationId, true)).toBe(true);
    expect(sent).toEqual([
      { challengeId: newer.challengeId, contentHash: 'hash-of-other-content', verdict: 'approved' },
    ]);
  });

  test('is replaced by a code for the same authorisation, and not by one for another', async () => {
    const { authorisationId, ...asked } = await prompted();
    const sms = { ...asked, challengeId: crypto.randomUUID(), authenticationMethodId: 'sms' };
    await at.bus.ask(sendChallenge, { ...sms, authorisationId: crypto.randomUUID() });
    expect(await waiting()).toHaveLength(1);
    await at.bus.ask(sendChallenge, { ...sms, challengeId: crypto.randomUUID(), authorisationId });
    expect(await waiting()).toEqual([]);
    expect(await answer(authorisationId, true)).toBe(false);
    expect(sent).toEqual([]);
  });

  test('is the only one waiting of several sent for one authorisation at the same moment', async () => {
    const authorisationId = crypto.randomUUID();
    await Promise.all(Array.from({ length: 4 }, () => prompted({ authorisationId })));
    expect(await at.context.devicePrompts.countDocuments({ authorisationId })).toBe(4);
    expect(await at.context.devicePrompts.countDocuments({ authorisationId, status: 'waiting' })).toBe(1);
  });

  test('is stored before it is reported: the report waits while sca is down', async () => {
    scaListens.unsubscribe();
    await at.bus.connection.flush();
    const { authorisationId, challengeId } = await prompted();
    expect(await answer(authorisationId, true)).toBe(true);
    expect(sent).toEqual([]);
    scaListens = listenAsSca();
    await until(() => {
      nowMs += 1_000;
      return sent.length > 0;
    });
    expect(sent[0]).toEqual({ challengeId, contentHash: 'hash-of-content', verdict: 'approved' });
  });

  test('accepts no typed code', async () => {
    const { challengeId, contentHash } = await prompted();
    const attempt = { challengeId, attemptId: crypto.randomUUID(), contentHash, code: '000000' };
    expect(await at.bus.ask(verifyChallenge, attempt)).toEqual({ verdict: 'wrong' });
  });

  test('is not sent for a sign-in, which approves nothing: the device then shows a code', async () => {
    const { authorisationId: _, ...signIn } = await prompted();
    const before = (await waiting()).length;
    const data = await at.bus.ask(sendChallenge, { ...signIn, challengeId: crypto.randomUUID() });
    expect(data).toEqual({ otpMaxLength: 6, otpFormat: 'integer' });
    expect(await waiting()).toHaveLength(before);
  });
});

describe('a picture', () => {
  const PNG_SIGNATURE = '89504e470d0a1a0a';
  const IMAGE_BYTES_MAX = 512 * 1024;

  test('of the code is a PNG of at most 512 kB, the same for the same challenge', async () => {
    const challengeId = crypto.randomUUID();
    const photo = {
      challengeId,
      authorisationId: crypto.randomUUID(),
      psuId: 'psu-private',
      authenticationMethodId: 'photo',
      contentHash: 'hash-of-content',
      text: 'Skupno plaćanje '.repeat(60),
      lifetimeSeconds: 300,
    };
    const data = await at.bus.ask(sendChallenge, photo);
    const image = Buffer.from(data.image ?? '', 'base64');
    expect(image.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
    expect(image.length).toBeLessThan(IMAGE_BYTES_MAX);
    expect(data).toMatchObject({ otpMaxLength: 6, otpFormat: 'integer' });
    expect(await at.bus.ask(sendChallenge, photo)).toEqual(data);
    const { messages } = await at.bus.ask(readInbox, { psuId: 'psu-private' });
    const attempt = { challengeId, attemptId: crypto.randomUUID(), contentHash: 'hash-of-content' };
    expect(await at.bus.ask(verifyChallenge, { ...attempt, code: messages[0]?.code ?? '' })).toEqual({
      verdict: 'accepted',
    });
  });
});
