import { describe, expect, it } from 'vitest';
import { transliterate } from './transliterate.ts';
import { transliterateBody } from './transliterate-body.ts';

describe('a text in the SEPA Latin set (EPC217-08)', () => {
  it.each([
    ['Đuro Čačić, Šibenik i Žminj', 'Duro Cacic, Sibenik i Zminj'],
    ['đčćšž ĐČĆŠŽ', 'dccsz DCCSZ'],
    ['Łódź, Müller & Weiß', 'Lodz, Muller + Weis'],
    ['Ђорђе Петровић', 'Djordje Petrovic'],
    ['Αθήνα', 'Athina'],
    ['عبد الله', "'bd allh"],
    ['شركة ABC للتجارة', 'shrkh ABC lltjarh'],
    ['王 小明', 'Wang XiaoMing'],
    ['北京ABC公司', 'BeiJing ABC GongSi'],
    ['李明有限公司', 'Li Ming YouXianGongSi'],
    ['株式会社サクラ', 'ZhuShiHuiShe sakura'],
    ['c\u030C', 'c'],
    ['a_b [c] {d} 10 € "e"; f', "a-b (c) (d) 10 E 'e', f"],
    ['100 % 🙂', '100 . .'],
    ['a\u00A0b', 'a b'],
  ])('%j becomes %j', (text, expected) => {
    expect(transliterate(text, 'none')).toBe(expected);
  });

  it('keeps Croatian letters if the product permits them', () => {
    expect(transliterate('Đuro Čačić & Łódź', 'croatian')).toBe('Đuro Čačić + Lodz');
    expect(transliterate('Anic\u0301', 'croatian')).toBe('Anić');
  });

  it.each(['Ana\u202EcinA', 'Ana\u200BAnic', 'Ana\uE000', 'Ana\u2028Anic', 'Ana\u00AD'])(
    '%j is not made readable',
    (text) => {
      expect(transliterate(text, 'none')).toBeUndefined();
    },
  );
});

describe('the body of a payment', () => {
  it('has all texts except accounts transliterated, cut to their length, and named', async () => {
    const body = {
      creditorName: 'Æ'.repeat(70),
      creditorAccount: { iban: 'é' },
      creditorAddress: { townName: 'Łódź', country: 'PL' },
      remittanceInformationUnstructured: 'INVOICE 17',
    };
    expect(await transliterateBody('sepa-credit-transfers', body)).toEqual({
      body: {
        ...body,
        creditorName: 'Ae'.repeat(35),
        creditorAddress: { townName: 'Lodz', country: 'PL' },
      },
      changed: ['creditorName', 'creditorAddress.townName'],
    });
  });

  it('keeps a text that cannot be transliterated, for its product to refuse', async () => {
    const body = { creditorName: 'Ana\u202EcinA' };
    expect(await transliterateBody('sepa-credit-transfers', body)).toEqual({ body, changed: [] });
  });
});
