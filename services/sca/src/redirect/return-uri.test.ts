import type { ScaStatus } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import type { Authorisation } from '../model/authorisation.ts';
import { returnUriOf } from './return-uri.ts';

const URIS = { redirectUri: 'https://tpp.example/ok?a=b%20c', nokRedirectUri: 'https://tpp.example/nok' };

function returnUri(scaStatus: ScaStatus, overrides: Partial<Authorisation> = {}): string | undefined {
  return returnUriOf({ ...URIS, scaStatus, ...overrides } as Authorisation);
}

describe('the browser returns', () => {
  it('to TPP-Redirect-URI after an approval or an exemption', () => {
    expect(returnUri('finalised')).toBe(URIS.redirectUri);
    expect(returnUri('exempted')).toBe(URIS.redirectUri);
  });

  it('to TPP-Nok-Redirect-URI after a failure, or to TPP-Redirect-URI if the TPP sent no other', () => {
    expect(returnUri('failed')).toBe(URIS.nokRedirectUri);
    expect(returnUriOf({ redirectUri: URIS.redirectUri, scaStatus: 'failed' } as Authorisation)).toBe(URIS.redirectUri);
  });

  it("with the confirmationCode, and the TPP's query unchanged", () => {
    const confirmationCode = 'c0de';
    expect(returnUri('unconfirmed', { confirmationCode })).toBe(`${URIS.redirectUri}&confirmationCode=c0de`);
    expect(returnUri('unconfirmed', { confirmationCode, redirectUri: 'https://tpp.example/' })).toBe(
      'https://tpp.example/?confirmationCode=c0de',
    );
    expect(returnUri('failed', { confirmationCode })).toBe(URIS.nokRedirectUri);
  });
});
