import { fileURLToPath } from 'node:url';
import { ASSETS, type PortalExtension } from '@xs2a/portal/extension';
import { json, type Request } from 'express';
import { SandboxPortalConfig } from './config.ts';
import { DeviceController } from './psus/device.controller.ts';
import { InboxController } from './psus/inbox.controller.ts';
import { PicturesController } from './psus/pictures.controller.ts';
import { renderHomePart } from './psus/render-home-part.ts';
import { NotificationsController } from './tpps/notifications.controller.ts';
import { TppReturnController } from './tpps/tpp-return.controller.ts';
import { SANDBOX_WORDS } from './words/languages.ts';
import { RequestLogController } from './workspaces/request-log.controller.ts';
import { WorkspacePageController } from './workspaces/workspace-page.controller.ts';
import { WorkspacesController } from './workspaces/workspaces.controller.ts';

const BODY_BYTES_MAX = 16 * 1024;
/** The answer of a program in place of a device, notifications to a TPP, wishes of developers. */
const ADDRESSES_OF_JSON = ['/sandbox/device', '/sandbox/notifications', '/sandbox/api'];
const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));

export const sandboxPages: PortalExtension = {
  controllers: [
    InboxController,
    DeviceController,
    PicturesController,
    NotificationsController,
    TppReturnController,
    WorkspacesController,
    WorkspacePageController,
    RequestLogController,
  ],
  prepare(application, config) {
    const { PORTAL_PROXIES } = SandboxPortalConfig.parse(config);
    // They say from where a developer registers.
    const proxies = PORTAL_PROXIES.split(/[ ,]+/).filter((one) => one !== '');
    if (proxies.length > 0) application.set('trust proxy', proxies);
    application.useStaticAssets(PUBLIC, ASSETS);
    application.use(ADDRESSES_OF_JSON, json({ limit: BODY_BYTES_MAX, inflate: false }));
  },
  answerError(request, response, { status, title, text }) {
    if (!isForProgram(request)) return false;
    response.type(isOfApi(request) ? 'application/problem+json' : 'application/json');
    response.send(JSON.stringify({ status, title, detail: text }));
    return true;
  },
  homePart: renderHomePart,
  stylesheet: '/assets/sandbox.css',
  footNote: (language) => SANDBOX_WORDS[language].footer,
};

/** Programs of developers, which read English: all below `/sandbox/api`, and others that prefer JSON. */
function isForProgram(request: Request): boolean {
  return isOfApi(request) || (request.path.startsWith('/sandbox/') && request.accepts(['json', 'html']) === 'json');
}

function isOfApi({ path }: Request): boolean {
  return path === '/sandbox/api' || path.startsWith('/sandbox/api/');
}
