import type { PageStyle } from './page-style.ts';

type Language = 'hr' | 'en';

const WORDS: Record<Language, Record<'phone' | 'contact' | 'privacy' | 'imprint', string>> = {
  hr: { phone: 'Telefon', contact: 'Kontakt', privacy: 'Zaštita osobnih podataka', imprint: 'O banci' },
  en: { phone: 'Telephone', contact: 'Contact', privacy: 'Privacy', imprint: 'About the bank' },
};

/** Returns the link to the icon as HTML. `folder` is the path of the style files. */
export function iconLink({ icon, files }: PageStyle, folder: string): string {
  if (icon === undefined) return '<link rel="icon" href="data:,">';
  return `<link rel="icon" href="${folder}/${icon}" type="${files.get(icon)?.type ?? ''}">`;
}

/** Returns logo and name for the page header as HTML. A logo that contains the name has it as its text alternative. */
export function brandMark({ logo, bankName }: PageStyle, folder: string): string {
  const name = escaped(bankName);
  const written = `<span class="brand-name">${name}</span>`;
  if (logo === undefined) return written;
  const dark =
    logo.dark === undefined ? '' : `<source srcset="${folder}/${logo.dark}" media="(prefers-color-scheme: dark)">`;
  const picture = `<picture>${dark}<img src="${folder}/${logo.light}" alt="${logo.hasName ? name : ''}" height="36"></picture>`;
  return logo.hasName ? picture : `${picture}\n${written}`;
}

/** Returns the bank's contact links for the footer as HTML; empty without a brand. */
export function brandLinks({ brand }: PageStyle, language: Language): string {
  if (brand === undefined) return '';
  const { phone, page } = brand.contact;
  const words = WORDS[language];
  const links = [
    [`tel:${phone.replaceAll(' ', '')}`, `${words.phone}: ${phone}`],
    [page[language], words.contact],
    [brand.privacy[language], words.privacy],
    [brand.imprint[language], words.imprint],
  ] as const;
  const items = links.map(([href, text]) =>
    href === undefined ? '' : `<li><a href="${escaped(href)}">${escaped(text)}</a></li>`,
  );
  return `<ul class="foot-links">\n${items.join('\n')}\n</ul>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
