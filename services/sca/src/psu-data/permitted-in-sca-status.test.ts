import { ScaApproach, ScaInput, ScaStatus, Xs2aError } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { isPermitted, refuseUnlessPermitted } from './permitted-in-sca-status.ts';

const KINDS: ScaInput['kind'][] = ScaInput.options.map(({ shape }) => shape.kind.value);

function permitted(scaApproach: ScaApproach, scaStatus: ScaStatus): ScaInput['kind'][] {
  return KINDS.filter((kind) => isPermitted(scaApproach, scaStatus, kind));
}

describe('permitted input of a TPP', () => {
  it('in scaMethodSelected is the code alone, and only in the embedded approach', () => {
    expect(permitted('EMBEDDED', 'scaMethodSelected')).toEqual(['transactionAuthorisation']);
    expect(permitted('REDIRECT', 'scaMethodSelected')).toEqual([]);
    expect(permitted('DECOUPLED', 'scaMethodSelected')).toEqual([]);
  });

  it('in a redirect is the PSU-ID before the sign-in, and the confirmation code after the approval', () => {
    const all = ScaStatus.options.filter((scaStatus) => permitted('REDIRECT', scaStatus).length > 0);
    expect(all).toEqual(['received', 'unconfirmed']);
    expect(permitted('REDIRECT', 'received')).toEqual(['identification']);
    expect(permitted('REDIRECT', 'unconfirmed')).toEqual(['confirmation', 'confirmationByToken']);
  });

  it('includes an encrypted password wherever a plain one is permitted', () => {
    for (const scaApproach of ScaApproach.options)
      for (const scaStatus of ScaStatus.options)
        expect(isPermitted(scaApproach, scaStatus, 'encryptedAuthentication')).toBe(
          isPermitted(scaApproach, scaStatus, 'authentication'),
        );
  });

  it('is none while a device is prompted, and none after the end', () => {
    for (const scaApproach of ScaApproach.options)
      for (const scaStatus of ['started', 'finalised', 'exempted', 'failed'] as const)
        expect(permitted(scaApproach, scaStatus)).toEqual([]);
  });

  it.each([
    ['EMBEDDED', 'psuIdentified', undefined, 'psuData.password'],
    ['EMBEDDED', 'psuAuthenticated', undefined, 'authenticationMethodId'],
    ['EMBEDDED', 'psuIdentified', [], 'authenticationMethodId'],
    ['REDIRECT', 'received', undefined, 'PSU-ID'],
    ['REDIRECT', 'received', [], 'PSU-ID or authenticationMethodId'],
    ['REDIRECT', 'unconfirmed', undefined, 'confirmationCode'],
  ] as const)('is named in the error: %s, %s', (scaApproach, scaStatus, methodsToChoose, expected) => {
    const sent = { scaApproach, scaStatus, methodsToChoose };
    expect(() => refuseUnlessPermitted(sent, 'transactionAuthorisation')).toThrow(
      expect.objectContaining({
        text: `these data do not fit the present scaStatus, ${scaStatus}: it expects ${expected}`,
      }),
    );
  });

  it('is described in the error if there is none', () => {
    const sent = { scaApproach: 'REDIRECT', scaStatus: 'psuIdentified' } as const;
    expect(() => refuseUnlessPermitted(sent, 'authentication')).toThrow(
      expect.objectContaining({ text: expect.stringMatching(/nothing is expected of the TPP$/) }),
    );
  });

  it('leads to STATUS_INVALID if violated, after a failure to SCA_INVALID', () => {
    const situationIn = (scaStatus: ScaStatus) => {
      try {
        refuseUnlessPermitted({ scaApproach: 'EMBEDDED', scaStatus }, 'methodSelection');
        return undefined;
      } catch (error) {
        return error instanceof Xs2aError ? error.situation : error;
      }
    };
    expect(situationIn('psuAuthenticated')).toBeUndefined();
    expect(situationIn('received')).toBe('statusInvalid');
    expect(situationIn('finalised')).toBe('statusInvalid');
    expect(situationIn('failed')).toBe('authorisationFailed');
  });
});
