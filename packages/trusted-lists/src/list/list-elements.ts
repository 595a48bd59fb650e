import { X509Certificate } from 'node:crypto';
import { childrenOf, textAt, type XmlElement } from '@xs2a/iso20022';
import { ListRefusal } from '../list-refusal.ts';

/** Returns the certificates of a digital identity, without unreadable ones. */
export function certificatesOf(identity: XmlElement | undefined): X509Certificate[] {
  return childrenOf(identity, 'DigitalId').flatMap((id) => {
    const base64 = textAt(id, 'X509Certificate');
    if (base64 === undefined) return [];
    try {
      return [new X509Certificate(Buffer.from(base64, 'base64'))];
    } catch {
      return [];
    }
  });
}

/** Returns the first English name, otherwise the first name. */
export function nameAt(element: XmlElement | undefined): string {
  const names = childrenOf(element, 'Name');
  const name = names.find(({ attributes }) => attributes.get('xml:lang') === 'en') ?? names[0];
  // Names are printed and written next to certificates: on one line, without control characters and PEM marks.
  const text = (name?.text ?? '').replaceAll(/[\p{C}\p{Z}]+/gu, ' ').replaceAll(/-{2,}/g, '-');
  return text.trim().slice(0, 120);
}

export function timeAt(element: XmlElement | undefined, ...names: string[]): Date {
  const time = new Date(textAt(element, ...names) ?? '');
  if (Number.isNaN(time.getTime())) throw new ListRefusal(`it has no time in ${names.join('/')}`);
  return time;
}
