import { z } from 'zod';
import { hasValidIbanCheckDigits } from '../iban/check-digits.ts';
import { IBAN_LENGTHS } from '../iban/iban-lengths.ts';
import { CurrencyCode } from './amounts/amount.ts';

/** Explains wrong check digits: in most cases, characters are missing. */
function ibanFault(iban: string): string {
  const country = iban.slice(0, 2);
  const length = IBAN_LENGTHS.get(country);
  if (length === undefined) return `has wrong check digits, and ${country} is no country of the IBAN registry`;
  if (length === iban.length) return 'has wrong check digits: a digit or letter is mistyped';
  return `has wrong check digits: an IBAN of ${country} has ${length} characters, and this one ${iban.length}`;
}

const IBAN_FORM =
  'must be an IBAN without blanks: country in capitals, two check digits, at most 30 letters and digits';

/** Describes characters that an IBAN cannot contain. */
function ibanFormFault(sent: unknown): string {
  if (typeof sent !== 'string' || sent === '') return '';
  if (/\s/.test(sent)) return '; this one has blanks';
  if (/[^a-zA-Z0-9]/.test(sent)) return '; this one has other characters';
  if (/^([a-z][a-zA-Z]|[A-Z][a-z])/.test(sent)) return '; this one begins with small letters';
  if (/^[a-z]/i.test(sent)) return '';
  return '; this one begins with no country';
}

/** An IBAN with correct check digits. Lower-case letters are accepted and stored in capitals; spaces are not accepted. */
export const Iban = z
  .string()
  .regex(/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/, { error: ({ input }) => `${IBAN_FORM}${ibanFormFault(input)}` })
  .transform((iban) => iban.toUpperCase())
  .refine(hasValidIbanCheckDigits, { error: ({ input }) => ibanFault(String(input)) });

const OtherIdentification = z.strictObject({
  identification: z.string().min(1).max(35),
  schemeNameCode: z.string().max(35).optional(),
  schemeNameProprietary: z.string().max(35).optional(),
  issuer: z.string().max(35).optional(),
});

/** A card number, clear or masked. Only the masked form is stored and compared. */
export const CardNumber = z
  .string()
  .regex(/^[0-9*xX]{8,35}$/, 'must be a card number of 8 to 35 digits, some of which may be masked by * or x');

/**
 * Normalises a card number for comparison: with blanks and hyphens, or with dots for hidden digits. Undefined if it is not
 * written like a card number.
 */
export function readCardNumber(written: string): string | undefined {
  const number = written.replaceAll(/[\s-]/g, '').replaceAll(/[.•#]/g, '*');
  return CardNumber.safeParse(number).success ? number : undefined;
}

/** Kinds of account identifiers. */
export const AccountIdentifier = z.enum(['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other']);
export type AccountIdentifier = z.infer<typeof AccountIdentifier>;

function identifiersIn(reference: object): string[] {
  return AccountIdentifier.options.filter((name) => (reference as Record<string, unknown>)[name] !== undefined);
}

/** Lists the identifiers of an account that has more than one. */
function named(sent: unknown): string {
  const names = typeof sent === 'object' && sent !== null ? identifiersIn(sent) : [];
  return names.length > 1 ? `, not by ${names.join(' and ')}` : '';
}

/** Identifies one account by exactly one identifier; `currency` selects a sub-account (Implementation Guidelines, Account Reference). */
export const AccountReference = z
  .strictObject({
    iban: Iban.optional(),
    bban: z
      .string()
      .regex(/^[a-zA-Z0-9]{1,30}$/, 'must have 1 to 30 letters and digits')
      .optional(),
    pan: z
      .string()
      .regex(/^[0-9]{8,35}$/, 'must have 8 to 35 digits')
      .optional(),
    maskedPan: CardNumber.optional(),
    msisdn: z.string().min(1).max(35).optional(),
    other: OtherIdentification.optional(),
    currency: CurrencyCode.optional(),
    cashAccountType: z.string().max(35).optional(),
  })
  .refine((reference) => identifiersIn(reference).length === 1, {
    error: ({ input }) =>
      `must name an account by exactly one of ${AccountIdentifier.options.join(', ')}${named(input)}`,
  });
export type AccountReference = z.infer<typeof AccountReference>;

/**
 * In place of an account that the PSU has yet to choose, as ISO 20022 messages write a mandatory identification that is not
 * known. Requests and answers of TPPs leave the account out.
 */
export const ACCOUNT_NOT_PROVIDED = { other: { identification: 'NOTPROVIDED' } } as const satisfies AccountReference;

/** Whether a reference names an account; false for the placeholder. */
export function isProvided({ other }: AccountReference): boolean {
  return other?.identification !== ACCOUNT_NOT_PROVIDED.other.identification;
}

/** Currency of an account that aggregates several currencies (Implementation Guidelines, Multicurrency Accounts). */
const AGGREGATED_CURRENCY = 'XXX';

/** An account to which entries can be booked: an aggregated account has none of its own. */
export const BookedAccount = AccountReference.refine(({ currency }) => currency !== AGGREGATED_CURRENCY, {
  error: 'must be the currency of a sub-account, XXX stands for all of them',
  path: ['currency'],
});

/**
 * Minimum length for showing the leading digits: in a shorter number, too few digits would be hidden between the first six and
 * the last four.
 */
const LEADING_SHOWN_FROM = 12;

/** Masks a card number for storing and display: first six and last four digits. A masked one stays as it is. */
export function maskPan(pan: string): string {
  const leading = pan.length < LEADING_SHOWN_FROM ? '' : pan.slice(0, 6);
  return leading + '*'.repeat(pan.length - leading.length - 4) + pan.slice(-4);
}

/** Returns the reference with its card number masked, in whichever field it was sent in clear (decision 17). */
export function maskReference({ pan, ...reference }: AccountReference): AccountReference {
  const number = pan ?? reference.maskedPan;
  return number === undefined ? reference : { ...reference, maskedPan: maskPan(number) };
}

type Other = z.infer<typeof OtherIdentification>;

/** The same number may denote several accounts in different schemes. A reference without scheme or issuer leaves it open. */
function isSameOther(one: Other, other: Other): boolean {
  const isSame = (left: string | undefined, right: string | undefined): boolean =>
    left === undefined || right === undefined || left === right;
  const schemeOf = ({ schemeNameCode, schemeNameProprietary }: Other) => schemeNameCode ?? schemeNameProprietary;
  return (
    one.identification === other.identification &&
    isSame(schemeOf(one), schemeOf(other)) &&
    isSame(one.issuer, other.issuer)
  );
}

/** Whether a reference denotes an account: the same identifier, and the same currency if the reference has one. */
export function refersTo(reference: AccountReference, account: AccountReference): boolean {
  if (reference.currency !== undefined && reference.currency !== account.currency) return false;
  if (reference.pan !== undefined) return account.maskedPan === maskPan(reference.pan) || account.pan === reference.pan;
  if (reference.other !== undefined) return account.other !== undefined && isSameOther(reference.other, account.other);
  // Some banks mask with the letter x.
  if (reference.maskedPan !== undefined) {
    return account.maskedPan !== undefined && maskPan(reference.maskedPan) === maskPan(account.maskedPan);
  }
  return (['iban', 'bban', 'msisdn'] as const).some(
    (name) => reference[name] !== undefined && reference[name] === account[name],
  );
}
