import { ENDPOINTS, type Endpoint, type EndpointKey, PaymentService, type Situation } from '@xs2a/contracts';
import { type Check, expectSame } from '../check.ts';
import { consentBody, wholeAccess } from '../orders.ts';
import { RETURN } from '../redirect-headers.ts';
import type { TestContext } from '../test-context.ts';
import { type HeaderRule, RULES, sendingBody, TAKEN_AS_THEY_ARE } from './header-rules.ts';
import { firstOf, offered } from './offered-features.ts';
import { expectRefused } from './refused.ts';

export function headerChecks(): Check[] {
  const refused = (Object.keys(ENDPOINTS) as EndpointKey[]).flatMap((endpoint) => {
    const row: Endpoint = ENDPOINTS[endpoint];
    return RULES.filter(({ where }) => where(row, endpoint)).map((rule): Check => {
      const situation = rule.refused(row);
      return {
        id: `headers.${rule.name}.${endpoint}`,
        group: 'headers',
        endpoint,
        situation,
        ...(rule.header !== undefined && { header: rule.header }),
        rule: rule.rule,
        how: `${row.method} ${row.path}: ${rule.name}`,
        missing: firstOf(offered(endpoint), rule.missing),
        run: (context) => runHeader(context, row, rule, situation),
      };
    });
  });
  return [...refused, ...taken()];
}

function taken(): Check[] {
  return Object.entries(TAKEN_AS_THEY_ARE).map(([header, { value, rule }]) => ({
    id: `headers.${header} taken`,
    group: 'headers',
    endpoint: 'createConsent',
    header,
    rule,
    how: `POST /v1/consents with ${header}: ${value}`,
    run: async (context) => {
      const body = consentBody(wholeAccess(context));
      const seen = await context.ask('POST /v1/consents', { headers: { [header]: value }, body });
      expectSame('status', seen.status, 201);
    },
  }));
}

/** Returns the headers about the PSU that a bank requires at every creation. */
function namedPsu({ profile, facts }: TestContext): Record<string, string> {
  if (!profile.psuIdRequired) return {};
  return { 'PSU-ID': facts.psus.private.psuId, ...(profile.psuIdTypeRequired && { 'PSU-ID-Type': 'of the bank' }) };
}

/** Headers are checked before any lookup, so unknown ids suffice (decision 11). */
async function runHeader(context: TestContext, row: Endpoint, rule: HeaderRule, situation: Situation): Promise<void> {
  const path = row.path
    .replace('{paymentService}', PaymentService.enum.payments)
    .replace('{paymentProduct}', context.product)
    .replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
  const needsConsent = row.readsAccounts === true && rule.name !== 'Consent-ID missing';
  const seen = await context.box.askAsIs(
    row.method,
    path,
    given({
      'X-Request-ID': crypto.randomUUID(),
      ...RETURN,
      ...(needsConsent && { 'Consent-ID': '00000000-0000-4000-8000-000000000000' }),
      ...(row.creates === true && namedPsu(context)),
      ...(sendingBody(row) && { 'Content-Type': 'application/json' }),
      ...(typeof rule.sent === 'function' ? rule.sent(context, row) : rule.sent),
    }),
    sendingBody(row) ? '{}' : undefined,
  );
  expectRefused(context, seen, situation, rule.path);
}

function given(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}
