import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../shared/http/endpoint/endpoint.js';
import { PathId } from '../../../shared/http/endpoint/inputs.js';
import { AudienceCheckView, PageCheckView } from './checks.dto.js';
import { PageChecks } from './page-checks.service.js';

@Controller()
@ApiTags('checks')
export class ChecksController {
  constructor(private readonly checks: PageChecks) {}

  @Endpoint('GET /v0/pages/{page_id}/check', {
    summary: 'Check a page',
    description:
      'What visitors would stumble over if the page were published as it is now. Nothing is changed, and findings do not ' +
      'prevent a publication.',
    access: 'pages:read',
    answer: PageCheckView,
  })
  checkPage(@PathId('page_id') pageId: string) {
    return this.checks.ofPage(pageId);
  }

  @Endpoint('GET /v0/pages/{page_id}/audiences/{audience_id}/check', {
    summary: 'Check the page of an audience',
    description: 'The same for the page with the overrides of the audience.',
    access: 'audiences:read',
    answer: AudienceCheckView,
  })
  checkAudience(@PathId('page_id') pageId: string, @PathId('audience_id') audienceId: string) {
    return this.checks.ofAudience(pageId, audienceId);
  }
}
