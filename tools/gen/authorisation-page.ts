import { ScaApproach, type ScaInput, ScaStatus } from '@xs2a/contracts';
import { NEXT_LINKS, START_LINKS } from '../../services/gateway/src/authorisation-links.ts';
import { PERMITTED_INPUT } from '../../services/sca/src/psu-data/permitted-in-sca-status.ts';
import { code, page, table } from './markdown.ts';

/** How each kind of data is sent. */
const SENT_AS: Record<ScaInput['kind'], string> = {
  identification: '`PSU-ID` header, body `{}`',
  authentication: '`{"psuData": {"password": "…"}}`',
  encryptedAuthentication: '`{"psuData": {"encryptedPassword": "…"}}`',
  methodSelection: '`{"authenticationMethodId": "…"}`',
  transactionAuthorisation: '`{"scaAuthenticationData": "…"}`',
  confirmation: '`{"confirmationCode": "…"}`',
};

const APPROACHES = `The bank chooses the approach from its profile (\`scaApproaches\`, in its order) and the TPP's wishes. The header
\`ASPSP-SCA-Approach\` tells which it is.

- **REDIRECT**: send the PSU's browser to \`scaRedirect\`. It comes back to \`TPP-Redirect-URI\`, or after a refusal to
  \`TPP-Nok-Redirect-URI\`. Add \`?state=…\` to \`scaRedirect\` and you get it back. What the return says is no proof: read \`scaStatus\`.
  A PSU who comes when the link has expired is led to \`TPP-Nok-Redirect-URI\` too: start another authorisation.
  Before the browser goes back, a page tells the PSU for four seconds how it ended. Meanwhile \`scaStatus\` follows the PSU:
  \`psuAuthenticated\` after its password, \`scaMethodSelected\` while a code is awaited, \`started\` while its device is asked.
- **DECOUPLED** (\`TPP-Redirect-Preferred: false\` with \`TPP-Decoupled-Preferred: true\`): name the PSU; the bank asks it on its device.
  Read \`scaStatus\` until it is final. A device that does not answer in time fails the authorisation.
- **EMBEDDED** (\`TPP-Redirect-Preferred: false\`): send what the PSU types. One method is taken at once, so that the answer to the password
  holds the challenge; of several one is chosen. A method on a device turns the authorisation into a decoupled one. A PSU's
  passkey (\`PASSKEY\`, offered where the TPP sent \`TPP-Redirect-URI\`) turns it into a redirect: the answer to its choice has
  \`ASPSP-SCA-Approach: REDIRECT\` and \`scaRedirect\`; the PSU goes on there without its password, once, and comes back as ever.`;

const STARTING = `An authorisation is started with its resource, or by a POST to the link that the creation has. That POST may bring the PSU's
name or password along; it is idempotent by \`X-Request-ID\` like every creation. Of credentials only the kind is part of what makes
a request the same: after a lost answer the request may be repeated as it was, and for another password it needs another id. The
authorisation is there whatever becomes of what came with it: a refusal says in \`_links\` how it goes on.`;

const ENCRYPTED = `Where the bank has keys for that, they are published at \`/.well-known/jwks.json\` (JWK Set, RFC 7517), and wherever a password may be sent
an \`…Encrypted…\` link stands beside the plain one: \`startAuthorisationWithEncryptedPsuAuthentication\`, \`updateEncryptedPsuAuthentication\`.
Send \`{"psuData": {"encryptedPassword": "…"}}\`: the password as a JWE of compact form (RFC 7516) for one of the keys, named by \`kid\`, with the
key's \`alg\` (\`RSA-OAEP-256\` or \`ECDH-ES\`) and \`enc\` \`A256GCM\`, uncompressed. Cancellations are not started so. The bank mounts its private
keys (JWK Set, the newest first) as \`PASSWORD_KEYS_FILE\` of sca; older ones stay in the set while TPPs may have them cached.`;

