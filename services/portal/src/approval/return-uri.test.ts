import { describe, expect, it } from 'vitest';
import { returnUri } from './return-uri.ts';

describe('the return to the TPP', () => {
  it.each([
    ['https://tpp.example/back', undefined, 'https://tpp.example/back'],
    ['https://tpp.example/back', 's 1&x=2', 'https://tpp.example/back?state=s%201%26x%3D2'],
    ['https://tpp.example/back?a=1%20b&c=%2B', 's', 'https://tpp.example/back?a=1%20b&c=%2B&state=s'],
    ['https://tpp.example/back?state=s', 's', 'https://tpp.example/back?state=s'],
    ['hr.tpp.app://back', 's', 'hr.tpp.app://back?state=s'],
  ])('%s with state %s leads to %s', (registered, state, expected) => {
    expect(returnUri(registered, state)).toBe(expected);
  });

  it('sends state back unchanged, whatever is in it', () => {
    const state = `"><script>'%00\u0161&state=x#`;
    expect(new URL(returnUri('https://tpp.example/?q=1', state) ?? '').searchParams.getAll('state')).toEqual([state]);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://tpp.example/1',
    'about:blank',
    'https://tpp.example@evil.example/',
    'https://user:word@tpp.example/',
    '//evil.example',
    '/relative',
    '',
  ])('%s never becomes a link', (registered) => {
    expect(returnUri(registered, 's')).toBeUndefined();
  });

  it('is not offered without an address', () => {
    expect(returnUri(undefined, 's')).toBeUndefined();
  });
});
