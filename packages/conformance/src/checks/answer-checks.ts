import { ENDPOINTS, type EndpointKey } from '@xs2a/contracts';
import type { BlackBox } from '../black-box.ts';
import { type Check, Mismatch } from '../check.ts';
import type { PublishedForm } from '../published-form.ts';
import { offering } from './what-is-offered.ts';

const FAULTS_SHOWN_MAX = 3;

/** Every answer that the suite got is of the form that the instance itself publishes. */
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
      rule: 'every answer is of the form that is published at /openapi.json',
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
