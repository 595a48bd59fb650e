import type { TppRole } from '@xs2a/contracts';
import { z } from 'zod';

/** Payment institutions, e-money institutions and account information providers. Agents and branches have no certificates. */
const TYPES: ReadonlySet<string> = new Set(['PSD_PI', 'PSD_EMI', 'PSD_AISP']);
/** Codes of PSD2 services, annex I: 7, 8, and issuing of payment instruments (5), which PIISPs need. */
const SERVICES: Readonly<Record<TppRole, string>> = { PISP: 'PS_070', AISP: 'PS_080', PIISP: 'PS_05A' };

const Values = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
/** An entity in the form of the EBA register: arrays of objects with one member each, with single values or arrays. */
const Entity = z.object({
  CA_OwnerID: z.string(),
  EntityCode: z.string(),
  EntityType: z.string(),
  Properties: z.array(z.record(z.string(), z.unknown())),
  Services: z.array(z.record(z.string(), z.unknown())).default([]),
});

/** A provider in the register. */
export interface RegisterEntry {
  readonly entityCode: string;
  readonly authority: string;
  readonly name: string;
  readonly referenceCode: string;
  /** Dates of authorisation and withdrawal, alternating, oldest first. */
  readonly dates: readonly string[];
  /** Codes of services by country. */
  readonly services: ReadonlyMap<string, readonly string[]>;
}

export interface Register {
  readonly entries: ReadonlyMap<string, readonly RegisterEntry[]>;
  readonly size: number;
}

/** Result of searching the register for a provider. */
export type RegisterFinding =
  | { readonly finding: 'absent' }
  | { readonly finding: 'withdrawn'; readonly entry: RegisterEntry }
  | { readonly finding: 'authorised'; readonly entry: RegisterEntry; readonly roles: readonly TppRole[] };

/**
 * Reads the download of the EBA register: an array of entities, or an array of such arrays preceded by notes. Ignores entities
 * that cannot be TPPs. Throws if none is left.
 */
export function readRegister(text: string): Register {
  const entries = (JSON.parse(text) as unknown[]).flat().flatMap(readEntity);
  if (entries.length === 0) throw new Error('the register has no payment institution');
  const keyed = entries.flatMap((entry) => keysOf(entry).map((key) => ({ key, entry })));
  const byKey = Map.groupBy(keyed, ({ key }) => key);
  return {
    entries: new Map([...byKey].map(([key, same]) => [key, same.map(({ entry }) => entry)])),
    size: entries.length,
  };
}

/** Finds the holder of a certificate in the register, on a date (`2026-11-22`), for services in a country. */
export function findInRegister(
  { entries }: Register,
  organizationIdentifier: string,
  { day, country }: { readonly day: string; readonly country: string },
): RegisterFinding {
  const found = entries.get(keyOfIdentifier(organizationIdentifier)) ?? [];
  const [entry] = found;
  if (entry === undefined) return { finding: 'absent' };
  const authorised = found.filter(({ dates }) => isAuthorised(dates, day));
  const [current] = authorised;
  if (current === undefined) return { finding: 'withdrawn', entry };
  const codes = new Set(authorised.flatMap(({ services }) => services.get(country) ?? []));
  const roles = (Object.keys(SERVICES) as TppRole[]).filter((role) => codes.has(SERVICES[role]));
  return { finding: 'authorised', entry: current, roles };
}

/**
 * Returns the entities that may be TPPs with the fields used here, in the form of the download: much smaller than the whole. Calls
 * `onRead` with the number of entities read so far and of all.
 */
export function reduceRegister(text: string, onRead?: (count: number, of: number) => void): unknown[] {
  const needed = ['ENT_NAM', 'ENT_NAT_REF_COD', 'ENT_COU_RES', 'ENT_AUT'];
  const codes = Object.values(SERVICES);
  const all = (JSON.parse(text) as unknown[]).flat();
  return all.flatMap((raw, index) => {
    onRead?.(index + 1, all.length);
    const [entry] = readEntity(raw);
    const entity = Entity.safeParse(raw).data;
    if (entry === undefined || entity === undefined) return [];
    if (![...entry.services.values()].flat().some((code) => codes.includes(code))) return [];
    const Properties = entity.Properties.filter((one) => Object.keys(one).some((name) => needed.includes(name)));
    return [{ ...entity, Properties }];
  });
}

function readEntity(raw: unknown): RegisterEntry[] {
  const { data: entity } = Entity.safeParse(raw);
  if (entity === undefined || !TYPES.has(entity.EntityType)) return [];
  const valuesOf = (name: string): string[] =>
    entity.Properties.flatMap((property) =>
      Object.hasOwn(property, name) ? (Values.safeParse(property[name]).data ?? []) : [],
    );
  const services = entity.Services.flatMap((one) =>
    Object.entries(one).map(([country, codes]) => [country, Values.safeParse(codes).data ?? []] as const),
  );
  return [
    {
      entityCode: entity.EntityCode,
      authority: entity.CA_OwnerID,
      name: valuesOf('ENT_NAM').at(-1) ?? '',
      referenceCode: valuesOf('ENT_NAT_REF_COD')[0] ?? '',
      dates: valuesOf('ENT_AUT').toSorted(),
      services: new Map(services),
    },
  ];
}

/** Odd dates are authorisations, even ones withdrawals. Future dates do not count yet. */
function isAuthorised(dates: readonly string[], day: string): boolean {
  return dates.filter((date) => date <= day).length % 2 === 1;
}

/** Keys by the national reference code, and by the code of the entity, which also ends with a reference. */
function keysOf({ authority, referenceCode, entityCode }: RegisterEntry): string[] {
  const country = authority.slice(0, 2);
  const references = [referenceCode, entityCode.split('!').at(-1) ?? ''].map(plain).filter((one) => one !== '');
  return [...new Set(references)].map((reference) => `${country} ${reference}`);
}

/**
 * Country and number of `PSDHR-HNB-12345` or `NTRHR-12345`. Excludes the authority, whose names in the register differ from ETSI
 * TS 119 495.
 */
function keyOfIdentifier(identifier: string): string {
  const [, country = '', reference = ''] =
    /^(?:PSD([A-Z]{2})-[A-Z]{2,8}|(?:NTR|VAT)([A-Z]{2}))-(.+)$/
      .exec(identifier)
      ?.filter((part) => part !== undefined) ?? [];
  return `${country} ${plain(reference)}`;
}

/** Normalises a reference: `0111027-9`, `0111027 9` and `01110279` are the same number. */
function plain(reference: string): string {
  return reference.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
