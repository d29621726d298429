import { ApiSchema } from '@nestjs/swagger';
import { Integer, OneOf, RecordId, Text, Bool } from '../../../shared/fields/fields.js';

/** Why a path shows nothing to a visitor. */
export const REASONS = [
  'unknown_domain',
  'domain_not_proven',
  'no_link',
  'link_expired',
  'audience_not_found',
  'page_deleted',
  'page_archived',
  'audience_archived',
] as const;

export type Reason = (typeof REASONS)[number];

export class ResolveQuery {
  @Text({
    optional: true,
    about: "The host that the visitor requests. Without it: the site's own address.",
  })
  domain?: string;

  @Text({ about: 'The path that the visitor requests, without query and fragment.', example: '/welcome' })
  path!: string;
}

@ApiSchema({ name: 'PageLinkResolution' })
export class LinkResolutionView {
  @Bool({ about: 'Whether a visitor would see a page.' })
  found!: boolean;

  @OneOf(REASONS, {
    title: 'UnresolvedReason',
    nullable: true,
    about:
      'Why a visitor would see nothing: the first reason of this list that applies. Null if a page is shown.',
  })
  reason!: Reason | null;

  @RecordId('link', { nullable: true, about: 'The link at the path.' })
  pageLinkId!: string | null;

  @RecordId('audience', { nullable: true, about: 'The audience that the link leads to.' })
  audienceId!: string | null;

  @RecordId('page', { nullable: true })
  pageId!: string | null;

  @Text({ nullable: true, example: 'Spring launch' })
  pageName!: string | null;

  @RecordId('version', {
    nullable: true,
    about: 'The published version; null if a visitor would not see it.',
  })
  versionId!: string | null;

  @Integer({ nullable: true, min: 1, max: Number.MAX_SAFE_INTEGER, example: 1 })
  versionNumber!: number | null;
}
