import { SeenField } from '../../../parts/fields.js';
import { FormState } from '../../../parts/form-state.js';
import { words } from '../../../words/english.js';
import { formScreen } from '../../kit/form-screen.js';
import { asSeen, type ScreenAnswer, type Screens, type Shown, type Visit } from '../../kit/screen.js';
import { audienceOf, audiencePath, idsIn } from '../../kit/shown-audience.js';
import { submit } from '../../kit/submit-form.js';
import { deletedLinkPath, linksOf } from './links.js';

export const deletedLinkScreens: Screens = {
  'GET /pages/:id/audiences/:audience/links/:link/delete': (visit) => deleting(visit, FormState.of()),
  'POST /pages/:id/audiences/:audience/links/:link/delete': deleteLink,
};

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
    done: () => ({ next: `${audiencePath({ pageId, audienceId })}?done=link_deleted` }),
    refused: (state) => deleting(visit, state),
  });
}
