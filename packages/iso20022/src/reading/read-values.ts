import {
  type AccountReference,
  type Amount,
  Bic,
  DecimalText,
  dayOfTime,
  AccountReference as Reference,
} from '@xs2a/contracts';
import { textOf } from '../xml/content-of.ts';
import type { AccountContent, AgentContent, DateChoice, Sided } from './camt-content.ts';

/** Returns the amount with the sign of its debit or credit side. */
export function readAmount({ Amt, CdtDbtInd }: Sided): Amount {
  const digits = decimalOf(textOf(Amt) ?? '');
  const isDebit = textOf(CdtDbtInd) === 'DBIT' && /[1-9]/.test(digits);
  return { currency: Amt['@Ccy'], amount: `${isDebit ? '-' : ''}${digits}` };
}

/** Normalises an XML decimal, which may have a plus sign, leading zeros, no digit before the point, or any number of trailing zeros. */
function decimalOf(text: string): string {
  const [, digits = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const whole = digits.replace(/^0+/, '');
  let end = fraction.length;
  while (end > 2 && fraction.charAt(end - 1) === '0') end--;
  const kept = fraction.slice(0, end);
  const decimal = `${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}`;
  return DecimalText.safeParse(decimal).success ? decimal : '';
}

/** Returns an account by its identifier; undefined if the interface has no such identifier. */
export function readAccount(account: AccountContent | undefined): AccountReference | undefined {
  const iban = textOf(account?.Id?.IBAN);
  const other = account?.Id?.Othr;
  const identification = textOf(other?.Id);
  const code = textOf(other?.SchmeNm?.Cd);
  const proprietary = textOf(other?.SchmeNm?.Prtry);
  const currency = textOf(account?.Ccy);
  const named =
    iban !== undefined
      ? { iban }
      : code === 'BBAN'
        ? { bban: identification }
        : proprietary === 'MSISDN'
          ? { msisdn: identification }
          : proprietary === 'MASKEDPAN'
            ? { maskedPan: identification }
            : { other: withoutUndefined({ identification, schemeNameCode: code, schemeNameProprietary: proprietary }) };
  const parsed = Reference.safeParse(withoutUndefined({ ...named, currency }));
  return parsed.success ? parsed.data : undefined;
}

/** Returns a bank by its BIC; undefined if it is identified otherwise. */
export function readBic(agent: AgentContent | undefined): string | undefined {
  const parsed = Bic.safeParse(textOf(agent?.FinInstnId?.BICFI) ?? textOf(agent?.FinInstnId?.BIC));
  return parsed.success ? parsed.data : undefined;
}

/** Date in the time zone of the bank. */
export function dayOf(date: DateChoice | undefined, timeZone: string): string | undefined {
  const text = textOf(date?.Dt) ?? textOf(date?.DtTm);
  return text === undefined ? undefined : dayOfTime(text, timeZone);
}

/** Removes undefined fields, which contracts do not permit. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
