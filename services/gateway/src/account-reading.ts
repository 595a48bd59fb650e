import type { Operation, QuotaReply, ReplyOf, RequestInputOf } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import type { z } from 'zod';
import { tellAccessQuota } from './access-headers.ts';
import { type Call, headerOf } from './call.ts';

type Reading = Pick<Call, 'headers' | 'tpp'>;

/** PSU-IP-Address says that the PSU asked for it: such a read is not counted (decision 18). */
export function reading(call: Reading) {
  const psuPresent = headerOf(call, 'psu-ip-address') !== undefined;
  return { tpp: call.tpp, consentId: headerOf(call, 'consent-id') ?? '', psuPresent };
}

export function readingOfAccount(call: Reading & { params: { accountId: string } }) {
  return { ...reading(call), accountId: call.params.accountId };
}

/** Asks accounts for what is read. What the read left of the consent goes into the headers, the rest is the answer. */
export async function askForReading<Reply extends QuotaReply, O extends Operation<z.ZodType, z.ZodType<Reply>>>(
  bus: Bus,
  call: Pick<Call, 'res'>,
  operation: O,
  request: RequestInputOf<O>,
): Promise<Omit<ReplyOf<O>, keyof QuotaReply>> {
  const { accessQuota, ...answer } = await bus.ask(operation, request);
  if (call.res !== undefined) tellAccessQuota(call.res, accessQuota);
  return answer;
}
