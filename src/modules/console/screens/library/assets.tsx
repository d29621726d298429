import type { AssetType } from '@foyer/client';
import type { VNode } from 'preact';
import { Live } from '../../parts/live.js';
import { FileField, ProblemSummary, SelectField, TextField, type Choice } from '../../parts/fields.js';
import { FilterForm } from '../../parts/filter-form.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Done, Empty, Heading, ListPages } from '../../parts/shown.js';
import { FILES_FIELD, MOST_FILES } from '../../uploads/file-form.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { ASSET_TYPE_CHOICES, AssetTiles } from './asset-tiles.js';
import { LIBRARY_PATHS, LibraryTabs } from './library-tabs.js';
import { uploadFiles, type Uploaded } from './upload-files.js';

const PATH = LIBRARY_PATHS.assets;
const PAGE_SIZE = 24;

export const assetsScreens: Screens = {
  'GET /library': () => Promise.resolve({ next: PATH }),
  'GET /library/assets': (visit) => assets(visit, FormState.of({ type: 'image' })),
  'UPLOAD /library/assets': async (visit) => {
    const uploaded = await uploadFiles(visit);
    if (uploaded.problems.length === 0) return { next: `${PATH}?done=assets_uploaded` };
    const shown = await assets(visit, FormState.sent(visit.form, uploaded.problems), uploaded);
    return { ...shown, status: uploaded.status };
  },
};

async function assets(visit: Visit, state: FormState, uploaded?: Uploaded): Promise<Shown> {
  const { api, query, maxFileBytes } = visit;
  const text = query.get('query')?.trim() ?? '';
  const assetType = (query.get('assetType') || undefined) as AssetType | undefined;
  const wanted = { assetType, ...pageIn(query, PAGE_SIZE) };
  const page = await (text === '' ? api.assets.list(wanted) : api.assets.search({ ...wanted, query: text }));
  const isFiltered = text !== '' || assetType !== undefined;
  const { assets: own } = words.library;
  return {
    title: own.title,
    section: 'library',
    content: (
      <>
        <Heading title={own.title} about={own.about}>
          <a class="button quiet" href={`${PATH}/trash`}>
            {own.trash}
          </a>
        </Heading>
        <LibraryTabs current="assets" />
        <Done name={query.get('done')} />
        {uploaded && uploaded.count > 0 && (
          <p class="notice good" role="status">
            {own.uploaded(uploaded.count)}
          </p>
        )}
        <UploadForm state={state} maxFileBytes={maxFileBytes} />
        {(page.items.length > 0 || isFiltered) && (
          <Filters given={{ query: text, assetType: assetType ?? '' }} />
        )}
        <Live id="assets" of={['asset']}>
          {page.items.length === 0 ? (
            <Empty title={isFiltered ? own.noneFound : own.none}>
              <p>{isFiltered ? own.noneFoundAbout : own.noneAbout}</p>
            </Empty>
          ) : (
            <AssetTiles assets={page.items} />
          )}
        </Live>
        <ListPages path={PATH} query={query} nextCursor={page.nextCursor} />
      </>
    ),
  };
}

/** The kind comes before the files, because it is read before them. */
function UploadForm({ state, maxFileBytes }: { state: FormState; maxFileBytes: number }): VNode {
  const { assets: own } = words.library;
  return (
    <div class="drop" data-drop>
      <Form to={PATH} state={state} class="upload" maxFileBytes={maxFileBytes}>
        <ProblemSummary />
        <SelectField name="type" label={own.uploadAs} choices={ASSET_TYPE_CHOICES} />
        <FileField name={FILES_FIELD} label={own.files} hint={own.filesHint(MOST_FILES, maxFileBytes)} />
        <div class="actions">
          <button>{own.upload}</button>
        </div>
      </Form>
    </div>
  );
}

function Filters({ given }: { given: Record<string, string> }): VNode {
  const { library } = words;
  const any: Choice = ['', library.any];
  return (
    <FilterForm
      to={PATH}
      state={FormState.of(given)}
      clearTo={Object.values(given).some((value) => value !== '') ? PATH : undefined}
    >
      <TextField name="query" label={library.search} type="search" />
      <SelectField name="assetType" label={library.assets.kind} choices={[any, ...ASSET_TYPE_CHOICES]} />
    </FilterForm>
  );
}
