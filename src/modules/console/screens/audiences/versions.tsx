import type { VNode } from 'preact';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Live } from '../../parts/live.js';
import { ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { audienceScreen, subjectOf } from './audience-screen.js';
import {
  audiencePath,
  idsIn,
  isOnTheWay,
  isPlanned,
  isUnpublished,
  latestText,
  versionPath,
  VersionState,
  type ShownAudience,
  type ShownVersion,
} from '../kit/shown-audience.js';

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

export function VersionTimes({ of: version }: { of: ShownVersion }): VNode {
  const { versions } = words;
  const times: [string, Date | null][] = [
    [versions.created, version.createdAt],
    [
      versions.plannedFor,
      version.publishedAt === null && version.cancelledAt === null ? version.publishAt : null,
    ],
    [versions.publishedAt, version.publishedAt],
    [versions.until, version.archivedAt],
    [versions.cancelledAt, version.cancelledAt],
  ];
  return (
    <p class="meta">
      {times.map(
        ([label, at]) =>
          at && (
            <span key={label}>
              {label} <Moment at={at} />
            </span>
          ),
      )}
      {version.rolledBackFrom !== null && <span>{versions.rolledBack}</span>}
    </p>
  );
}

/** What can be done with a version in its state. */
export function VersionActions({ of: version, audience }: VersionProps): VNode | null {
  const { versions } = words;
  if (audience.status === 'archived') return null;
  const path = versionPath(audience, version);
  const which = <span class="unseen"> {versions.number(version.versionNumber)}</span>;
  const isReleasable = version.status === 'draft' || isPlanned(version);
  return (
    <div class="actions">
      {isReleasable && (
        <Form to={`${path}/publish`} state={FormState.of()}>
          <button class="quiet small">
            {version.status === 'draft' ? versions.tryAgain : versions.publishNow}
            {which}
          </button>
        </Form>
      )}
      {isUnpublished(version) && (
        <a class="button quiet small danger" href={`${path}/cancel`}>
          {versions.cancel}
          {which}
        </a>
      )}
      {version.status === 'archived' && (
        <a class="button quiet small" href={`${path}/rollback`}>
          {versions.rollBack}
          {which}
        </a>
      )}
    </div>
  );
}
