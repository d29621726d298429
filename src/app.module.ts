import { Module, type DynamicModule } from '@nestjs/common';
import {
  EVENTS,
  GAUGES,
  JOBS,
  MODULES,
  PARTITIONED_TABLES,
  PERSONAL_TABLES,
  SCHEMAS,
  SCOPES,
} from './application/modules.js';
import { AuthModule } from './shared/auth/auth.module.js';
import { ConfigModule } from './shared/config/config.module.js';
import { connectionsOfOne } from './shared/config/process-count.js';
import type { Settings } from './shared/config/settings.js';
import type { DatabaseUrls } from './shared/database/driver/database-url.js';
import { DatabaseModule } from './shared/database/database.module.js';
import { EventsModule } from './shared/events/events.module.js';
import { HealthModule } from './shared/health/health.module.js';
import { HttpModule } from './shared/http/http.module.js';
import { IdempotencyModule } from './shared/idempotency/idempotency.module.js';
import { JobsModule } from './shared/jobs/jobs.module.js';
import { PersonalDataModule } from './shared/personal-data/personal-data.module.js';
import { PartitionsModule } from './shared/database/schema/partitions.module.js';
import { PicturesModule } from './shared/pictures/pictures.module.js';
import { StorageModule } from './shared/storage/storage.module.js';

@Module({})
export class AppModule {
  static with(settings: Settings, urls: DatabaseUrls): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        DatabaseModule.with({
          ...urls,
          pool: { max: connectionsOfOne(settings), waitMs: settings.DATABASE_WAIT_MS },
          schemas: SCHEMAS,
        }),
        // Order matters: its guard identifies the caller before the guards of HttpModule read anything the caller sent.
        AuthModule.with(SCOPES),
        HttpModule,
        IdempotencyModule,
        JobsModule.with(JOBS),
        PartitionsModule.with(PARTITIONED_TABLES),
        PersonalDataModule.with(PERSONAL_TABLES),
        EventsModule.with(EVENTS),
        StorageModule,
        PicturesModule,
        HealthModule.with(GAUGES),
        ...MODULES.map((module) => module.nest),
      ],
    };
  }
}
