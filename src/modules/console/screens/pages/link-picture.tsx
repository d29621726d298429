import type { VNode } from 'preact';
import { ProblemSummary, SelectField, type Choice } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Empty, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { pictureChoices } from './edited/pictures.js';
import { LinkPicture } from './link-picture-shown.js';
import { pathOf, type ShownPage } from './shown-page.js';

export const linkPictureScreens: Screens = {
  'GET /pages/:id/link_picture': (visit) => choosing(visit, FormState.of()),
  'POST /pages/:id/link_picture': choose,
};

/** The link picture beside the form of a page. */
export function LinkPictureSection({ of: page }: { of: ShownPage }): VNode {
  const { pages } = words;
  return (
    <section aria-labelledby="picture">
      <h2 id="picture">{pages.picture}</h2>
      <p class="hint">{page.metadata?.ogImageUrl ? pages.pictureAbout : pages.pictureNone}</p>
      {page.metadata?.ogImageUrl && <LinkPicture of={page} />}
      <p class="pages">
        <a class="button quiet small" href={`${pathOf(page)}/link_picture`}>
          {pages.pictureChange}
        </a>
      </p>
    </section>
  );
}

async function choosing({ api, params }: Visit, state: FormState): Promise<Shown> {
  const [page, pictures] = await Promise.all([api.pages.get(params.id!), pictureChoices(api)]);
  const { pages, forms } = words;
  const title = pages.pictureTitle(page.name);
  const hasOne = Boolean(page.metadata?.ogImageFileId);
  const none: Choice[] = hasOne ? [['', pages.pictureNone]] : [];
  return {
    title,
    section: 'pages',
    content: (
      <>
        <Heading title={title} about={pages.pictureAbout} back={{ href: pathOf(page), label: page.name }} />
        {pictures.length === 0 && !hasOne ? (
          <Empty title={pages.parts.noPicture}>
            <p>{pages.pictureNoneLeft}</p>
          </Empty>
        ) : (
          <Form to={`${pathOf(page)}/link_picture`} state={state} class="card">
            <ProblemSummary />
            {hasOne && <LinkPicture of={page} />}
            <SelectField
              name="assetId"
              label={pages.parts.picture}
              hint={pages.pictureNew}
              choices={[...pictures, ...none]}
            />
            <div class="actions">
              <button>{pages.pictureSave}</button>
              <a class="button quiet" href={pathOf(page)}>
                {forms.cancel}
              </a>
            </div>
          </Form>
        )}
      </>
    ),
  };
}

function choose(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const assetId = textIn(form, 'assetId');
  return submit(visit, {
    act: async () => {
      if (assetId === '') await api.pages.ogImage.delete(params.id!);
      else await api.pages.ogImage.set(params.id!, { assetId });
    },
    done: () => ({ next: `/pages/${params.id}?done=picture_changed` }),
    refused: (state) => choosing(visit, state),
    fieldOf: () => 'assetId',
  });
}
