import type { AssetUse } from '@foyer/client';
import { Form } from '../../parts/form-context.js';
import { SeenField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { Done, Empty, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, pageIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { assetPath, AssetTiles, type ShownAsset } from './asset-tiles.js';
import { assetOf } from './asset.js';
import { LIBRARY_PATHS } from './library-tabs.js';

const PATH = `${LIBRARY_PATHS.assets}/trash`;
const PAGE_SIZE = 24;

/** Into the trash, back, and away for good. */
export const trashedAssetScreens: Screens = {
  'GET /library/assets/trash': trash,
  'GET /library/assets/:id/trash': async (visit) => trashing(await assetOf(visit), FormState.of()),
  'POST /library/assets/:id/trash': moveToTrash,
  'POST /library/assets/:id/restore': restore,
  'GET /library/assets/:id/delete': async (visit) => deleting(await assetOf(visit), FormState.of()),
  'POST /library/assets/:id/delete': deleteForGood,
};

async function trash({ api, query }: Visit): Promise<Shown> {
  const page = await api.assets.trash.list(pageIn(query, PAGE_SIZE));
  const { assets } = words.library;
  return {
    title: assets.trash,
    section: 'library',
    content: (
      <>
        <Heading
          title={assets.trash}
          about={assets.trashAbout}
          back={{ href: LIBRARY_PATHS.assets, label: assets.back }}
        />
        <Done name={query.get('done')} />
        {page.items.length === 0 ? (
          <Empty title={assets.trashNone}>
            <p>{assets.trashNoneAbout}</p>
          </Empty>
        ) : (
          <AssetTiles
            assets={page.items}
            action={(asset) => (
              <Form to={`${assetPath(asset)}/restore`} state={FormState.of()}>
                <button class="quiet small">
                  {assets.restore}
                  <span class="unseen"> {asset.name}</span>
                </button>
              </Form>
            )}
          />
        )}
        <ListPages path={PATH} query={query} nextCursor={page.nextCursor} />
      </>
    ),
  };
}

function trashing(asset: ShownAsset, state: FormState): Shown {
  const { assets } = words.library;
  return formScreen({
    section: 'library',
    title: assets.trashTitle(asset.name),
    back: { href: assetPath(asset), label: asset.name },
    to: `${assetPath(asset)}/trash`,
    state,
    button: assets.toTrash,
    isDestructive: true,
    content: (
      <>
        <SeenField of={asset} />
        <p>{assets.trashWhat}</p>
      </>
    ),
  });
}

function moveToTrash(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.assets.delete(params.id!, asSeen(form)),
    done: (asset) => {
      const { usedBy } = asset;
      return usedBy ? stillNamed(asset, usedBy) : { next: `${LIBRARY_PATHS.assets}?done=asset_trashed` };
    },
    refused: async (state) => trashing(await assetOf(visit), state),
  });
}

/** Only the API knows the records that name the asset, and only says so now. */
function stillNamed(asset: ShownAsset, usedBy: readonly AssetUse[]): Shown {
  const { assets } = words.library;
  return {
    title: assets.trashed,
    section: 'library',
    content: (
      <>
        <Heading title={asset.name} back={{ href: LIBRARY_PATHS.assets, label: assets.back }} />
        <p class="notice good" role="status">
          {words.done.asset_trashed}
        </p>
        <div class="card">
          <p>{assets.stillNamed}</p>
          <ul class="findings">
            {usedBy.map(({ type, id }) => (
              <li key={id}>{type === 'page' ? <a href={`/pages/${id}`}>{id}</a> : <code>{id}</code>}</li>
            ))}
          </ul>
          <Form to={`${assetPath(asset)}/restore`} state={FormState.of()} class="actions">
            <button class="quiet">{assets.restore}</button>
          </Form>
        </div>
      </>
    ),
  };
}

function restore(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: (options) => api.assets.trash.restore(params.id!, options),
    done: (asset) => ({ next: `${assetPath(asset)}?done=asset_restored` }),
  });
}

function deleting(asset: ShownAsset, state: FormState): Shown {
  const { assets } = words.library;
  return formScreen({
    section: 'library',
    title: assets.deleteTitle(asset.name),
    back: { href: PATH, label: assets.trash },
    to: `${assetPath(asset)}/delete`,
    state,
    button: assets.deleteButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={asset} />
        <p>{assets.deleteWhat}</p>
      </>
    ),
  });
}

function deleteForGood(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.assets.trash.delete(params.id!, asSeen(form)),
    done: () => ({ next: `${PATH}?done=asset_deleted` }),
    refused: async (state) => deleting(await assetOf(visit), state),
  });
}
