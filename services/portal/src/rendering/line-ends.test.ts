import { expect, it } from 'vitest';
import { paymentView, renderStep } from '../../test/render-step.ts';
import { keepWithNext } from './line-ends.ts';

const shown = (html: string) => keepWithNext(html).replaceAll('\u00A0', '_');

it.each([
  ['<p>Prijavite se u banku i potvrdite.</p>', '<p>Prijavite se u_banku i_potvrdite.</p>'],
  ['<p>A u banci (s kodom) »i tako«</p>', '<p>A_u_banci (s_kodom) »i_tako«</p>'],
  ['<p>S računa\no kojem</p>', '<p>S_računa\no_kojem</p>'],
  [
    '<p>suglasnosti i <a href="/x" title="u banci">i ostalo</a></p>',
    '<p>suglasnosti i_<a href="/x" title="u banci">i_ostalo</a></p>',
  ],
  ['<pre>curl -s u i</pre><code>s a</code><p>i da</p>', '<pre>curl -s u i</pre><code>s a</code><p>i_da</p>'],
  ['<p>da ili ne, bez a, 5 s</p>', '<p>da ili ne, bez a, 5 s</p>'],
])('a word of one letter stays with the next: %s', (html, kept) => {
  expect(shown(html)).toBe(kept);
});

it('so it is on Croatian pages, and not on English ones', () => {
  const [hr, en] = (['hr', 'en'] as const).map((language) => renderStep(paymentView(), language));
  expect(hr).toContain('Potpisujem');
  expect(hr).toMatch(/>S\u00A0računa</);
  expect(en).not.toMatch(/(?<=\s)[ai]\u00A0/i);
});
