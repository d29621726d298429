import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DIRECT_URL_TOKEN } from '../database/database-url.js';
import type { Schema } from '../database/orm-options.js';
import { WeeklyPartitions } from './weekly-partitions.js';

@Global()
@Module({})
export class PartitionsModule {
  static with(schemas: readonly Schema[]): DynamicModule {
    const partitions = {
      provide: WeeklyPartitions,
      inject: [DIRECT_URL_TOKEN],
      useFactory: (url: string) => new WeeklyPartitions(url, schemas),
    };
    return { module: PartitionsModule, providers: [partitions], exports: [WeeklyPartitions] };
  }
}
