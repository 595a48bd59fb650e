/** Registration of a TPP according to the organizationIdentifier of its certificate. */
export interface TppRegistration {
  /** ISO 3166-1. */
  readonly country: string;
  /** The authorisation number, or the number of another register. */
  readonly number: string;
  /** The supervisor of the register: its name if listed here, and its abbreviation. */
  readonly authority?: string;
}

/**
 * Names of supervisors by their ids (ETSI TS 119 495 V1.2.1, Annex D), in the language of the country; HR-HNB is that of the test
 * certificates. Others are shown by their id.
 */
const AUTHORITIES: Readonly<Record<string, string>> = {
  'AT-FMA': 'Österreichische Finanzmarktaufsicht',
  'BE-NBB': 'Nationale Bank van België',
  'CZ-CNB': 'Česká národní banka',
  'DE-BAFIN': 'Bundesanstalt für Finanzdienstleistungsaufsicht',
  'DK-DFSA': 'Finanstilsynet',
  'EE-FI': 'Finantsinspektsioon',
  'ES-BE': 'Banco de España',
  'FI-FINFSA': 'Finanssivalvonta',
  'FR-ACPR': 'Autorité de contrôle prudentiel et de résolution',
  'HR-CNB': 'Hrvatska narodna banka',
  'HR-HNB': 'Hrvatska narodna banka',
  'HU-CBH': 'Magyar Nemzeti Bank',
  'IE-CBI': 'Central Bank of Ireland',
  'IT-BI': "Banca d'Italia",
  'LT-BL': 'Lietuvos bankas',
  'LU-CSSF': 'Commission de Surveillance du Secteur Financier',
  'MT-MFSA': 'Malta Financial Services Authority',
  'NL-DNB': 'De Nederlandsche Bank',
  'PT-BP': 'Banco de Portugal',
  'SE-FINA': 'Finansinspektionen',
  'SI-BS': 'Banka Slovenije',
  'SK-NBS': 'Národná banka Slovenska',
};

/** `PSDHR-HNB-12345` (ETSI TS 119 495, 5.2.1), or `NTRHR-12345` and `VATHR-12345` of ETSI EN 319 412-1, 5.1.4. */
const PSD = /^PSD([A-Z]{2})-([A-Z]{2,8})-(.+)$/;
const OTHER = /^(?:NTR|VAT)([A-Z]{2})-(.+)$/;

export function tppRegistration(tppId: string): TppRegistration | undefined {
  const [, country, authority, number] = PSD.exec(tppId) ?? [];
  if (country !== undefined && authority !== undefined && number !== undefined) {
    const name = AUTHORITIES[`${country}-${authority}`];
    return { country, number, authority: name === undefined ? authority : `${name} (${authority})` };
  }
  const [, elsewhere, entry] = OTHER.exec(tppId) ?? [];
  return elsewhere === undefined || entry === undefined ? undefined : { country: elsewhere, number: entry };
}
