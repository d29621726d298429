import type { VNode } from 'preact';
import { SeenField } from '../../../parts/fields.js';
import { Form } from '../../../parts/form-context.js';
import { FormState } from '../../../parts/form-state.js';
import { words } from '../../../words/english.js';
import { formScreen } from '../../kit/form-screen.js';
import {
  asSeen,
  ifThere,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../../kit/screen.js';
import { audienceOf, audiencePath, idsIn, type ShownAudience } from '../../kit/shown-audience.js';
import { submit } from '../../kit/submit-form.js';
import { deletedLinkPath, linksOf, type Link } from './links.js';

export const deletedLinkScreens: Screens = {
  'GET /pages/:id/audiences/:audience/links/:link/delete': (visit) => deleting(visit, FormState.of()),
  'POST /pages/:id/audiences/:audience/links/:link/delete': deleteLink,
  'POST /pages/:id/audiences/:audience/links/:link/restore': restoreLink,
};

/** The link that was deleted just now, as the address of the screen says. No list has it any more. */
export async function deletedLinkOf(
  { api, query }: Visit,
  { audienceId }: ShownAudience,
): Promise<Link | undefined> {
  const linkId = query.get('linkId');
  const link = linkId === null ? undefined : await ifThere(api.pageLinks.get(linkId));
  return link?.target.audienceId === audienceId ? link : undefined;
}

export function RestoreLink({ of: link, audience }: { of: Link; audience: ShownAudience }): VNode {
  return (
    <Form
      to={`${audiencePath(audience)}/links/${link.pageLinkId}/restore`}
      state={FormState.of()}
      class="undo"
    >
      <button class="quiet small">{words.audiences.restoreLink(link.path)}</button>
    </Form>
  );
}

async function deleting(visit: Visit, state: FormState): Promise<Shown> {
  const { api, params } = visit;
  const [audience, link] = await Promise.all([audienceOf(visit), api.pageLinks.get(params.link!)]);
  const links = await linksOf(api, audience);
  const { audiences } = words;
  return formScreen({
    section: 'audiences',
    title: audiences.deleteLinkTitle(link.path),
    about: audience.effectiveName,
    back: { href: audiencePath(audience), label: audience.effectiveName },
    to: deletedLinkPath(audience, link),
    state,
    button: audiences.deleteLinkButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={link} />
        {link.url !== null && (
          <p>
            <strong>{link.url}</strong>
          </p>
        )}
        <p>{audiences.deleteLinkAbout}</p>
        {links?.length === 1 && <p>{audiences.deleteLinkOnly}</p>}
      </>
    ),
  });
}

function deleteLink(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const [pageId, audienceId] = idsIn(visit);
  return submit(visit, {
    act: () => api.pageLinks.delete(params.link!, asSeen(form)),
    done: ({ pageLinkId: linkId }) => ({
      next: `${audiencePath({ pageId, audienceId })}?${new URLSearchParams({ done: 'link_deleted', linkId })}`,
    }),
    refused: (state) => deleting(visit, state),
  });
}

function restoreLink(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  const [pageId, audienceId] = idsIn(visit);
  return submit(visit, {
    act: () => api.pageLinks.restore(params.link!),
    done: () => ({ next: `${audiencePath({ pageId, audienceId })}?done=link_restored` }),
  });
}
