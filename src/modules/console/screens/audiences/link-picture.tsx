import type { VNode } from 'preact';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../kit/screen.js';
import { audienceOf, audiencePath, idsIn, type ShownAudience } from '../kit/shown-audience.js';
import { changeLinkPicture, linkPictureForm, LinkPictureSection } from '../pages/link-picture-form.js';

export const audiencePictureScreens: Screens = {
  'GET /pages/:id/audiences/:audience/link_picture': (visit) => choosing(visit, FormState.of()),
  'POST /pages/:id/audiences/:audience/link_picture': choose,
};

/** Its own link picture, or that of the page. */
export function AudiencePicture({ of: audience }: { of: ShownAudience }): VNode {
  const { effectiveName: title, effectiveMetadata: metadata, metadataOverride } = audience;
  const { pages, overrides } = words;
  const about = metadataOverride?.ogImageFileId ? pages.pictureAbout : overrides.pictureNone;
  return (
    <LinkPictureSection
      of={{ title, metadata }}
      about={about}
      href={`${audiencePath(audience)}/link_picture`}
    />
  );
}

async function choosing(visit: Visit, state: FormState): Promise<Shown> {
  const audience = await audienceOf(visit);
  const { effectiveName, metadataOverride } = audience;
  const { pages, overrides } = words;
  const form = {
    section: 'audiences',
    title: pages.pictureTitle(effectiveName),
    record: audience,
    own: { title: effectiveName, metadata: metadataOverride },
    back: { href: `${audiencePath(audience)}/overrides`, label: effectiveName },
    to: `${audiencePath(audience)}/link_picture`,
    none: overrides.pictureNone,
    hint: overrides.pictureNew,
  } as const;
  return linkPictureForm(visit.api, form, state);
}

function choose(visit: Visit): Promise<ScreenAnswer> {
  const [pageId, audienceId] = idsIn(visit);
  const { ogImage } = visit.api.pages.audiences;
  return changeLinkPicture(visit, {
    set: (picture, options) => ogImage.set(pageId, audienceId, picture, options),
    remove: (options) => ogImage.delete(pageId, audienceId, options),
    next: `${audiencePath({ pageId, audienceId })}/overrides?done=audience_picture_changed`,
    refused: (state) => choosing(visit, state),
  });
}
