import { hrefOf, type TppClient } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';

/** One kind of request, sent both to the full chain and to the baseline. */
export interface Case {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Used in turns in place of `path`. */
  readonly paths?: readonly string[];
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Processes of the chain that use CPU time for the request. */
  readonly processes: readonly ('gateway' | 'consent' | 'payments' | 'sca' | 'bank')[];
}

/** Consents read in turns: more than there are connections, so that no two read the same one at a time. */
const CONSENTS_READ = 64;

/** Returns the requests of the first two journeys, after creating the consents for the reads. */
export async function casesOf(tpp: TppClient): Promise<{ cases: Case[]; consentIds: string[] }> {
  const statuses: string[] = [];
  const consentIds: string[] = [];
  for (let made = 0; made < CONSENTS_READ; made++) {
    const consent = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    statuses.push(hrefOf(consent, 'status'));
    consentIds.push(String(consent.body['consentId']));
  }
  const cases: Case[] = [
    {
      name: 'GET consent status',
      method: 'GET',
      path: statuses[0] ?? '',
      paths: statuses,
      processes: ['gateway', 'consent'],
    },
    {
      name: 'POST consents',
      method: 'POST',
      path: '/v1/consents',
      body: JSON.stringify(consentBody()),
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
  return { cases, consentIds };
}
