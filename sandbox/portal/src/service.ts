import { portalService } from '@xs2a/portal/extension';
import { sandboxPages } from './sandbox-pages.ts';

/** The portal of the sandbox: with test users, their messages and devices, and the pages of developers. */
export const service = portalService(sandboxPages);
