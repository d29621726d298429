import { Module } from '@nestjs/common';
import { PersonsApi } from './persons.api.js';

@Module({
  providers: [PersonsApi],
  exports: [PersonsApi],
})
export class CrmModule {}
