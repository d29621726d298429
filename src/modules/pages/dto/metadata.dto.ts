import { Text } from '../../../shared/fields/fields.js';
import { TextList } from '../../../shared/fields/text-list.js';
import { ApiSchema } from '@nestjs/swagger';
import type { Metadata } from '../entities/metadata.js';

/** Metadata of a page for browsers, search engines and social networks. */
@ApiSchema({ name: 'RequestMetadata' })
export class MetadataInput implements Metadata {
  @Text({ optional: true, example: 'Foyer for Acme' })
  title?: string;

  @Text({ optional: true, example: 'What Acme gains from personalised pages' })
  description?: string;

  @Text({ optional: true })
  author?: string;

  @Text({ optional: true })
  canonicalUrl?: string;

  @Text({ optional: true })
  themeColor?: string;

  @TextList({ optional: true, example: ['personalisation', 'landing page'] })
  keywords?: string[];

  @TextList({ optional: true, fallback: [], about: 'Directives for search engines.', example: ['noindex'] })
  robots?: string[];

  @Text({ optional: true })
  ogTitle?: string;

  @Text({ optional: true })
  ogDescription?: string;

  @Text({ optional: true })
  ogImageAlt?: string;

  @Text({ optional: true })
  ogSiteName?: string;

  @Text({ optional: true })
  ogUrl?: string;

  @Text({ optional: true })
  twitterTitle?: string;

  @Text({ optional: true })
  twitterDescription?: string;

  @Text({ optional: true })
  twitterImageAlt?: string;

  @Text({ optional: true })
  twitterSite?: string;

  @Text({ optional: true })
  twitterCreator?: string;
}

/** Requests set the picture apart (`og_image`), so only responses have these fields. */
@ApiSchema({ name: 'Metadata' })
export class MetadataView extends MetadataInput implements Metadata {
  @Text({ optional: true, about: 'Works until the asset is in the trash. Absent if there is no site.' })
  ogImageUrl?: string;

  @Text({ optional: true })
  ogImageFileId?: string;

  @Text({ optional: true, about: 'Like `ogImageUrl`.' })
  twitterImageUrl?: string;

  @Text({ optional: true })
  twitterImageFileId?: string;
}
