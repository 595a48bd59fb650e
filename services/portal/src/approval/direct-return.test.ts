import type { ScaView } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { paymentView } from '../../test/render-step.ts';
import { readNote } from '../visits/note.ts';
import { directReturn, formTargets } from './direct-return.ts';

function ended(returnUri: string, given: Partial<ScaView> = {}): ScaView {
  return { ...paymentView(), step: 'result', scaStatus: 'finalised', returnUri, returnUris: [returnUri], ...given };
}

describe('the return to the TPP (decision 22)', () => {
  it.each(['https://tpp.example/ok', 'https://tpp.example:8443/ok?a=1', 'com.example.tpp:/ok', 'com.example.tpp://ok'])(
    'to %s is taken at once',
    (uri) => {
      expect(directReturn(ended(uri), undefined, 's')).toContain('state=s');
    },
  );

  it.each([
    ['over http', ended('http://localhost:9000/ok')],
    ['where the form of the page could not name it', ended('https://tpp.example/ok', { returnUris: [] })],
    ['of a host that a policy cannot name', ended('https://a;b.example/ok')],
    ['where it failed', ended('https://tpp.example/nok', { scaStatus: 'failed' })],
    ['where others must approve', ended('https://tpp.example/ok', { signatures: { needed: 2, given: 0 } })],
    ['before the last step', { ...ended('https://tpp.example/ok'), step: 'transactionAuthorisation' as const }],
  ])('%s is that of a page', (_, view) => {
    expect(directReturn(view, undefined, undefined)).toBeUndefined();
  });

  it('is immediate after a refusal by the PSU', () => {
    const view = ended('https://tpp.example/nok', { scaStatus: 'failed' });
    expect(directReturn(view, readNote('declined'), undefined)).toBe('https://tpp.example/nok');
  });

  it('is permitted in the policy of the form by origin, each once, and nothing else is', () => {
    const returnUris = [
      'https://tpp.example/ok',
      'https://tpp.example/nok',
      'com.example.tpp:/x',
      'http://a.example/',
      'javascript:1',
    ];
    expect(formTargets({ returnUris })).toEqual(['https://tpp.example']);
  });
});
