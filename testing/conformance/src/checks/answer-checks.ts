import { ENDPOINTS, type EndpointKey } from '@xs2a/contracts';
import type { BlackBox } from '../black-box.ts';
import { type Check, expectSame, Mismatch } from '../check.ts';
import type { PublishedForm } from '../published-form/published-form.ts';
import { offering } from './offered-features.ts';

const FAULTS_SHOWN_MAX = 3;

/** Checks that every answer has the form that the instance itself publishes. */
export function answerChecks(box: BlackBox, form: PublishedForm): Check[] {
  const faults = new Map<EndpointKey, string[]>();
  const answered = new Set<EndpointKey>();
  box.witness((seen) => {
    const { endpoint } = seen;
    if (endpoint === undefined) return;
    answered.add(endpoint);
    const fault = form.faultOf(seen);
    if (fault === undefined) return;
    faults.set(endpoint, [...(faults.get(endpoint) ?? []), `${seen.method} ${seen.path} ${seen.status}: ${fault}`]);
  });
  const unpublished = new Set(form.missing());
  return (Object.keys(ENDPOINTS) as EndpointKey[]).map((endpoint) => {
    return {
      id: `answers.${endpoint}`,
      group: 'answers',
      endpoint,
      rule: 'every answer validates against the document published at /openapi.json',
      how: 'statuses, media types and bodies of all answers to the suite',
      missing: offering(endpoint),
      run: async () => {
        if (unpublished.has(endpoint)) throw new Mismatch('is not published');
        if (!answered.has(endpoint)) throw new Mismatch('was never asked');
        const found = [...new Set(faults.get(endpoint))];
        if (found.length > 0) throw new Mismatch(found.slice(0, FAULTS_SHOWN_MAX).join('; '));
      },
    };
  });
}

/** A field of the standard, its name in the Croatian profile, and the endpoints whose answers have both (decision 14). */
const ALIASES: readonly (readonly [name: string, alias: string, at: RegExp])[] = [
  ['scaStatus', 'scatransactionStatus', /update/i],
  ['authorisationIds', 'cancellationIds', /CancellationAuthorisationInformation$/],
  ['authorisationId', 'cancellationId', /^startPaymentInitiationCancellation/],
  ['transactionId', 'resourceId', /^getTransaction/],
  ['maskedPan', 'pan', /^getConsent(Information|ConfirmationOfFunds)$/],
  ['startAuthorisationWithPsuIdentification', 'startAuthorisationWithPsuIdentfication', /./],
  ['startAuthorisationWithAuthenticationMethodSelection', 'startAuthorisationWithAuthentciationMethodSelection', /./],
];

/** Checks that every answer has the names of the Croatian profile too, or none of them, as the profile says. */
export function aliasCheck(box: BlackBox): Check {
  return {
    id: 'answers.field aliases',
    group: 'answers',
    rule: 'names of the Croatian profile are beside those of the guidelines everywhere or nowhere (decision 14)',
    how: 'all answers to the suite',
    run: async ({ profile: { fieldAliases } }) => {
      for (const { endpoint, method, path, body } of box.seen) {
        for (const object of objectsIn(body)) {
          for (const [name, alias, at] of ALIASES) {
            if (endpoint === undefined || !at.test(endpoint) || !Object.hasOwn(object, name)) continue;
            // A link of the same name has no alias.
            if (name === 'scaStatus' && typeof object[name] !== 'string') continue;
            const expected = fieldAliases ? object[name] : undefined;
            expectSame(`${alias} of ${method} ${path}`, object[alias], expected);
          }
        }
      }
    },
  };
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}
