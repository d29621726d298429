import { Module } from '@nestjs/common';
import { ActingKey } from './acting-key.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';
import { OwnKeyController } from './own-key.controller.js';
import { OwnKeyService } from './own-key.service.js';

@Module({
  controllers: [KeysController, OwnKeyController],
  providers: [KeysService, OwnKeyService, ActingKey],
})
export class KeysModule {}
