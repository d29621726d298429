import { Module } from '@nestjs/common';
import { CrmModule } from '../crm/index.js';
import { VisitsModule } from '../visits/index.js';
import { EnrichSubmissionHandler } from './enrichment/enrich-submission.handler.js';
import { Enricher } from './enrichment/enricher.js';
import { Enrichment } from './enrichment/enrichment.service.js';
import { FailEnrichmentHandler } from './enrichment/fail-enrichment.handler.js';
import { FormsApi } from './forms.api.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';
import { RepeatedSubmissions } from './repeated-submissions.js';
import { SpamChecks } from './spam-checks.js';
import { SubmissionEraser } from './submission-eraser.js';
import { SubmissionsController } from './submissions.controller.js';
import { SubmissionsService } from './submissions.service.js';

@Module({
  imports: [CrmModule, VisitsModule],
  controllers: [FormsController, SubmissionsController],
  providers: [
    FormsService,
    SubmissionsService,
    FormsApi,
    SpamChecks,
    RepeatedSubmissions,
    Enricher,
    Enrichment,
    EnrichSubmissionHandler,
    FailEnrichmentHandler,
    SubmissionEraser,
  ],
  exports: [FormsApi, SpamChecks],
})
export class FormsModule {}
