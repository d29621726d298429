import { FormState } from '../../../parts/form-state.js';
import { words } from '../../../words/english.js';
import { formScreen } from '../../kit/form-screen.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../../kit/screen.js';
import { submit } from '../../kit/submit-form.js';
import {
  audienceOf,
  audiencePath,
  idsIn,
  isPlanned,
  versionPath,
  type ShownAudience,
  type ShownVersion,
} from '../../kit/shown-audience.js';

export const changedVersionScreens: Screens = {
  'GET /pages/:id/audiences/:audience/versions/:version/rollback': async (visit) =>
    rollingBack(await loaded(visit), FormState.of()),
  'POST /pages/:id/audiences/:audience/versions/:version/rollback': rollBack,
  'GET /pages/:id/audiences/:audience/versions/:version/cancel': async (visit) =>
    cancelling(await loaded(visit), FormState.of()),
  'POST /pages/:id/audiences/:audience/versions/:version/cancel': cancel,
  'POST /pages/:id/audiences/:audience/versions/:version/publish': publish,
};

interface Loaded {
  audience: ShownAudience;
  version: ShownVersion;
}

async function loaded(visit: Visit): Promise<Loaded> {
  const [audience, version] = await Promise.all([
    audienceOf(visit),
    visit.api.pages.audiences.versions.get(...versionIn(visit)),
  ]);
  return { audience, version };
}

function versionIn(visit: Visit): [pageId: string, audienceId: string, versionId: string] {
  return [...idsIn(visit), visit.params.version!];
}

function rollingBack({ audience, version }: Loaded, state: FormState): Shown {
  const { versions } = words;
  const path = versionPath(audience, version);
  const number = versions.number(version.versionNumber);
  return formScreen({
    section: 'audiences',
    title: versions.rollBackTitle(version.versionNumber),
    back: { href: path, label: number },
    to: `${path}/rollback`,
    state,
    button: versions.rollBackButton(version.versionNumber),
    content: (
      <>
        <p>{versions.rollBackAbout(version.versionNumber, audience.publishedVersion.versionNumber)}</p>
        <p>{versions.rollBackKeeps}</p>
      </>
    ),
  });
}

function rollBack(visit: Visit): Promise<ScreenAnswer> {
  return act(visit, {
    act: (options) => visit.api.pages.audiences.versions.rollback(...versionIn(visit), options),
    done: 'version_rolled_back',
    refused: rollingBack,
  });
}

function cancelling({ audience, version }: Loaded, state: FormState): Shown {
  const { versions } = words;
  const path = versionPath(audience, version);
  return formScreen({
    section: 'audiences',
    title: versions.cancelTitle(version.versionNumber),
    back: { href: `${audiencePath(audience)}/versions`, label: audience.effectiveName },
    to: `${path}/cancel`,
    state,
    button: versions.cancelButton(version.versionNumber),
    isDestructive: true,
    content: (
      <>
        {isPlanned(version) && <p>{versions.cancelPlanned}</p>}
        <p>{versions.cancelAbout(audience.publishedVersion.versionNumber)}</p>
      </>
    ),
  });
}

function cancel(visit: Visit): Promise<ScreenAnswer> {
  return act(visit, {
    act: (options) => visit.api.pages.audiences.versions.cancel(...versionIn(visit), options),
    done: 'version_cancelled',
    refused: cancelling,
  });
}

function publish(visit: Visit): Promise<ScreenAnswer> {
  return act(visit, {
    act: (options) => visit.api.pages.audiences.versions.publish(...versionIn(visit), options),
    done: 'version_queued',
  });
}

interface Action {
  act: (options: { idempotencyKey: string }) => Promise<unknown>;
  done: keyof typeof words.done;
  /** The confirmation again; a button on the list of versions has none. */
  refused?: (loaded: Loaded, state: FormState) => Shown;
}

/** Does something with a version, and shows all versions. */
function act(visit: Visit, { act, done, refused }: Action): Promise<ScreenAnswer> {
  const [pageId, audienceId] = idsIn(visit);
  return submit(visit, {
    act,
    done: () => ({ next: `${audiencePath({ pageId, audienceId })}/versions?done=${done}` }),
    refused: refused && (async (state) => refused(await loaded(visit), state)),
  });
}
