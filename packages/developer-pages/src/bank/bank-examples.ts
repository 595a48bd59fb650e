import { SANDBOX_TPPS } from '@xs2a/certificates';
import { SANDBOX_PSUS } from '../sandbox-psus.ts';

/** An account that examples use outside of the sandbox: the example of SWIFT's IBAN registry for Croatia. */
const EXAMPLE_IBAN = 'HR1210010051863000160';
const EXAMPLE_CARD = '525412******0000';

/** Replacements of sandbox names in the examples of a bank in production. */
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

/** The portal in the examples of the OpenAPI document. */
const EXAMPLE_PORTAL = 'http://localhost:8090';

/** A page with the examples of the bank itself: no PSU, TPP, account and address of the sandbox is left in it. */
export function asOfThisBank(html: string, portalUrl: string): string {
  const names = REPLACED.reduce((text, [sandbox, bank]) => text.replaceAll(sandbox, bank), html);
  return names.replaceAll(EXAMPLE_PORTAL, portalUrl);
}

/** A text without what it says about the sandbox. */
export function withoutSandbox(text: string): string {
  return text
    .split(/(?<=\.) /)
    .filter((sentence) => !/sandbox/i.test(sentence))
    .join(' ');
}
