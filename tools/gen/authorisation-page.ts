import { ScaApproach, type ScaInput, ScaStatus } from '@xs2a/contracts';
import { NEXT_LINKS, START_LINKS } from '@xs2a/gateway/interface';
import { PERMITTED_INPUT } from '@xs2a/sca/permitted-in-sca-status';
import { code, page, table } from './markdown.ts';

/** Form in which each kind of data is sent. */
const SENT_AS: Record<ScaInput['kind'], string> = {
  identification: '`PSU-ID` header, body `{}`',
  authentication: '`{"psuData": {"password": "…"}}`',
  encryptedAuthentication: '`{"psuData": {"encryptedPassword": "…"}}`',
  accountSelection: '`{"debtorAccount": {"iban": "…"}}`',
  methodSelection: '`{"authenticationMethodId": "…"}`',
  transactionAuthorisation: '`{"scaAuthenticationData": "…"}`',
  confirmation: '`{"confirmationCode": "…"}`',
  confirmationByToken: 'no body, `Authorization` with the token of the approval (OAuth)',
};

const APPROACHES = `The bank chooses the approach from its profile (\`scaApproaches\`, in its order) and the TPP's wishes. The header
\`ASPSP-SCA-Approach\` names it.

- **REDIRECT**: send the PSU's browser to \`scaRedirect\`. It comes back to \`TPP-Redirect-URI\`, or after a refusal to
  \`TPP-Nok-Redirect-URI\`. Add \`?state=…\` to \`scaRedirect\` and it comes back unchanged. The return proves nothing: read \`scaStatus\`.
  If the link has expired, the PSU is redirected to \`TPP-Nok-Redirect-URI\` too: start another authorisation.
  After the last step the browser goes back at once, by
  303, to an \`https\` address or an app. A page stays for four seconds if it has a message for the PSU: the approval failed, others must
  approve too, or the address is \`http\` (sandbox). During the redirect \`scaStatus\` follows the PSU:
  \`psuAuthenticated\` after the password, \`scaMethodSelected\` while a code is awaited, \`started\` while the device is prompted.
- **DECOUPLED** (\`TPP-Redirect-Preferred: false\` with \`TPP-Decoupled-Preferred: true\`): name the PSU; the bank prompts it on its device.
  Read \`scaStatus\` until it is final. If the device does not answer in time, the authorisation fails. So does that of a PSU-ID that nobody
  has: before the PSU has authenticated, no answer reveals whether the bank knows it, or its devices ([decision
  38](decisions/0038-psu-identification.md)).
- **EMBEDDED** (\`TPP-Redirect-Preferred: false\`): send what the PSU enters. A single method is selected at once, so the answer to the password
  contains the challenge; of several the PSU chooses one. A method on a device turns the authorisation into a decoupled one; it is
  offered where the bank offers that approach. A PSU's passkey (\`PASSKEY\`, offered where the TPP sent \`TPP-Redirect-URI\`) turns it into a redirect: the answer to its choice has
  \`ASPSP-SCA-Approach: REDIRECT\` and \`scaRedirect\`; the PSU continues there without its password, once, and returns as usual.`;

