import type { TppCertificate } from '@xs2a/certificates';
import { type Tpp, Xs2aError } from '@xs2a/contracts';
import { presentedCertificate } from '../../certificates/presented-certificate.ts';
import type { GatewayContext } from '../../context.ts';
import type { IdentitySources } from '../../extension.ts';
import type { Call } from '../../request/call.ts';

/** Identifies the TPP by the organisation in its certificate, so that its resources outlive the certificate. */
export function tppIdentity(call: Call, context: GatewayContext): void | Promise<void> {
  const shown = presentedCertificate(call, context.trustedProxies);
  if (shown !== undefined) {
    return applyWhenResolved(context.certificates.validateOnline(shown, 'web'), (certificate) => {
      call.certificate = certificate;
      call.tpp = tppOf(certificate, context);
    });
  }
  // A TLS connection was already asked for a certificate.
  const { withoutCertificate } = context.extension ?? {};
  if (withoutCertificate === undefined || call.secure) throw new Xs2aError('certificateMissing');
  return withoutCertificate.identify(call, context);
}

/** Synchronous if the certificate is cached: a promise would delay every request. */
export function applyWhenResolved(
  certificate: TppCertificate | Promise<TppCertificate>,
  take: (certificate: TppCertificate) => void,
): void | Promise<void> {
  return certificate instanceof Promise ? certificate.then(take) : take(certificate);
}

export function tppOf(certificate: TppCertificate, { tppRegister }: Pick<IdentitySources, 'tppRegister'>): Tpp {
  const { organizationIdentifier, name, thumbprint } = certificate;
  const roles = tppRegister.rolesOf(certificate);
  return { id: organizationIdentifier, name, roles: [...roles], certificateThumbprint: thumbprint };
}
