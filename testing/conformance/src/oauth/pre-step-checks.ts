import type { Answer } from '@xs2a/client';
import { type Check, expectSame, Mismatch } from '../check.ts';
import {
  firstOf,
  type Missing,
  needsApproach,
  needsPortal,
  needsPsu,
  needsTpp,
  unlessOffered,
} from '../checks/offered-features.ts';
import { wholeAccess } from '../orders.ts';
import { consentFor, pay, REDIRECT } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import { exchange, metadataAt, name } from './oauth-walk.ts';

const METADATA = '/.well-known/oauth-authorization-server';
const SCOPES = { accounts: 'AIS', payments: 'PIS' } as const;
type Service = keyof typeof SCOPES;

const CREATE: Readonly<Record<Service, (context: TestContext, headers: Record<string, string>) => Promise<Answer>>> = {
  accounts: (context, headers) => consentFor(context, wholeAccess(context), {}, { ...REDIRECT, ...headers }),
  payments: (context, headers) => pay(context, {}, { ...REDIRECT, ...headers }),
};

const offers =
  (service: Service): Missing =>
  ({ profile: { oauth } }) =>
    unlessOffered(oauth.preStep[service] !== 'off', 'no token names the PSU before the first request') ??
    unlessOffered(
      oauth.server === undefined,
      "PSUs sign in at the bank's own server, whose pages the suite does not know",
    );

/** Returns status, and message code of an error response. */
async function create(context: TestContext, service: Service, headers: Record<string, string>): Promise<string> {
  await CREATE[service](context, headers).catch(() => undefined);
  return lastAnswer(context);
}

/** Does the same for the status of a resource created for this PSU, requested with the token. */
async function readOf(context: TestContext, service: Service, psuId: string, headers: object): Promise<string> {
  const created = await CREATE[service](context, { 'PSU-ID': psuId });
  await context.client.followNamed(created, 'status', { headers }).catch(() => undefined);
  return lastAnswer(context);
}

function lastAnswer(context: TestContext): string {
  const last = context.box.seen.at(-1);
  const { tppMessages = [], code } = (last?.body ?? {}) as { tppMessages?: { code: string }[]; code?: string };
  return [last?.status, (last?.status ?? 500) < 300 ? undefined : (code ?? tppMessages[0]?.code)].join(' ').trim();
}

/** OAuth 2.0 as pre-step (Implementation Guidelines, 13): the token identifies the PSU in place of PSU-ID. */
export const PRE_STEP_CHECKS: readonly Check[] = (['accounts', 'payments'] as const).map((service) => ({
  id: `oauth.pre-step.${service}`,
  group: 'oauth',
  rule: `a token of the pre-step names the PSU to ${service} and to no other service; PSU-ID may repeat it, and name nobody else; it opens nothing of another PSU (decision 97)`,
  how: `scope ${SCOPES[service]} pushed, sign-in at the bank, exchange; creations with the token, with PSU-ID, and of the other service; reads of resources of either PSU`,
  missing: firstOf(
    offers(service),
    needsTpp('own'),
    needsPortal,
    needsApproach('REDIRECT'),
    needsPsu('private', 'poor'),
  ),
  run: async (context: TestContext) => {
    const metadata = await metadataAt(context, METADATA);
    const granted = await name(context, metadata, SCOPES[service]);
    const { status, body } = await exchange(context, metadata, granted);
    expectSame('the status of the exchange', status, 200);
    if (body.refresh_token !== undefined) throw new Mismatch('there is a refresh token');
    const Authorization = `Bearer ${body.access_token}`;
    expectSame('a creation', await create(context, service, { Authorization }), '201');
    const own = context.psu('private').psuId;
    expectSame('with its PSU-ID', await create(context, service, { Authorization, 'PSU-ID': own }), '201');
    const other = { Authorization, 'PSU-ID': context.psu('poor').psuId };
    expectSame('with another PSU-ID', await create(context, service, other), '401 PSU_CREDENTIALS_INVALID');
    const elsewhere = service === 'accounts' ? 'payments' : 'accounts';
    const readAs = (psuId: string) => readOf(context, service, psuId, { Authorization });
    expectSame('of its own resource', await readAs(own), '200');
    expectSame('of a resource of another PSU', await readAs(other['PSU-ID']), '401 TOKEN_INVALID');
    expectSame('of the other service', await create(context, elsewhere, { Authorization }), '401 TOKEN_INVALID');
  },
}));
