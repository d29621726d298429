import { ApiSchema } from '@nestjs/swagger';
import { BatchOf, OnConflictField, type OnConflict } from '../../shared/batches/batch.dto.js';
import { exampleId } from '../../shared/kernel/example-ids.js';
import { Nested, OneOf, RecordId, Text, Time } from '../../shared/fields/fields.js';
import { ListView, TimedListQuery } from '../../shared/fields/list.dto.js';
import type { TimeRange } from '../../shared/fields/read-time.js';
import { QueryId } from '../../shared/fields/query-fields.js';
import { RequestTime } from '../../shared/fields/request-time.js';
import { LinkPath } from './link-fields.js';
import { MAX_PATH_LENGTH } from './entities/link-path.js';

export const AUDIENCE_TARGET = 'audience';

/** The path of the example. `sample --reset` frees it again. */
export const EXAMPLE_PATH = '/example/pricing';

const DOMAIN = "One of the tenant's own domains; null is the site's own address.";
const PATH =
  'Normalised: one leading slash, no trailing slash, no empty segments, no dot segments, percent-encoding only if ' +
  `necessary. No query, no fragment. At most ${MAX_PATH_LENGTH} characters after normalisation.`;

/** Later years have five digits, which PostgreSQL does not read in the form in which they are sent to it. */
const STORABLE: TimeRange = { minDigits: 2, maxDigits: 14 };

const EXPIRES_AT =
  'When the link ends: from then on, visitors get 410, and the path stays taken until the link is deleted. At once if ' +
  'past; null is never.';

const ExpiryTime = () =>
  RequestTime({ optional: true, nullable: true, range: STORABLE, about: EXPIRES_AT, example: null });

@ApiSchema({ name: 'PageLinkTarget' })
export class PageLinkTarget {
  @OneOf([AUDIENCE_TARGET], { example: AUDIENCE_TARGET })
  targetType!: string;

  @RecordId('audience')
  audienceId!: string;
}

export class CreatePageLink {
  @Text({ optional: true, nullable: true, about: DOMAIN, example: null })
  tenantDomainId?: string | null;

  @LinkPath({ about: PATH, example: EXAMPLE_PATH, unique: true })
  path!: string;

  @Nested(() => PageLinkTarget)
  target!: PageLinkTarget;

  @ExpiryTime()
  expiresAt?: string | null;
}

const EXAMPLE_TARGET = { targetType: AUDIENCE_TARGET, audienceId: exampleId('audience') };

/** The paths of the example. `sample --reset` frees them again. */
export const EXAMPLE_LINKS = [
  { path: '/example/first', target: EXAMPLE_TARGET },
  { path: '/example/second', target: EXAMPLE_TARGET },
];

export class CreatePageLinks extends BatchOf(CreatePageLink, EXAMPLE_LINKS) {
  @OnConflictField({
    fallback: 'error',
    about:
      'If the path has a link: `error` refuses the item, `skip` returns the link unchanged, `update` gives it the ' +
      'target of the item, and its `expiresAt` if the item has one.',
  })
  onConflict: OnConflict = 'error';
}

export class UpdatePageLink {
  @Text({ optional: true, nullable: true, about: DOMAIN, example: null })
  tenantDomainId?: string | null;

  @LinkPath({ optional: true, about: PATH, example: '/welcome/back' })
  path?: string;

  @Nested(() => PageLinkTarget, { optional: true, about: 'Replaces the whole target.' })
  target?: PageLinkTarget;

  @ExpiryTime()
  expiresAt?: string | null;
}

export class PageLinkQuery extends TimedListQuery {
  @QueryId('domain', { about: 'Only links on this domain.' })
  tenantDomainId?: string;

  @QueryId('audience', { about: 'Only links to this audience.' })
  audienceId?: string;
}

@ApiSchema({ name: 'PageLink' })
export class PageLinkView {
  @RecordId('link')
  pageLinkId!: string;

  @RecordId('domain', { nullable: true, about: DOMAIN })
  tenantDomainId!: string | null;

  @Text({ example: '/welcome' })
  path!: string;

  @Text({
    nullable: true,
    about:
      'The URL for visitors. Null if nobody can open it: the link is deleted or has expired, its domain is not proven, or there is no site.',
    example: 'http://localhost:3001/default/welcome',
  })
  url!: string | null;

  @Nested(() => PageLinkTarget)
  target!: PageLinkTarget;

  @Time({ nullable: true, about: 'When the link ends, or has ended; null if never.' })
  expiresAt!: string | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;

  @Time({ nullable: true, about: 'When it was deleted; null for an active link.' })
  deletedAt!: string | null;
}

export const PageLinkListView = ListView('PageLinkList', () => PageLinkView);
