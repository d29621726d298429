import { MikroOrmModule } from '@mikro-orm/nestjs';
import { MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Pool } from 'pg';
import { DIRECT_URL_TOKEN, type DatabaseUrls } from './database-url.js';
import { Cursors } from './cursors.js';
import { Lists } from './lists.js';
import { ormOptions, type OrmSource } from './orm-options.js';
import { PreparedReads } from './prepared-reads.js';
import { PreparedWrites } from './prepared-writes.js';
import { ServiceSecrets } from './service-secrets.js';
import { TenantLock } from './tenant-lock.js';
import { UnitOfWork } from './unit-of-work.js';

const pool = {
  provide: Pool,
  inject: [MikroORM],
  useFactory: (orm: MikroORM) => orm.driver.getConnection().getNativeClient(),
};

const parts = [pool, ServiceSecrets, Cursors, Lists, PreparedReads, PreparedWrites, TenantLock, UnitOfWork];

@Global()
@Module({})
export class DatabaseModule {
  static with(source: OrmSource & DatabaseUrls): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        MikroOrmModule.forRootAsync({
          driver: PostgreSqlDriver,
          useFactory: () => ({ ...ormOptions(source), registerRequestContext: false }),
        }),
      ],
      providers: [...parts, { provide: DIRECT_URL_TOKEN, useValue: source.directUrl }],
      exports: [...parts, DIRECT_URL_TOKEN],
    };
  }
}
