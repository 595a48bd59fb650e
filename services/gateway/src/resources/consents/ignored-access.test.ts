import type { AccountAccess } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../request/call.ts';
import { warnOfIgnoredAccess } from './ignored-access.ts';

const accounts = [{ iban: 'HR2799900051100000019' }];
const WISHES = { accounts, additionalInformation: { ownerName: accounts, trustedBeneficiaries: [] } };
const OWNER = 'access.additionalInformation.ownerName';
const TRUSTED = 'access.additionalInformation.trustedBeneficiaries';

describe('access that a consent requests and the bank never grants', () => {
  it.each<[AccountAccess, Parameters<typeof warnOfIgnoredAccess>[2], string[]]>([
    [WISHES, { ownerNames: 'never', trustedBeneficiaries: false }, [OWNER, TRUSTED]],
    [WISHES, { ownerNames: 'consented', trustedBeneficiaries: false }, [TRUSTED]],
    [WISHES, { ownerNames: 'always', trustedBeneficiaries: true }, []],
    [{ allPsd2: 'allAccountsWithOwnerName' }, { ownerNames: 'never', trustedBeneficiaries: false }, ['access.allPsd2']],
    [{ allPsd2: 'allAccountsWithOwnerName' }, { ownerNames: 'always', trustedBeneficiaries: false }, []],
    [{ accounts }, { ownerNames: 'never', trustedBeneficiaries: false }, []],
    [{ accounts, statements: accounts }, { ownerNames: 'always', trustedBeneficiaries: true }, ['access.statements']],
  ])('causes a warning, and other requested access none: %j, %j', (access, profile, paths) => {
    const call: Pick<Call, 'warnings'> = {};
    warnOfIgnoredAccess(call, access, profile);
    expect((call.warnings ?? []).map(({ path }) => path)).toEqual(paths);
  });
});
