import {
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  PaymentService,
  REFUSALS,
  type Refusal,
  type Situation,
} from '@xs2a/contracts';
import { refusalIn } from '../black-box.ts';
import { type Check, expectSame } from '../check.ts';
import { situationByProfile } from '../situation-by-profile.ts';
import type { Sent, TestContext } from '../test-context.ts';
import { offered } from './offered-features.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Answer to an unknown id in a path, by the first parameter of the path. */
const UNKNOWN: Readonly<Record<string, Situation>> = {
  consentId: 'consentIdPathUnknown',
  paymentId: 'resourceUnknown',
  basketId: 'resourceUnknown',
  accountId: 'accountUnknown',
};

/** Endpoints that look up another id of the path first, with its answer. */
const LOOKED_UP_FIRST: Readonly<Partial<Record<EndpointKey, Situation>>> = {
  downloadTransactions: 'downloadUnknown',
  getPaymentInitiationScaStatus: 'authorisationUnknown',
  updatePaymentPsuData: 'authorisationUnknown',
  getPaymentCancellationScaStatus: 'authorisationUnknown',
  updatePaymentCancellationPsuData: 'authorisationUnknown',
  getSigningBasketScaStatus: 'authorisationUnknown',
  updateSigningBasketPsuData: 'authorisationUnknown',
};

/** Checks every endpoint with an id in its path, with an unknown id. */
export function unknownIdChecks(): Check[] {
  return (Object.keys(ENDPOINTS) as EndpointKey[]).flatMap((endpoint) => {
    const row: Endpoint = ENDPOINTS[endpoint];
    const parameter = Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).find((name) =>
      Object.hasOwn(UNKNOWN, name),
    );
    const situation = parameter === undefined ? undefined : (LOOKED_UP_FIRST[endpoint] ?? UNKNOWN[parameter]);
    if (situation === undefined) return [];
    return [
      {
        id: `refusals.unknown id.${endpoint}`,
        group: 'refusals',
        endpoint,
        situation,
        rule: `an id that is nowhere is ${REFUSALS[situation].status} ${codeOf(situation)} (decision 12)`,
        how: `${row.method} ${row.path}`,
        missing: offered(endpoint),
        run: (context) => runUnknown(context, row, situation),
      } satisfies Check,
    ];
  });
}

function codeOf(situation: Situation): string {
  const { code = '' }: Refusal = REFUSALS[situation];
  return code;
}

async function runUnknown(context: TestContext, row: Endpoint, situation: Situation): Promise<void> {
  const path = row.path
    .replace('{paymentService}', PaymentService.enum.payments)
    .replace('{paymentProduct}', context.product)
    .replaceAll(/\{\w+\}/g, NOWHERE);
  const query = row.path.endsWith('transactions') ? '?bookingStatus=booked&dateFrom=2026-01-01' : '';
  const sent: Sent = {
    ...(row.readsAccounts === true && { consent: 'readAll' }),
    ...(row.authorises !== undefined && { body: { psuData: { password: 'x' } } }),
    ...(row.answersIn === 'xml' && { headers: { Accept: 'application/xml' } }),
  };
  const { path: _, ...answered } = refusalIn(await context.ask(`${row.method} ${path}${query}`, sent));
  const { status, code }: Refusal = REFUSALS[situationByProfile(situation, context.profile)];
  expectSame('the answer', answered, { status, ...(code !== undefined && { code }) });
}
