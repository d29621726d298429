import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Scope } from './auth/access.js';
import type { ListRead } from './database/lists/list-read.js';
import type { Schema } from './database/schema/orm-options.js';
import type { EventKinds } from './events/event-kind.js';
import type { DatabaseGauge } from './health/database-gauges.js';
import type { JobKind } from './jobs/job-kind.js';
import type { Faults, Problems, Reasons } from './kernel/errors.js';

/** What a part of the service declares. What it does not declare does not exist (decision 51). */
export interface FoyerPart extends Schema {
  /** The kinds of events that it records, and that webhooks can be subscribed to. */
  events: EventKinds;
  /** The kinds of jobs that it has a handler for. */
  jobs: readonly JobKind[];
  /** The lists that it serves. A test checks the plan of each. */
  lists: readonly ListRead<object>[];
  /** The scopes that its operations ask for. */
  scopes: readonly Scope[];
  /** The scopes of modules that it is built on, if its operations ask for those. */
  scopesOfOthers?: readonly Scope[];
  /** The problems that it answers with, by code. */
  problems: Problems;
  /** The faults of rules that only this part has, by code. */
  faults?: Faults;
  /** The reasons that its records name, by code. */
  reasons?: Reasons;
  /** The module's own metrics, in addition to those of every module. */
  gauges?: readonly DatabaseGauge[];
}

/** What a bounded context hands to the application, through its `index.ts`. */
export interface FoyerModule extends FoyerPart {
  nest: Type;
  /** The headings of its operations in the docs, with a line about each. */
  tags: Readonly<Record<string, string>>;
  /** Creates the sample records that the examples in the docs use. Absent if there are none. */
  sample?: (em: EntityManager, app: Pick<INestApplicationContext, 'get'>) => void | Promise<void>;
  /**
   * Creates finished pages and what they use: to look at, and for the pictures in the docs. Tests do not have them, unlike
   * the samples.
   */
  showcase?: FoyerModule['sample'];
  /** Creates additional example data at the first start, such as visits. */
  sampleTraffic?: FoyerModule['sample'];
  /**
   * SQL that deletes the sample records of the tenant `$1`, everything below them, and records that an example can
   * create only once.
   */
  removeSample: readonly string[];
}
