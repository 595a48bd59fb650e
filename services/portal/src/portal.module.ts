import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { DeviceController } from './device.controller.ts';
import { ErrorPageFilter } from './error-page.filter.ts';
import { FactorsController } from './factors.controller.ts';
import { HomeController } from './home.controller.ts';
import { InboxController } from './inbox.controller.ts';
import { NotificationsController } from './notifications.controller.ts';
import { PermissionsController } from './permissions.controller.ts';
import { PortalRoom } from './room.ts';
import { ScaController } from './sca.controller.ts';

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
