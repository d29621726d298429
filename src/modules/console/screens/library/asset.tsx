import type { VNode } from 'preact';
import { CheckField, ProblemSummary, SeenField, TextArea, TextField, TICKED } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Badge, Done, Heading, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { fileAddress } from '../kit/file-address.js';
import {
  asSeen,
  optionalIn,
  textIn,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { assetPath, AssetPicture, kindOf, type ShownAsset } from './asset-tiles.js';
import { LIBRARY_PATHS } from './library-tabs.js';

export const assetScreens: Screens = {
  'GET /library/assets/:id': async (visit) => {
    const asset = await assetOf(visit);
    return editor(visit, asset, FormState.of(valuesOf(asset)));
  },
  'POST /library/assets/:id': save,
};

export function assetOf({ api, params }: Visit): Promise<ShownAsset> {
  return api.assets.get(params.id!);
}

function editor({ query }: Visit, asset: ShownAsset, state: FormState): Shown {
  const { assets } = words.library;
  const isTrashed = asset.trashedAt !== null;
  return {
    title: asset.name,
    section: 'library',
    content: (
      <>
        <Heading
          title={asset.name}
          back={
            isTrashed
              ? { href: `${LIBRARY_PATHS.assets}/trash`, label: assets.trash }
              : { href: LIBRARY_PATHS.assets, label: assets.back }
          }
        >
          {isTrashed && <Badge tone="warn">{assets.trashed}</Badge>}
          <AssetActions of={asset} />
        </Heading>
        <Done name={query.get('done')} />
        {isTrashed && <p class="notice">{assets.trashedAbout}</p>}
        <div class="editor">
          <div class="beside">
            <AssetPicture of={asset} isLarge />
            <Facts of={asset} />
          </div>
          {!isTrashed && <AssetForm of={asset} state={state} />}
        </div>
      </>
    ),
  };
}

function AssetActions({ of: asset }: { of: ShownAsset }): VNode {
  const { assets } = words.library;
  const path = assetPath(asset);
  if (asset.trashedAt === null)
    return (
      <a class="button quiet small danger" href={`${path}/trash`}>
        {assets.toTrash}
      </a>
    );
  return (
    <>
      <Form to={`${path}/restore`} state={FormState.of()}>
        <button class="small">{assets.restore}</button>
      </Form>
      <a class="button quiet small danger" href={`${path}/delete`}>
        {assets.delete}
      </a>
    </>
  );
}

function Facts({ of: asset }: { of: ShownAsset }): VNode {
  const { assets } = words.library;
  return (
    <p class="meta">
      <span>{kindOf(asset)}</span>
      {asset.width !== null && (
        <span>
          {asset.width} × {asset.height}
        </span>
      )}
      <span>
        {assets.uploadedAt} <Moment at={asset.createdAt} />
      </span>
      {asset.downloadUrl !== null && <a href={fileAddress(asset.downloadUrl)}>{assets.open}</a>}
    </p>
  );
}

function AssetForm({ of: asset, state }: { of: ShownAsset; state: FormState }): VNode {
  const { assets } = words.library;
  return (
    <Form to={assetPath(asset)} state={state} class="card">
      <ProblemSummary />
      <SeenField of={asset} />
      <TextField name="name" label={assets.name} />
      <TextField name="purpose" label={assets.purpose} hint={assets.purposeHint} required={false} />
      <TextField name="tags" label={assets.tags} hint={assets.tagsHint} required={false} />
      <TextArea
        name="aiDescription"
        label={assets.description}
        hint={assets.descriptionHint}
        rows={3}
        required={false}
      />
      <CheckField name="hidden" label={assets.hidden} hint={assets.hiddenHint} />
      <div class="actions">
        <button>{words.library.save}</button>
      </div>
    </Form>
  );
}

function valuesOf({ name, purpose, tags, aiDescription, hidden }: ShownAsset): Record<string, string> {
  return {
    ...{ name, purpose, tags: tags.join(', ') },
    aiDescription: aiDescription ?? '',
    hidden: hidden ? TICKED : '',
  };
}

function save(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const change = {
    name: textIn(form, 'name'),
    purpose: textIn(form, 'purpose'),
    tags: textIn(form, 'tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    aiDescription: optionalIn(form, 'aiDescription') ?? null,
    hidden: form.get('hidden') === TICKED,
  };
  return submit(visit, {
    act: () => api.assets.update(params.id!, change, asSeen(form)),
    done: (asset) => ({ next: `${assetPath(asset)}?done=saved` }),
    refused: async (state) => editor(visit, await assetOf(visit), state),
  });
}
