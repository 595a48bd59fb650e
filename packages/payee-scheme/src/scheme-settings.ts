import { readFileSync } from 'node:fs';
import { Bic } from '@xs2a/contracts';
import { z } from 'zod';

/** A participant of the scheme, as its directory (EDS) has it. */
const OtherBank = z.object({
  bic: Bic,
  /** Where it answers: the path of the interface is added. */
  url: z.url({ protocol: /^https$/ }),
  /** Beginnings of its IBANs without check digits, such as `HR9991032`. */
  accounts: z.array(z.string().regex(/^[A-Z]{2}[A-Z0-9]+$/)).min(1),
  /** `organizationIdentifier` of its client certificate (ETSI EN 319 412-1). */
  organisation: z.string().min(1),
});
export type OtherBank = z.infer<typeof OtherBank>;

/** PEM: a certificate and its key. */
const KeyPair = z.object({ certificate: z.string(), key: z.string() });

/** With texts in PEM; in a file, with the paths of such files. */
const SchemeSettings = z.object({
  /** BIC of this bank. */
  bic: Bic,
  /** Port on which this bank is asked. */
  port: z.int().min(0).max(65_535),
  /** Certificates of this bank: as client (a QWAC) and as server. */
  client: KeyPair,
  server: KeyPair,
  /** The authorities of the other banks. */
  trust: z.string(),
  /** A copy of the directory: it is not asked for each check. */
  banks: z.array(OtherBank),
});
export type SchemeSettings = z.infer<typeof SchemeSettings>;

/** Reads the settings of a JSON file, and the files that it names. */
export function readSchemeSettings(file: string): SchemeSettings {
  const { client, server, trust, ...settings } = SchemeSettings.parse(JSON.parse(readFileSync(file, 'utf8')));
  const textOf = (path: string): string => readFileSync(path, 'utf8');
  const pairOf = ({ certificate, key }: z.infer<typeof KeyPair>) => ({
    certificate: textOf(certificate),
    key: textOf(key),
  });
  return { ...settings, client: pairOf(client), server: pairOf(server), trust: textOf(trust) };
}

/** The bank that has an account: the one with the longest beginning of its IBAN. */
export function bankOf({ banks }: Pick<SchemeSettings, 'banks'>, iban: string): OtherBank | undefined {
  const account = iban.slice(0, 2) + iban.slice(4);
  const lengthOf = ({ accounts }: OtherBank): number =>
    Math.max(0, ...accounts.filter((start) => account.startsWith(start)).map(({ length }) => length));
  return banks.filter((bank) => lengthOf(bank) > 0).toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}
