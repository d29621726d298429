import type { VNode } from 'preact';
import { Live } from '../../parts/live.js';
import { ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { audienceScreen, subjectOf } from './audience-screen.js';
import {
  audiencePath,
  idsIn,
  isOnTheWay,
  isUnpublished,
  latestText,
  versionPath,
  VersionState,
  type ShownAudience,
  type ShownVersion,
} from '../kit/shown-audience.js';
import { VersionActions } from './versions/version-actions.js';
import { VersionTimes } from './versions/version-times.js';

const PAGE_SIZE = 20;

export const versionsScreens: Screens = { 'GET /pages/:id/audiences/:audience/versions': timeline };

async function timeline(visit: Visit): Promise<Shown> {
  const { api, query } = visit;
  const [subject, list] = await Promise.all([
    subjectOf(visit),
    api.pages.audiences.versions.list(...idsIn(visit), pageIn(query, PAGE_SIZE)),
  ]);
  const { audience } = subject;
  return audienceScreen(
    visit,
    subject,
    'versions',
    <>
      <p class="about">{words.versions.about}</p>
      <Live
        id="timeline"
        of={[audience.audienceId]}
        says={latestText(audience)}
        isPending={isOnTheWay(audience.latestVersion)}
      >
        <ol class="rows timeline">
          {list.items.map((version) => (
            <VersionRow key={version.versionId} of={version} audience={audience} />
          ))}
        </ol>
      </Live>
      <ListPages path={`${audiencePath(audience)}/versions`} query={query} nextCursor={list.nextCursor} />
    </>,
  );
}

interface VersionProps {
  of: ShownVersion;
  audience: ShownAudience;
}

function VersionRow({ of: version, audience }: VersionProps): VNode {
  const { versions } = words;
  const isShown = version.status === 'published';
  return (
    <li class={isShown ? 'row now' : isUnpublished(version) ? 'row next' : 'row'}>
      <div class="what">
        <h2>
          <a href={versionPath(audience, version)}>{versions.number(version.versionNumber)}</a>{' '}
          <VersionState of={version} />
        </h2>
        <VersionTimes of={version} />
        {version.draftReason && <p class="problem">{version.draftReason.detail}</p>}
      </div>
      <VersionActions of={version} audience={audience} />
    </li>
  );
}
