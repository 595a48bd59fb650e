import { ScaApproach, ScaStatus } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { psuMessageOf } from './psu-message.ts';

const sms = { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS to …678' } as const;

const NOW = new Date('2026-11-22T12:00:00Z');
const CONTEXT = { profile: { methodMayChange: false }, now: () => NOW };
const LATER = new Date(NOW.getTime() + 60_000);

function message(scaStatus: ScaStatus, more: Partial<Parameters<typeof psuMessageOf>[1]> = {}): string {
  return psuMessageOf(CONTEXT, { scaApproach: 'EMBEDDED', scaStatus, ...more }, 'en');
}

describe('the psuMessage', () => {
  it('exists in every approach and status, in both languages', () => {
    for (const scaApproach of ScaApproach.options)
      for (const scaStatus of ScaStatus.options)
        for (const language of ['hr', 'en'] as const)
          expect(psuMessageOf(CONTEXT, { scaApproach, scaStatus }, language)).toMatch(/\.$/);
  });

  it('names the method by which a code was sent; a TOTP code comes from the app', () => {
    expect(message('scaMethodSelected', { chosenScaMethod: sms })).toContain('SMS to …678');
    const totp = { authenticationMethodId: 'own-totp', authenticationType: 'TOTP', name: 'Authenticator' } as const;
    expect(message('scaMethodSelected', { chosenScaMethod: totp })).toContain('authenticator app');
  });

  it('in a redirect refers to the pages of the bank, whatever the PSU does on them', () => {
    const open = ['received', 'psuIdentified', 'psuAuthenticated', 'scaMethodSelected', 'started'] as const;
    const messages = open.map((scaStatus) => message(scaStatus, { scaApproach: 'REDIRECT', attemptsLeft: 1 }));
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toContain('pages of the bank');
  });

  it('warns of the last attempts while input may follow, and only then (RTS 2018/389 Art. 4 (4))', () => {
    expect(message('received', { attemptsLeft: 2 })).toContain('2 attempts left');
    expect(message('psuIdentified', { attemptsLeft: 1 })).toContain('one attempt left');
    expect(message('scaMethodSelected', { attemptsLeft: 0 })).toContain('Too many wrong entries');
    expect(message('failed', { attemptsLeft: 0 })).toContain('too many wrong entries');
    expect(message('psuAuthenticated', { attemptsLeft: 1 })).not.toContain('attempt');
    expect(message('finalised', { attemptsLeft: 1 })).not.toContain('attempt');
  });

  it('does not ask for a code that has expired', () => {
    const challenge = { id: '1', sentAt: NOW, data: {} };
    const at = (until: Date) =>
      message('scaMethodSelected', { chosenScaMethod: sms, challenge: { ...challenge, until } });
    expect(at(LATER)).toContain('Enter the code');
    expect(at(NOW)).toBe('The code has expired. Please start the approval again.');
  });

  it.each([
    ['EMBEDDED', 'no method that can approve it'],
    ['DECOUPLED', 'no device to approve it on'],
  ] as const)('%s: says that the PSU has %s', (scaApproach, reason) => {
    expect(message('failed', { scaApproach, scaMethods: [] })).toContain(reason);
  });

  it('says that the authorisation timed out, unless it failed before', () => {
    const failed = { at: NOW, by: 'sca', event: 'failed', to: 'failed' } as never;
    expect(message('failed', { history: [failed], openUntil: NOW })).toContain('not approved in time');
    expect(message('failed', { history: [failed], openUntil: LATER })).toBe('The request was not approved.');
  });
});
