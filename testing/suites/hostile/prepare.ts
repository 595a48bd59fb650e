import { X509Certificate } from 'node:crypto';
import { declineAuthorisation } from '@xs2a/contracts';
import { qwac, type Trusted } from '@xs2a/gateway/testing';
import { hrefOf, pain001, type TppAnswer } from '@xs2a/test-kit';
import { BULKS, consentBody, fundsConsentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { listed } from '@xs2a/test-system/start/account-services';
import { EXPLICIT, OTHER_TPP, PaymentServices } from '@xs2a/test-system/start/payment-services';
import type { TestServices } from '@xs2a/test-system/start/start-services';

const EMBEDDED = { ...REDIRECT_HEADERS, 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zagreb', dateStyle: 'short' });
const day = (offset: number): string => DAY.format(new Date(Date.now() + offset * 86_400_000));

/** Creates resources in every state that the cases attack, by their name in braces. Created once, changed by no case. */
export async function prepare(services: TestServices, trusted: Trusted): Promise<ReadonlyMap<string, string>> {
  const home = new PaymentServices(services);
  const { tpp } = home;
  const other = home.client(OTHER_TPP);
  const named = new Map<string, string>([
    ['unknown', crypto.randomUUID()],
    ['today', day(0)],
    ['tomorrow', day(1)],
    ['yesterday', day(-1)],
    ['month', day(-30)],
  ]);
  const note = (name: string, created: TppAnswer): TppAnswer => {
    const { body, status, text } = created;
    if (status !== 201) throw new Error(`${name}: ${status} ${text}`);
    named.set(name, String(body['paymentId'] ?? body['consentId'] ?? body['basketId']));
    const sca = body._links?.['scaStatus']?.href.split('/').at(-1);
    if (sca !== undefined) named.set(`${name}Sca`, sca);
    return created;
  };
  const consent = (overrides: object = {}, client = tpp, headers: Record<string, string> = REDIRECT_HEADERS) =>
    client.post('/v1/consents', consentBody({ ...overrides }), { headers });

  await home.approve(note('consent', await consent()));
  await prepareAccounts(home, named);
  // A separate PSU: a new recurring consent ends the previous one of the same PSU.
  const multi = { access: { allPsd2: 'allAccounts' } };
  await home.approve(note('terminated', await consent(multi)), 'psu-multi');
  await tpp.delete(`/v1/consents/${named.get('terminated')}`);
  note('received', await consent({ recurringIndicator: false, frequencyPerDay: 1 }));
  const declined = note('rejected', await consent());
  await services.bus.ask(declineAuthorisation, { redirectReference: referenceIn(declined) });
  note('otherConsent', await consent({}, other));
  note(
    'funds',
    await tpp.post('/v2/consents/confirmation-of-funds', fundsConsentOrder(), { headers: REDIRECT_HEADERS }),
  );

  note('payment', await home.pay());
  note('otherPayment', await home.pay({}, REDIRECT_HEADERS, other));
  const done = note('done', await home.pay());
  await home.approve(done);
  await eventually(
    () => tpp.follow(done, 'status'),
    ({ body }) => body['transactionStatus'] === 'ACSC',
  );
  note('cancelled', await home.pay());
  await tpp.delete(`/v1/payments/sepa-credit-transfers/${named.get('cancelled')}`);
  await home.decline(note('declined', await home.pay()));
  await home.approve(note('later', await home.pay({ requestedExecutionDate: day(30) })));
  note('member', await home.pay({}, EXPLICIT));
  note('basket', await home.group([named.get('member')]));
  const embedded = await home.pay({}, EMBEDDED);
  named.set('embedded', String(embedded.body['paymentId']));
  const started = await tpp.post(
    hrefOf(embedded, 'startAuthorisationWithPsuAuthentication'),
    {},
    {
      headers: { 'PSU-ID': 'psu-empty' },
    },
  );
  named.set('embeddedSca', String(started.body['authorisationId']));
  const xml = pain001({ blocks: [{ transfers: [{ amount: '1.00' }] }] });
  note('bulk', await tpp.post(BULKS, xml, { headers: { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' } }));
  await prepareSeals(trusted, named);
  return named;
}

async function prepareAccounts({ tpp }: PaymentServices, named: Map<string, string>): Promise<void> {
  const headers = { 'Consent-ID': named.get('consent') ?? '', 'PSU-IP-Address': '192.0.2.10' };
  const account = listed(await tpp.get('/v1/accounts', { headers }))[0]?.resourceId ?? '';
  named.set('account', account);
  const path = `/v1/accounts/${account}/transactions?bookingStatus=booked&dateFrom=${named.get('month')}`;
  const { body } = await tpp.get(path, { headers });
  const booked = (body['transactions'] as { booked?: { transactionId: string }[] } | undefined)?.booked ?? [];
  named.set('transaction', booked[0]?.transactionId ?? '');
}

/** Creates seals of the calling TPP and of another, and the keyId of the first in a signature. */
async function prepareSeals({ authority }: Trusted, named: Map<string, string>): Promise<void> {
  for (const [name, organizationIdentifier] of [
    ['seal', 'PSDHR-HNB-SANDBOX'],
    ['otherSeal', OTHER_TPP],
  ] as const) {
    const issued = await authority.issueTpp(qwac({ organizationIdentifier, qcType: 'seal', key: 'rsa' }));
    const { raw, serialNumber, issuer } = new X509Certificate(issued.certificate);
    named.set(name, raw.toString('base64'));
    named.set(`${name}Serial`, serialNumber);
    named.set(`${name}KeyId`, `SN=${serialNumber},CA=${issuer.replaceAll('\n', ',')}`);
  }
  const web = await authority.issueTpp(qwac({ organizationIdentifier: 'PSDHR-HNB-SANDBOX', key: 'rsa' }));
  named.set('webCertificate', new X509Certificate(web.certificate).raw.toString('base64'));
}

function referenceIn(answer: TppAnswer): string {
  return hrefOf(answer, 'scaRedirect').split('/').at(-1) ?? '';
}
