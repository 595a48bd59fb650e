import type { AccountAccess, AspspProfile } from '@xs2a/contracts';
import { type Call, warn } from '../../request/call.ts';

const MODELS = ['allPsd2', 'availableAccounts', 'availableAccountsWithBalance'] as const;

/** Adds warnings for requested access that this bank never grants (decisions 55 and 81). */
export function warnOfIgnoredAccess(
  call: Pick<Call, 'warnings'>,
  access: AccountAccess,
  { ownerNames, trustedBeneficiaries }: Pick<AspspProfile, 'ownerNames' | 'trustedBeneficiaries'>,
): void {
  const { ownerName, trustedBeneficiaries: trusted } = access.additionalInformation ?? {};
  const noOwnerNames = 'is ignored: this bank answers no names of owners';
  if (ownerNames === 'never') {
    if (ownerName !== undefined) warn(call, 'access.additionalInformation.ownerName', noOwnerNames);
    for (const model of MODELS) {
      if (access[model] === 'allAccountsWithOwnerName')
        warn(call, `access.${model}`, `allAccountsWithOwnerName ${noOwnerNames}`);
    }
  }
  if (trusted !== undefined && !trustedBeneficiaries) {
    const text = 'is ignored: this bank answers no trusted beneficiaries';
    warn(call, 'access.additionalInformation.trustedBeneficiaries', text);
  }
  if (access.statements !== undefined) warn(call, 'access.statements', 'is ignored: this bank offers no statements');
}
