import { PROFILE_PRESETS, REFUSALS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { describeErrors } from './describe-errors.ts';
import { describeProfile } from './describe-profile.ts';
import type { Reader } from './reader.ts';
import { renderGuide } from './render-guide.ts';
import { DOCUMENTED_MACHINES } from './status-machines.ts';

describe('the developer pages describe', () => {
  it('every error for a TPP', () => {
    const described = describeErrors((_, code) => ({ code })).flatMap(({ errors }) => errors);
    const ofThePortal = ['redirectLinkUnknown', 'redirectLinkExpired', 'scaSessionOver'];
    const all = Object.keys(REFUSALS).filter((situation) => !ofThePortal.includes(situation));
    expect(described.map(({ situation }) => situation).toSorted()).toEqual(all.toSorted());
  });

  it('errors that no request of a single developer causes, with their element', () => {
    const described = describeErrors(({ path, text }) => ({ path, text })).flatMap(({ errors }) => errors);
    const shown = new Map(described.map(({ situation, example = '{}' }) => [situation, JSON.parse(example) as object]));
    expect(shown.get('signatureInvalid')).toMatchObject({ path: 'Digest', text: expect.stringContaining('body') });
    expect(shown.get('tokenExpired')).toMatchObject({ path: 'Authorization' });
    expect(shown.get('certificateOfOtherTpp')).toMatchObject({ path: 'TPP-Signature-Certificate' });
  });

  it('the meaning of every status', () => {
    for (const { machine, meanings, frames } of DOCUMENTED_MACHINES) {
      expect(Object.keys(meanings).toSorted()).toEqual(Object.keys(machine).toSorted());
      expect(Object.keys(machine)).toEqual(expect.arrayContaining(frames.flat()));
    }
  });

  it.each([
    [true, 'selectAuthenticationMethod', 'startAuthorisation'],
    [false, 'startAuthorisation', 'selectAuthenticationMethod'],
  ])(
    'the steps of a TPP after a code has expired, depending on whether methods may change: %s',
    (methodMayChange, next, other) => {
      const profile = { ...PROFILE_PRESETS['hr-full'], methodMayChange };
      const known = {
        origin: 'https://xs2a.test',
        tlsOrigin: 'https://xs2a.test',
        today: new Date(0),
        isSandbox: true,
      };
      const { sections } = renderGuide('authorisation', { ...known, profile } as unknown as Reader);
      const expired = sections.find(({ id }) => id === 'when-a-code-has-expired')?.html ?? '';
      expect(expired).toContain(`<code>${next}</code>`);
      expect(expired).not.toContain(other);
      expect(expired).toContain(`valid for ${profile.limits.otpMinutes} minutes`);
      expect(sections.find(({ id }) => id === 'when-it-fails')?.html).toContain(
        `<td data-column="next"><code>${next}</code></td>`,
      );
    },
  );

  it('the effective profile', () => {
    expect(describeProfile(PROFILE_PRESETS['hr-full']).notOffered).toEqual([]);
    expect(describeProfile(PROFILE_PRESETS['hr-basic']).notOffered).toEqual(['periodic-payments']);
  });
});
