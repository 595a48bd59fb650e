import { Module, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApprovalController } from './approval/approval.controller.ts';
import { FactorsController } from './factors/factors.controller.ts';
import { HomeController } from './home/home.controller.ts';
import { ErrorPageFilter } from './http/error-page.filter.ts';
import { OAuthController } from './oauth/oauth.controller.ts';
import { PermissionsController } from './permissions/permissions.controller.ts';
import { ReturnController } from './sign-in-return/return.controller.ts';

/** Nest's module of the portal, with the controllers of an extension. */
export function portalModule(more: readonly Type[]): Type {
  class PortalModule {}
  Module({
    controllers: [
      HomeController,
      FactorsController,
      PermissionsController,
      OAuthController,
      ReturnController,
      ...more,
      ApprovalController,
    ],
    providers: [{ provide: APP_FILTER, useClass: ErrorPageFilter }],
  })(PortalModule);
  return PortalModule;
}
