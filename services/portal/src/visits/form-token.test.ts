import { describe, expect, it } from 'vitest';
import { formToken, isFormToken } from './form-token.ts';

describe('the hidden token of a form', () => {
  it('belongs to one value of the visit cookie', () => {
    expect(isFormToken(formToken('visit-1'), 'visit-1')).toBe(true);
    expect(isFormToken(formToken('visit-1'), 'visit-2')).toBe(false);
  });

  it.each([undefined, '', 'x', ['a', 'b'], 'é'.repeat(43), 1])('%j is none', (token) => {
    expect(isFormToken(token, 'visit-1')).toBe(false);
  });

  it('does not exist without the cookie', () => {
    expect(isFormToken(formToken(''), undefined)).toBe(false);
  });

  it('does not reveal the value of the cookie', () => {
    expect(formToken('visit-1')).not.toContain('visit');
  });
});
