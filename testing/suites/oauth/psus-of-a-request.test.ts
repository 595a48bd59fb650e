import type { TppAnswer } from '@xs2a/test-kit';
import { forAllTests } from '@xs2a/test-kit';
import { consentBody, fundsConsentOrder, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from './black-box/black-box.ts';
import { bearer, forgetCodes, signInAtBank, startOAuthBank, startRequest, tokensFor } from './oauth-bank.ts';

/** The holder of the account in every request below, and a PSU without rights to it. */
const PSUS = { holder: 'psu-private', other: 'psu-multi' } as const;
type Psu = keyof typeof PSUS | undefined;

const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
const PRODUCT = '/v1/payments/sepa-credit-transfers';

/** Answer to a creation, by the PSU of its access token and the PSU in `PSU-ID`. */
const CREATIONS: readonly (readonly [token: Psu, header: Psu, answer: string])[] = [
  // PSU-ID alone proves nothing: account ownership is disclosed after the password (decision 38).
  [undefined, undefined, '201'],
  [undefined, 'holder', '201'],
  [undefined, 'other', '201'],
  ['holder', undefined, '201'],
  ['holder', 'holder', '201'],
  ['holder', 'other', '401 PSU_CREDENTIALS_INVALID'],
  ['other', undefined, '400 RESOURCE_UNKNOWN'],
  ['other', 'holder', '401 PSU_CREDENTIALS_INVALID'],
  ['other', 'other', '400 RESOURCE_UNKNOWN'],
];

type Shown = 'token' | 'password' | 'name';
const AUTHENTICATED = 'psuAuthenticated';

/**
 * Result of PSU data, by the PSU given at creation: in the start of the authorisation, and in an update of one that was started
 * without data.
 */
const STEPS: readonly (readonly [named: Psu, shown: Shown, of: keyof typeof PSUS, start: string, update: string])[] = [
  [undefined, 'token', 'holder', AUTHENTICATED, AUTHENTICATED],
  [undefined, 'token', 'other', '400 RESOURCE_UNKNOWN', '400 RESOURCE_UNKNOWN'],
  [undefined, 'password', 'holder', AUTHENTICATED, AUTHENTICATED],
  [undefined, 'password', 'other', '400 RESOURCE_UNKNOWN', '400 RESOURCE_UNKNOWN'],
  [undefined, 'name', 'holder', 'psuIdentified', 'psuIdentified'],
  [undefined, 'name', 'other', 'psuIdentified', 'psuIdentified'],
  ['holder', 'token', 'holder', AUTHENTICATED, AUTHENTICATED],
  ['holder', 'token', 'other', '401 TOKEN_INVALID', '401 TOKEN_INVALID'],
  ['holder', 'password', 'holder', AUTHENTICATED, AUTHENTICATED],
  ['holder', 'password', 'other', '401 PSU_CREDENTIALS_INVALID', '401 PSU_CREDENTIALS_INVALID'],
  ['holder', 'name', 'holder', 'psuIdentified', '409 STATUS_INVALID'],
  ['holder', 'name', 'other', '401 PSU_CREDENTIALS_INVALID', '409 STATUS_INVALID'],
  ['other', 'token', 'holder', '401 TOKEN_INVALID', '401 TOKEN_INVALID'],
  ['other', 'token', 'other', '400 RESOURCE_UNKNOWN', '400 RESOURCE_UNKNOWN'],
  ['other', 'password', 'holder', '401 PSU_CREDENTIALS_INVALID', '401 PSU_CREDENTIALS_INVALID'],
  ['other', 'password', 'other', '400 RESOURCE_UNKNOWN', '400 RESOURCE_UNKNOWN'],
  ['other', 'name', 'holder', '401 PSU_CREDENTIALS_INVALID', '409 STATUS_INVALID'],
  ['other', 'name', 'other', 'psuIdentified', '409 STATUS_INVALID'],
];

interface Resource {
  readonly scope: string;
  readonly create: (headers: Record<string, string>) => Promise<TppAnswer>;
}

const bank = forAllTests(() =>
  startOAuthBank('{ preStep: { accounts: optional, payments: optional, funds: optional } }'),
);
const tokens = new Map<string, string>();
const post = (path: string, body: object, headers: Record<string, string>): Promise<TppAnswer> =>
  bank.tpp.requests.post(path, body, { headers });
const RESOURCES: Readonly<Record<string, Resource>> = {
  consent: { scope: 'AIS', create: (headers) => post('/v1/consents', consentBody(), headers) },
  payment: { scope: 'PIS', create: (headers) => post(PRODUCT, paymentOrder(), headers) },
  'consent to funds confirmation': {
    scope: 'PIIS',
    create: (headers) => post('/v2/consents/confirmation-of-funds', fundsConsentOrder(), headers),
  },
  basket: { scope: 'SBS', create: (headers) => basketOf('payment', headers) },
  'basket of consents': { scope: 'SBS', create: (headers) => basketOf('consent', headers) },
};

/** Creates a basket of members without a PSU. */
async function basketOf(kind: 'payment' | 'consent', headers: Record<string, string>): Promise<TppAnswer> {
  const member = await RESOURCES[kind]?.create(headersOf({}));
  const name = `${kind}Ids`;
  return post('/v1/signing-baskets', { [name]: [member?.body[`${kind}Id`]] }, headers);
}

beforeAll(async () => {
  for (const scope of ['AIS', 'PIS', 'PIIS', 'SBS']) {
    for (const psuId of Object.values(PSUS)) {
      await forgetCodes(bank);
      const step = await startRequest(bank.tpp, scope, { pushed: true });
      const got = await tokensFor(bank.tpp, await signInAtBank(bank, step.url, { psuId }), step);
      tokens.set(`${scope} ${psuId}`, got.access_token);
    }
  }
});
beforeEach(() => forgetCodes(bank));

function headersOf({ token, header }: { token?: string | undefined; header?: Psu }): Record<string, string> {
  const { headers } = bearer(token ?? '', EMBEDDED);
  if (token === undefined) delete headers['Authorization'];
  return { ...headers, ...(header && { 'PSU-ID': PSUS[header] }) };
}

const tokenOf = (scope: string, psu: Psu): string | undefined => psu && tokens.get(`${scope} ${PSUS[psu]}`);

/** Returns headers and body of a start or an update that identify a PSU in a given way. */
function shownAs(shown: Shown, of: keyof typeof PSUS, scope: string): [body: object, headers: Record<string, string>] {
  if (shown === 'token') return [{}, headersOf({ token: tokenOf(scope, of) })];
  const body = shown === 'password' ? { psuData: { password: `${PSUS[of]}-pass` } } : {};
  return [body, headersOf({ header: of })];
}

/** Returns the scaStatus, or status and code of an error response. */
async function outcomeOf(answer: Promise<TppAnswer>): Promise<unknown> {
  const { status, body } = await answer;
  return status < 300 ? body['scaStatus'] : codeOf(answer);
}

/** Returns the link whose name begins with `name`. */
function hrefLike({ body, text }: TppAnswer, name: string): string {
  const [, link] = Object.entries(body._links ?? {}).find(([key]) => key.startsWith(name)) ?? [];
  if (link === undefined) throw new Error(`no link ${name} in ${text}`);
  return link.href;
}

describe.each(Object.entries(RESOURCES))('a %s for the account of one PSU', (_, { scope, create }) => {
  it.each(CREATIONS)('with the token of %s and PSU-ID of %s is answered %s', async (token, header, expected) => {
    const created = await create(headersOf({ token: tokenOf(scope, token), header }));
    expect(`${created.status} ${created.status < 300 ? '' : await codeOf(Promise.resolve(created))}`).toContain(
      expected,
    );
  });

  it.each(STEPS)(
    'created for %s, with the %s of %s: its start is %s, an update %s',
    async (named, shown, of, ...expected) => {
      const [body, headers] = shownAs(shown, of, scope);
      const created = await create(headersOf({ header: named }));
      const start = hrefLike(created, 'startAuthorisation');
      const withData = await outcomeOf(post(start, body, headers));
      const started = await post(start, {}, headersOf({}));
      const update = hrefLike(started, 'scaStatus');
      const updated = await outcomeOf(bank.tpp.requests.put(update, body, { headers }));
      expect([withData, updated]).toEqual(expected);
    },
  );
});
