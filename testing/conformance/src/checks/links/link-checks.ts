import { linksOf } from '@xs2a/client';
import { type ScaApproach, ScaStatus } from '@xs2a/contracts';
import type { BlackBox, Seen } from '../../black-box.ts';
import { type Check, expectSame, Mismatch } from '../../check.ts';
import {
  APPROACHES,
  creationLinks,
  NEXT,
  OF_CONFIRMATION,
  PSU,
  RESOURCES,
  UNSEEN_CELLS,
  withoutVariants,
} from '../../link-rules.ts';
import { DECOUPLED, EMBEDDED, pay, REDIRECT } from '../../sca-preferences.ts';
import { firstOf, type Missing, needsApproach, psuMayBeUnknown, unlessOffered } from '../offered-features.ts';
import { MAKE, OFFER } from './made-resources.ts';

const WISHES = { REDIRECT, EMBEDDED, DECOUPLED } as const;

/** Requirements besides the approach for an answer in this cell. */
const SEEN_WHERE: Partial<Record<`${ScaApproach}.${ScaStatus}`, Missing>> = {
  'EMBEDDED.received': psuMayBeUnknown,
  'EMBEDDED.failed': psuMayBeUnknown,
  'DECOUPLED.received': psuMayBeUnknown,
  'DECOUPLED.failed': firstOf(needsApproach('EMBEDDED'), psuMayBeUnknown),
};

const NO_CONFIRMATION = 'the profile asks for no confirmation';

/** Covers every cell of the two link tables: with created resources, and with every answer during an authorisation. */
export function linkChecks(noted: NotedSteps): Check[] {
  const creations = RESOURCES.flatMap((resource) =>
    APPROACHES.flatMap((approach) =>
      // The DELETE that requests a cancellation has no PSU (decision 13).
      PSU.filter((psu) => resource !== 'cancellation' || psu === 'psuUnknown').map(
        (psu): Check => ({
          id: `links.creation.${resource}.${approach}.${psu}`,
          group: 'links',
          rule: `links of a new ${resource}, ${approach}, ${psu} (decision ${resource === 'cancellation' ? 16 : 20})`,
          how: `${resource} made with wishes for ${approach}${psu === 'psuKnown' ? ' and PSU-ID' : ''}`,
          missing: firstOf(
            OFFER[resource],
            needsApproach(approach),
            psu === 'psuUnknown' ? psuMayBeUnknown : undefined,
          ),
          run: async (context) => {
            const headers = {
              ...WISHES[approach],
              ...(psu === 'psuKnown' && { 'PSU-ID': context.psu('private').psuId }),
            };
            const made = await MAKE[resource](context, headers);
            const { implicitStart, implicitStartOnWish } = context.profile;
            const isNamed = psu === 'psuKnown' && implicitStartOnWish.includes(approach);
            const isImplicit = isNamed || implicitStart.includes(approach);
            const confirms = context.profile.authorisationConfirmation && approach === 'REDIRECT';
            const expected = creationLinks(resource, approach, psu, { isImplicit, confirms });
            expectSame('_links', withoutVariants(Object.keys(linksOf(made))), expected);
          },
        }),
      ),
    ),
  );
  const steps = APPROACHES.flatMap((approach) =>
    ScaStatus.options.flatMap((status): Check[] => {
      if (Object.hasOwn(UNSEEN_CELLS, `${approach}.${status}`)) return [];
      const expected = NEXT[approach][status] ?? [];
      return [
        {
          id: `links.next.${approach}.${status}`,
          group: 'links',
          rule: `${approach}, ${status}: ${expected.join(', ') || 'no next step'} (decision 20)`,
          how: 'every answer to a start or update that the suite got',
          missing: firstOf(needsApproach(approach), SEEN_WHERE[`${approach}.${status}`], ({ profile }) =>
            unlessOffered(
              (profile.authorisationConfirmation && !profile.oauth.integrated) ||
                !OF_CONFIRMATION.includes(`${approach}.${status}`),
              NO_CONFIRMATION,
            ),
          ),
          run: async () => noted.judge(approach, status),
        },
      ];
    }),
  );
  return [...creations, IMPLICIT_AS_WISHED, ...steps];
}

const IMPLICIT_AS_WISHED: Check = {
  id: 'links.implicit start as wished',
  group: 'links',
  rule: 'embedded, with PSU-ID and TPP-Explicit-Authorisation-Preferred: false: started with the payment (decision 20)',
  how: 'POST {sepa} with these headers',
  missing: ({ profile }) =>
    unlessOffered(profile.implicitStartOnWish.includes('EMBEDDED'), 'the profile leaves the start to the TPP'),
  run: async (context) => {
    const headers = {
      ...EMBEDDED,
      'PSU-ID': context.psu('private').psuId,
      'TPP-Explicit-Authorisation-Preferred': 'false',
    };
    const expected = creationLinks('payment', 'EMBEDDED', 'psuKnown', { isImplicit: true, confirms: false });
    expectSame('_links', withoutVariants(Object.keys(linksOf(await pay(context, {}, headers)))), expected);
  },
};

/** Records the links of every answer to a start or update, whatever check sent it. */
export class NotedSteps {
  readonly #wrong = new Map<string, string>();
  readonly #right = new Set<string>();

  constructor(box: BlackBox) {
    box.witness((seen) => this.#look(seen));
  }

  judge(approach: ScaApproach, status: ScaStatus): void {
    const cell = `${approach}.${status}`;
    const wrong = this.#wrong.get(cell);
    if (wrong !== undefined) throw new Mismatch(wrong);
    if (!this.#right.has(cell)) throw new Mismatch('no answer was ever in this cell');
  }

  #look({ method, status, headers, body, path }: Seen): void {
    const scaStatus = ScaStatus.safeParse(body['scaStatus']);
    const approach = headers.get('aspsp-sca-approach') as ScaApproach | null;
    if (!scaStatus.success || approach === null || status >= 400 || (method !== 'POST' && method !== 'PUT')) return;
    const hasMethods = body['scaMethods'] !== undefined;
    const next = (NEXT[approach][scaStatus.data] ?? []).filter(
      // A choice needs methods to choose from (decision 20).
      (name) => name !== 'selectAuthenticationMethod' || hasMethods,
    );
    const found = withoutVariants(Object.keys(linksOf({ body }))).filter(
      (name) =>
        name !== 'status' &&
        name !== 'confirmation' &&
        // If another method may be requested while an answer is awaited (decision 39).
        (name !== 'selectAuthenticationMethod' || scaStatus.data === 'psuAuthenticated' || !hasMethods),
    );
    const cell = `${approach}.${scaStatus.data}`;
    try {
      expectSame(`_links of ${method} ${path}`, found, [...next, 'scaStatus']);
      this.#right.add(cell);
    } catch (error) {
      this.#wrong.set(cell, (error as Error).message);
    }
  }
}
