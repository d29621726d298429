import type { VNode } from 'preact';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../kit/screen.js';
import { changeLinkPicture, linkPictureForm, LinkPictureSection } from './link-picture-form.js';
import { pathOf, type ShownPage } from './shown-page.js';

export const linkPictureScreens: Screens = {
  'GET /pages/:id/link_picture': (visit) => choosing(visit, FormState.of()),
  'POST /pages/:id/link_picture': choose,
};

export function PagePicture({ of: page }: { of: ShownPage }): VNode {
  const { pages } = words;
  const about = page.metadata?.ogImageUrl ? pages.pictureAbout : pages.pictureNone;
  return <LinkPictureSection of={page} about={about} href={`${pathOf(page)}/link_picture`} />;
}

async function choosing({ api, params }: Visit, state: FormState): Promise<Shown> {
  const page = await api.pages.get(params.id!);
  const { pages } = words;
  const form = {
    section: 'pages',
    title: pages.pictureTitle(page.name),
    record: page,
    own: page,
    back: { href: pathOf(page), label: page.name },
    to: `${pathOf(page)}/link_picture`,
    none: pages.pictureNone,
    hint: pages.pictureNew,
  } as const;
  return linkPictureForm(api, form, state);
}

function choose(visit: Visit): Promise<ScreenAnswer> {
  const pageId = visit.params.id!;
  const { ogImage } = visit.api.pages;
  return changeLinkPicture(visit, {
    set: (picture, options) => ogImage.set(pageId, picture, options),
    remove: (options) => ogImage.delete(pageId, options),
    next: `${pathOf({ pageId })}?done=picture_changed`,
    refused: (state) => choosing(visit, state),
  });
}
