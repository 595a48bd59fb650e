import { SANDBOX_TPP, SANDBOX_TPPS } from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import {
  applyWhenResolved,
  type Call,
  headerOf,
  type IdentitySources,
  readSigningCertificate,
  tppOf,
} from '@xs2a/gateway/extension';
import { sandboxTpp } from './sandbox-tpp.ts';

const CERTIFICATE_HEADER = 'TPP-Signature-Certificate';

/** Identifies a caller without TLS by `X-Sandbox-TPP`, or by its signing certificate. */
export function identify(call: Call, identities: IdentitySources): void | Promise<void> {
  const [named, signingCertificate] = [headerOf(call, 'x-sandbox-tpp'), headerOf(call, 'tpp-signature-certificate')];
  // Without X-Sandbox-TPP the signing certificate identifies the caller. The signature check verifies it later, also online.
  const isSigned = named === undefined && headerOf(call, 'signature') !== undefined;
  if (isSigned && signingCertificate !== undefined) {
    const presented = readSigningCertificate(signingCertificate);
    return applyWhenResolved(identities.certificates.validate(presented, 'seal', CERTIFICATE_HEADER), (certificate) => {
      call.tpp = tppOf(certificate, identities);
    });
  }
  call.tpp = sandboxTpp(named);
  if (identities.blocklist.has(call.tpp.id)) throw new Xs2aError('certificateBlocked');
}

export function callerOf(call: Call): string | undefined {
  const named = headerOf(call, 'x-sandbox-tpp') ?? SANDBOX_TPP;
  return call.path.startsWith('/v') && SANDBOX_TPPS.has(named) ? named : undefined;
}
