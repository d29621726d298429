import { ApiSchema } from '@nestjs/swagger';
import { Nested, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { QueryBool } from '../../../shared/fields/query-fields.js';
import { AudienceOverridesInput } from './audiences.dto.js';
import { UpdatePage } from './pages.dto.js';

export class PreviewQuery {
  @QueryBool({
    about: 'Whether the preview also shows what visitors would stumble over. The URL is signed with it.',
  })
  findings: boolean = false;
}

/** The fields of a page as in its PATCH, and those of an audience as in the PATCH of the audience. */
export class PreviewPage extends UpdatePage {
  @RecordId('audience', {
    optional: true,
    about:
      'The audience of the page that the preview is for; without it, the preview is for nobody in particular.',
  })
  audienceId?: string;

  @Nested(() => AudienceOverridesInput, {
    optional: true,
    about: 'Changed fields of the audience `audienceId`.',
  })
  audience?: AudienceOverridesInput;
}

@ApiSchema({ name: 'PagePreview' })
export class PagePreviewView {
  @RecordId('page')
  pageId!: string;

  @RecordId('audience', { nullable: true })
  audienceId!: string | null;

  @Text({ about: 'Shows the preview to everyone who has the URL.' })
  url!: string;

  @Time({ about: 'The URL is valid until then.' })
  expiresAt!: string;
}
