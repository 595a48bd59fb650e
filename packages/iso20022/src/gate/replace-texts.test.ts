import { describe, expect, it } from 'vitest';
import { replaceTexts } from './replace-texts.ts';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const shout = (xml: string): string =>
  replaceTexts(Buffer.from(xml), (text) => text.toUpperCase(), { except: new Set(['Keep']) });

describe('replacing the texts of a message', () => {
  it.each([
    ['<a>text</a>', '<a>TEXT</a>'],
    [
      '<?xml version="1.0"?>\n<a x="b>c" xmlns:n="urn:x">\n  <n:b>t</n:b>\n</a>\n',
      '<a xmlns:n="urn:x" x="b&gt;c">\n  <n:b>T</n:b>\n</a>',
    ],
    ['<a><!-- a < b > c --><b/>t</a>', '<a><!-- a < b > c --><b/>T</a>'],
    ['<a>p &amp; &#x10D;</a>', '<a>P &amp; Č</a>'],
    ['<a><![CDATA[p & <q>]]></a>', '<a>P &amp; &lt;Q&gt;</a>'],
    ['<a>1 &amp; 2</a>', '<a>1 &amp; 2</a>'],
    [
      '<a xmlns:n="urn:x"><n:Keep><b>t<Keep/></b></n:Keep>t</a>',
      '<a xmlns:n="urn:x"><n:Keep><b>t<Keep/></b></n:Keep>T</a>',
    ],
  ])('%j becomes %j', (xml, expected) => {
    expect(shout(xml)).toBe(`${DECLARATION}${expected}\n`);
  });
});
