import { describe, expect, it } from 'vitest';
import { replaceTexts } from './replace-texts.ts';

const shout = (xml: string): string => replaceTexts(xml, (text) => text.toUpperCase(), new Set(['Keep']));

describe('replacing the texts of a message', () => {
  it.each([
    ['<a>text</a>', '<a>TEXT</a>'],
    [
      '<?xml version="1.0"?>\n<a x="b>c">\n  <n:b>t</n:b>\n</a>\n',
      '<?xml version="1.0"?>\n<a x="b>c">\n  <n:b>T</n:b>\n</a>\n',
    ],
    ['<a><!-- a < b > c --><b/>t</a>', '<a><!-- a < b > c --><b/>T</a>'],
    ['<a>p &amp; &#x10D;</a>', '<a>P &amp; Č</a>'],
    ['<a><![CDATA[p & <q>]]></a>', '<a>P &amp; &lt;Q&gt;</a>'],
    ['<a>1 &amp; 2</a>', '<a>1 &amp; 2</a>'],
    ['<a><n:Keep><b>t<Keep/></b></n:Keep>t</a>', '<a><n:Keep><b>t<Keep/></b></n:Keep>T</a>'],
  ])('%j becomes %j', (xml, expected) => {
    expect(shout(xml)).toBe(expected);
  });
});
