import { SANDBOX_PSUS as DOCUMENTED_PSUS } from '@xs2a/developer-pages';
import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from './data/accounts.ts';
import { SANDBOX_PSUS } from './data/psus.ts';

describe('the developer pages', () => {
  it('list the test users with their accounts and SCA methods', () => {
    const expected = SANDBOX_PSUS.map(({ psuId, scaMethods }) => ({
      psuId,
      accounts: [
        ...new Set(
          SANDBOX_ACCOUNTS.filter(({ owners }) => owners.includes(psuId)).map(
            ({ reference }) => reference.iban ?? reference.maskedPan,
          ),
        ),
      ],
      methods: scaMethods.map(({ authenticationMethodId }) => authenticationMethodId).join(', ') || 'none',
    }));
    expect(DOCUMENTED_PSUS.map(({ psuId, accounts, methods }) => ({ psuId, accounts, methods }))).toEqual(expected);
  });
});
