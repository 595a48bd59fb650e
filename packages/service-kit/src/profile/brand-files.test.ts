import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SettingsRefusal } from '../settings/settings-refusal.ts';
import { loadProfile } from './load-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const svg = (inner: string): string => SVG.replace('<path', `${inner}<path`);
writeFileSync(at('logo.svg'), SVG);
writeFileSync(at('text.woff2'), 'wOF2 and so on');

const LINKS = '{ hr: https://banka.example/hr, en: https://banka.example/en }';
const profileOf = (logo: string, typeface = 'text.woff2', more = ''): string => `aspspName: Druga banka d.d.
brand:
  logo: { light: ${logo} }
  colours:
    light: { accent: '#8a1538', onAccent: '#ffffff' }
    dark: { accent: '#ffb1c4', onAccent: '#3d0014' }
  typeface: { regular: ${typeface} }
  contact: { phone: +385 1 2345 678, page: ${LINKS} }
  privacy: ${LINKS}
  imprint: ${LINKS}
${more}`;

function faultsOf(text: string): string[] {
  writeFileSync(at('bank.yaml'), text);
  try {
    loadProfile(at('bank.yaml'));
    return [];
  } catch (error) {
    return (error as SettingsRefusal).faults.map((fault) => fault.text.replace(`${folder}/`, ''));
  }
}

describe('brand files', () => {
  it('are read from the folder of the profile', () => {
    expect(faultsOf(profileOf('logo.svg'))).toEqual([]);
  });

  it.each([
    [
      'is missing',
      'none.svg',
      undefined,
      'bank.yaml:3: brand.logo.light: none.svg cannot be read beside the profile (ENOENT)',
    ],
    ['is too large', 'large.png', Buffer.alloc(65_537), 'brand.logo.light: large.png has 65537 bytes; at most 65536'],
    ['is of another kind', 'page.png', '<html>', 'brand.logo.light: page.png is not what its ending says'],
    ['is not SVG', 'page.svg', '<html><svg/></html>', 'page.svg is not what its ending says'],
    ['has a script', 'a.svg', svg('<script>alert(1)</script>'), 'a.svg has a script; a logo is only a picture'],
    [
      'has a script by a prefix',
      'b.svg',
      svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'),
      'b.svg has a script',
    ],
    ['has an event handler', 'c.svg', SVG.replace('<svg', '<svg onload="alert(1)"'), 'c.svg has an event handler'],
    ['loads another picture', 'd.svg', svg('<image href="https://evil.example/x.png"/>'), 'd.svg refers to another'],
    ['has a link that runs', 'e.svg', svg('<a xlink:href="javascript:alert(1)">x</a>'), 'e.svg refers to another'],
    ['has HTML in it', 'f.svg', svg('<foreignObject><b/></foreignObject>'), 'f.svg embeds what is no picture'],
    ['has entities', 'g.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`, 'g.svg declares a document type'],
    ['loads a style', 'h.svg', svg('<style>@import "x.css";</style>'), 'h.svg refers to another address'],
    ['hides in UTF-16', 'i.svg', Buffer.from(`\uFEFF${svg('<script/>')}`, 'utf16le'), 'i.svg is not UTF-8'],
  ])('are refused by setting if one %s', (_, name, content, fault) => {
    if (content !== undefined) writeFileSync(at(name), content);
    expect(faultsOf(profileOf(name)).join('\n')).toContain(fault);
  });

  it('may be a typeface in woff2', () => {
    writeFileSync(at('other.woff2'), 'OTTO');
    expect(faultsOf(profileOf('logo.svg', 'other.woff2')).join('\n')).toContain('brand.typeface.regular: other.woff2');
  });
});

it('are refused by line and setting if a colour pair, a placeholder or a language is missing', () => {
  const text = profileOf('logo.svg', 'text.woff2', '  messages:\n    payment: { hr: "{amount} {payee} {saldo}" }\n');
  expect(faultsOf(text.replace('#8a1538', '#ff9db5')).join('\n')).toMatch(
    /^bank\.yaml:5: brand\.colours\.light\.accent: .* 4\.5 /,
  );
  expect(faultsOf(text)).toEqual([
    'bank.yaml:12: brand.messages.payment.hr: {saldo} is no placeholder of this message; there are {amount}, {payee}, {account}, {bank}',
  ]);
  const withoutEnglish = profileOf('logo.svg').replace(/imprint: .*/, 'imprint: { hr: https://banka.example/hr }');
  expect(faultsOf(withoutEnglish)).toEqual(['bank.yaml:10: brand.imprint: lacks en, which languages offers']);
});
