import { type AspspProfile, href } from '@xs2a/contracts';

/**
 * Commands that approve a consent without a browser (embedded approach). The TPP sends password and code itself and follows the
 * links of each answer. It may only have them in a sandbox; the code comes from the test user's messages.
 */
export function approveInShell({ scaApproaches }: Pick<AspspProfile, 'scaApproaches'>): string | undefined {
  if (!scaApproaches.includes('EMBEDDED')) return undefined;
  const send = (method: string, address: string, body: string, more = ''): string =>
    `ANSWER=$(curl -s -X ${method} "$XS2A${address}" -H "X-Request-ID: $(id)"${more} -H "Content-Type: application/json" \\\n  -d '${body}'); echo "$ANSWER"`;
  const link = (name: string): string => `$(sed -nE 's/.*"${name}":\\{"href":"([^"]+)".*/\\1/p' <<< "$ANSWER")`;
  const access = { balances: [{ iban: 'HR2799900051100000019' }] };
  const consent = { access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 };
  return [
    send(
      'POST',
      href('createConsent', {}),
      JSON.stringify(consent),
      ' -H "TPP-Redirect-Preferred: false" -H "PSU-ID: psu-private"',
    ),
    `CONSENT=$(field consentId <<< "$ANSWER")`,
    send(
      'POST',
      link('startAuthorisationWithPsuAuthentication'),
      '{"psuData":{"password":"psu-private-pass"}}',
      ' -H "PSU-ID: psu-private"',
    ),
    send('PUT', link('selectAuthenticationMethod'), '{"authenticationMethodId":"sms"}'),
    `CODE=$(curl -s -H "Accept: application/json" "$PORTAL/sandbox/inbox/psu-private" | sed -E 's/"code":"/\\n&/' | sed -nE '2s/"code":"([^"]+)".*/\\1/p')`,
    send('PUT', link('authoriseTransaction'), `{"scaAuthenticationData":"'"$CODE"'"}`),
  ].join('\n');
}
