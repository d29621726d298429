import { etagOf, FoyerError, type PageCheck } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { ProblemSummary } from '../../parts/fields.js';
import { FieldNotes, Form, type FieldNote } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Badge, Done, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { submit, textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { BasicFields, brandChoices, changeIn, FurtherFields, valuesOf } from './page-fields.js';
import { linksOf, PageLinks } from './page-links.js';
import { PAGES_PATH, PageState, pathOf, type ShownPage } from './pages.js';

type Finding = PageCheck['findings'][number];

export const editedPageScreens: Screens = {
  'GET /pages/:id': async (visit) => {
    const page = await pageOf(visit);
    return editor(visit, page, FormState.of(valuesOf(page)), await previewOf(visit.api, page, {}));
  },
  'POST /pages/:id': savePage,
  'POST /pages/:id/preview': previewPage,
};

function pageOf({ api, params }: Visit): Promise<ShownPage> {
  return api.pages.get(params.id!);
}

interface ShownPreview {
  url: string;
  isSaved: boolean;
}

/** Undefined if there is no site, or if the key may not make previews. */
async function previewOf(api: Api, page: ShownPage, change: object): Promise<ShownPreview | undefined> {
  if (page.status === 'archived') return undefined;
  try {
    const { url } = await api.pages.preview(page.pageId, change);
    return { url, isSaved: Object.keys(change).length === 0 };
  } catch (error) {
    const isExpected = error instanceof FoyerError && [403, 409].includes(error.status ?? 0);
    if (isExpected) return undefined;
    throw error;
  }
}

async function editor(
  { api, query }: Visit,
  page: ShownPage,
  state: FormState,
  preview: ShownPreview | undefined,
): Promise<Shown> {
  const [brands, check, links] = await Promise.all([
    brandChoices(api, state.value('brandId')),
    api.pages.check(page.pageId),
    linksOf(api, page),
  ]);
  const { pages } = words;
  return {
    title: page.name,
    section: 'pages',
    content: (
      <>
        <Heading title={page.name} back={{ href: PAGES_PATH, label: pages.back }}>
          <PageState of={page} />
          <PageActions of={page} />
        </Heading>
        <Done name={query.get('done')} />
        {page.status === 'archived' ? (
          <p class="notice">{pages.archived}</p>
        ) : (
          <div class="editor">
            <FieldNotes.Provider value={check.findings.map(noteOf)}>
              <Form to={pathOf(page)} state={state} class="card">
                <ProblemSummary />
                <input type="hidden" name="seen" value={etagOf(page)} />
                <BasicFields brands={brands} />
                <FurtherFields />
                <OtherParts of={page} />
                <div class="actions">
                  <button>{pages.save}</button>
                  <button class="quiet" formaction={`${pathOf(page)}/preview`}>
                    {pages.preview}
                  </button>
                </div>
              </Form>
            </FieldNotes.Provider>
            <div class="beside">
              <PageLinks of={page} links={links} />
              <Preview of={preview} />
              <Findings of={check} />
            </div>
          </div>
        )}
      </>
    ),
  };
}

function PageActions({ of: page }: { of: ShownPage }): VNode {
  const { pages } = words;
  if (page.status !== 'archived')
    return (
      <a class="button quiet small danger" href={`${pathOf(page)}/archive`}>
        {pages.archive}
      </a>
    );
  return (
    <Form to={`${pathOf(page)}/restore`} state={FormState.of()}>
      <button class="small">{pages.restore}</button>
    </Form>
  );
}

/** Other parts are not edited here, and stay as they are. */
function OtherParts({ of: { actions, blocks, actionCardWidgets } }: { of: ShownPage }): VNode | null {
  if (actions.length + blocks.length + actionCardWidgets.length === 0) return null;
  return <p class="hint">{words.pages.more(actions.length, blocks.length, actionCardWidgets.length)}</p>;
}

function Preview({ of: preview }: { of: ShownPreview | undefined }): VNode {
  const { pages } = words;
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">{pages.previewTitle}</h2>
      {preview ? (
        <>
          <p class="meta">
            <span>{preview.isSaved ? pages.previewSaved : pages.previewUnsaved}</span>
            <a href={preview.url} target="_blank" rel="noreferrer">
              {pages.previewOpen}
            </a>
          </p>
          <iframe class="preview" src={preview.url} title={pages.previewFrame} sandbox="allow-scripts" />
        </>
      ) : (
        <p class="hint">{pages.previewNone}</p>
      )}
    </section>
  );
}

function Findings({ of: { findings, isComplete } }: { of: PageCheck }): VNode {
  const { pages } = words;
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{pages.checkTitle}</h2>
      {findings.length === 0 && <p class="hint">{pages.checkNone}</p>}
      <ul class="findings">
        {findings.map((finding) => (
          <li key={finding.pointer + finding.code}>
            <p>
              <Badge tone={isSerious(finding) ? 'bad' : 'warn'}>{pages.severities[finding.severity]}</Badge>{' '}
              <code>{finding.pointer}</code>
            </p>
            <p>{finding.message}</p>
            <p class="hint">{finding.fix}</p>
          </li>
        ))}
      </ul>
      {!isComplete && <p class="hint">{pages.checkMore}</p>}
    </section>
  );
}

function isSerious({ severity }: Finding): boolean {
  return severity === 'error';
}

function noteOf(finding: Finding): FieldNote {
  const field = finding.pointer.slice(1).replaceAll('/', '.');
  return { field, text: `${finding.message} ${finding.fix}`, isSerious: isSerious(finding) };
}

async function savePage(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const page = await pageOf(visit);
  return submit(visit, {
    act: () => api.pages.update(params.id!, changeIn(form, page), { ifMatch: textIn(form, 'seen') }),
    done: (saved) => ({ next: `${pathOf(saved)}?done=page_saved` }),
    refused: async (state) => {
      const now = await pageOf(visit);
      return editor(visit, now, state, await previewOf(api, now, {}));
    },
  });
}

async function previewPage(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const page = await pageOf(visit);
  return submit(visit, {
    act: async () => {
      const change = changeIn(form, page);
      return { preview: await api.pages.preview(page.pageId, change) };
    },
    done: ({ preview: { url } }) => editor(visit, page, FormState.sent(form), { url, isSaved: false }),
    refused: (state) => editor(visit, page, state, undefined),
  });
}
