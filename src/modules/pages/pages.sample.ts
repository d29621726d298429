import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { Audience, overridesOf } from './audience.entity.js';
import { compose } from './compose.js';
import { insertMessage, valuesOf } from './history.js';
import { Page, searchTextOf, type PageContent } from './page.entity.js';
import { templateWords } from './template-composer.js';
import { Version } from './version.entity.js';

const PAGE: PageContent = {
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

/** The records that the examples in the docs name: one published version, and two drafts to try things with. */
export async function samplePages(em: EntityManager): Promise<void> {
  const page = em.create(Page, {
    id: exampleUuid('page'),
    ...PAGE,
    status: 'published',
    audiencesMade: 1,
    searchText: searchTextOf(PAGE),
  });
  const audience = em.create(Audience, {
    id: exampleUuid('audience'),
    page,
    number: 1,
    personId: exampleUuid('person'),
    versionsMade: 3,
  });
  const ingredients = {
    ...{ page: PAGE, audience: overridesOf(audience), name: 'Jane Doe' },
    ...{ person: { name: 'Jane Doe', account: null }, topics: [] },
  };
  const content = compose(ingredients, templateWords(ingredients));
  const now = clock.now();
  for (const number of [1, 2, 3]) {
    em.create(Version, {
      id: exampleUuid('version', number),
      audience,
      versionNumber: number,
      ...(number === 1
        ? { status: 'published', isNewPageAgent: false, content, publishedAt: now }
        : {
            ...{ status: 'draft', isNewPageAgent: true, queuedAt: now, becameDraftAt: now },
            draftReason: 'publishing_failed',
          }),
    });
  }
  await em.flush();
  await new PreparedWrites().run(
    insertMessage,
    ...valuesOf(audience.id, {
      id: exampleUuid('message'),
      kind: 'edit',
      text: null,
      snapshot: overridesOf(audience),
      createdAt: now,
    }),
  );
}