const STARTING = `An authorisation is started with its resource, or by a POST to the link of the creation. That POST may contain the PSU-ID
or password; it is idempotent by \`X-Request-ID\` like every creation ([updates](decisions/0002-repeated-requests.md) are too). A start is compared by
its kind of credentials, not by their values: the same \`X-Request-ID\` with another password is a repetition, and gets the first answer. Use a new id for another
password. Data that the approach does not take at its start, as a password in a
redirect, start nothing. Otherwise the authorisation exists even if the data that came with its start are refused: \`_links\` of the error has the next step. Blanks in a code are
ignored. The rules are [decision 20](decisions/0020-sca-approach-and-start.md) and [decision 21](decisions/0021-psu-data-and-attempts.md).

A code is valid for \`otpMinutes\`. Afterwards \`scaStatus\` stays \`scaMethodSelected\`, \`psuMessage\` of its answer says that the code has expired in
place of asking for it, and the resource is unchanged until its own time is over. With \`methodMayChange\` a PUT of the same method to
\`selectAuthenticationMethod\` sends a new code in the same authorisation. Without it a POST to \`startAuthorisation\` begins another one. On the bank's
pages the PSU asks for a new code there.

A bank may let the approach follow from the method (\`methodsBeforeApproach\` of the profile, [decision 20](decisions/0020-sca-approach-and-start.md)). Then the
creation has the link \`startAuthorisationWithAuthenticationMethodSelection\`, \`scaMethods\` and no \`ASPSP-SCA-Approach\`: POST
\`{"authenticationMethodId": "…"}\` to it. A start without a method, as with several signers, has \`selectAuthenticationMethod\` and takes
\`PSU-ID\` or the method by PUT. The answer to the selection names the approach, and its links are those of the approach.

A bank may let the method change while an answer is awaited (\`methodMayChange\`, [decision 39](decisions/0039-challenges.md)). Then answers after the
password keep \`selectAuthenticationMethod\` and \`scaMethods\` in \`scaMethodSelected\` and on a device in \`started\`: the same method
sends again, another one takes its place.`;

const ACCOUNT = `A payment or standing order may leave out \`debtorAccount\` where the profile lets it (\`debtorAccount\`,
[products](products.md)). Status and order have no account until the PSU has approved the order for one of its accounts; afterwards they name it.
A PSU with one account that may pay skips the selection. With several accounts it chooses one before the code, which is bound to the order with that account:

- in a redirect and with OAuth on the bank's page, in the decoupled approach on the device;
- in the embedded approach the answer to the first factor has \`debtorAccounts\` (account and name of each) and the link
  \`updateResourceByDebtorAccountResource\`: PUT \`{"debtorAccount": {"iban": "…"}}\` to it, and go on with the links of the answer. A method sent before is
  409 \`STATUS_INVALID\`.

If the account needs further signers, the payment is \`PATC\`, and they approve for the same account. A signing basket accepts no
payment without an account. A bulk, and an order as a pain.001 message, always name it. \`debtorAccounts\` is not of the standard, which requires
\`debtorAccount\` but lets a bank relax that; the link has the name that later editions list.`;

const ENCRYPTED = `If the bank has keys for it, they are published at \`/.well-known/jwks.json\` (JWK Set, RFC 7517), and every link for a password
has an \`…Encrypted…\` counterpart: \`startAuthorisationWithEncryptedPsuAuthentication\`, \`updateEncryptedPsuAuthentication\`.
Send \`{"psuData": {"encryptedPassword": "…"}}\`: the password as a JWE of compact form (RFC 7516) for one of the keys, named by \`kid\`, with the
key's \`alg\` (\`RSA-OAEP-256\` or \`ECDH-ES\`) and \`enc\` \`A256GCM\`, uncompressed. The authorisation of a
cancellation has none of these links, and cannot be started with it. The bank mounts its private
keys (JWK Set, the newest first) as \`PASSWORD_KEYS_FILE\` of sca. Older keys stay in the set while TPPs may have them cached.`;

