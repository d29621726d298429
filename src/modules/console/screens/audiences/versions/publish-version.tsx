import { TextField } from '../../../parts/fields.js';
import { FormState } from '../../../parts/form-state.js';
import { words } from '../../../words/english.js';
import { formScreen } from '../../kit/form-screen.js';
import type { ScreenAnswer, Screens, Shown, Visit } from '../../kit/screen.js';
import { submit } from '../../kit/submit-form.js';
import { audienceOf, audiencePath, idsIn, type ShownAudience } from '../../kit/shown-audience.js';
import { momentIn } from '../../kit/times.js';

export const publishVersionScreens: Screens = {
  'GET /pages/:id/audiences/:audience/publish': async (visit) =>
    publishing(await audienceOf(visit), FormState.of()),
  'POST /pages/:id/audiences/:audience/publish': publish,
};

function publishing(audience: ShownAudience, state: FormState): Shown {
  const { versions } = words;
  const path = audiencePath(audience);
  return formScreen({
    section: 'audiences',
    title: versions.publishTitle(audience.effectiveName),
    back: { href: `${path}/versions`, label: audience.effectiveName },
    to: `${path}/publish`,
    state,
    button: versions.publish,
    content: (
      <>
        <p>{versions.publishAbout(audience.publishedVersion.versionNumber)}</p>
        <TextField
          name="publishAt"
          label={versions.publishAt}
          hint={versions.publishAtHint}
          type="datetime-local"
          required={false}
        />
      </>
    ),
  });
}

async function publish(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const audience = await audienceOf(visit);
  const publishAt = momentIn(form, 'publishAt');
  return submit(visit, {
    act: (options) => {
      const version = { operationKey: options.idempotencyKey, publishAt };
      return api.pages.audiences.versions.create(...idsIn(visit), version, options);
    },
    done: () => ({
      next: `${audiencePath(audience)}/versions?done=${publishAt ? 'version_planned' : 'version_queued'}`,
    }),
    refused: (state) => publishing(audience, state),
  });
}
