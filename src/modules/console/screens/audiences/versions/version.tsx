import { FoyerError } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../../calling/api-caller.js';
import { SelectField, type Choice } from '../../../parts/fields.js';
import { FilterForm } from '../../../parts/filter-form.js';
import { FormState } from '../../../parts/form-state.js';
import { Done, Heading } from '../../../parts/shown.js';
import { words } from '../../../words/english.js';
import { Previews, versionPreview } from '../../kit/previews.js';
import type { Screens, Shown, Visit } from '../../kit/screen.js';
import {
  audienceOf,
  audiencePath,
  idsIn,
  versionPath,
  VersionState,
  wasPublished,
  type ShownAudience,
  type ShownVersion,
} from '../../kit/shown-audience.js';
import { comparedVersion } from './compared-version.js';
import { differencesIn, type Difference } from './content-differences.js';
import { Differences } from './differences.js';
import { VersionActions } from './version-actions.js';
import { VersionTimes } from './version-times.js';

/** As many versions as the field offers to compare with. */
const MOST_VERSIONS = 100;

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
  const against = comparedVersion(version, others, query.get('against'));
  const [preview, comparison] = await Promise.all([
    audience.status === 'archived' ? undefined : versionPreview(api, audience, version),
    against ? compare(api, audience, version, against) : undefined,
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
              <Differences
                of={comparison}
                names={{ before: versions.number(against.versionNumber), after: number }}
              />
            </>
          )}
        </section>
        <Previews url={preview} title={versions.previewTitle} about={versions.previewAbout} />
      </>
    ),
  };
}

/** A version loses its content by the erasure of its person. */
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
    return differencesIn(content, operations);
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'content_not_found') return 'erased';
    throw error;
  }
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
    <FilterForm
      to={versionPath(audience, version)}
      state={FormState.of({ against: chosen.versionId })}
      button={versions.compare}
      isSearch={false}
    >
      <SelectField name="against" label={versions.against} choices={choices} />
    </FilterForm>
  );
}
