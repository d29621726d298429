import { Injectable } from '@nestjs/common';
import { Handles, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { VariantMaker } from './variant-maker.js';
import { makeVariants } from './variants.jobs.js';

@Injectable()
@Handles(makeVariants)
export class MakeVariantsHandler implements JobHandler<{ assetId: string }> {
  constructor(private readonly maker: VariantMaker) {}

  handle({ assetId }: { assetId: string }): Promise<void> {
    return this.maker.make(assetId);
  }
}