const REFUSALS = `| what was sent | answer | \`_links\` of the refusal |
| --- | --- | --- |
| a wrong password, an unknown PSU, a PSU-ID that is closed | 401 \`PSU_CREDENTIALS_INVALID\`, one text for all | \`updatePsuAuthentication\`, or \`updateEncryptedPsuAuthentication\` |
| the right password of a PSU that the bank has blocked; any other input for it is answered as for an unknown one | 403 \`SERVICE_BLOCKED\` | none |
| a \`PSU-Corporate-ID\` that the bank does not know, whoever the PSU | 401 \`CORPORATE_ID_INVALID\` | \`updatePsuAuthentication\` after a password |
| another \`PSU-Corporate-ID\` than the one named before | 401 \`PSU_CREDENTIALS_INVALID\` at \`PSU-Corporate-ID\` | none |
| a wrong code | 401 \`PSU_CREDENTIALS_INVALID\` | \`authoriseTransaction\` |
| a code that came too late | 401 \`PSU_CREDENTIALS_INVALID\` | \`startAuthorisation\` |
| the last wrong input permitted (\`wrongCredentialsMax\`): the authorisation fails, and its resource is rejected | 401 \`PSU_CREDENTIALS_INVALID\` | none |
| another PSU than the one named before | 401 \`PSU_CREDENTIALS_INVALID\` at \`PSU-ID\` | none |
| a PSU that has approved already | 409 \`STATUS_INVALID\` | none |
| an account that is not the PSU's, after the right password | 400 \`RESOURCE_UNKNOWN\` | none |
| a method that the PSU does not have | 400 \`SCA_METHOD_UNKNOWN\` | none |
| data that do not fit the present \`scaStatus\`, or after success | 409 \`STATUS_INVALID\` | none; of a start the next step |
| anything after a failure | 400 \`SCA_INVALID\` | none |
| a second password; an encrypted one where the bank has no key, or for the start of a cancellation | 400 \`PARAMETER_NOT_SUPPORTED\` | none |
| an encrypted password that cannot be read | 400 \`FORMAT_ERROR\` at \`psuData.encryptedPassword\` | none |
| two kinds of data at once, or none in an update | 400 \`FORMAT_ERROR\`, naming the fields | none |`;

const CLOSED = `After \`psuFailuresMax\` wrong inputs in a row, over all authorisations and sign-ins of all TPPs, a PSU-ID is closed for
\`signInClosedMinutes\`, and twice as long each time anew, up to a day; a right code, or a yes on the device, ends the row. Nothing is
closed for good here: that is the bank's to decide. While it is closed nothing is judged, and the answer is that of a wrong password.`;

const CONFIRMING = `Where the profile says \`authorisationConfirmation\`, answers have a \`confirmation\` link, the redirect ends \`unconfirmed\`, and the browser
brings a \`confirmationCode\` to \`TPP-Redirect-URI\`. Check \`state\`, then PUT the code to the link: \`finalised\`, or \`failed\` for a wrong
one. Nothing happens to the resource before; without it in \`redirectLinkMinutes\` the authorisation fails.`;

const links = (names: readonly string[]): string => names.map(code).join(', ');

export function authorisationPage(): string {
  const starts = Object.entries(START_LINKS).map(([approach, { psuKnown, psuUnknown }]) => [
    approach === 'open' ? 'not fixed yet' : approach,
    code(psuKnown),
    code(psuUnknown),
  ]);
  const steps = ScaApproach.options.flatMap((approach) =>
    ScaStatus.options.flatMap((status) => {
      const next = links(NEXT_LINKS[approach][status]);
      const permitted = (PERMITTED_INPUT[approach][status] ?? []).map((kind) => SENT_AS[kind]).join(' or ');
      return next === '' && permitted === '' ? [] : [[approach, code(status), next, permitted]];
    }),
  );
  return page(
    'Authorisations',
    '`services/gateway/src/authorisation-links.ts` and `services/sca/src/psu-data/permitted-in-sca-status.ts`',
    '## The approaches',
    APPROACHES,
    '## Starting one',
    STARTING,
    table(['approach', 'start link, PSU known', 'start link, PSU not known'], starts),
    '## Encrypted passwords',
    ENCRYPTED,
    '## Which link in which state, and what fits it',
    'Every answer has `scaStatus` besides; in states that are not here it has nothing else, and a PUT fits none. `selectAuthenticationMethod` comes with `scaMethods`, `authoriseTransaction` with `chosenScaMethod` and `challengeData`.',
    table(['approach', 'scaStatus', 'next link', 'what a PUT may bring'], steps),
    '## What is refused, and what helps',
    REFUSALS,
    CLOSED,
    '## Confirming a redirect',
    CONFIRMING,
  );
}
