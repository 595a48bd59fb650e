import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ScaController } from './approval/sca.controller.ts';
import { PortalRoom } from './context.ts';
import { FactorsController } from './factors/factors.controller.ts';
import { HomeController } from './home/home.controller.ts';
import { ErrorPageFilter } from './http/error-page.filter.ts';
import { PermissionsController } from './permissions/permissions.controller.ts';
import { DeviceController } from './sandbox/device.controller.ts';
import { InboxController } from './sandbox/inbox.controller.ts';
import { NotificationsController } from './sandbox/notifications.controller.ts';

@Module({
  controllers: [
    HomeController,
    FactorsController,
    PermissionsController,
    InboxController,
    DeviceController,
    NotificationsController,
    ScaController,
  ],
  providers: [PortalRoom, { provide: APP_FILTER, useClass: ErrorPageFilter }],
})
export class PortalModule {}
