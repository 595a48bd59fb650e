import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const wordmark = (ink: string, mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 36" width="190" height="36">
<path d="M4 32V4h10l10 14L34 4h0v28z" fill="${mark}"/>
<text x="46" y="25" font-family="sans-serif" font-size="19" font-weight="700" fill="${ink}">Druga banka</text></svg>`;

/** Writes the profile of a bank with a whole brand, and its files. No browser can read its stand-in for the bank's typeface. */
export function writeOtherBank(typeface: Buffer = Buffer.from('wOF2')): string {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-other-bank-'));
  const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);
  put('logo.svg', wordmark('#2b0a14', '#8a1538'));
  put('logo-dark.svg', wordmark('#f7e9ed', '#ffb1c4'));
  put('text.woff2', typeface);
  put(
    'bank.yaml',
    `aspspName: Druga banka d.d.
brand:
  logo: { light: logo.svg, dark: logo-dark.svg, hasName: true }
  colours:
    light: { accent: '#8a1538', onAccent: '#ffffff', paper: '#faf5f0', ink: '#2b0a14', line: '#e5d5d9' }
    dark: { accent: '#ffb1c4', onAccent: '#3d0014', paper: '#1a1013', surface: '#24171b', sunken: '#322127' }
  typeface: { regular: text.woff2 }
  contact:
    phone: +385 1 2345 678
    page: { hr: 'https://drugabanka.example/kontakt', en: 'https://drugabanka.example/en/contact' }
  privacy: { hr: 'https://drugabanka.example/podaci', en: 'https://drugabanka.example/en/privacy' }
  imprint: { hr: 'https://drugabanka.example/o-nama', en: 'https://drugabanka.example/en/about' }
`,
  );
  return join(folder, 'bank.yaml');
}
