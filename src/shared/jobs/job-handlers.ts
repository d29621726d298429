import { Injectable, SetMetadata, type CustomDecorator } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { JobCatalog } from './job-catalog.js';
import type { JobKind } from './job-kind.js';
import { OldRows } from './old-rows.js';

const HANDLED_KIND = 'foyer:job';

/** What a handler gets besides the data of its job. */
export interface JobContext {
  /** Aborted once the job no longer belongs to this worker: another one has it, or the process is about to end. */
  signal: AbortSignal;
  /** For the job that follows a job that was given up: the `code` of the error of its last try. */
  failedWith?: string;
}

export interface JobHandler<Data extends object = object> {
  handle(data: Data, circumstances: JobContext): Promise<void>;
}

/** Marks an injectable class as the handler of this kind of job. */
export const Handles = (kind: JobKind): CustomDecorator => SetMetadata(HANDLED_KIND, kind);

/** Finds the handlers among all providers, and checks that there is exactly one for each kind. */
@Injectable()
export class JobHandlers {
  private found?: Map<JobKind, JobHandler>;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly catalog: JobCatalog,
    private readonly oldRows: OldRows,
  ) {}

  byKind(): Map<JobKind, JobHandler> {
    return (this.found ??= this.find());
  }

  private find(): Map<JobKind, JobHandler> {
    const provided = this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const kind = metatype && (Reflect.getMetadata(HANDLED_KIND, metatype) as JobKind | undefined);
      return kind ? [[kind, instance as JobHandler] as const] : [];
    });
    const forgetting = this.catalog.kinds.flatMap((kind) => {
      const { forgets } = kind;
      return forgets ? [[kind, { handle: () => this.oldRows.deleteExpired(forgets) }] as const] : [];
    });
    const all = [...provided, ...forgetting];
    this.catalog.assertOneHandlerEach(all.map(([kind]) => kind));
    return new Map(all);
  }
}
