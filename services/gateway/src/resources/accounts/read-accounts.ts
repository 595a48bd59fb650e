import type { Operation, QuotaReply, ReplyOf, RequestInputOf } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import type { z } from 'zod';
import { setQuotaHeaders } from '../../answers/quota-headers.ts';
import { type Call, headerOf } from '../../request/call.ts';

type ReadCall = Pick<Call, 'headers' | 'tpp' | 'consentId'>;

/** Returns consent and TPP of a read. A read with PSU-IP-Address has the PSU present, and is not counted (decision 18). */
export function readRequest(call: ReadCall) {
  const psuPresent = headerOf(call, 'psu-ip-address') !== undefined;
  return { tpp: call.tpp, consentId: call.consentId, psuPresent };
}

/** Returns the same with the account in the address. */
export function accountReadRequest(call: ReadCall & { params: { accountId: string } }) {
  return { ...readRequest(call), accountId: call.params.accountId };
}

/** Asks the accounts service. The remaining quota is sent in the headers, the rest in the answer. */
export async function readFromAccounts<Reply extends QuotaReply, O extends Operation<z.ZodType, z.ZodType<Reply>>>(
  bus: Bus,
  call: Pick<Call, 'res'>,
  operation: O,
  request: RequestInputOf<O>,
): Promise<Omit<ReplyOf<O>, keyof QuotaReply>> {
  const { accessQuota, ...answer } = await bus.ask(operation, request);
  if (call.res !== undefined) setQuotaHeaders(call.res, accessQuota);
  return answer;
}
