import { Remedy } from '@xs2a/contracts';
import { z } from 'zod';
import { NEXT_LINKS, START_LINKS } from '../authorisation-links.ts';
import { ENCRYPTED, type LinkName, SPELT_ALSO } from '../links.ts';

export const Link = z.strictObject({ href: z.string() });

/** `_links` of which each may be there (Implementation Guidelines, Links), under every name that it has. */
function linksNamed(names: readonly string[]) {
  const aliases = names.flatMap((name) => SPELT_ALSO[name as LinkName] ?? []);
  const all = new Set([...names, ...aliases]);
  return z.strictObject(Object.fromEntries([...all].map((name) => [name, Link.optional()])));
}

const STEPS = [...Object.values(NEXT_LINKS).flatMap((states) => Object.values(states).flat()), 'confirmation'];
const STARTS = Object.values(START_LINKS).flatMap((names) => Object.values(names));

/** A password may come encrypted where the bank has published a key. */
function encryptedToo(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, ENCRYPTED[name as LinkName] ?? name]);
}

/** Of a resource that was made: how it is authorised, and where it is (decision 20). */
export const CreationLinks = linksNamed([...encryptedToo([...STEPS, ...STARTS]), 'self', 'status', 'scaStatus']);
/** Of an authorisation that was started or moved on (decision 20). */
export const AuthorisationLinks = linksNamed([...encryptedToo(STEPS), 'status', 'scaStatus']);
/** Of a cancellation that was asked for (Implementation Guidelines, Links). */
export const CancellationLinks = linksNamed([...STARTS, 'self', 'status']);
export const ConfirmationLinks = linksNamed(['confirmation']);
export const ConsentLinks = linksNamed(['account', 'cardAccount']);
export const AccountLinks = linksNamed(['balances', 'transactions']);
export const CardAccountLinks = linksNamed(['balances', 'transactions', 'cardTransactions']);
export const TransactionLinks = linksNamed(['transactionDetails']);
/** Of a list: its account and its other pages (decision 19). */
export const ReportLinks = linksNamed(['account', 'first', 'next', 'previous', 'last']);
export const CardReportLinks = linksNamed(['cardAccount', 'first', 'next', 'previous', 'last']);
export const DownloadLinks = linksNamed(['account', 'download']);
/** Of a refusal: what helps. */
export const RemedyLinks = linksNamed(Remedy.options);