const ERRORS = `| request | answer | \`_links\` of the error |
| --- | --- | --- |
| wrong password, unknown PSU, locked PSU-ID | 401 \`PSU_CREDENTIALS_INVALID\`, same text | \`updatePsuAuthentication\` or \`updateEncryptedPsuAuthentication\` |
| the same with the start of an authorisation | the same | also \`startAuthorisation\`, for another PSU-ID |
| a start with another PSU-ID or \`PSU-Corporate-ID\` than the creation named | 401 \`PSU_CREDENTIALS_INVALID\` at the header | \`startAuthorisation\` |
| the right password of a PSU that the bank has blocked | 403 \`SERVICE_BLOCKED\` | none |
| a \`PSU-Corporate-ID\` that the bank does not know, after the right password | 401 \`CORPORATE_ID_INVALID\` | \`updatePsuAuthentication\` |
| a PSU-ID beyond \`unverifiedPsuIdsMax\` | 429 with \`Retry-After\`, no body | none |
| another \`PSU-Corporate-ID\` than the one named before | 401 \`PSU_CREDENTIALS_INVALID\` at \`PSU-Corporate-ID\` | none |
| a wrong code | 401 \`PSU_CREDENTIALS_INVALID\` | \`authoriseTransaction\` |
| an expired code | 401 \`PSU_CREDENTIALS_INVALID\`, with a text that names the reason | \`startAuthorisation\` |
| the last permitted wrong input (\`wrongCredentialsMax\`): the authorisation fails, its resource is rejected | 401 \`PSU_CREDENTIALS_INVALID\` | none |
| another PSU than the one named before | 401 \`PSU_CREDENTIALS_INVALID\` at \`PSU-ID\` | the current step, for the named PSU |
| a PSU that has approved before | 409 \`STATUS_INVALID\` | none |
| an account that is not the PSU's, after the right password | 400 \`RESOURCE_UNKNOWN\` | none |
| a method that the PSU does not have | 400 \`SCA_METHOD_UNKNOWN\` | none |
| the right password of a PSU without a method that fits | 200 or 201: \`failed\`, \`SCA_METHOD_UNKNOWN\` in the text of \`tppMessages\` | none |
| data that the current \`scaStatus\` does not permit, or any data after success | 409 \`STATUS_INVALID\` | none; after a failed start \`startAuthorisation\` |
| anything after a failure | 400 \`SCA_INVALID\` | none |
| a second password; an encrypted one where the bank has no key, or for the start of a cancellation | 400 \`PARAMETER_NOT_SUPPORTED\` | none |
| an encrypted password that cannot be decrypted | 400 \`FORMAT_ERROR\` at \`psuData.encryptedPassword\` | none |
| two kinds of data at once, or none in an update | 400 \`FORMAT_ERROR\`, naming the fields | none |`;

const LOCKED = `After \`psuFailuresMax\` wrong inputs in a row, over all authorisations and sign-ins of all TPPs, a PSU-ID is locked for
\`signInClosedMinutes\`, and each further time twice as long, up to a day. A correct code, or an approval on the device, resets the count.
The lock is never permanent: only the bank may block a PSU for good. While it is locked, nothing is checked, and the answer is that for a wrong password,
with \`Retry-After\`. The same applies to unknown PSU-IDs.`;

const CONFIRMING = `With \`authorisationConfirmation\` in the profile, answers have a \`confirmation\` link, the redirect ends \`unconfirmed\`, and the browser
brings a \`confirmationCode\` to \`TPP-Redirect-URI\`. Check \`state\`, then PUT the code to the link: \`finalised\`, or \`failed\` for a wrong
one. The resource does not change before that. Without a confirmation within \`redirectLinkMinutes\` the authorisation fails.`;

const links = (names: readonly string[]): string => names.map(code).join(', ');

export function authorisationPage(): string {
  const starts = Object.entries(START_LINKS).map(([approach, { psuKnown, psuUnknown }]) => [
    approach === 'open' ? 'open' : approach,
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
    '`services/gateway/src/links/authorisation-links.ts` and `services/sca/src/psu-data/permitted-in-sca-status.ts`',
    '## The approaches',
    APPROACHES,
    '## Starting an authorisation',
    STARTING,
    table(['approach', 'start link, PSU known', 'start link, PSU unknown'], starts),
    '## Payments without debtorAccount',
    ACCOUNT,
    '## Encrypted passwords',
    ENCRYPTED,
    '## Links and permitted data for each status',
    'Every answer also has the link `scaStatus`. In a status that is not listed it has no other link, and no PUT is permitted. With `authorisationConfirmation` every status that is not final also has `confirmation`. `selectAuthenticationMethod` comes with `scaMethods`, `authoriseTransaction` with `chosenScaMethod` and `challengeData`.',
    table(['approach', 'scaStatus', 'next link', 'permitted data of a PUT'], steps),
    '## Errors',
    ERRORS,
    LOCKED,
    '## Confirming a redirect',
    CONFIRMING,
  );
}
