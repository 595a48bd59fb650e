import { type Call, headerOf } from './call.ts';

type Reading = Pick<Call, 'headers' | 'tpp'>;

/** PSU-IP-Address says that the PSU asked for it: such a read is not counted (interface 5.3). */
export function reading(call: Reading) {
  const psuPresent = headerOf(call, 'psu-ip-address') !== undefined;
  return { tpp: call.tpp, consentId: headerOf(call, 'consent-id') ?? '', psuPresent };
}

export function readingOfAccount(call: Reading & { params: { accountId: string } }) {
  return { ...reading(call), accountId: call.params.accountId };
}
