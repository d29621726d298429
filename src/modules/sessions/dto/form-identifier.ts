import type { RecordOf } from '../../../shared/database/records/column-map.js';
import type { sessionColumns } from '../entities/session-columns.js';
import type { SessionView } from './sessions.dto.js';

type Sender = Pick<
  RecordOf<typeof sessionColumns>,
  'formSubmissionEmail' | 'formSubmissionLinkedin' | 'formSubmissionPhone'
>;

/** The best identifier of the sender: email address, then LinkedIn profile, then phone number. */
export function formIdentifierOf(
  session: Sender,
): Pick<SessionView, 'formSubmissionIdentifier' | 'formSubmissionIdentifierType'> {
  const known = [
    ['email', session.formSubmissionEmail],
    ['linkedin', session.formSubmissionLinkedin],
    ['tel', session.formSubmissionPhone],
  ] as const;
  for (const [type, identifier] of known)
    if (identifier) return { formSubmissionIdentifier: identifier, formSubmissionIdentifierType: type };
  return { formSubmissionIdentifier: null, formSubmissionIdentifierType: null };
}
