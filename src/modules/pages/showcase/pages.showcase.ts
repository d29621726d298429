import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { exampleUuid } from '../../../shared/kernel/example-ids.js';
import { SHOWCASE_PERSONS, type ShowcasePerson } from '../../crm/index.js';
import { TopicsApi } from '../../topics/index.js';
import { composeContent } from '../composing/compose-content.js';
import type { PersonToGreet } from '../composing/composition-input.js';
import { templateText } from '../composing/template-composer.js';
import { Audience } from '../entities/audience.entity.js';
import { Page, pageContentColumns } from '../entities/page.entity.js';
import { Version } from '../entities/version.entity.js';
import { SHOWCASE_PAGES } from './showcase-pages.js';

/** The key of the sample brand. */
const BRAND = 'acme';

const FOOTER = {
  en: {
    company: 'Company',
    about: 'About us',
    work: 'Work with us',
    help: 'Help',
    care: 'Care and repair',
    legal: 'Imprint',
  },
  de: {
    company: 'Unternehmen',
    about: 'Über uns',
    work: 'Arbeiten bei Acme',
    help: 'Hilfe',
    care: 'Wartung und Reparatur',
    legal: 'Impressum',
  },
  ar: {
    company: 'الشركة',
    about: 'من نحن',
    work: 'الوظائف',
    help: 'المساعدة',
    care: 'العناية والإصلاح',
    legal: 'بيانات الشركة',
  },
};

/** A published page of each type. */
export async function showcasePages(
  em: EntityManager,
  app: Pick<INestApplicationContext, 'get'>,
): Promise<void> {
  await em.flush();
  const topics = app.get(TopicsApi, { strict: false });
  for (const { number, content, person } of SHOWCASE_PAGES) {
    const page = Page.create({
      ...{ brandId: BRAND, scripts: [], actionCardWidgets: [], footerLinks: footerOf(content.language) },
      ...content,
    });
    page.id = exampleUuid('page', number);
    const audience = Audience.create(
      page,
      {},
      person ? exampleUuid('person', SHOWCASE_PERSONS[person].number) : null,
    );
    audience.id = exampleUuid('audience', number);
    const input = {
      page: pageContentColumns.valuesOf(page),
      audience: audience.overrides,
      name: page.name,
      person: person && greeted(person),
      topics: await topics.forComposing(page.topicIds ?? undefined),
    };
    const version = Version.publishFirst(
      audience,
      composeContent(input, templateText(input), 'template'),
      page,
    );
    version.id = exampleUuid('version', number);
    // In this order, because the ORM does not know the references between them.
    await em.persist(page).flush();
    await em.persist(audience).flush();
    await em.persist(version).flush();
  }
}

function greeted(person: ShowcasePerson): PersonToGreet {
  const { name, account } = SHOWCASE_PERSONS[person];
  return { name, account: { ...account, id: exampleUuid('account', account.number) } };
}

function footerOf(language: string | null | undefined): Page['footerLinks'] {
  const words = FOOTER[language as keyof typeof FOOTER];
  const link = (id: string, text: string) => ({ id, text, url: `https://acme.example/${id}` });
  return [
    { id: 'company', title: words.company, links: [link('about', words.about), link('jobs', words.work)] },
    { id: 'help', title: words.help, links: [link('care', words.care), link('imprint', words.legal)] },
  ];
}
