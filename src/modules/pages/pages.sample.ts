import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { Audience, overridesOf, type Overrides } from './audience.entity.js';
import { compose } from './composing/compose.js';
import type { Content } from './content.dto.js';
import { insertMessage, toInsertParams } from './audience-history.js';
import { Page, searchTextOf, type PageContent } from './page.entity.js';
import { templateWords } from './composing/template-composer.js';
import { Version } from './version.entity.js';
import { EARLIER_VERSION } from './versions.dto.js';

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

/** The records that the examples in the docs name. */
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
    versionsMade: 4,
    placesGiven: 4,
  });
  addVersions(em, audience);
  await em.flush();
  await new PreparedWrites().run(
    insertMessage,
    ...toInsertParams(audience.id, {
      id: exampleUuid('message'),
      kind: 'edit',
      text: null,
      snapshot: overridesOf(audience),
      createdAt: clock.now(),
    }),
  );
}

/** What was published before, what is now, and two drafts to try things with. */
function addVersions(em: EntityManager, audience: Audience): void {
  const now = clock.now();
  const shown = (supplementaryContext: string | null) => ({
    supplementaryContext,
    content: contentWith({ ...overridesOf(audience), supplementaryContext }),
    publishedAt: now,
  });
  const retired = { status: 'archived', obsoleteAt: now, archivedAt: now } as const;
  const live = { status: 'published', queuedAt: now } as const;
  const draft = {
    status: 'draft',
    queuedAt: now,
    becameDraftAt: now,
    draftReason: 'publishing_failed',
  } as const;
  const samples = [
    {
      id: exampleUuid('version', EARLIER_VERSION),
      isNewPageAgent: false,
      ...retired,
      ...shown('Acme is new.'),
    },
    { id: exampleUuid('version', 1), isNewPageAgent: true, ...live, ...shown(null) },
    { id: exampleUuid('version', 2), isNewPageAgent: true, ...draft },
    { id: exampleUuid('version', 3), isNewPageAgent: true, ...draft },
  ];
  for (const [index, sample] of samples.entries()) {
    em.create(Version, { audience, versionNumber: index + 1, ...sample });
  }
}

function contentWith(audience: Overrides): Content {
  const ingredients = {
    ...{ page: PAGE, audience, name: 'Jane Doe' },
    ...{ person: { name: 'Jane Doe', account: null }, topics: [] },
  };
  return compose(ingredients, templateWords(ingredients));
}
