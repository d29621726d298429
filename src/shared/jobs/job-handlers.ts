import { Injectable, SetMetadata, type CustomDecorator } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { JobCatalog } from './job-catalog.js';
import type { JobKind } from './job-kind.js';

const HANDLED_KIND = 'foyer:job';

/** What a handler may know of its job besides the data. */
export interface JobContext {
  /** Aborted once the job is no longer this worker's: another one has it, or the process is about to end. */
  signal: AbortSignal;
  /** For the job that follows on one given up: the `code` of the error that its last try failed with. */
  failedWith?: string;
}

export interface JobHandler<Data extends object = object> {
  handle(data: Data, circumstances: JobContext): Promise<void>;
}

/** Marks an injectable class as the one that does this kind of work. */
export const Handles = (kind: JobKind): CustomDecorator => SetMetadata(HANDLED_KIND, kind);

/** Finds the handlers among all providers, and proves that there is exactly one for each kind. */
@Injectable()
export class JobHandlers {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly catalog: JobCatalog,
  ) {}

  byKind(): Map<JobKind, JobHandler> {
    const found = this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const kind = metatype && (Reflect.getMetadata(HANDLED_KIND, metatype) as JobKind | undefined);
      return kind ? [{ kind, handler: instance as JobHandler }] : [];
    });
    this.catalog.assertOneHandlerEach(found.map(({ kind }) => kind));
    return new Map(found.map(({ kind, handler }) => [kind, handler]));
  }
}
