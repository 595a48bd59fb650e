import { Remedy } from '@xs2a/contracts';
import { z } from 'zod';
import { NEXT_LINKS, START_LINKS } from '../links/authorisation-links.ts';
import { ENCRYPTED_LINKS, LINK_ALIASES, type LinkName } from '../links/link-names.ts';

export const Link = z.strictObject({ href: z.string() });

/** Returns the schema of `_links` with these names and their aliases, all optional. */
function linksNamed(names: readonly string[]) {
  const aliases = names.flatMap((name) => LINK_ALIASES[name as LinkName] ?? []);
  const all = new Set([...names, ...aliases]);
  return z.strictObject(Object.fromEntries([...all].map((name) => [name, Link.optional()])));
}

const STEPS = [
  ...Object.values(NEXT_LINKS).flatMap((states) => Object.values(states).flat()),
  'scaOAuth',
  'updateResourceByDebtorAccountResource',
  'confirmation',
];
const STARTS = [
  ...Object.values(START_LINKS).flatMap((names) => Object.values(names)),
  'startAuthorisationWithAuthenticationMethodSelection',
];

/** Adds the links for encrypted passwords, which a bank with a published key sends. */
function withEncrypted(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, ENCRYPTED_LINKS[name as LinkName] ?? name]);
}

/** Links of a created resource: its authorisation and its address. */
const CREATED = [...withEncrypted([...STEPS, ...STARTS]), 'self', 'status', 'scaStatus'];
export const CreationLinks = linksNamed(CREATED);
/** A payment whose payee is being verified has the link to its confirmation. */
export const CreatedPaymentLinks = linksNamed([...CREATED, 'creditorNameConfirmation']);
/** Links of an authorisation after a step. */
export const AuthorisationLinks = linksNamed([...withEncrypted(STEPS), 'status', 'scaStatus']);
/** Links of a requested cancellation. */
export const CancellationLinks = linksNamed([...STARTS, 'self', 'status']);
export const ConfirmationLinks = linksNamed(['confirmation']);
export const ConsentLinks = linksNamed(['account', 'cardAccount']);
export const AccountLinks = linksNamed(['balances', 'transactions', 'trustedBeneficiaries']);
export const CardAccountLinks = linksNamed(['balances', 'transactions', 'cardTransactions']);
export const TransactionLinks = linksNamed(['transactionDetails']);
/** Links of a transaction list: its account and its other pages. */
export const ReportLinks = linksNamed(['account', 'first', 'next', 'previous', 'last']);
export const CardReportLinks = linksNamed(['cardAccount', 'first', 'next', 'previous', 'last']);
export const DownloadLinks = linksNamed(['account', 'download']);
/** Links of an error: the next attempt. */
export const RemedyLinks = linksNamed(Remedy.options);
