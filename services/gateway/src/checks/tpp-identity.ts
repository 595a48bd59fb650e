import type { TppCertificate } from '@xs2a/certificates';
import { type Tpp, Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';
import { presentedCertificate } from '../certificates/presented-certificate.ts';
import type { House } from '../request-checks.ts';
import { sandboxTpp } from '../sandbox-tpp.ts';
import { readSeal } from '../signatures/read-seal.ts';

/** Who calls (design 8): the organisation of its certificate, so that resources outlive a renewed one. */
export function tppIdentity(call: Call, house: House): void | Promise<void> {
  const presented = presentedCertificate(call, house);
  if (presented !== undefined) {
    return after(house.judge.judgeOnline(presented, 'web'), (certificate) => {
      call.certificate = certificate;
      call.tpp = tppOf(certificate);
    });
  }
  // Only the plain listener of the sandbox lets a caller name itself: whoever came by TLS was asked for a certificate.
  if (!house.sandboxIdentity || call.secure) throw new Xs2aError('certificateMissing');
  const [named, seal] = [headerOf(call, 'x-sandbox-tpp'), headerOf(call, 'tpp-signature-certificate')];
  // A signature says who calls, where nothing else does; the signature check verifies it, online too, before anything is done.
  const isSigned = named === undefined && seal !== undefined && headerOf(call, 'signature') !== undefined;
  call.tpp = isSigned
    ? tppOf(house.judge.judge(readSeal(seal), 'seal', 'TPP-Signature-Certificate'))
    : sandboxTpp(named);
  if (house.stopList.has(call.tpp.id)) throw new Xs2aError('certificateBlocked');
}

/** At once where the certificate is known: a promise would cost every request a turn. */
function after(
  certificate: TppCertificate | Promise<TppCertificate>,
  take: (certificate: TppCertificate) => void,
): void | Promise<void> {
  return certificate instanceof Promise ? certificate.then(take) : take(certificate);
}

function tppOf({ organizationIdentifier, name, roles, thumbprint }: TppCertificate): Tpp {
  return { id: organizationIdentifier, name, roles: [...roles], certificateThumbprint: thumbprint };
}
