import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';
import type { House } from '../request-checks.ts';
import { sandboxTpp } from '../sandbox-tpps.ts';

/** Who calls (design 8). Without the sandbox an identity can come only from a certificate. */
export function tppIdentity(call: Call, { sandboxIdentity }: House): void {
  if (!sandboxIdentity) throw new Xs2aError('certificateMissing');
  call.tpp = sandboxTpp(headerOf(call, 'x-sandbox-tpp'));
}
