import { REFUSALS, type Refusal, type Situation } from '@xs2a/contracts';
import type { Seen } from '../black-box.ts';
import { type Check, expectSame } from '../check.ts';
import { consentBody } from '../orders.ts';
import { situationByProfile } from '../situation-by-profile.ts';
import type { Sent } from '../test-context.ts';
import { readsByConsentAlone } from './offered-features.ts';

const PROBLEM = 'application/problem+json';
const JSON_FORM = 'application/json';

/** An error response of each status that has a body, and its cause. */
const REFUSED: readonly (readonly [Situation, string, Sent?])[] = [
  ['fieldInvalid', 'POST /v1/consents', { body: { ...consentBody({ balances: [] }), frequencyPerDay: 0 } }],
  ['consentNotUsable', 'GET /v1/accounts', { consent: 'consent' }],
  ['consentIdPathUnknown', 'GET /v1/consents/{unknown}'],
  ['resourceUnknown', 'GET {sepa}/{unknown}'],
  ['methodNotAllowed', 'PUT /v1/consents/{unknown}', { body: {} }],
  ['statusInvalid', 'POST {sepa}/{cancelled}/authorisations', { body: {} }],
];

/** Checks of the two forms of error responses (decision 11, RFC 7807): the one that the TPP accepts first, otherwise the bank's default. */
export function problemChecks(): Check[] {
  const of = (name: string, accept: string, isProblem: (errorForm: string) => boolean): Check[] =>
    REFUSED.map(([situation, ask, sent]) => ({
      id: `refusals.as ${name}.${situation}`,
      group: 'refusals',
      situation,
      rule: `refusals are of the form that the TPP asks for: ${name} (decision 11, RFC 7807)`,
      how: `${ask}, Accept: ${accept}`,
      ...(sent?.consent !== undefined && { missing: readsByConsentAlone }),
      run: async (context) => {
        const seen = await context.ask(ask, { ...sent, headers: { ...sent?.headers, Accept: accept } });
        const refusal: Refusal = REFUSALS[situationByProfile(situation, context.profile)];
        expectSame('status', seen.status, refusal.status);
        judgeForm(seen, refusal, isProblem(context.profile.errorForm));
      },
    }));
  return [
    ...of('problem details', `${PROBLEM}, ${JSON_FORM};q=0.9`, () => true),
    // Accepted with a lower quality, it is readable and not preferred.
    ...of('the bank has them', `${JSON_FORM}, ${PROBLEM};q=0.5`, (errorForm) => errorForm === 'problem'),
  ];
}

function judgeForm({ headers, body }: Seen, { status, code }: Refusal, isProblem: boolean): void {
  const type = (headers.get('content-type') ?? '').split(';')[0];
  expectSame('Content-Type', type, isProblem ? PROBLEM : JSON_FORM);
  expectSame('the other form', body[isProblem ? 'tppMessages' : 'type'], undefined);
  if (!isProblem) return;
  expectSame('code', body['code'], code);
  expectSame('whether it has type and title', [typeof body['type'], typeof body['title']], ['string', 'string']);
  // RFC 9457 3.1.2: if present, it is the status of the answer.
  expectSame('status in the body', body['status'] ?? status, status);
}
