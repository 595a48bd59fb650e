import { hrefOf, type TppClient } from '@xs2a/test-kit';
import { consentOrder, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';

/** One kind of request, as it is sent to the chain and to the baseline. */
export interface Case {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Processes of the chain whose CPU time the request costs. */
  readonly processes: readonly ('gateway' | 'consent' | 'payments' | 'sca' | 'bank')[];
}

/** The requests of the first two journeys. A consent is made once, to be read. */
export async function casesOf(tpp: TppClient): Promise<{ cases: Case[]; consentId: string }> {
  const consent = await tpp.post('/v1/consents', consentOrder(), { headers: REDIRECT_HEADERS });
  const status = hrefOf(consent, 'status');
  const cases: Case[] = [
    { name: 'GET consent status', method: 'GET', path: status, processes: ['gateway', 'consent'] },
    {
      name: 'POST consents',
      method: 'POST',
      path: '/v1/consents',
      body: JSON.stringify(consentOrder()),
      processes: ['gateway', 'consent', 'sca'],
    },
    {
      name: 'POST payment',
      method: 'POST',
      path: '/v1/payments/sepa-credit-transfers',
      body: JSON.stringify(paymentOrder()),
      processes: ['gateway', 'payments', 'sca'],
    },
  ];
  return { cases, consentId: String(consent.body['consentId']) };
}
