import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecordOf } from '../../shared/database/column-map.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { Audience } from './audience.entity.js';
import { composeContent } from './composing/compose-content.js';
import type { Content } from './composing/content.js';
import { templateText } from './composing/template-composer.js';
import { Message } from './message.entity.js';
import { Page, pageContentColumns } from './page.entity.js';
import { Version } from './version.entity.js';
import { EARLIER_VERSION } from './versions.dto.js';

const PAGE: RecordOf<typeof pageContentColumns> = {
  name: 'Spring launch',
  pageContext: 'Foyer greets each visitor by what they care about.',
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
  ],
  actionCardWidgets: [],
  footerLinks: [],
  scripts: [],
  headerActionId: 'book-demo',
  metadata: { title: 'Foyer for you', description: 'Pages that know whom they speak to' },
};

/** The records that the examples in the docs name. */
export async function samplePages(em: EntityManager): Promise<void> {
  const page = Page.create(PAGE);
  page.id = exampleUuid('page');
  const audience = Audience.create(page, {}, exampleUuid('person'));
  audience.id = exampleUuid('audience');
  const versions = sampleVersions(page, audience);
  const message = Message.withSnapshot(audience, 'edit');
  message.id = exampleUuid('message');
  // In this order: the ORM does not know that they refer to each other.
  await em.persist(page).flush();
  await em.persist(audience).flush();
  await em.persist(versions).persist(message).flush();
}

/** An earlier published version, the published one, and two drafts for the examples of `/publish` and `/cancel`. */
function sampleVersions(page: Page, audience: Audience): Version[] {
  audience.changeOverrides({ supplementaryContext: 'Acme is new.' });
  const earlier = Version.publishFirst(audience, contentFor(page, audience));
  earlier.id = exampleUuid('version', EARLIER_VERSION);
  earlier.archive();
  audience.changeOverrides({ supplementaryContext: null });
  const published = claimedVersion(audience, 1);
  published.publish(contentFor(page, audience));
  const drafts = [2, 3].map((example) => claimedVersion(audience, example));
  for (const draft of drafts) draft.becomeDraft('publishing_failed');
  return [earlier, published, ...drafts];
}

function claimedVersion(audience: Audience, example: number): Version {
  const version = Version.create(audience, { operationKey: undefined, publishAt: null });
  version.id = exampleUuid('version', example);
  version.queue();
  version.claim();
  return version;
}

function contentFor(page: Page, { overrides }: Audience): Content {
  const input = {
    page: pageContentColumns.valuesOf(page),
    audience: overrides,
    name: 'Jane Doe',
    person: { name: 'Jane Doe', account: null },
    topics: [],
  };
  return composeContent(input, templateText(input));
}
