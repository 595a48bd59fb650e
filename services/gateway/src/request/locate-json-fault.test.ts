import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

describe('a body that is not JSON', () => {
  it.each([
    ['', 'the body is empty: send a JSON object'],
    ['{"a": 1,}', 'line 1, character 9 there is a comma before the closing }'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, character 3 a comma or the closing } is expected'],
    ['{a: 1}', 'line 1, character 2 the name of a field must be in double quotes'],
    ["{'a': 1}", 'line 1, character 2 the name of a field must be in double quotes'],
    ['{"a": \'x\'}', 'character 7 a text is in double quotes, not in single ones'],
    ['{"a": True}', 'character 7 true, false and null are written in small letters'],
    ['{"a": None}', 'character 7 true, false and null are written in small letters, and None is null'],
    ['{"a": NaN}', 'character 7 there is a word that JSON does not know'],
    ['{"a": +1}', 'character 7 a value is expected'],
    ['{"a": 01}', 'character 8 a number has a zero before its other digits'],
    ['{"a" 1}', 'character 6 a colon is expected'],
    ['{"a": "x', 'character 7 a text begins that has no closing double quote'],
    ['{"a": "x\ny"}', 'line 1, character 9 a text has a line break'],
    ['{"a": "\\x"}', 'character 9 a text has a backslash that begins no escape'],
    ['{"a": [1, 2', 'the body ends before its closing ]'],
    ['{"a": 1', 'the body ends before its closing }'],
    ['{"a":', 'the body ends'],
    ['{} {}', 'character 4 the end is expected'],
    ['{ // why\n"a": 1}', 'character 3 comments are not permitted'],
    ['[/* why */]', 'comments are not permitted'],
    ['<Document/>', 'there is XML'],
    ['grant_type=x', 'line 1, character 1 there is a word that JSON does not know'],
    ['{"iban": 1, "iban": 2}', 'is given twice in one object'],
  ])('%j is refused with the position of its fault', (text, expected) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(
      expect.objectContaining({ situation: 'bodyInvalid', text: expect.stringContaining(expected) }),
    );
  });

  it('is refused with the position of the byte that is not UTF-8', () => {
    expect(() => parseJson(Buffer.from('{"a":"x\xe8"}', 'latin1'))).toThrow(
      expect.objectContaining({ text: expect.stringContaining('its byte 8 belongs to no character') }),
    );
  });

  it('is never repeated in the error', () => {
    for (const text of ['{"iban": HR1210010051863000160}', 'HR1210010051863000160', '{"HR1210010051863000160" 7}']) {
      expect(() => parseJson(Buffer.from(text))).toThrow(
        expect.objectContaining({ text: expect.not.stringContaining('HR12') }),
      );
    }
  });
});
