import { Xs2aError } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { MULTIPART_PARTS, multipartOf, partsOf, standingOrderParts } from './multipart.ts';

const TERMS = MULTIPART_PARTS.terms;
const part = (name: string, text = 'x') => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

function faultOf(body: string, type?: string): [string | undefined, string | undefined] {
  const [path, text] = refused(body, type);
  return [path, text];
}

function refused(body: string, type = 'multipart/form-data; boundary=b') {
  try {
    standingOrderParts(partsOf(Buffer.from(body), type));
  } catch (error) {
    if (error instanceof Xs2aError) return [error.path, error.text, error.others] as const;
  }
  return expect.fail('was read');
}

describe('parts', () => {
  it('are read in any order, and survive writing and reading', () => {
    const { type, text } = multipartOf([
      [TERMS, 'application/json', '{}'],
      [MULTIPART_PARTS.message, 'application/xml', '<a/>'],
    ]);
    const parts = partsOf(Buffer.from(text), type);
    expect([...parts].map(([name, value]) => [name, String(value)])).toEqual([
      [TERMS, '{}'],
      ['xml_sct', '<a/>'],
    ]);
  });

  it.each([
    ['one is missing', `${part('xml_sct')}--b--`, TERMS, /^is missing: it must be a part of this name, with startDate/],
    [
      'a name is misspelt',
      `${part('xml_sct')}${part('json_standingordertype')}--b--`,
      TERMS,
      /; sent was json_standingordertype$/,
    ],
    ['another name is used', `${part('xml_sct')}${part('body')}--b--`, TERMS, /; sent was body$/],
    ['other names are used', `${part('xml')}${part('json')}--b--`, 'xml_sct', /; sent was xml, json$/],
    [
      'a name is missing',
      `${part('xml_sct')}--b\r\nContent-Type: text/xml\r\n\r\nx\r\n--b--`,
      TERMS,
      /; sent was a part without a name$/,
    ],
    ['one is sent twice', `${part('xml_sct')}${part('xml_sct')}--b--`, 'xml_sct', /twice/],
    ['the body is not multipart', '{"startDate":"2027-01-01"}', undefined, /no line of two hyphens and the boundary/],
    ['the end is missing', part('xml_sct'), undefined, /does not end with the boundary/],
    [
      'the empty line is missing',
      '--b\r\nContent-Type: text/xml\r\n<a/>\r\n--b--',
      undefined,
      /ends with an empty line, in lines that end with CR LF/,
    ],
  ])('are reported if %s', (_, body, path, words) => {
    expect(faultOf(body)).toEqual([path, expect.stringMatching(words)]);
  });

  it('beyond the two are refused, each with its name', () => {
    const both = `${part('xml_sct')}${part(TERMS)}`;
    const [path, text, others] = refused(`${both}${part('xml_sct2')}${part('note')}--b--`);
    expect([path, text]).toEqual(['xml_sct2', 'is not a part here; xml_sct is']);
    expect(others).toEqual([
      { situation: 'fieldInvalid', path: 'note', text: `is not a part here; the parts are xml_sct, ${TERMS}` },
    ]);
    expect(faultOf(`${both}--b\r\nContent-Type: text/xml\r\n\r\nx\r\n--b--`)).toEqual([
      undefined,
      expect.stringMatching(/^a part has no name/),
    ]);
  });

  it('are all reported if missing', () => {
    const [path, , others] = refused('--b--');
    expect([path, others.map((other) => other.path)]).toEqual(['xml_sct', [TERMS]]);
  });

  it('need a boundary', () => {
    expect(faultOf(part('xml_sct'), 'multipart/form-data; charset=utf-8')).toEqual([
      'Content-Type',
      'must name a boundary: multipart/form-data; boundary=<text>',
    ]);
  });
});
