import type { Form as FormRecord, WithDates } from '@foyer/client';
import { Done, Empty, Heading, ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { LIBRARY_PATHS, LibraryTabs } from './library-tabs.js';

export type ShownForm = WithDates<FormRecord>;

const PATH = LIBRARY_PATHS.forms;
const PAGE_SIZE = 25;

export const formListScreens: Screens = { 'GET /library/forms': forms };

export function formPath({ formId }: Pick<ShownForm, 'formId'>): string {
  return `${PATH}/${formId}`;
}

async function forms({ api, query }: Visit): Promise<Shown> {
  const { items, nextCursor } = await api.forms.list(pageIn(query, PAGE_SIZE));
  const { forms: own } = words.library;
  const create = (
    <a class="button" href={`${PATH}/new`}>
      {own.create}
    </a>
  );
  return {
    title: own.title,
    section: 'library',
    content: (
      <>
        <Heading title={own.title} about={own.about}>
          {items.length > 0 && create}
        </Heading>
        <LibraryTabs current="forms" />
        <Done name={query.get('done')} />
        {items.length === 0 ? (
          <Empty title={own.none}>
            <p>{own.noneAbout}</p>
            <p>{create}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {items.map((form) => (
              <li key={form.formId} class="row">
                <div class="what">
                  <h2>
                    <a href={formPath(form)}>{form.name}</a>
                  </h2>
                  <p class="meta">
                    <span>{own.asks(form.fields.map(({ label }) => label))}</span>
                    <span>
                      {own.changed} <Moment at={form.updatedAt} />
                    </span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
        <ListPages path={PATH} query={query} nextCursor={nextCursor} />
      </>
    ),
  };
}
