/**
 * Currencies for payments: ISO 4217 list one, edition of January 2026, without codes that are not money (metals, units of
 * account, test and empty codes). A test compares it with the currencies of Unicode, so that a new one is noticed.
 */
const MONEY: ReadonlySet<string> = new Set(
  `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR
  ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
  MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF
  SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
  UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
  `
    .trim()
    .split(/\s+/),
);

/** Includes historic currencies: entries in kuna are read long after the currency has ended. */
const KNOWN = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
const known = new Map<string, boolean>();

/** Whether a payment in this currency is possible today. */
export function isPaymentCurrency(code: string): boolean {
  return MONEY.has(code);
}

/** Whether ISO 4217 has or had this code, for a currency or anything else; `code` must be three capitals. */
export function isCurrency(code: string): boolean {
  if (MONEY.has(code)) return true;
  const before = known.get(code);
  if (before !== undefined) return before;
  const found = KNOWN.of(code) !== undefined;
  known.set(code, found);
  return found;
}
