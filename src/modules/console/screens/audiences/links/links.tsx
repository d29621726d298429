import type { PageLink, WithDates } from '@foyer/client';
import { renderSVG } from 'uqr';
import type { VNode } from 'preact';
import type { Api } from '../../../calling/api-caller.js';
import { TextField } from '../../../parts/fields.js';
import { FormState } from '../../../parts/form-state.js';
import { Moment } from '../../../parts/shown.js';
import { words } from '../../../words/english.js';
import { linkTo, pathField } from '../../kit/audience-link.js';
import { formScreen } from '../../kit/form-screen.js';
import { ifAllowed, type ScreenAnswer, type Screens, type Shown, type Visit } from '../../kit/screen.js';
import { submit } from '../../kit/submit-form.js';
import { AUDIENCES_PATH, audienceOf, audiencePath, type ShownAudience } from '../../kit/shown-audience.js';

export type Link = WithDates<PageLink>;

/** As many links as a screen shows. */
const MOST_LINKS = 20;

/** The longest address of which a quarter of the code can be dirty or covered. Longer ones would not fit. */
const MOST_ROBUST = 1000;

/** The empty border that readers of codes need. */
const QR_BORDER = 4;

export const linkScreens: Screens = {
  'GET /pages/:id/audiences/:audience/link': async (visit) =>
    newLink(await audienceOf(visit), FormState.of()),
  'POST /pages/:id/audiences/:audience/link': createLink,
  'GET /links/:link/qr.svg': qrCode,
};

/** The links of an audience; undefined if the key may not read them. */
export async function linksOf(api: Api, { audienceId }: ShownAudience): Promise<Link[] | undefined> {
  return (await ifAllowed(api.pageLinks.list({ audienceId, limit: MOST_LINKS })))?.items;
}

interface AudienceLinksProps {
  of: ShownAudience;
  links: Link[] | undefined;
  /** Whether nobody can open the page, with any link. */
  isClosed: boolean;
}

/** Where visitors open the page of the audience. */
export function AudienceLinks({ of: audience, links, isClosed }: AudienceLinksProps): VNode {
  const { audiences } = words;
  return (
    <section aria-labelledby="links" class="card">
      <h2 id="links">{audiences.linksTitle}</h2>
      {links === undefined && <p class="hint">{words.pages.linksHidden}</p>}
      {links?.length === 0 && <p>{audiences.linksNone}</p>}
      {links !== undefined && links.length > 0 && (
        <ul class="links">
          {links.map((link) => (
            <LinkRow key={link.pageLinkId} of={link} audience={audience} />
          ))}
        </ul>
      )}
      {!isClosed && (
        <div class="actions">
          <a
            class={links?.length ? 'button quiet small' : 'button small'}
            href={`${audiencePath(audience)}/link`}
          >
            {links?.length ? audiences.furtherLink : audiences.createLink}
          </a>
        </div>
      )}
    </section>
  );
}

export function deletedLinkPath(audience: ShownAudience, { pageLinkId }: Link): string {
  return `${audiencePath(audience)}/links/${pageLinkId}/delete`;
}

function LinkRow({ of: link, audience }: { of: Link; audience: ShownAudience }): VNode {
  const { pageLinkId, path, url, expiresAt } = link;
  const { audiences } = words;
  const qr = `/links/${pageLinkId}/qr.svg`;
  return (
    <li>
      {url !== null && <img class="qr" src={qr} alt={audiences.qrCode(url)} width="132" height="132" />}
      <div>
        <p>{url === null ? <code>{path}</code> : <a href={url}>{url}</a>}</p>
        {url === null && <p class="hint">{audiences.linkClosed}</p>}
        {expiresAt !== null && (
          <p class="meta">
            {audiences.linkEnds} <Moment at={expiresAt} />
          </p>
        )}
        <p class="meta">
          {url !== null && (
            <a href={qr} download={`${path.slice(1).replaceAll('/', '-')}.svg`}>
              {audiences.qrDownload}
            </a>
          )}
          <a class="button quiet small danger" href={deletedLinkPath(audience, link)}>
            {audiences.deleteLink}
            <span class="unseen"> {path}</span>
          </a>
        </p>
      </div>
    </li>
  );
}

/** The address of a link, for the camera of a phone. A link that nobody can open has none. */
async function qrCode({ api, params }: Visit): Promise<ScreenAnswer> {
  const { url } = await api.pageLinks.get(params.link!);
  if (url === null) return { next: AUDIENCES_PATH };
  return { svg: renderSVG(url, { ecc: url.length <= MOST_ROBUST ? 'Q' : 'L', border: QR_BORDER }) };
}

export function newLink(audience: ShownAudience, state: FormState, notice?: string): Shown {
  const { audiences } = words;
  const path = audiencePath(audience);
  return formScreen({
    section: 'audiences',
    title: audiences.linkTitle(audience.effectiveName),
    about: audiences.linkAbout,
    back: { href: path, label: audience.effectiveName },
    to: `${path}/link`,
    state,
    button: audiences.createLink,
    content: (
      <>
        {notice && <p class="notice">{notice}</p>}
        <PathField />
      </>
    ),
  });
}

export function PathField({ required }: { required?: boolean }): VNode {
  const { audiences } = words;
  return <TextField name="path" label={audiences.path} hint={audiences.pathHint} required={required} />;
}

async function createLink(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const audience = await audienceOf(visit);
  return submit(visit, {
    act: ({ idempotencyKey }) => linkTo(api, audience, form, idempotencyKey),
    done: () => ({ next: `${audiencePath(audience)}?done=link_created` }),
    refused: (state) => newLink(audience, state),
    fieldOf: pathField,
  });
}
