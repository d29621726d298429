import type { Account, Person, WithDates } from '@foyer/client';
import type { ComponentChildren, VNode } from 'preact';
import { FoyerError } from '@foyer/client';
import type { Api } from '../../calling/api-caller.js';
import { words } from '../../words/english.js';
import { accountOf } from '../kit/account-of.js';
import { ifAllowed, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { personPath } from '../people/persons.js';
import { audienceScreen, subjectOf } from './audience-screen.js';
import { deletedLinkOf, RestoreLink } from './links/deleted-link.js';
import { AudienceLinks, linksOf } from './links/links.js';
import { Previews, versionPreview } from '../kit/previews.js';
import { AUDIENCES_PATH, type ShownAudience } from '../kit/shown-audience.js';

export const overviewScreens: Screens = { 'GET /pages/:id/audiences/:audience': overview };

async function overview(visit: Visit): Promise<Shown> {
  const { api } = visit;
  const subject = await subjectOf(visit);
  const { audience, page } = subject;
  const isArchived = audience.status === 'archived';
  const [who, links, deletedLink, preview] = await Promise.all([
    whoOf(api, audience),
    linksOf(api, audience),
    deletedLinkOf(visit, audience),
    isArchived ? undefined : versionPreview(api, audience, audience.publishedVersion),
  ]);
  const { audiences } = words;
  return audienceScreen(
    visit,
    subject,
    'overview',
    <>
      {deletedLink && links?.every(({ pageLinkId }) => pageLinkId !== deletedLink.pageLinkId) && (
        <RestoreLink of={deletedLink} audience={audience} />
      )}
      <div class="halves">
        <WhoItIs of={audience} who={who} />
        <AudienceLinks of={audience} links={links} isClosed={isArchived || page?.status === 'archived'} />
      </div>
      {!isArchived && (
        <Previews
          url={preview}
          title={audiences.previewTitle}
          about={audiences.previewAbout(audience.publishedVersion.versionNumber)}
        />
      )}
    </>,
  );
}

interface WhoIsIt {
  /** `erased` if there is no such person any more, undefined if the key may not read persons. */
  person: WithDates<Person> | 'erased' | undefined;
  account: WithDates<Account> | undefined;
}

async function whoOf(api: Api, { personId }: ShownAudience): Promise<WhoIsIt | undefined> {
  if (personId === null) return undefined;
  const person = await ifAllowed(personOf(api, personId));
  const domain = typeof person === 'object' ? person.domain : null;
  return { person, account: await accountOf(api, domain) };
}

async function personOf(api: Api, personId: string): Promise<WithDates<Person> | 'erased'> {
  try {
    return await api.persons.get(personId);
  } catch (error) {
    if (error instanceof FoyerError && error.status === 404) return 'erased';
    throw error;
  }
}

function WhoItIs({ of: audience, who }: { of: ShownAudience; who: WhoIsIt | undefined }): VNode {
  const { audiences } = words;
  return (
    <section aria-labelledby="who" class="card">
      <h2 id="who">{audiences.whoTitle}</h2>
      {who === undefined ? <p>{audiences.everybody}</p> : <Facts of={who} />}
      {audience.supplementaryContext !== null && (
        <dl class="facts-of">
          <Fact name={audiences.note}>{audience.supplementaryContext}</Fact>
        </dl>
      )}
      {audience.personId !== null && (
        <p>
          <a href={`${AUDIENCES_PATH}?personId=${audience.personId}`}>{audiences.ofPerson}</a>
        </p>
      )}
    </section>
  );
}

function Facts({ of: { person, account } }: { of: WhoIsIt }): VNode {
  const { audiences } = words;
  if (person === undefined) return <p class="hint">{audiences.personHidden}</p>;
  if (person === 'erased') return <p class="hint">{audiences.personErased}</p>;
  return (
    <dl class="facts-of">
      <Fact name={audiences.person}>
        <a href={personPath(person)}>{person.name}</a>
      </Fact>
      {person.email !== null && <Fact name={audiences.email}>{person.email}</Fact>}
      {person.domain !== null && <Fact name={audiences.account}>{account?.name ?? person.domain}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
