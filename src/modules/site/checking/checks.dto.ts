import { ApiSchema } from '@nestjs/swagger';
import { Bool, ListOf, OneOf, RecordId, Text } from '../../../shared/fields/fields.js';
import { MAX_FINDINGS } from './check-page.js';
import { FINDING_CODES, SEVERITIES, type Finding, type FindingCode, type Severity } from './rules/finding.js';

@ApiSchema({ name: 'Finding' })
export class FindingView implements Finding {
  @Text({
    about:
      "A JSON Pointer into the fields of the page, as a PATCH names them; into those of the audience for an audience's own " +
      'values (`/bodyOverride`).',
    example: '/actions/0/url',
  })
  pointer!: string;

  @OneOf(Object.keys(FINDING_CODES), {
    title: 'FindingCode',
    about: 'Stable: a code never changes its meaning. Later releases may have more codes.',
    example: 'relative_url',
  })
  code!: FindingCode;

  @OneOf(SEVERITIES, {
    title: 'FindingSeverity',
    about:
      '`error`: something is missing, broken or leads nowhere. `warning`: visitors may stumble over it. `hint`: the site ' +
      'does something else than the page says, and visitors hardly notice.',
    example: 'error',
  })
  severity!: Severity;

  @Text({ about: 'What is wrong.' })
  message!: string;

  @Text({ about: 'What to do about it.' })
  fix!: string;
}

@ApiSchema({ name: 'PageCheck' })
export class PageCheckView {
  @RecordId('page')
  pageId!: string;

  @ListOf(() => FindingView, {
    about: `The most severe ones first, at most ${MAX_FINDINGS}. Empty if nothing was found.`,
  })
  findings!: FindingView[];

  @Bool({ about: `False if there are more than ${MAX_FINDINGS} findings.` })
  isComplete!: boolean;
}

@ApiSchema({ name: 'AudienceCheck' })
export class AudienceCheckView extends PageCheckView {
  @RecordId('audience')
  audienceId!: string;
}
