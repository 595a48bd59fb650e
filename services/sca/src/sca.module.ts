import { Module } from '@nestjs/common';
import { FactorsController } from './factors.controller.ts';
import { LoginController } from './login.controller.ts';
import { passwordKeysProvider, roomProvider } from './room.provider.ts';
import { ScaController } from './sca.controller.ts';

@Module({
  controllers: [ScaController, LoginController, FactorsController],
  providers: [passwordKeysProvider, roomProvider],
})
export class ScaModule {}
