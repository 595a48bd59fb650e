import { type ScaMethod, Xs2aError } from '@xs2a/contracts';

/** Error for a method that is not offered, with the offered ones. */
export function methodUnknown(offered: readonly Pick<ScaMethod, 'authenticationMethodId'>[] = []): Xs2aError {
  const ids = offered.map(({ authenticationMethodId }) => authenticationMethodId);
  const path = 'authenticationMethodId';
  if (ids.length === 0) return new Xs2aError('scaMethodUnknown', { path });
  return new Xs2aError('scaMethodUnknown', { path, text: `must be one of scaMethods: ${ids.join(', ')}` });
}
