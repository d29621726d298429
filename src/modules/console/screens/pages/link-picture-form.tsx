import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { ProblemSummary, SeenField, SelectField, type Choice } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import type { FormState } from '../../parts/form-state.js';
import type { SectionName } from '../../parts/layout.js';
import { Empty, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pictureChoices } from '../kit/picture-choices.js';
import { asSeen, textIn, type ScreenAnswer, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { LinkPicture, type Pictured } from './link-picture-shown.js';

const FIELD = 'assetId';

interface SectionProps {
  of: Pictured;
  about: string;
  /** Where another picture is chosen. */
  href: string;
}

/** The link picture beside the form of its record. */
export function LinkPictureSection({ of: pictured, about, href }: SectionProps): VNode {
  const { pages } = words;
  return (
    <section aria-labelledby="picture">
      <h2 id="picture">{pages.picture}</h2>
      <p class="hint">{about}</p>
      {pictured.metadata?.ogImageUrl && <LinkPicture of={pictured} />}
      <p class="pages">
        <a class="button quiet small" href={href}>
          {pages.pictureChange}
        </a>
      </p>
    </section>
  );
}

interface PictureForm {
  section: SectionName;
  title: string;
  /** The record that gets the picture. */
  record: object;
  /** What it has itself. */
  own: Pictured;
  back: { href: string; label: string };
  to: string;
  /** What is shown without a picture. */
  none: string;
  /** When visitors see the change. */
  hint: string;
}

/** The form with which a page or an audience gets a link picture, or none of its own. */
export async function linkPictureForm(api: Api, form: PictureForm, state: FormState): Promise<Shown> {
  const { section, title, back } = form;
  const pictures = (await pictureChoices(api)) ?? [];
  const hasOne = Boolean(form.own.metadata?.ogImageFileId);
  const none: Choice[] = hasOne ? [['', form.none]] : [];
  const { pages, forms } = words;
  return {
    title,
    section,
    content: (
      <>
        <Heading title={title} about={pages.pictureAbout} back={back} />
        {pictures.length === 0 && !hasOne ? (
          <Empty title={pages.parts.noPicture}>
            <p>{pages.pictureNoneLeft}</p>
          </Empty>
        ) : (
          <Form to={form.to} state={state} class="card">
            <ProblemSummary />
            <SeenField of={form.record} />
            {hasOne && <LinkPicture of={form.own} />}
            <SelectField
              name={FIELD}
              label={pages.parts.picture}
              hint={form.hint}
              choices={[...pictures, ...none]}
            />
            <div class="actions">
              <button>{pages.pictureSave}</button>
              <a class="button quiet" href={back.href}>
                {forms.cancel}
              </a>
            </div>
          </Form>
        )}
      </>
    ),
  };
}

interface PictureChange {
  set: (picture: { assetId: string }, options: { ifMatch?: string }) => Promise<unknown>;
  remove: (options: { ifMatch?: string }) => Promise<unknown>;
  next: string;
  refused: (state: FormState) => Promise<Shown>;
}

export function changeLinkPicture(
  visit: Visit,
  { set, remove, next, refused }: PictureChange,
): Promise<ScreenAnswer> {
  const { form } = visit;
  const assetId = textIn(form, FIELD);
  return submit(visit, {
    act: () => (assetId === '' ? remove(asSeen(form)) : set({ assetId }, asSeen(form))),
    done: () => ({ next }),
    refused,
    fieldOf: (place) => (place === 'picture_not_found' ? FIELD : undefined),
  });
}
