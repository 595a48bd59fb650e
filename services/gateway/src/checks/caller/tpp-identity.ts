import type { TppCertificate } from '@xs2a/certificates';
import { type Tpp, Xs2aError } from '@xs2a/contracts';
import { presentedCertificate } from '../../certificates/presented-certificate.ts';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { readSigningCertificate } from '../../signatures/signing-certificate.ts';
import { sandboxTpp } from './sandbox-tpp.ts';

const CERTIFICATE_HEADER = 'TPP-Signature-Certificate';

/** Identifies the TPP by the organisation in its certificate, so that its resources outlive the certificate. */
export function tppIdentity(call: Call, context: GatewayContext): void | Promise<void> {
  const shown = presentedCertificate(call, context.trustedProxies);
  if (shown !== undefined) {
    return after(context.certificates.validateOnline(shown, 'web'), (certificate) => {
      call.certificate = certificate;
      call.tpp = tppOf(certificate, context);
    });
  }
  // Callers may name themselves only on the plain listener of the sandbox. A TLS connection was already asked for a certificate.
  if (!context.sandboxIdentity || call.secure) throw new Xs2aError('certificateMissing');
  const [named, signingCertificate] = [headerOf(call, 'x-sandbox-tpp'), headerOf(call, 'tpp-signature-certificate')];
  // Without X-Sandbox-TPP the signing certificate identifies the caller. The signature check verifies it later, also online.
  const isSigned = named === undefined && headerOf(call, 'signature') !== undefined;
  if (isSigned && signingCertificate !== undefined) {
    const presented = readSigningCertificate(signingCertificate);
    return after(context.certificates.validate(presented, 'seal', CERTIFICATE_HEADER), (certificate) => {
      call.tpp = tppOf(certificate, context);
    });
  }
  call.tpp = sandboxTpp(named);
  if (context.blocklist.has(call.tpp.id)) throw new Xs2aError('certificateBlocked');
}

/** Synchronous if the certificate is cached: a promise would delay every request. */
function after(
  certificate: TppCertificate | Promise<TppCertificate>,
  take: (certificate: TppCertificate) => void,
): void | Promise<void> {
  return certificate instanceof Promise ? certificate.then(take) : take(certificate);
}

function tppOf(certificate: TppCertificate, { tppRegister }: GatewayContext): Tpp {
  const { organizationIdentifier, name, thumbprint } = certificate;
  const roles = tppRegister.rolesOf(certificate);
  return { id: organizationIdentifier, name, roles: [...roles], certificateThumbprint: thumbprint };
}
