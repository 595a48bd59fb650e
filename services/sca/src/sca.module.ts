import { Module } from '@nestjs/common';
import { ScaController } from './sca.controller.ts';

@Module({ controllers: [ScaController] })
export class ScaModule {}
