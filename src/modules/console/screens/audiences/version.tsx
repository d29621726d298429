import type { JsonPatchOperation } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { SelectField, type Choice } from '../../parts/fields.js';
import { CurrentForm } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Done, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { type Screens, type Shown, type Visit } from '../kit/screen.js';
import { differencesIn, differingLines, linesOf, type Difference } from './content-differences.js';
import { Previews, versionPreview } from './previews.js';
import {
  audienceOf,
  audiencePath,
  idsIn,
  versionPath,
  VersionState,
  wasPublished,
  type ShownAudience,
  type ShownVersion,
} from './shown-audience.js';
import { VersionActions, VersionTimes } from './versions.js';

/** As many versions as the field offers to compare with. */
const MOST_VERSIONS = 100;

/** As much as one can read at a glance; the previews show the rest. */
const MOST_DIFFERENCES = 40;
const MOST_CHARACTERS = 1000;

export const versionScreens: Screens = {
  'GET /pages/:id/audiences/:audience/versions/:version': shownVersion,
};

async function shownVersion(visit: Visit): Promise<Shown> {
  const { api, params, query } = visit;
  const [pageId, audienceId] = idsIn(visit);
  const of = api.pages.audiences.versions;
  const [audience, version, list] = await Promise.all([
    audienceOf(visit),
    of.get(pageId, audienceId, params.version!),
    of.list(pageId, audienceId, { limit: MOST_VERSIONS }),
  ]);
  const others = list.items.filter((each) => wasPublished(each) && each.versionId !== version.versionId);
  const against =
    others.find(({ versionId }) => versionId === query.get('against')) ?? rival(version, others);
  const [preview, comparison] = await Promise.all([
    audience.status === 'archived' ? undefined : versionPreview(api, audience, version),
    against && wasPublished(version) ? compare(api, audience, version, against) : undefined,
  ]);
  const { versions } = words;
  const number = versions.number(version.versionNumber);
  return {
    title: `${number} · ${audience.effectiveName}`,
    section: 'audiences',
    content: (
      <>
        <Heading
          title={number}
          about={audience.effectiveName}
          back={{ href: `${audiencePath(audience)}/versions`, label: versions.back }}
        >
          <VersionState of={version} />
          <VersionActions of={version} audience={audience} />
        </Heading>
        <Done name={query.get('done')} />
        <VersionTimes of={version} />
        {version.draftReason && <p class="notice bad">{version.draftReason.detail}</p>}
        <section aria-labelledby="differences">
          <h2 id="differences">{versions.differencesTitle}</h2>
          {!wasPublished(version) && <p class="hint">{versions.notComposed}</p>}
          {wasPublished(version) && !against && <p class="hint">{versions.onlyOne}</p>}
          {against && comparison !== undefined && (
            <>
              <CompareWith others={others} chosen={against} version={version} audience={audience} />
              <Differences of={comparison} />
            </>
          )}
        </section>
        <Previews url={preview} title={versions.previewTitle} about={versions.previewAbout} />
      </>
    ),
  };
}

/** What visitors see now; of that, what they saw before. */
function rival(version: ShownVersion, others: readonly ShownVersion[]): ShownVersion | undefined {
  const now = others.find(({ status }) => status === 'published');
  const before = (each: ShownVersion) => each.publishedAt! <= (version.publishedAt ?? new Date());
  return now ?? others.filter(before).sort((a, b) => +b.publishedAt! - +a.publishedAt!)[0];
}

/** Undefined if one of them has lost its content, as by the erasure of a person. */
async function compare(
  api: Api,
  { pageId, audienceId }: ShownAudience,
  { versionId }: ShownVersion,
  { versionId: against }: ShownVersion,
): Promise<Difference[] | 'erased'> {
  const of = api.pages.audiences.versions;
  try {
    const [{ content }, { operations }] = await Promise.all([
      of.content(pageId, audienceId, against),
      of.diff(pageId, audienceId, versionId, { against }),
    ]);
    return differencesIn(content, operations as JsonPatchOperation[]);
  } catch (error) {
    if (isErased(error)) return 'erased';
    throw error;
  }
}

function isErased(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === 'content_not_found';
}

interface CompareProps {
  others: readonly ShownVersion[];
  chosen: ShownVersion;
  version: ShownVersion;
  audience: ShownAudience;
}

function CompareWith({ others, chosen, version, audience }: CompareProps): VNode {
  const { versions } = words;
  const choices = others.map(({ versionId, versionNumber, status }): Choice => [
    versionId,
    status === 'published' ? versions.current(versionNumber) : versions.number(versionNumber),
  ]);
  return (
    <form class="filters" action={versionPath(audience, version)}>
      <CurrentForm.Provider value={FormState.of({ against: chosen.versionId })}>
        <SelectField name="against" label={versions.against} choices={choices} />
      </CurrentForm.Provider>
      <div class="actions">
        <button class="quiet">{versions.compare}</button>
      </div>
    </form>
  );
}

function Differences({ of: differences }: { of: Difference[] | 'erased' }): VNode {
  const { versions } = words;
  if (differences === 'erased') return <p class="hint">{versions.erased}</p>;
  if (differences.length === 0) return <p class="hint">{versions.same}</p>;
  return (
    <>
      <ol class="rows differences">
        {differences.slice(0, MOST_DIFFERENCES).map((difference, at) => (
          <DifferenceRow key={at} of={difference} />
        ))}
      </ol>
      {differences.length > MOST_DIFFERENCES && (
        <p class="hint">{versions.moreDifferences(differences.length - MOST_DIFFERENCES)}</p>
      )}
    </>
  );
}

function DifferenceRow({ of: { place, before, after } }: { of: Difference }): VNode {
  const { versions } = words;
  const [was, is] = differingLines(linesOf(before), linesOf(after));
  return (
    <li class="row">
      <div class="what">
        <h3>{place.map(nameOf).join(' › ') || versions.wholeContent}</h3>
        {was.length > 0 && (
          <p class="was" dir="auto">
            <span class="unseen">{versions.before} </span>
            <del>{clipped(was)}</del>
          </p>
        )}
        {is.length > 0 && (
          <p class="is" dir="auto">
            <span class="unseen">{versions.after} </span>
            <ins>{clipped(is)}</ins>
          </p>
        )}
      </div>
    </li>
  );
}

function nameOf(step: string | number): string {
  const names: Readonly<Record<string, string>> = words.versions.places;
  return Object.hasOwn(names, step) ? names[step]! : String(step);
}

function clipped(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
}
