import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Xs2aError } from '@xs2a/contracts';
import type { BankContext } from '../context.ts';

const HOUR_MS = 3_600_000;
/** Groups of an IPv6 address that identify its network: a subscriber has the whole network (RFC 6177). */
const NETWORK_GROUPS = 4;

/** Counts a registration from an address. One write counts and returns the count, so that parallel ones cannot exceed the limit. */
export async function limitRegistrations(
  { registrations, workspacesPerHourMax, now }: Pick<BankContext, 'registrations' | 'workspacesPerHourMax' | 'now'>,
  address: string | undefined,
): Promise<void> {
  if (address === undefined) return;
  const at = now().getTime();
  const hour = Math.floor(at / HOUR_MS);
  const endsAt = (hour + 1) * HOUR_MS;
  const counted = await registrations.findOneAndUpdate(
    { _id: `${createHash('sha256').update(networkOf(address)).digest('base64url')}:${hour}` },
    { $inc: { count: 1 }, $setOnInsert: { expiresAt: new Date(endsAt) } },
    { upsert: true, returnDocument: 'after' },
  );
  if ((counted?.count ?? 0) <= workspacesPerHourMax) return;
  throw new Xs2aError('rateExceeded', {
    text: `from your address ${workspacesPerHourMax} sandboxes may be created in an hour; Retry-After says when the next one may`,
    retryAfterSeconds: Math.ceil((endsAt - at) / 1_000),
  });
}

function networkOf(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  if (!isIPv6(plain)) return plain;
  const [start = '', end] = plain.split('::');
  const groups = start.split(':').filter((group) => group !== '');
  const rest = (end ?? '').split(':').filter((group) => group !== '');
  const zeros = end === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...rest];
  return all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
