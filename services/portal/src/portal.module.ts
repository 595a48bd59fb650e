import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApprovalController } from './approval/approval.controller.ts';
import { FactorsController } from './factors/factors.controller.ts';
import { HomeController } from './home/home.controller.ts';
import { ErrorPageFilter } from './http/error-page.filter.ts';
import { OAuthController } from './oauth/oauth.controller.ts';
import { PermissionsController } from './permissions/permissions.controller.ts';
import { DeviceController } from './sandbox/device.controller.ts';
import { InboxController } from './sandbox/inbox.controller.ts';
import { NotificationsController } from './sandbox/notifications.controller.ts';
import { PicturesController } from './sandbox/pictures.controller.ts';
import { RequestLogController } from './sandbox/request-log.controller.ts';
import { TppReturnController } from './sandbox/tpp-return.controller.ts';
import { WorkspacePageController } from './sandbox/workspace-page.controller.ts';
import { WorkspacesController } from './sandbox/workspaces.controller.ts';
import { ReturnController } from './sign-in-return/return.controller.ts';

@Module({
  controllers: [
    HomeController,
    FactorsController,
    PermissionsController,
    OAuthController,
    ReturnController,
    InboxController,
    DeviceController,
    PicturesController,
    NotificationsController,
    TppReturnController,
    WorkspacesController,
    WorkspacePageController,
    RequestLogController,
    ApprovalController,
  ],
  providers: [{ provide: APP_FILTER, useClass: ErrorPageFilter }],
})
export class PortalModule {}
