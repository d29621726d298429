import type { Api } from '../../calling/api-caller.js';
import { ProblemSummary, SeenField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Done, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, ifThere, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { brandAssets, BrandFields, brandIn, fieldIn, valuesOf } from './brand-fields.js';
import { BrandPalette } from './brand-preview.js';
import { brandPath, type ShownBrand } from './brands.js';
import { LIBRARY_PATHS } from './library-tabs.js';
import { previewWith, SitePreviewFrame } from './site-preview.js';

const PATH = LIBRARY_PATHS.brands;

export const brandScreens: Screens = {
  'GET /library/brands/new': (visit) => newBrand(visit, FormState.of()),
  'POST /library/brands/new': create,
  'GET /library/brands/:id': async (visit) => {
    const brand = await brandOf(visit);
    return editor(visit, brand, FormState.of(valuesOf(brand)));
  },
  'POST /library/brands/:id': save,
  'GET /library/brands/:id/delete': async (visit) => deleting(await brandOf(visit), FormState.of()),
  'POST /library/brands/:id/delete': deleteBrand,
};

function brandOf({ api, params }: Visit): Promise<ShownBrand> {
  return api.brands.get(params.id!);
}

async function newBrand({ api }: Visit, state: FormState): Promise<Shown> {
  const { brands: own } = words.library;
  const assets = await brandAssets(api);
  return formScreen({
    section: 'library',
    title: own.newTitle,
    about: own.newAbout,
    back: { href: PATH, label: own.back },
    to: `${PATH}/new`,
    state,
    button: own.create,
    content: <BrandFields assets={assets} state={state} />,
  });
}

async function editor({ api, query }: Visit, brand: ShownBrand, state: FormState): Promise<Shown> {
  const { brands: own } = words.library;
  const [assets, logos, preview] = await Promise.all([
    brandAssets(api),
    logosOf(api, brand),
    previewWith(api, { brandId: brand.key }, ({ brandId }) => [brand.key, brand.brandId].includes(brandId)),
  ]);
  return {
    title: brand.name,
    section: 'library',
    content: (
      <>
        <Heading title={brand.name} back={{ href: PATH, label: own.back }}>
          <a class="button quiet small danger" href={`${brandPath(brand)}/delete`}>
            {own.delete}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        <div class="editor">
          <Form to={brandPath(brand)} state={state} class="card">
            <ProblemSummary />
            <SeenField of={brand} />
            <BrandFields assets={assets} state={state} />
            <div class="actions">
              <button>{words.library.save}</button>
            </div>
          </Form>
          <div class="beside">
            <BrandPalette of={brand} logos={logos} />
            <SitePreviewFrame of={preview} />
          </div>
        </div>
      </>
    ),
  };
}

/** As on pages: the logo for light grounds stands in for the other, but not the other way round. */
async function logosOf(api: Api, brand: ShownBrand): Promise<Record<'light' | 'dark', string | null>> {
  const urlOf = async (id: string | null): Promise<string | null> => {
    const asset = id === null ? undefined : await ifThere(api.assets.get(id));
    return asset && asset.trashedAt === null ? (asset.previewDownloadUrl ?? asset.downloadUrl) : null;
  };
  const [light, dark] = await Promise.all([urlOf(brand.logoAssetId), urlOf(brand.darkLogoAssetId)]);
  return { light, dark: dark ?? light };
}

function create(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  return submit(visit, {
    act: (options) => api.brands.create(brandIn(form), options),
    done: (brand) => ({ next: `${brandPath(brand)}?done=brand_created` }),
    refused: (state) => newBrand(visit, state),
    fieldOf: fieldIn(form),
  });
}

function save(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.brands.update(params.id!, brandIn(form), asSeen(form)),
    done: (brand) => ({ next: `${brandPath(brand)}?done=brand_saved` }),
    refused: async (state) => editor(visit, await brandOf(visit), state),
    fieldOf: fieldIn(form),
  });
}

function deleting(brand: ShownBrand, state: FormState): Shown {
  const { brands: own } = words.library;
  return formScreen({
    section: 'library',
    title: own.deleteTitle(brand.name),
    back: { href: brandPath(brand), label: brand.name },
    to: `${brandPath(brand)}/delete`,
    state,
    button: own.deleteButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={brand} />
        <p>{own.deleteWhat}</p>
      </>
    ),
  });
}

function deleteBrand(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.brands.delete(params.id!, asSeen(form)),
    done: () => ({ next: `${PATH}?done=brand_deleted` }),
    refused: async (state) => deleting(await brandOf(visit), state),
  });
}
