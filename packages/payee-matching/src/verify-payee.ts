import { compareNames, type HolderKind, type Nearness, nearerOf } from './compare-names.ts';

/** A number of a register or authority, such as an OIB as tax number or a Legal Entity Identifier. */
export interface Identification {
  /** Code of ISO 20022 external organisation identification, such as `TXID`, `LEI`, `SREN`. */
  readonly scheme: string;
  readonly value: string;
}

/** Question about a payee: its name, its number, or both. */
export interface AskedPayee {
  readonly name?: string | undefined;
  readonly identification?: Identification | undefined;
}

/** Somebody who holds an account, as the bank knows them. */
export interface AccountHolder {
  readonly kind: HolderKind;
  /** Legal name, given names first. At most 140 characters. It is what a close match discloses. */
  readonly name: string;
  /** Short names, trade names and former names that are a match too. */
  readonly otherNames?: readonly string[];
  readonly identifications?: readonly Identification[];
}

/** Codes of the EPC Verification Of Payee scheme; `NOAP`: not possible. A name only with a close match. */
export interface VerifiedPayee {
  readonly partyNameMatch?: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP';
  readonly partyIdMatch?: 'MTCH' | 'NMTC' | 'NOAP';
  readonly matchedName?: string;
}

/**
 * Says whether the payee of an order holds the account. Of several holders one is enough, and of several names of a holder the
 * nearest counts (Regulation (EU) No 260/2012, Art. 5c(1)). Without holders verification is not possible.
 */
export function verifyPayee(asked: AskedPayee, holders: readonly AccountHolder[]): VerifiedPayee {
  const { name, identification } = asked;
  return {
    ...(name !== undefined && matchName(name, holders)),
    ...(identification && { partyIdMatch: matchIdentification(identification, holders) }),
  };
}

function matchName(asked: string, holders: readonly AccountHolder[]): VerifiedPayee {
  if (holders.length === 0) return { partyNameMatch: 'NOAP' };
  const { code, holder } = nearest(asked, holders);
  return { partyNameMatch: code, ...(code === 'CMTC' && { matchedName: holder.name }) };
}

interface Found extends Nearness {
  readonly holder: AccountHolder;
}

function nearestHolder(asked: string, holders: readonly AccountHolder[]): Found {
  const found = holders.flatMap((holder) =>
    [holder.name, ...(holder.otherNames ?? [])].map((name) => ({ ...compareNames(asked, name, holder.kind), holder })),
  );
  return found.reduce(nearerOf);
}

/** Several people in one name of an order, such as `Ana i Ivan Horvat`: each of them must hold the account; the least near decides. */
function nearest(asked: string, holders: readonly AccountHolder[]): Found {
  const whole = nearestHolder(asked, holders);
  const people = peopleIn(asked);
  if (whole.code === 'MTCH' || holders.length < 2 || people.length < 2) return whole;
  const found = people.map((name) => nearestHolder(name, holders));
  return found.reduce((least, each) => (nearerOf(least, each) === least ? each : least));
}

/** The last one has the surname of those without one. A comma also stands between surname and given name: `Horvat, Ana`. */
function peopleIn(asked: string): string[] {
  const spaced = asked.split(/\s/).filter(Boolean).join(' ');
  const listed = spaced.split(/ ?[,;] ?/).filter(Boolean);
  const named = listed.every((name) => name.includes(' ')) ? listed : [spaced];
  const people = named.flatMap((names) => names.split(/ (?:i|and|und|&|\+|\/) /i));
  const surname = people.at(-1)?.split(' ').at(-1) ?? '';
  return people.map((name) => (name.includes(' ') ? name : `${name} ${surname}`));
}

/** A number matches or does not: none is close. Of other schemes than the bank's, verification is not possible. */
function matchIdentification(
  { scheme, value }: Identification,
  holders: readonly AccountHolder[],
): 'MTCH' | 'NMTC' | 'NOAP' {
  const held = holders.flatMap(({ identifications = [] }) => identifications.filter((each) => each.scheme === scheme));
  if (held.length === 0) return 'NOAP';
  return held.some((each) => numberOf(each) === numberOf({ scheme, value })) ? 'MTCH' : 'NMTC';
}

/** An OIB as a VAT number has the country in front of it. */
function numberOf({ scheme, value }: Identification): string {
  const number = value.replace(/[\s.-]/g, '').toUpperCase();
  return scheme === 'TXID' ? number.replace(/^HR(?=\d{11}$)/, '') : number;
}
