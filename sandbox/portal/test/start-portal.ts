import { startPortal } from '@xs2a/portal/start-portal';
import { service } from '../src/service.ts';

/** The portal of the sandbox on a free port, with a real bus on which nobody else listens. */
export const startSandboxPortal = () => startPortal({ SANDBOX: 'true' }, service);
