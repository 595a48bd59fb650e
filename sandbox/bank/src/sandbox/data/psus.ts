import type { BankScaMethod } from '@xs2a/contracts';

interface SandboxPsu {
  readonly psuId: string;
  readonly name: string;
  readonly corporateId?: string;
  readonly blocked?: true;
  readonly ownTransfersExempted?: true;
  readonly scaMethods: readonly BankScaMethod[];
}

const sms = (lastDigits: string): BankScaMethod => ({
  authenticationMethodId: 'sms',
  authenticationType: 'SMS_OTP',
  name: `SMS ***-**-${lastDigits}`,
  explanation: 'Kod stiže SMS porukom.',
});

const push = (device: string, authenticationMethodId = 'push'): BankScaMethod => ({
  authenticationMethodId,
  authenticationType: 'PUSH_OTP',
  name: device,
  explanation: 'Potvrdite zahtjev u aplikaciji banke.',
});

const photo: BankScaMethod = {
  authenticationMethodId: 'photo',
  authenticationType: 'PHOTO_OTP',
  authenticationVersion: '2.0',
  name: 'photoTAN',
  explanation: 'Skenirajte sliku svojim uređajem.',
};

/** The test users. A password is the PSU-ID with `-pass` appended. Only its hash is stored. */
export const SANDBOX_PSUS: readonly SandboxPsu[] = [
  { psuId: 'psu-private', name: 'Ana Horvat', scaMethods: [sms('17'), push('Pixel 9'), photo] },
  { psuId: 'psu-multi', name: 'Marko Kovačević', scaMethods: [sms('28')] },
  { psuId: 'psu-corporate-1', name: 'Ivana Babić', corporateId: 'corp-1', scaMethods: [sms('31'), push('iPhone 16')] },
  {
    psuId: 'psu-corporate-2',
    name: 'Tomislav Jurić',
    corporateId: 'corp-1',
    scaMethods: [sms('32'), push('Galaxy S25')],
  },
  { psuId: 'psu-empty', name: 'Luka Novak', scaMethods: [sms('44')] },
  { psuId: 'psu-exempt', name: 'Petra Marić', ownTransfersExempted: true, scaMethods: [sms('55')] },
  {
    psuId: 'psu-devices',
    name: 'Nina Kralj',
    scaMethods: [sms('66'), push('Pixel 9'), push('iPad', 'push-2')],
  },
  { psuId: 'psu-nofactor', name: 'Josip Knežević', scaMethods: [] },
  { psuId: 'psu-blocked', name: 'Maja Perić', blocked: true, scaMethods: [sms('99')] },
];

export function sandboxPassword(psuId: string): string {
  return `${psuId}-pass`;
}

/** Returns the methods of a developer's own PSU, in the requested order. */
export function methodsOf(kinds: readonly ('sms' | 'push' | 'photo')[]): BankScaMethod[] {
  const methods = { sms: sms('00'), push: push('Test device'), photo };
  return kinds.map((kind) => methods[kind]);
}
