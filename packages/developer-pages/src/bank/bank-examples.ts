import { SANDBOX_TPPS } from '@xs2a/certificates';
import { SANDBOX_PSUS } from '../sandbox-psus.ts';

/** Account in examples outside the sandbox: the example for Croatia in SWIFT's IBAN registry. */
const EXAMPLE_IBAN = 'HR1210010051863000160';
const EXAMPLE_CARD = '525412******0000';

/** Replacements of sandbox names in the examples of a production bank. */
const REPLACED: readonly (readonly [string, string])[] = [
  ...SANDBOX_PSUS.flatMap(({ accounts }) => accounts).map((account): [string, string] => [
    account,
    account.includes('*') ? EXAMPLE_CARD : EXAMPLE_IBAN,
  ]),
  ...SANDBOX_PSUS.flatMap(({ psuId }): [string, string][] => [
    [`${psuId}-pass`, '{password}'],
    [psuId, '{PSU-ID}'],
  ]),
  ...[...SANDBOX_TPPS.keys()].map((id): [string, string] => [id, 'PSDHR-HNB-12345']),
  ['4532000000000017', '5254120000000000'],
  ['453200******0017', EXAMPLE_CARD],
  ['corp-1', '{PSU-Corporate-ID}'],
  ['Sandbox TPP', 'Example TPP'],
].toSorted(([one = ''], [other = '']) => other.length - one.length) as [string, string][];

/** Address of the portal in the examples of the OpenAPI document. */
const EXAMPLE_PORTAL = 'http://localhost:8090';

/** A page with the bank's own examples, without PSUs, TPPs, accounts and addresses of the sandbox. */
export function replaceSandboxExamples(html: string, portalUrl: string): string {
  const names = REPLACED.reduce((text, [sandbox, bank]) => text.replaceAll(sandbox, bank), html);
  return names.replaceAll(EXAMPLE_PORTAL, portalUrl);
}

/** Removes the parts about the sandbox from a text. */
export function withoutSandbox(text: string): string {
  return text
    .split(/(?<=\.) /)
    .filter((sentence) => !/sandbox/i.test(sentence))
    .join(' ');
}
