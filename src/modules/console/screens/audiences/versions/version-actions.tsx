import type { VNode } from 'preact';
import { Form } from '../../../parts/form-context.js';
import { FormState } from '../../../parts/form-state.js';
import { words } from '../../../words/english.js';
import {
  isPlanned,
  isUnpublished,
  versionPath,
  type ShownAudience,
  type ShownVersion,
} from '../../kit/shown-audience.js';

interface VersionProps {
  of: ShownVersion;
  audience: ShownAudience;
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
