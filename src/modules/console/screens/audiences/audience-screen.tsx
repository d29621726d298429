import type { ComponentChildren, VNode } from 'preact';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Live } from '../../parts/live.js';
import { Done, Heading, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { FIGURES_PATH } from '../figures/address.js';
import { ifAllowed, type Shown, type Visit } from '../kit/screen.js';
import { pathOf, type ShownPage } from '../pages/shown-page.js';
import { lastChangeIn } from './changed-overrides.js';
import {
  AUDIENCES_PATH,
  audienceOf,
  audiencePath,
  idsIn,
  AudienceState,
  isOnTheWay,
  isUnpublished,
  type ShownAudience,
} from '../kit/shown-audience.js';

/** An audience, and its page if the key may read it. */
export interface Subject {
  audience: ShownAudience;
  page: ShownPage | undefined;
  /** When its overrides were last changed. */
  changedAt: Date | undefined;
}

/** Between the messages that tell of changed overrides are notes and plans. */
const LATEST_MESSAGES = 20;

const TABS = {
  overview: '',
  overrides: '/overrides',
  versions: '/versions',
  messages: '/messages',
  visits: '/visits',
} as const;

export type Tab = keyof typeof TABS;

export async function subjectOf(visit: Visit): Promise<Subject> {
  const [audience, page, changedAt] = await Promise.all([
    audienceOf(visit),
    ifAllowed(visit.api.pages.get(visit.params.id!)),
    lastChangeOf(visit),
  ]);
  return { audience, page, changedAt };
}

/** Other changes, such as a plan to archive the audience, change nothing of what visitors read. */
export async function lastChangeOf(visit: Visit): Promise<Date | undefined> {
  const { messages } = visit.api.pages.audiences;
  const latest = await messages.list(...idsIn(visit), { limit: LATEST_MESSAGES });
  return lastChangeIn(latest.items, latest.hasMore);
}

/** A screen about one audience. */
export function audienceScreen(
  { query }: Visit,
  { audience, page, changedAt }: Subject,
  tab: Tab,
  content: ComponentChildren,
): Shown {
  const { audiences } = words;
  const isPending = isOnTheWay(audience.latestVersion);
  const isPageArchived = page?.status === 'archived';
  const path = audiencePath(audience);
  return {
    at: path + TABS[tab],
    title: `${audience.effectiveName} · ${audiences.tabs[tab]}`,
    section: 'audiences',
    content: (
      <>
        <Heading
          title={audience.effectiveName}
          about={page && <PageOfAudience page={page} />}
          back={{ href: AUDIENCES_PATH, label: audiences.back }}
        >
          <Live
            id="audience-state"
            of={[audience.audienceId]}
            says={audiences.statuses[audience.status]}
            isPending={isPending}
          >
            <AudienceState of={audience} />
          </Live>
          <a class="button quiet small" href={figuresOf(audience)}>
            {words.figures.title}
          </a>
          {!isPageArchived && <AudienceActions of={audience} />}
        </Heading>
        <nav class="tabs" aria-label={audiences.parts}>
          {Object.entries(TABS).map(([name, end]) => (
            <a key={name} href={path + end} aria-current={name === tab ? 'page' : undefined}>
              {audiences.tabs[name as Tab]}
            </a>
          ))}
        </nav>
        <Done name={query.get('done')} />
        {isPageArchived && <p class="notice">{audiences.pageArchived}</p>}
        <Live id="audience-notices" of={[audience.audienceId]} says="" isPending={isPending}>
          <Notices of={audience} changedAt={changedAt} />
        </Live>
        {content}
      </>
    ),
  };
}

function figuresOf({ pageId, audienceId }: ShownAudience): string {
  return `${FIGURES_PATH}?${new URLSearchParams({ pageId, audienceId })}`;
}

function PageOfAudience({ page }: { page: ShownPage }): VNode {
  return (
    <>
      {words.audiences.ofPage} <a href={pathOf(page)}>{page.name}</a>
    </>
  );
}

function AudienceActions({ of: audience }: { of: ShownAudience }): VNode {
  const { audiences } = words;
  const path = audiencePath(audience);
  if (audience.status === 'archived')
    return (
      <Form to={`${path}/restore`} state={FormState.of()}>
        <button class="small">{audiences.restore}</button>
      </Form>
    );
  return (
    <>
      <a class="button small" href={`${path}/publish`}>
        {audiences.publish}
      </a>
      <a class="button quiet small danger" href={`${path}/archive`}>
        {audiences.archive}
      </a>
    </>
  );
}

function Notices({
  of: audience,
  changedAt,
}: { of: ShownAudience } & Pick<Subject, 'changedAt'>): VNode | null {
  const { audiences } = words;
  if (audience.status === 'archived') return <p class="notice">{audiences.archived}</p>;
  return (
    <>
      {audience.archiveAt && (
        <p class="notice">
          {audiences.archivedAt} <Moment at={audience.archiveAt} />.{' '}
          <a href={`${audiencePath(audience)}/archive`}>{audiences.changePlan}</a>
        </p>
      )}
      {hasUnpublishedChange(audience, changedAt) && (
        <p class="notice">
          {audiences.unpublished(audience.publishedVersion.versionNumber)}{' '}
          <a href={`${audiencePath(audience)}/publish`}>{audiences.publishNow}</a>
        </p>
      )}
    </>
  );
}

/** Whether somebody has changed the overrides, and no version of the change is under way. */
function hasUnpublishedChange(
  { publishedVersion: { publishedAt }, latestVersion }: ShownAudience,
  changedAt: Date | undefined,
): boolean {
  if (changedAt === undefined || publishedAt === null || changedAt <= publishedAt) return false;
  return !isUnpublished(latestVersion) || latestVersion.createdAt < changedAt;
}
