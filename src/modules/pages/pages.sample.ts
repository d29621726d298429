import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import type { RecordOf } from '../../shared/database/records/column-map.js';
import { TopicsApi, type TopicForComposing } from '../topics/index.js';
import { exampleUuid, isSample, TO_DELETE } from '../../shared/kernel/example-ids.js';
import { Audience } from './entities/audience.entity.js';
import { composeContent } from './composing/compose-content.js';
import type { ComposedContent } from './entities/content.js';
import { templateText } from './composing/template-composer.js';
import { Message } from './entities/message.entity.js';
import { Page, pageContentColumns } from './entities/page.entity.js';
import { TO_ARCHIVE } from './dto/pages.dto.js';
import { Version } from './entities/version.entity.js';
import { EARLIER_VERSION } from './dto/versions.dto.js';

const OF_ANOTHER_AUDIENCE = 5;

/** Of the sample assets. */
const FORMER_PICTURE = 3;

type Topics = readonly TopicForComposing[];

const PAGE: Omit<RecordOf<typeof pageContentColumns>, 'name'> = {
  pageContext: 'For people who compare us with others; be brief.',
  body: [
    'Foyer greets **each visitor** by what they care about.',
    '- One page, many audiences\n- Versions that can be rolled back\n- Links on a domain of your own',
  ].join('\n\n'),
  language: 'en',
  pageType: 'inbound',
  brandId: 'acme',
  actions: [
    {
      actionId: 'book-demo',
      purpose: 'Book a demo',
      buttonTitle: 'See it live',
      actionType: 'open_url',
      url: 'https://example.com/demo',
    },
    {
      actionId: 'share',
      purpose: 'Show it to a colleague',
      buttonTitle: 'Copy the link',
      actionType: 'copy_text',
      url: 'https://example.com/spring',
    },
  ],
  actionCardWidgets: [],
  footerLinks: [
    {
      id: 'legal',
      title: 'Legal',
      links: [{ id: 'imprint', text: 'Imprint', url: 'https://example.com/imprint' }],
    },
  ],
  scripts: [],
  blocks: [],
  headerActionId: 'book-demo',
  metadata: {
    title: 'Foyer for you',
    description: 'Pages that know whom they speak to',
    ogSiteName: 'Acme',
    themeColor: '#0f766e',
  },
};

/** The records that the examples in the docs use. */
export async function samplePages(
  em: EntityManager,
  app: Pick<INestApplicationContext, 'get'>,
): Promise<void> {
  await em.flush();
  const topics = await app.get(TopicsApi, { strict: false }).forComposing();
  const page = pageOf('Spring launch', 1);
  const others = [pageOf('Winter sale', TO_DELETE), pageOf('Autumn fair', TO_ARCHIVE)];
  const audience = audienceOf(page, exampleUuid('person'), 1);
  const other = audienceOf(page, null, TO_DELETE);
  const versions = [...sampleVersions(page, audience, topics), firstVersion(page, other, topics)];
  const message = sampleMessage(audience);
  // In this order, because the ORM does not know the references between them.
  await em.persist([page, ...others]).flush();
  await em.persist([audience, other]).flush();
  await em.persist(versions).persist(message).flush();
}

/** An edit that was undone: the audience had its own picture beside links. */
function sampleMessage(audience: Audience): Message {
  audience.showBesideLinks(exampleUuid('asset', FORMER_PICTURE));
  const message = Message.withSnapshot(audience, 'edit');
  audience.showBesideLinks(null);
  message.id = exampleUuid('message');
  return message;
}

function pageOf(name: string, example: number): Page {
  const page = Page.create({ ...PAGE, name });
  page.id = exampleUuid('page', example);
  return page;
}

function audienceOf(page: Page, personId: string | null, example: number): Audience {
  const audience = Audience.create(page, {}, personId);
  audience.id = exampleUuid('audience', example);
  return audience;
}

/** An earlier published version, the published one, and two drafts for the examples of `/publish` and `/cancel`. */
function sampleVersions(page: Page, audience: Audience, topics: Topics): Version[] {
  audience.changeOverrides({ supplementaryContext: 'Acme is new.' });
  const earlier = Version.publishFirst(audience, contentFor(page, audience, topics), page);
  earlier.id = exampleUuid('version', EARLIER_VERSION);
  earlier.archive();
  audience.changeOverrides({ supplementaryContext: null });
  const published = claimedVersion(audience, 1);
  published.composeFrom(page);
  published.publish(contentFor(page, audience, topics));
  const drafts = [2, 3].map((example) => claimedVersion(audience, example));
  for (const draft of drafts) draft.becomeDraft('publishing_failed');
  return [earlier, published, ...drafts];
}

function firstVersion(page: Page, audience: Audience, topics: Topics): Version {
  const version = Version.publishFirst(audience, contentFor(page, audience, topics), page);
  version.id = exampleUuid('version', OF_ANOTHER_AUDIENCE);
  return version;
}

function claimedVersion(audience: Audience, example: number): Version {
  const version = Version.create(audience, { operationKey: undefined, publishAt: null });
  version.id = exampleUuid('version', example);
  version.queue();
  version.claim();
  return version;
}

function contentFor(page: Page, { overrides }: Audience, topics: Topics): ComposedContent {
  const input = {
    page: pageContentColumns.valuesOf(page),
    audience: overrides,
    name: 'Jane Doe',
    person: {
      name: 'Jane Doe',
      account: { id: exampleUuid('account'), name: 'Example', domain: 'example.com' },
    },
    topics,
  };
  return composeContent(input, templateText(input), 'template');
}

const BELOW_SAMPLE_PAGES = `tenant_id = $1 and audience_id in (
  select id from audience where tenant_id = $1 and ${isSample('page_id')})`;

export const removeSamplePages = [
  `delete from page_preview where tenant_id = $1 and ${isSample('page_id')}`,
  `delete from audience_message where ${BELOW_SAMPLE_PAGES}`,
  `delete from audience_version where ${BELOW_SAMPLE_PAGES}`,
  `delete from audience where tenant_id = $1 and ${isSample('page_id')}`,
  `delete from page where tenant_id = $1 and ${isSample('id')}`,
];
