import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DIRECT_URL_TOKEN } from '../database/database-url.js';
import { WeeklyPartitions } from './weekly-partitions.js';

@Global()
@Module({})
export class PartitionsModule {
  static with(tables: readonly string[]): DynamicModule {
    const partitions = {
      provide: WeeklyPartitions,
      inject: [DIRECT_URL_TOKEN],
      useFactory: (url: string) => new WeeklyPartitions(url, tables),
    };
    return { module: PartitionsModule, providers: [partitions], exports: [WeeklyPartitions] };
  }
}
