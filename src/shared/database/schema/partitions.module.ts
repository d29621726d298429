import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DIRECT_URL_TOKEN } from '../driver/database-url.js';
import { DailyPartitions, MonthlyPartitions, WeeklyPartitions } from './time-partitions.js';

/** The names of the tables that are partitioned by time. */
export interface PartitionedTables {
  monthly: readonly string[];
  weekly: readonly string[];
  daily: readonly string[];
}

@Global()
@Module({})
export class PartitionsModule {
  static with({ monthly, weekly, daily }: PartitionedTables): DynamicModule {
    const providers = [
      {
        provide: MonthlyPartitions,
        inject: [DIRECT_URL_TOKEN],
        useFactory: (url: string) => new MonthlyPartitions(url, monthly),
      },
      {
        provide: WeeklyPartitions,
        inject: [DIRECT_URL_TOKEN],
        useFactory: (url: string) => new WeeklyPartitions(url, weekly),
      },
      {
        provide: DailyPartitions,
        inject: [DIRECT_URL_TOKEN],
        useFactory: (url: string) => new DailyPartitions(url, daily),
      },
    ];
    return {
      module: PartitionsModule,
      providers,
      exports: [MonthlyPartitions, WeeklyPartitions, DailyPartitions],
    };
  }
}
