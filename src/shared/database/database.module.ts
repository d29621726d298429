import { MikroOrmModule } from '@mikro-orm/nestjs';
import { MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import type { PoolSize } from './driver/connection.js';
import { ConnectionShares, poolSizeFor } from './transactions/connection-shares.js';
import { Cursors } from './lists/cursors.js';
import { DIRECT_URL_TOKEN, type DatabaseUrls } from './driver/database-url.js';
import { Lists } from './lists/lists.js';
import { ormOptions, type OrmSource } from './schema/orm-options.js';
import { SchemaFence } from './transactions/schema-fence.js';
import { builtFor } from './schema/contraction.js';
import { PreparedReads } from './records/prepared-reads.js';
import { PreparedWrites } from './records/prepared-writes.js';
import { ReadPipeline } from './records/read-pipeline.js';
import { RecordLock } from './transactions/record-lock.js';
import { ServerTime } from './server-time.js';
import { ServiceSecrets } from '../secrets/service-secrets.js';
import { TenantLock } from './transactions/tenant-lock.js';
import { CommitGroups } from './transactions/commit-groups.js';
import { UnitOfWork } from './transactions/unit-of-work.js';

const pool = {
  provide: Pool,
  inject: [MikroORM],
  useFactory: (orm: MikroORM) => orm.driver.getConnection().getNativeClient(),
};

const parts = [
  pool,
  ServiceSecrets,
  Cursors,
  Lists,
  PreparedReads,
  PreparedWrites,
  RecordLock,
  TenantLock,
  UnitOfWork,
  CommitGroups,
];

@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly pool: Pool) {}

  static with(source: OrmSource & DatabaseUrls & { pool: PoolSize }): DynamicModule {
    const connections = {
      provide: ConnectionShares,
      inject: [Pool],
      useFactory: (pool: Pool) => new ConnectionShares(pool, source.pool),
    };
    const fence = {
      provide: SchemaFence,
      useFactory: () => new SchemaFence(source.directUrl, builtFor(source.schemas)),
    };
    const pool = { ...source.pool, max: poolSizeFor(source.pool.max) };
    return {
      module: DatabaseModule,
      imports: [
        MikroOrmModule.forRootAsync({
          driver: PostgreSqlDriver,
          useFactory: () => ({ ...ormOptions({ ...source, pool }), registerRequestContext: false }),
        }),
      ],
      providers: [
        ...parts,
        connections,
        fence,
        ReadPipeline,
        ServerTime,
        { provide: DIRECT_URL_TOKEN, useValue: source.directUrl },
      ],
      exports: [...parts, ConnectionShares, SchemaFence, DIRECT_URL_TOKEN],
    };
  }

  /** The ORM ends the pool only if it has sent a query itself. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }
}
